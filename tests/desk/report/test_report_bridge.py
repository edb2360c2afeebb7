"""The dispute report of bridge: the table, the match hand by hand, WE and THEY, files of many games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report import double_dummy, page as summary
from fairdeal.desk.report.page import render, view_of
from fairdeal.desk.report.walk import steps_of
from fairdeal.desk.tournament.from_case import result_of
from samples.making.bridge_irregularities import make
from samples.making.records.bridge_deals import clean_deal, record_of
from tests.support.pbn_files import write_deals

SAMPLES = Path(__file__).parents[3] / "samples"
BOARDS = SAMPLES / "bridge-tournament" / "boards.pbn"
HANDS = SAMPLES / "alberta-match" / "hands.hrn"
SHEET = """
Sheet NS:
deal | line | we | they
1 | below |  | 30
2 | below |  | 80
 | game |  |
2 | above |  | 210
2 | above |  | 50
2 | above |  | 300
3 | above |  | 150
4 | above | 700 |
 | total | 700 | 720
"""


@pytest.fixture(scope="module", autouse=True)
def _nothing_solved() -> Iterator[None]:
    """What best play would have brought is tested in `test_best_play.py`: to solve boards takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(double_dummy, "MOST_BOARDS", 0)
        yield


@pytest.fixture(scope="module")
def boards() -> Case:
    return case_of([load(BOARDS)])


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Case:
    path = tmp_path_factory.mktemp("match") / "match.hrn"
    path.write_text(HANDS.read_text(encoding="utf-8") + SHEET, encoding="utf-8")
    return case_of([load(path)])


def test_hands_lie_round_a_table_and_auctions_begin_under_the_dealer(boards: Case) -> None:
    view = view_of(boards)
    deal = next(each for each in view.deals if each.label == "2")
    assert [hand.head.seat for hand in deal.hands] == ["N", "W", "E", "S"]
    assert [head.seat for head in deal.callers] == ["W", "N", "E", "S"]
    first = deal.rounds[0]
    assert not first[0] and not first[1] and first[2], "East deals board 2"
    roles = {head.seat: head.role for head in deal.players}
    assert roles == {"W": "dummy", "N": "", "E": "declarer", "S": ""}


def test_findings_point_at_the_call_and_the_card(boards: Case) -> None:
    view = view_of(boards)
    number = next(f.number for f in view.findings if f.where == "Board 5, trick 8, North")
    deal = next(each.deal for each in view.findings if each.number == number)
    assert deal is not None
    north = next(trick for trick in deal.tricks if trick.number == 8).cells[1]
    assert [mark.number for token in north for mark in token.marks] == [number]


def test_boards_of_a_tournament_have_no_running_score(boards: Case) -> None:
    view = view_of(boards)
    assert view.single_boards and view.chart is None and view.running == ()
    assert not view.summary.scores
    assert view.team_a == "Pair 3 North and Pair 3 South (North-South)"
    assert "team A" not in re.sub(r"(?s)<style>.*?</style>", "", render(boards))


def test_a_call_shows_what_the_record_remarks_on_it(boards: Case) -> None:
    deal = next(each.deal for each in view_of(boards).findings if "board 12" in each.where.lower())
    assert deal is not None
    told = {call.remark for row in deal.rounds for cell in row for call in cell}
    assert "marked insufficient" in told


def test_a_note_stands_at_the_call_it_belongs_to(tmp_path: Path) -> None:
    path = tmp_path / "noted.pbn"
    path.write_text(
        '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1NT =1= Pass 2C Pass\n[Note "1:15 to 17 points"]\n'
    )
    [deal] = view_of(case_of([load(path)])).deals
    assert deal.rounds[0][1][0].remark == "15 to 17 points"
    assert "Note 1: 15 to 17 points" in deal.happened


