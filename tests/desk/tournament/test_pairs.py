"""An event of duplicate pairs and teams: boards compared, places, results far from best play."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from html import unescape
from pathlib import Path
from random import Random

import pytest
from cattrs import structure, unstructure

from fairdeal.desk.extras import how_to_get
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.tournament import from_case as boards, overview
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.overview import frames
from fairdeal.desk.tournament.pairs import Session, session_of
from fairdeal.desk.tournament.results import RESULTS, Audited, BoardResult, MatchResult
from fairdeal.records import Deal
from samples.making.records.bridge_deals import deal_of, sensible, shuffled
from samples.making.records.pairs_movement import Evening, evening, files_of, lin_of
from tests.desk.tournament import test_standings as teams
from tests.support.camera import alone
from tests.support.needs import needs_solver

EVENING = evening(tables=4, rounds=2, boards=2, kinds=("award-entry", "revoke", "contract-entry"))


@pytest.fixture(scope="session")
def done(of_all_processes: Path) -> tuple[Audited, Path]:
    """The evening audited, once in a run of the tests: its boards are solved, which takes seconds."""
    folder, out = of_all_processes / "evening" / "pairs", of_all_processes / "evening" / "out"
    with alone(of_all_processes / "evening"):
        if (out / RESULTS).exists():
            return structure(json.loads((out / RESULTS).read_text("utf-8")), Audited), out
        folder.mkdir(parents=True)
        for name, text in files_of(EVENING).items():
            (folder / name).write_text(text, encoding="utf-8")
        return audit_into(folder, out), out


def board(
    number: str, ns: str, ew: str, points: int | None, written: int | None = None, **more: object
) -> BoardResult:
    plain = BoardResult(
        game=1, board=number, cards=f"deal {number}", session="", round="", room="", table="1",
        pairs=(ns, ew), teams=("", ""), contract="4 ♠ by North", by="NS", tricks=10, best=10,
        written=points if written is None else written, ruled=points,
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


def match(*results: BoardResult) -> MatchResult:
    plain = teams.match("", "", (None, None), (None, None))
    return replace(plain, rulebook="duplicate", boards=results)


def session(*results: BoardResult) -> Session:
    found = session_of([match(*results)])
    assert found is not None
    return found


def places(found: Session) -> dict[str, list[tuple[int, str, float, int]]]:
    return {
        name: [(each.place, each.pair, float(each.matchpoints), each.of) for each in lines]
        for name, lines in found.directions
    }


def test_pairs_are_ranked_by_their_share_of_the_matchpoints() -> None:
    """The second board has a score fewer: by Neuberg's formula its 2 and 0 are 3.5 and 0.5 out of 4."""
    found = session(
        board("1", "A", "X", 420),
        board("1", "B", "Y", 450),
        board("1", "C", "Z", 420),
        board("2", "A", "Y", -50),
        board("2", "B", "X", 100),
    )
    assert places(found) == {
        "North-South": [(1, "B", 7.5, 8), (2, "C", 1, 4), (3, "A", 1.5, 8)],
        "East-West": [(1, "Z", 3, 4), (2, "X", 3.5, 8), (2, "Y", 3.5, 8)],
    }


def test_a_pair_whose_name_has_a_blank_more_is_the_same_pair() -> None:
    found = session(
        board("1", "Asha and Bina", "X", 420),
        board("1", "C", "Y", 450),
        board("2", "Asha  and bina", "Y", -50),
        board("2", "C", "X", 100),
    )
    assert [each[1] for each in places(found)["North-South"]] == ["C", "Asha and Bina"]


def test_pairs_that_changed_sides_are_in_one_table() -> None:
    found = session(board("1", "A", "B", 100), board("1", "C", "D", 50), board("2", "B", "A", 0))
    assert {each.direction for each in found.pairs} == {""}
    assert len(found.pairs) == 4


def test_a_score_that_is_put_right_changes_places_and_says_so() -> None:
    found = session(
        board("1", "A", "X", 420, written=620),
        board("1", "B", "Y", 450),
    )
    assert found.changes == (("B", 2, 1), ("A", 1, 2), ("X", 2, 1), ("Y", 1, 2))


def test_an_open_result_is_compared_with_nothing_and_counted() -> None:
    found = session(
        board("1", "A", "X", 420), board("1", "B", "Y", 450), board("1", "C", "Z", None)
    )
    unknown = {each.pair: (each.boards, each.unknown) for each in found.pairs}
    assert unknown["C"] == unknown["Z"] == (0, 1)
    assert unknown["A"] == (1, 0)
    assert {each.of for each in found.pairs} == {2, 0}  # two scores at most: the top is 2


