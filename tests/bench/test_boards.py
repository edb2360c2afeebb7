"""The bench of boards compares figures, and says so where one differs."""

from __future__ import annotations

import pytest

from bench.judging import boards


def test_two_events_of_each_kind_are_as_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert boards.main(["--events", "2"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 4 and all(" 0 differ" in each for each in said)


def test_a_figure_that_differs_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boards, "PRINTED", "1000 1500 2000")
    assert boards.main(["--events", "1"]) == 1
    assert "VPs" in capsys.readouterr().out
