"""The harness of trials, and what peers' answers are taken to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.judging.audits import handed_in
from bench.reader.peers import canonical
from bench.soak.outcome import SHOWN, tried


def test_what_is_wrong_or_raised_is_a_failure_with_its_seed() -> None:
    def wrong(seed: int) -> str:
        if seed == 5:
            raise ValueError("no")
        return "odd" if seed % 2 else ""

    found = tried("trial", range(2, 12), wrong)
    assert (found.right.k, found.right.n, len(found.failures)) == (5, 10, SHOWN)
    assert found.failures[:2] == ("seed 3: odd", "seed 5: ValueError: no")
    assert tried("trial", range(0, 4, 2), wrong).right.whole


@pytest.mark.parametrize(
    ("kind", "raw", "wanted"),
    [("number", " 2 8", "28"), ("card", "1O H", "10H"), ("seat", "Q", None), ("text", "a", None)],
)
def test_an_answer_of_a_peer_is_folded_or_none(kind: str, raw: str, wanted: str | None) -> None:
    assert canonical(kind, raw) == wanted


def test_sheets_of_an_audit_are_two_a_match_and_all_of_other_names(tmp_path: Path) -> None:
    handed_in(tmp_path / "cup", 8)
    assert len(list((tmp_path / "cup").glob("*.hrn"))) == 8