def test_a_board_with_a_result_open_weighs_as_much_as_the_others() -> None:
    found = [
        match(
            board("1", "A", "X", 420), board("1", "B", "Y", 450), board("1", "C", "Z", None),
            board("2", "A", "Y", 100), board("2", "B", "Z", 100), board("2", "C", "X", 50),
        )
    ]  # fmt: skip
    lines = {each.pair: each for each in session(*found[0].boards).pairs}
    assert (float(lines["A"].matchpoints), lines["A"].of) == (0.5 + 3, 8)
    assert (float(lines["B"].matchpoints), lines["C"].of) == (3.5 + 3, 4)
    table = frames(found)["boards"]()
    assert table["matchpoints NS"].tolist()[:2] == [0.5, 3.5]
    assert table["matchpoints EW"].tolist()[:2] == [3.5, 0.5]
    page = overview.overview("Event", found, (), (), ())
    assert "3.5 of 8" in page and "Neuberg" in page


def test_another_event_with_more_tables_leaves_the_top_of_a_board_as_it_is() -> None:
    small = match(board("1", "A", "X", 420), board("1", "B", "Y", 450))
    large = match(
        *(board("1", pair, pair.lower(), 10 * n, cards="another") for n, pair in enumerate("CDEF"))
    )
    found = session_of([replace(small, event="Small"), replace(large, event="Large")])
    assert found is not None
    assert {each.pair: (float(each.matchpoints), each.of) for each in found.pairs}["B"] == (2, 2)


def test_what_was_ruled_counts_in_a_table_of_its_own() -> None:
    results = [
        match(
            board("1", "A", "X", 420, decided=True, as_ruled=-50),
            board("1", "B", "Y", 100),
            board("1", "C", "Z", 50, decided=True, as_ruled=None),
        )
    ]
    before, after = session_of(results), session_of(results, ruled=True)
    assert before is not None and after is not None and before.decided
    assert [each.pair for each in before.pairs[:3]] == ["A", "B", "C"]
    told = {each.pair: (each.matchpoints, each.unknown) for each in after.pairs}
    assert (told["A"], told["B"], told["C"]) == ((0, 0), (2, 0), (0, 1))
    made = frames(results)
    assert made["boards"]()["as ruled NS"].tolist()[:2] == [-50, 100]
    assert {"pairs", "pairs-as-ruled"} <= set(made)


def test_boards_of_one_number_with_other_cards_are_not_compared() -> None:
    found = session(board("1", "A", "X", 420), board("1", "B", "Y", 450, cards="another deal"))
    assert all(each.earned[0] is None for each in found.scored)


def test_a_result_without_hands_goes_with_the_only_deal_of_its_number() -> None:
    found = session(board("1", "A", "X", 420), board("1", "B", "Y", 450, cards=""))
    assert [earned and earned.matchpoints for earned, _ in (x.earned for x in found.scored)] == [
        0,
        2,
    ]


def test_teams_score_imps_and_victory_points() -> None:
    rooms = [
        board(str(number), pair, "X" if pair == "A" else "Y", points, room=room, teams=("Hill", "Sea"),
              round="2")
        for number, points, other in ((1, 620, -100), (2, -50, -50), (3, 110, 140))
        for room, pair, points in (("Open", "A", points), ("Closed", "B", other))
    ]  # fmt: skip
    found = session(*rooms)
    assert found.pairs == ()
    (one,) = found.matches
    assert (one.session, one.home, one.visit, one.boards) == ("round 2", "Hill", "Sea", 3)
    assert one.imps == (12, 1)
    assert sum(one.victory_points) == 20 and one.victory_points[0] == Decimal("15.99")
    assert frames([match(*rooms)])["team-matches"]()["VPs home"].tolist() == [15.99]


def test_teams_without_names_are_called_by_who_sat_where() -> None:
    found = session(
        board("1", "A", "X", 100, room="Open"), board("1", "Y", "B", 100, room="Closed")
    )
    assert [(each.home, each.visit, each.imps) for each in found.matches] == [
        ("A / B", "Y / X", (0, 0))
    ]