def test_an_alert_of_lin_stands_at_its_call(tmp_path: Path) -> None:
    path = tmp_path / "board.lin"
    path.write_text("pn|A,B,C,D|md|3|sv|o|mb|1N!|an|15-17|mb|p|mb|p|mb|p|")
    [deal] = view_of(case_of([load(path)])).deals
    calls = [call for row in deal.rounds for cell in row for call in cell]
    assert [call.remark for call in calls] == ["15-17", "", "", ""]


def test_alberta_9_the_match_is_shown_hand_by_hand(match: Case) -> None:
    running = view_of(match).running
    assert running is not None
    assert [row.totals for row in running] == [(0, 30), (0, 660), (0, 810), (700, 810)]
    assert [row.vulnerable for row in running] == ["nobody", "nobody", "EW", "EW"]
    assert running[0].standing == "part-game EW 30"
    below = [entry.points for row in running for entry in row.entries if entry.line == "below"]
    assert below == [30, 80]


def test_alberta_9_we_and_they_are_shown_as_written_with_marks(match: Case) -> None:
    view = view_of(match)
    [sheet] = view.we_they
    assert (sheet.we, sheet.they) == ("NS", "EW")
    assert [row.they.text for row in sheet.above] == ["", "150", "300", "50", "210"]
    assert [part for part, _ in sheet.below] == ["below", "below", "game"]
    wrong = next(f for f in view.findings if f.where == "Deal 2, above the line, entry 1, THEY")
    assert [mark.number for mark in sheet.above[-1].they.marks] == [wrong.number]
    assert (wrong.before, wrong.after) == ("EW 640", "EW 630")
    assert [mark.number for mark in sheet.totals[0].they.marks]
    [ns, ew] = view.summary.scores
    assert (ns.written, ns.ruled, ew.written, ew.ruled) == ("700", "700", "720", "810")


def test_a_match_without_hands_keeps_its_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.hrn"
    path.write_text(SHEET, encoding="utf-8")
    case = case_of([load(path)])
    assert case.book.id == "alberta", "no other game has WE and THEY"
    assert [each.where for each in view_of(case).findings] == ["Total, THEY"]


def test_a_deal_can_be_walked_through(match: Case) -> None:
    walk = steps_of(match, 2)
    assert walk is not None
    assert walk.steps[1].words == "East: 1 no-trump"
    assert walk.steps[-1].words.startswith("Trick 13, ")


def test_an_audit_takes_the_final_score_of_bridge(match: Case) -> None:
    result = result_of(match, "match", "match.html", "match.hrn")
    assert (result.written, result.ruled) == ((700, 720), (700, 810))
    [slip] = [each for each in result.findings if each.code == "award-entry"]
    assert (slip.where, slip.points) == ("Deal 2, above the line, entry 1, THEY", 10)


def test_a_report_of_many_games_is_bounded_and_says_what_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.desk.report.page.IN_FULL", 3)
    monkeypatch.setattr("fairdeal.desk.report.page.FEW_DEALS", 5)
    monkeypatch.setattr(summary, "LISTED", 4)
    wrong = [make("award-entry", seed).record.deals[0] for seed in range(9)]
    clean = [record_of(clean_deal(Random(seed))).deals[0] for seed in range(8)]
    deals = [replace(deal, tags=()) for deal in (*wrong, *clean)]
    path = tmp_path / "many.pbn"
    path.write_text(write_deals(deals), encoding="latin-1")
    case = case_of([load(path)])
    view = view_of(case)
    found = len(case.verdict.findings)
    assert found >= 9
    assert len(view.findings) == 3 and len(view.rest.findings) == 4
    assert sum(int(line.rpartition(": ")[2]) for line in view.rest.findings_left_out) == found - 7
    shown = {each.game for each in view.findings} | {each.game for each in view.deals}
    assert len(shown) + len(view.rest.deals) + view.rest.deals_left_out == len(deals)
    page = render(case)
    assert "Left out here" in page and "more are left out here" in page
