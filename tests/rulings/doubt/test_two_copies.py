"""Both teams' copies of a sheet: rows matched by deal, cells held against each other."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from fairdeal.grammar.calls import parse_call
from fairdeal.records import Record, Sheet, SheetRow, Team, clear
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty, Finding
from samples.making.records.deals import SHEET_COLUMNS, random_session, sheet_of
from tests.support.builders import ruled

COLUMNS = (
    "deal | bidder | contract | x | points A | points B | score A | score B | total A | total B"
)
ROWS = (
    "1 | 1 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0",
    "2 | 4 | 30 H | | 20 | 36 | 0 | 1 | 1 | 1",
    "3 | 3 | 41 C | X | 16 | 40 | 0 | 4 | 1 | 5",
    "4 | 2 | 29 NT | | 27 | 29 | 0 | 1 | 1 | 6",
    "5 | 5 | 34 D | | 40 | 16 | 1 | 0 | 2 | 6",
)


def both(ours: tuple[str, ...], theirs: tuple[str, ...], marks: str = "AB") -> list[Finding]:
    """Where two copies differ; `marks` are the teams whose copies they are, or blanks."""
    names = [f"Sheet {mark}:" if mark != " " else "Sheet:" for mark in marks]
    text = "\n\n".join(
        f"{name}\n{COLUMNS}\n" + "\n".join(rows)
        for name, rows in zip(names, (ours, theirs), strict=True)
    )
    return [each for each in ruled(text + "\n").findings if each.code == "copies-disagree"]


def places(found: list[Finding]) -> list[str]:
    return [str(each.place) for each in found]


def changed(row: int, old: str, new: str) -> tuple[str, ...]:
    rows = list(ROWS)
    assert old in rows[row - 1]
    rows[row - 1] = rows[row - 1].replace(old, new)
    return tuple(rows)


def test_international_5_3_copies_that_agree_have_nothing() -> None:
    assert both(ROWS, ROWS) == []


def test_international_5_3_says_what_each_copy_has_and_where() -> None:
    (found,) = both(ROWS, changed(3, "41 C", "40 C"))
    assert found.message == "Deal 3, contract: team A's copy has 41 C, team B's copy has 40 C."
    assert str(found.place) == "row 3 / contract"
    assert [str(each.place) for each in found.related] == ["sheet 2 / row 3 / contract"]
    assert found.certainty is Certainty.ESTABLISHED


def test_international_5_4_match_points_that_differ_between_the_copies() -> None:
    ours, theirs = (*ROWS, "match points A 0 B 3"), (*ROWS, "match points A 3 B 0")
    assert both(ours, ours) == []
    assert places(both(ours, theirs)) == ["match points A", "match points B"]


def test_contract_in_other_words_is_the_same() -> None:
    assert both(ROWS, changed(3, "41 C", "C 41")) == []


def test_double_left_out_of_one_copy_is_found() -> None:
    (found,) = both(ROWS, changed(3, "41 C | X", "41 C |"))
    assert places([found]) == ["row 3 / x"]
    assert "team B's copy has no X" in found.message


def test_row_left_out_shifts_nothing() -> None:
    (found,) = both(ROWS, ROWS[:2] + ROWS[3:])
    assert found.message == "Deal 3: team A's copy has it, team B's copy leaves it out."


UNREAD = "?? | ?? | ?? | ?? | ?? | ?? | ?? | ?? | ?? | ??"


def test_rows_that_cannot_be_read_may_be_those_that_the_other_copy_has() -> None:
    """Two rows of a print were not read, and both deals were said to be left out."""
    for rows in (UNREAD, UNREAD.replace("??", "4", 1)), (UNREAD, UNREAD):
        assert both(ROWS, (*ROWS[:2], *rows, ROWS[4])) == []
    assert both((*ROWS[:2], UNREAD, *ROWS[3:]), ROWS) == []


def test_one_row_that_cannot_be_read_may_be_either_of_two() -> None:
    found = both(ROWS, (*ROWS[:2], UNREAD, ROWS[4]))
    assert places(found) == ["row 3 / deal", "row 4 / deal"]
    assert {(each.certainty, each.probability) for each in found} == {(Certainty.DEPENDS, 0.5)}
    assert {str(place) for each in found for place in each.depends_on} == {"sheet 2 / row 3 / deal"}


def test_row_left_out_and_the_rest_numbered_on_is_one_finding() -> None:
    renumbered = tuple(f"{n}{row[1:]}" for n, row in enumerate(ROWS[:2] + ROWS[3:], 1))
    (found,) = both(ROWS, renumbered)
    assert places([found]) == ["row 3 / deal"]


def test_row_too_many_shifts_nothing() -> None:
    extra = "3 | 6 | 33 NS | | 50 | 6 | 0 | 0 | 1 | 1"
    renumbered = tuple(f"{n}{row[1:]}" for n, row in enumerate((*ROWS[:2], extra, *ROWS[2:]), 1))
    (found,) = both(ROWS, renumbered)
    assert found.message.startswith("Deal 3: team B's copy has it, team A's copy leaves it out.")
    assert found.at.sheet == 2


def test_copy_a_row_further_down_is_told_once() -> None:
    shifted = (
        *ROWS[:2],
        "3 | | | | | | | | |",
        *(f"{n}{row[1:]}" for n, row in enumerate(ROWS[2:], 4)),
    )
    (found,) = both(ROWS, shifted)
    assert "is deal 4 in team B's copy" in found.message


def test_sheets_that_do_not_say_whose_they_are_are_copies_where_they_agree() -> None:
    (found,) = both(ROWS, changed(2, "30 H", "31 H"), "  ")
    assert "the first sheet has 30 H, the second sheet has 31 H" in found.message


def test_sheets_of_different_matches_are_no_copies() -> None:
    other = (
        "1 | 2 | 33 D | | 12 | 44 | 0 | 1 | 0 | 1",
        "2 | 6 | 28 C | | 40 | 16 | 2 | 0 | 2 | 1",
        "3 | 5 | 50 S | | 50 | 6 | 3 | 0 | 5 | 1",
        "4 | 1 | 44 NT | X | 10 | 46 | 0 | 4 | 5 | 5",
    )
    assert both(ROWS, other, "  ") == []


def test_two_photos_marked_as_one_teams_copy_are_not_held_against_each_other() -> None:
    assert both(ROWS, changed(2, "30 H", "31 H"), "AA") == []


def test_doubtful_cell_that_may_be_what_the_other_copy_has_hardly_differs() -> None:
    (found,) = both(changed(3, "41 C", "{41 C 0.6|44 C 0.4}"), ROWS)
    assert found.certainty is Certainty.DEPENDS
    assert found.probability is not None and found.probability < 0.01


def test_doubtful_cell_that_cannot_be_what_the_other_copy_has_surely_differs() -> None:
    (found,) = both(changed(3, "41 C", "{44 C 0.6|47 C 0.4}"), ROWS)
    assert found.certainty is Certainty.ESTABLISHED


def test_something_else_than_was_read_is_seldom_just_what_the_other_copy_has() -> None:
    (found,) = both(changed(3, "41 C", "44 C?"), ROWS)
    assert found.certainty is Certainty.DEPENDS
    assert found.probability is not None and found.probability > 0.5


def test_cells_doubtful_in_both_copies_depend_on_both() -> None:
    doubtful = changed(3, "41 C", "{41 C 0.6|44 C 0.4}")
    (found,) = both(doubtful, changed(3, "41 C", "{44 C 0.7|41 C 0.3}"))
    assert [str(place) for place in found.depends_on] == [
        "row 3 / contract",
        "sheet 2 / row 3 / contract",
    ]


def test_illegible_or_blank_cell_differs_from_nothing() -> None:
    assert both(changed(3, "41 C", "??"), changed(4, "29 NT", "-")) == []


def test_slip_in_one_copy_names_that_copy() -> None:
    found = ruled(
        f"Sheet A:\n{COLUMNS}\n"
        + "\n".join(ROWS)
        + f"\n\nSheet B:\n{COLUMNS}\n"
        + "\n".join(changed(5, "2 | 6", "3 | 6"))
        + "\n"
    )
    (total,) = [each for each in found.findings if each.code == "total-entry"]
    assert (str(total.place), total.at.sheet) == ("row 5 / total A", 2)
    assert str(total.related[0].place) == "sheet 2 / row 4 / total A"


def _copy(seed: int, team: Team) -> Sheet:
    return sheet_of(random_session(Random(seed)), SHEET_COLUMNS, team)


def _disagreements(ours: Sheet, theirs: Sheet) -> list[Finding]:
    verdict = check(Record(sheets=(ours, theirs)), load("international"))
    return [each for each in verdict.findings if each.code == "copies-disagree"]


SLIPPED = ("bidder", "contract", "x", "points A", "points B", "score A", "score B", "total A")


def _slip(column: str, value: Any) -> Any:
    """Another entry of the same kind, as a slip of the pen would make it."""
    if column == "bidder":
        return str(int(value) % 6 + 1)
    if column == "contract":
        return parse_call("33 D" if value.text != "33 D" else "34 D")
    if column == "x":
        return "XX" if value == "X" else "X"
    return value + 1


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_equal_copies_never_disagree(seed: int) -> None:
    assert _disagreements(_copy(seed, "A"), _copy(seed, "B")) == []


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10_000),
    st.sets(st.tuples(st.integers(0, 17), st.sampled_from(SLIPPED)), min_size=1, max_size=30),
)
def test_every_seeded_difference_is_found_and_no_other(
    seed: int, spots: set[tuple[int, str]]
) -> None:
    ours, theirs = _copy(seed, "A"), _copy(seed, "B")
    rows = list(theirs.rows)
    seeded = set()
    for row, column in spots:
        at = theirs.columns.index(column)
        cells = list(rows[row].cells)
        if cells[at].value is None and column != "x":
            continue
        cells[at] = clear(_slip(column, cells[at].value))
        rows[row] = SheetRow(tuple(cells))
        seeded.add(f"row {row + 1} / {column}")
    found = _disagreements(ours, replace(theirs, rows=tuple(rows)))
    assert sorted(places(found)) == sorted(seeded)
    assert {each.certainty for each in found} <= {Certainty.ESTABLISHED}
