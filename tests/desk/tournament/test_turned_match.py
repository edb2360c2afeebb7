"""A slip that turns a match, a match that is not over, and what the standings make of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from cattrs import structure, unstructure

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.score.figures import Pair
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.from_case import result_of
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.standings import standings

LOGS = Path(__file__).parents[2] / "rulings" / "logs"
HEAD = (
    '[Rules "international"]\n[TeamA "Blue"]\n[TeamB "Red"]\n{more}\nSheet:\n'
    "deal | dealer | bidder | contract | x | points A | points B "
    "| score A | score B | total A | total B\n"
)


def typed(
    deals: int = 18, slip: int = 0, last: str = "", more: str = "", at: int = 9, side: int = 0
) -> str:
    """A sheet of deals won by A and B in turn, one point each; a running total slips, A's in the ninth."""
    totals = [0, 0]
    text = HEAD.format(more=more)
    for number in range(1, deals + 1):
        by_a = number % 2 == 0
        totals[not by_a] += 1
        totals[side] += slip if number == at else 0
        won = "3 | 28 S | | 30 | 26 | 1 | 0" if by_a else "2 | 28 S | | 26 | 30 | 0 | 1"
        text += f"{number} | {number % 6 + 1} | {won} | {totals[0]} | {totals[1]}\n"
    return text + last


def result(folder: Path, text: str) -> MatchResult:
    path = folder / "match.hrn"
    path.write_text(text, "utf-8")
    return result_of(case_of([load(path)]), "match", "match.html", "match.hrn")


def test_international_5_4_match_points_of_a_turned_match_are_those_of_the_ruled_score(
    tmp_path: Path,
) -> None:
    turned = result(tmp_path, typed(slip=2, last="match points A 3 B 0\n"))
    assert (turned.written, turned.ruled) == ((11, 9), (9, 9))
    assert (turned.written_points, turned.ruled_points) == ((3, 0), (1, 1))
    assert turned.flips
    assert {each.code: (each.moves, each.flips) for each in turned.findings} == {
        "total-entry": (3, True)
    }
    assert [(each.team, each.match_points) for each in standings([turned])] == [
        ("Blue", 1),
        ("Red", 1),
    ]
    by_paper = standings([turned], written=True)
    assert [(each.team, each.match_points) for each in by_paper] == [("Blue", 3), ("Red", 0)]


def test_international_5_4_a_match_played_off_is_judged_on_its_last_deal(tmp_path: Path) -> None:
    """Nine points each after 18 deals: a match point each, and one more to the winner of the play-off."""
    tied = result(tmp_path, typed(deals=19, more='[Deals "19"]'))
    assert (tied.written, tied.ruled) == ((9, 10), (9, 10))
    assert (tied.written_points, tied.ruled_points) == ((1, 2), (1, 2))
    assert [each.moves for each in tied.findings] == []


def test_international_5_4_the_winner_of_a_tie_break_is_as_entered(tmp_path: Path) -> None:
    tied = result(tmp_path, typed(last="match points A 2 B 1 tie-break A\n"))
    assert tied.ruled_points == (2, 1)
    assert not tied.flips


def test_match_points_on_paper_are_those_entered_whatever_the_totals_bring(tmp_path: Path) -> None:
    level = result(tmp_path, typed())
    assert (level.written_points, level.ruled_points) == ((1, 1), (1, 1))
    entered = result(tmp_path, typed(last="match points A 3 B 0\n"))
    assert (entered.written, entered.ruled) == ((9, 9), (9, 9))
    assert (entered.written_points, entered.ruled_points) == ((3, 0), (1, 1))
    assert not entered.flips


@pytest.mark.parametrize(("at", "side"), [(1, 0), (1, 1), (9, 1), (18, 0)])
def test_a_slip_in_a_total_weighs_what_it_is_off_by(tmp_path: Path, at: int, side: int) -> None:
    found = result(tmp_path, typed(slip=4, at=at, side=side))
    (slip,) = found.findings
    assert (slip.code, slip.points, slip.flips) == ("total-entry", 4, True)
    assert found.written == ((13, 9) if side == 0 else (9, 13))


