"""A file that is too large for a report: a part of it is taken, and what was left out is said."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bench.text.real_files import real_file
from bench.text.real_styles import STYLES
from fairdeal.desk.check import game_files as module
from fairdeal.desk.check.game_files import extract
from fairdeal.desk.cli import main
from fairdeal.desk.commands import report
from fairdeal.grammar.pbn.reader import read
from fairdeal.rulings import check, load

WRONG = """[Event "#"]
[Board "{board}"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T7643.AQ865.86.2 J8.432.KT54.J876 Q95.JT.A2.AQT953 AK2.K97.QJ973.K4"]
[Declarer "S"]
[Contract "1NT"]
[Result "7"]
[Score "NS {score}"]
[Auction "N"]
Pass Pass 1NT AP
"""


def file_of(path: Path, wrong: int) -> Path:
    """Games of a team match, so many with a wrong score after them, and one with another board's dealer."""
    style = next(each for each in STYLES if each.write.__name__ == "exported")
    games = [real_file(Random(5), style, 8)]
    games += [WRONG.format(board=1, score=100)] * wrong
    games.append(WRONG.format(board=2, score=90))
    path.write_text("\n".join(games), encoding="latin-1")
    return path


def test_games_with_findings_are_taken_with_their_lines_and_what_they_inherit(
    tmp_path: Path,
) -> None:
    path = file_of(tmp_path / "boards.pbn", 2)
    whole = list(read(path))
    found = extract(path, "a/boards.pbn", None)
    taken = list(read(found.data))
    assert [game.line for game in taken] == [whole[8].line, whole[9].line]
    assert [game.deal for game in taken] == [game.deal for game in whole[8:10]]
    assert not any(game.problems for game in taken)
    assert "boards.pbn has 11 games" in found.left_out and "a/boards" not in found.left_out
    assert "about the 2 in which something was found" in found.left_out
    assert "otherwise than by their numbers are left out: 1." in found.left_out
    (wrong,) = check(taken[0].record, load("duplicate")).findings
    assert wrong.code == "award-entry"


def test_no_more_games_are_taken_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_GAMES", 3)
    found = extract(file_of(tmp_path / "boards.pbn", 5), "boards.pbn", None)
    assert len(list(read(found.data))) == 3
    assert "the first 3 of the 5 in which something was found" in found.left_out


def test_where_nothing_is_found_the_first_games_are_taken(tmp_path: Path) -> None:
    found = extract(file_of(tmp_path / "boards.pbn", 0), "boards.pbn", None)
    assert len(list(read(found.data))) == 8
    assert "this one is about the first 8 games" in found.left_out


@pytest.mark.usefixtures("in_this_process")
def test_the_report_of_a_large_file_says_what_it_leaves_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = file_of(tmp_path / "boards.pbn", 2), tmp_path / "report.html"
    monkeypatch.setattr(report, "LARGEST_TEXT", path.stat().st_size - 1)
    assert main(["report", str(path), "-o", str(out)]) == 0
    assert "too many for one report" in capsys.readouterr().err
    assert "too many for one report" in out.read_text(encoding="utf-8")
