"""A result that several papers have is counted once; where they differ, none of them is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.overview import overview
from fairdeal.desk.tournament.pairs import session_of
from tests.desk.tournament.test_adjusted import MADE, game
from tests.desk.tournament.test_pairs import board, match, places, session

OTHERS = (board("1", "B", "Y", 450), board("1", "C", "Z", 100))
"""Beside which 420 comes to 2 of 4, and a score that is not known to nothing."""

TABLE = """[Event "Evening"]
[Board "1"]
[ScoreTable "Table;Round;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]
1 1 1 4 1NT N 7 90
2 1 2 5 1NT N 8 120
3 1 3 6 1NT N 6 -50
"""
RECEIVED = """Section,Table,Round,Board,PairNS,PairEW,NS/EW,Contract,Result
1,1,1,1,1,4,N,1 NT,=
1,2,1,1,2,5,N,1 NT,+1
1,3,1,1,3,6,N,1 NT,-1
"""
USEBIO = (
    "<USEBIO><EVENT><EVENT_DESCRIPTION>Evening</EVENT_DESCRIPTION><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
    + "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{pair}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{pair + 3}</EW_PAIR_NUMBER>"
        f"<CONTRACT>1NT</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>{tricks}</TRICKS></TRAVELLER_LINE>"
        for pair, tricks in ((1, 7), (2, 8), (3, 6))
    )
    + "</BOARD></EVENT></USEBIO>"
)
FILES = {"results.pbn": TABLE, "received.csv": RECEIVED, "results.xml": USEBIO}


@pytest.mark.parametrize("names", [("results.pbn",), ("results.pbn", "received.csv"), tuple(FILES)])
def test_an_evening_as_several_programs_write_it_is_counted_once(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    for name in names:
        (folder / name).write_text(FILES[name], encoding="utf-8")
    found = session_of(audit_into(folder, tmp_path / "out").results)
    assert found is not None and not found.left_out
    assert places(found)["North-South"] == [
        (1, "Pair 2", 4, 4),
        (2, "Pair 1", 2, 4),
        (3, "Pair 3", 0, 4),
    ]


@pytest.mark.parametrize(
    ("again", "points", "of"),
    [
        (board("1", "a", "x", 420), 2, 4),
        (board("1", "A", "X", None), 2, 4),
        (board("1", "A", "X", None, adjusted="NS A60 EW A40"), 2.4, 4),
        (board("1", "A", "X", 450, decided=True, as_ruled=100), 1, 4),
        (board("1", "A", "X", 430), 0, 0),
        (board("1", "A", "X", 420, round="2"), 2, 4),
        (board("1", "A", "W", 420), 6, 12),
        (board("1", "A", "X", 420, session="2"), 6, 12),
    ],
    ids=["same", "unknown", "adjusted", "decided", "differs", "round", "pair", "session"],
)
@pytest.mark.parametrize("first", [True, False])
def test_which_of_two_results_counts(again: object, points: float, of: int, first: bool) -> None:
    one = board("1", "A", "X", 420)
    both = (one, again) if first else (again, one)
    found = session_of([match(*both[:1], *OTHERS), match(*both[1:])], ruled=True)  # type: ignore[arg-type]
    assert found is not None
    (line,) = (each for each in found.pairs if each.pair.casefold() == "a")
    assert (float(line.matchpoints), line.of) == (points, of)


def test_two_results_that_differ_are_named_on_page_1() -> None:
    played = (board("1", "A", "X", 420, table=""), board("1", "A", "X", 430, table=""), *OTHERS)
    of_no_table = [replace(match(*played), table="")]
    found = session_of(of_no_table)
    assert found is not None and found.left_out == ("board 1 (420 / 430)",)
    assert [each.unknown for each in found.pairs if each.pair in "AX"] == [1, 1]
    page = " ".join(overview("Event", of_no_table, (), (), ()).split())
    assert "1 score or penalty is not counted: <bdi>board 1 (420 / 430)</bdi>" in page


@pytest.mark.parametrize(("open_room", "imps", "boards"), [(420, (10, 0), 1), (430, None, 0)])
def test_both_captains_papers_of_a_match_of_teams_are_one_match(
    open_room: int, imps: tuple[int, int] | None, boards: int
) -> None:
    """Where their scores of a room differ, the board is not known."""
    of: dict[str, object] = {"teams": ("Hill", "Sea"), "round": "1"}
    found = session(
        board("1", "A", "X", 420, room="Open", **of),
        board("1", "Y", "B", -50, room="Closed", **of),
        board("1", "A", "X", open_room, room="Open", **of),
        board("1", "Y", "B", -50, room="Closed", **of),
        board("2", "A", "X", 90, room="Open", **of),
        board("2", "Y", "B", 90, room="Closed", **of),
    )
    (one,) = found.matches
    assert (one.boards, one.unknown) == (boards + 1, 1 - boards)
    assert one.imps == (imps or (0, 0))
    assert len(found.left_out) == 1 - boards


def test_results_without_names_are_never_a_repeat(tmp_path: Path) -> None:
    """Files of games without the pairs' names may be of any table: all of them count."""
    folder = tmp_path / "evening"
    folder.mkdir()
    for table in (1, 2):
        text = "\n".join(line for line in game(1, table, MADE).splitlines() if '"N' not in line)
        (folder / f"{table}.pbn").write_text(text, encoding="utf-8")
    found = session_of(audit_into(folder, tmp_path / "out").results)
    assert found is not None and len(found.scored) == 2


def test_another_day_or_round_is_another_result() -> None:
    evenings = [
        replace(match(board("1", "A", "X", 420)), date=f"2026.11.{day}") for day in (19, 26)
    ]
    found = session_of(evenings)
    assert found is not None and {(each.pair, each.boards) for each in found.pairs} == {
        ("A", 2),
        ("X", 2),
    }
    rounds = [
        board("1", "A", "X", points, round=of) for of, points in (("1", 420), ("2", 430), ("", 450))
    ]
    found = session(*rounds)
    assert not found.left_out and {each.boards for each in found.pairs} == {3}