def test_what_moves_no_score_turns_no_match(tmp_path: Path) -> None:
    text = typed(slip=2).replace("\n5 | 6 |", "\n5 | 1 |")
    weights = {
        each.code: (each.points, each.moves, each.flips) for each in result(tmp_path, text).findings
    }
    assert weights == {"total-entry": (2, 3, True), "dealer-rotation": (0, 0, False)}


@pytest.mark.parametrize(
    ("written", "ruled", "flips"),
    [
        ((9, 9), (8, 9), True),
        ((9, 8), (9, 9), True),
        ((9, 8), (10, 8), False),
        ((9, 9), (7, 7), False),
        ((None, 9), (10, 9), False),
        ((10, 9), (None, None), False),
    ],
)
def test_a_match_is_turned_where_another_side_leads(
    tmp_path: Path, written: Pair, ruled: Pair, flips: bool
) -> None:
    found = replace(result(tmp_path, typed(2)), over=True, written=written, ruled=ruled)
    assert found.flips is flips


@pytest.mark.parametrize(("last", "more"), [("", '[Deals "10"]'), ("match points A 1 B 1\n", "")])
def test_a_match_with_a_wrong_total_is_over_all_the_same(
    tmp_path: Path, last: str, more: str
) -> None:
    assert result(tmp_path, typed(10, 2, last, more)).over


def test_a_rulebook_that_names_no_number_of_deals_ends_no_match(tmp_path: Path) -> None:
    assert not result(tmp_path, typed().replace('"international"', '"community"')).over


@pytest.mark.parametrize(
    ("deals", "last", "more", "over"),
    [
        (18, "", "", True),
        (10, "", "", False),
        (10, "", '[Deals "10"]', True),
        (10, "match points A 1 B 1\n", "", True),
    ],
)
def test_a_match_is_over_where_the_record_says_so_or_has_all_deals(
    tmp_path: Path, deals: int, last: str, more: str, over: bool
) -> None:
    found = result(tmp_path, typed(deals, 0, last, more))
    assert found.over is over
    assert (found.ruled_points != (None, None)) is over
    assert [each.unknown for each in standings([found])] == [0 if over else 1] * 2


def test_some_deals_of_a_match_tell_no_winner_though_a_total_is_wrong(tmp_path: Path) -> None:
    found = result(tmp_path, typed(10, slip=2))
    assert not found.flips
    assert [(each.code, each.flips) for each in found.findings] == [("total-entry", False)]


def test_what_is_kept_of_a_match_tells_whether_it_was_over(tmp_path: Path) -> None:
    for deals in (10, 18):
        found = result(tmp_path, typed(deals))
        assert structure(unstructure(found), MatchResult) == found


def test_the_audit_tells_of_the_turned_match_and_its_points(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    folder.mkdir()
    (folder / "match.hrn").write_text(typed(slip=2, last="match points A 3 B 0\n"), "utf-8")
    assert audit_into(folder, tmp_path / "out") is not None
    frame = pd.read_csv(tmp_path / "out" / "standings.csv")
    assert dict(zip(frame["team"], frame["match points"], strict=True)) == {"Blue": 1, "Red": 1}


@pytest.mark.parametrize(("likely", "listed", "doubts"), [(0.1, 0, 1), (0.8, 1, 0)])
def test_what_hangs_on_a_less_likely_reading_is_counted_and_not_listed(
    tmp_path: Path, likely: float, listed: int, doubts: int
) -> None:
    bid = f"{{28 S {1 - likely:.1f}|27 S {likely}}}"
    found = result(tmp_path, typed().replace("28 S", bid, 1))
    assert (len(found.findings), found.doubts) == (listed, doubts)


def test_advice_moves_nothing_though_the_score_beside_it_is_wrong(tmp_path: Path) -> None:
    log = (LOGS / "noes-with-suit" / "fires.hrn").read_text("utf-8")
    head = (
        "Sheet:\ndeal | dealer | bidder | contract | x | points A | points B | score A | score B\n"
    )
    found = result(tmp_path, log + head + "1 | 2 | 5 | 30 C | | 56 | 0 | 0 | 1\n").findings
    assert {each.code: each.points for each in found} == {"noes-with-suit": 0, "award-entry": 2}