def test_results_over_three_tricks_from_best_play_are_listed_and_no_finding() -> None:
    found = session(
        board("1", "A", "X", 420, tricks=7, best=10),
        board("2", "A", "X", 420, tricks=13, best=9),
        board("3", "A", "X", 420, tricks=4, best=None),
        board("4", "A", "X", 420, tricks=2, best=10),
    )
    assert [(each.result.board, each.result.off) for each in found.outliers] == [
        ("4", -8),
        ("2", 4),
    ]
    page = overview.overview(
        "Event", [match(*[each.result for each in found.outliers])], (), (), ()
    )
    assert "Results far from double dummy" in page and "That proves nothing" in page


def test_without_a_solver_the_page_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "installed", lambda extra: False)
    page = overview.overview("Event", [match(board("1", "A", "X", 420))], (), (), ())
    assert how_to_get("double-dummy") in unescape(page)


def test_an_evening_comes_to_the_matchpoints_worked_out_by_hand(
    done: tuple[Audited, Path],
) -> None:
    found = session_of(done[0].results)
    assert found is not None
    clean = by_hand(EVENING)
    told: dict[tuple[int, int], Fraction] = {}
    for each in found.scored:
        pair = int(each.result.pairs[0].split()[1])
        earned = each.earned[0]
        assert earned is not None
        told[int(each.result.board), pair] = earned.matchpoints
    same = {key for key, value in clean.items() if told[key] == value}
    bent = {each.board for each in EVENING.sittings if each.bent}
    assert {number for number, _ in clean.keys() - same} <= bent
    assert len(same) > len(clean) / 2


def by_hand(made: Evening) -> dict[tuple[int, int], int]:
    """Matchpoints of North-South by board and pair, from the scores as written."""
    scores: dict[int, dict[int, int]] = defaultdict(dict)
    for each in made.sittings:
        written = {} if each.deal.result is None else each.deal.result.score
        points = {team: entry.value or 0 for team, entry in written.items()}
        scores[each.board][each.pairs[0]] = points.get("NS", 0) - points.get("EW", 0)
    return {
        (number, pair): sum(
            2 * (other < own) + (other == own) for rival, other in at.items() if rival != pair
        )
        for number, at in scores.items()
        for pair, own in at.items()
    }


def test_an_evening_has_exactly_the_findings_expected(done: tuple[Audited, Path]) -> None:
    found = sorted(
        (int(result.table or result.title.split()[-1]), each.code)
        for result in done[0].results
        for each in result.findings
        if each.severity != "advice"
    )
    assert found == sorted((each.table, each.code) for each in EVENING.expected)


def test_the_tables_of_an_evening(done: tuple[Audited, Path]) -> None:
    out = done[1]
    with (out / "pairs.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8
    for direction in ("North-South", "East-West"):
        own = [row for row in rows if row["direction"] == direction]
        assert sum(2 * int(row["matchpoints"]) for row in own) == sum(int(row["of"]) for row in own)
        assert sum(float(row["cross-IMPs"]) for row in own) == pytest.approx(0, abs=0.1)
    page = (out / "index.html").read_text(encoding="utf-8")
    assert 'data-pairs="North-South"' in page and "4 tables" in page


def test_boards_are_kept_with_the_results_of_an_audit(done: tuple[Audited, Path]) -> None:
    again = structure(json.loads(json.dumps(unstructure(done[0]))), Audited)
    assert again.results == done[0].results and again.results[0].boards


@needs_solver
def test_contracts_are_solved_and_no_more_than_are_allowed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "table.pbn"
    path.write_text(files_of(EVENING)["table-01.pbn"], encoding="utf-8")
    case = case_of([load(path)])
    solved = [each.best for each in boards.boards_of(case)]
    assert all(best is not None for best in solved)
    monkeypatch.setattr(boards, "MOST_SOLVED", 2)
    assert [each.best is None for each in boards.boards_of(case)].count(False) == 2


def sensible_deal(number: int, table: int) -> Deal:
    hands = shuffled(Random(number))
    return deal_of(sensible(Random(table), number, hands))


def test_a_broadcast_of_both_rooms_is_a_match_of_teams(tmp_path: Path) -> None:
    """LIN has both rooms in one file, under the same numbers."""
    rooms = []
    for number in (1, 2):
        for table, room in ((1, "o"), (2, "c")):
            deal = sensible_deal(number, table)
            rooms.append(lin_of([deal]).replace("st||", f"qx|{room}{number}|st||"))
    path = tmp_path / "match.lin"
    path.write_text("".join(rooms), encoding="utf-8")
    case = case_of([load(path)])
    found = session_of([match(*boards.boards_of(case))])
    assert found is not None and not found.pairs
    (one,) = found.matches
    assert one.boards == 2 and sum(one.victory_points) == 20
