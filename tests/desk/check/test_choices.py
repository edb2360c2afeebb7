"""What the Laws leave open, as ``check`` prints it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.desk.cli import main

BOARD = """[Rules "{rules}"]
[Deal "1"]
[Dealer "N"]
[Vulnerable "None"]
Auction:
N: 1 S, E: 1 H, E: 2 C, P, P, P
Result:
points NS 5 EW 8
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.hrn"
    path.write_text(BOARD.format(rules="duplicate"), encoding="utf-8")
    return path


def test_json_has_every_way_with_its_law(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(board), "--format", "json"]) == 1
    (only,) = json.loads(capsys.readouterr().out)["findings"]
    by_key = {each["key"]: each for each in only["choices"]}
    assert by_key["27B2"]["law"] == "Law 27B2"
    assert by_key["27B2"]["record"] == "taken" and by_key["27A1"]["record"] == "not taken"
    assert by_key["27B1(b)"]["record"] is None
    assert by_key["27B2"]["award"] == {"NS": 0, "EW": 90}
    assert by_key["27B2"]["remedy"] == {"kind": "none", "to": None, "points": 0}
    assert by_key["27A1"]["remedy"] is None and by_key["27A1"]["award"] is None


def test_text_puts_the_way_that_the_record_shows_first(
    board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", str(board)])
    said = " ".join(capsys.readouterr().out.split())
    first = said.index("- Law 27B2, as the record shows: it is replaced")
    assert first < said.index("- Law 27B1(b), if it is replaced by a comparable call")
    assert "did not go by" not in said and "27B4" not in said


def test_text_says_that_the_record_shows_no_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """East's spade is cancelled, and whether the next call was comparable no record shows."""
    path = tmp_path / "board.hrn"
    calls = "E: 1 S, N: 2 C, E: 2 S, P, P, P"
    path.write_text(
        BOARD.format(rules="duplicate").replace("N: 1 S, E: 1 H, E: 2 C, P, P, P", calls), "utf-8"
    )
    main(["check", str(path)])
    said = " ".join(capsys.readouterr().out.split())
    assert "The record does not show which of these ways the table took." in said


def test_what_the_rulebook_settles_has_no_choices(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = Path(__file__).parents[2] / "rulings" / "bridge" / "logs" / "revoke" / "fires.hrn"
    main(["check", str(log), "--rules", "alberta", "--format", "json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    assert found and not any("choices" in each for each in found)


def test_text_names_a_score_that_all_ways_have_once(
    board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", str(board)])
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("Where no score is assigned, the deal gives 90 to EW.") == 1
    assert "The deal then gives" not in said
