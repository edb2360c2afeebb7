"""`check` names the score as written and by the rulebook, as every page does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.cli import main
from tests.support.disputed import MATCH


@pytest.fixture
def match(tmp_path: Path) -> str:
    path = tmp_path / "match.hrn"
    path.write_text(MATCH, encoding="utf-8")
    return str(path)


def test_text_names_the_scores_and_no_other(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", match]) == 1
    told = capsys.readouterr().out
    assert "Score as written: 11 to 2\n" in told
    assert "Score by the rulebook: 9 to 7, deal 1 to be replayed: up to 7 points\n" in told
    assert "All deals together" not in told, "the three logs are not the match"


def test_json_has_the_scores(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", match, "--format", "json"])
    score = json.loads(capsys.readouterr().out)["score"]
    assert score["as_written"]["totals"] == [11, 2]
    assert score["by_the_rulebook"]["totals"] == [9, 7]
    assert score["by_the_rulebook"]["to_replay"] == [{"deal": "1", "most": 7}]
    assert score["as_ruled"] is None
