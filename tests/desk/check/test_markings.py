"""A file of games whose boards follow another order: told once, at its end, whatever its length."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bench.text.pbn_games import plain_games
from fairdeal.desk.cli import main

SEAT = re.compile(r'(\[(?:Deal|Dealer|Declarer|Auction|Play) ")([NESW])')
DECLARER = re.compile(r'(\[Declarer ")([NESW])')
ONE_ON = str.maketrans("NESW", "ESWN")


def one_seat_on(path: Path, games: list[str], exceptions: int = 0) -> None:
    """Write the games with their hands and dealers one seat on, some as they were."""
    turned = [SEAT.sub(lambda found: found[1] + found[2].translate(ONE_ON), game) for game in games]
    path.write_text("".join(games[:exceptions] + turned[exceptions:]))


def dealers(path: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    assert main(["check", str(path), "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["explanations"] is not None
    return [each for each in answer["findings"] if each["place"] == "dealer"]


def test_duplicate_law_2_a_file_one_seat_off_is_one_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "turned.pbn"
    one_seat_on(path, list(plain_games(5, 40)))
    (only,) = dealers(path, capsys)
    assert (only["deal"], only["game"], only["count"]) == (None, None, 40)
    assert "40 of 40 boards" in str(only["message"])
    assert only["remedy"] == {"kind": "correct-entry", "to": None, "points": 0}
    main(["check", str(path)])
    shown = capsys.readouterr().out
    assert shown.count("Wrong dealer") == 1
    assert "40 of 40 boards" in shown


def test_duplicate_law_2_a_few_boards_off_stay_findings_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.pbn"
    one_seat_on(path, list(plain_games(5, 12)), exceptions=9)
    assert [each["game"] for each in dealers(path, capsys)] == [10, 11, 12]
    main(["check", str(path)])
    assert capsys.readouterr().out.count("Wrong dealer") == 3


@pytest.mark.parametrize("exceptions", [0, 8])  # the dealers one finding, or one a board
def test_what_follows_names_its_cause_by_its_place_in_the_list_of_the_file(
    exceptions: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "declarers.pbn"
    one_seat_on(path, list(plain_games(5, 12)), exceptions)
    path.write_text(DECLARER.sub(lambda tag: tag[1] + tag[2].translate(ONE_ON), path.read_text()))
    main(["check", str(path), "--format", "json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    below = [each for each in findings if each["follows_from"] is not None]
    assert len(below) > 6 and {each["code"] for each in below} == {"points-entry"}
    for each in below:
        cause = findings[each["follows_from"]]
        assert (cause["code"], cause["game"]) == ("contract-entry", each["game"])
