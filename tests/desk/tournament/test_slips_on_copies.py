"""Two copies of a sheet: whose figures a slip on one of them puts right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.score.figures import TEAMS
from fairdeal.desk.score.steps import label_of, steps_of
from fairdeal.desk.tournament.from_case import result_of
from fairdeal.grammar.notation.writer import write
from fairdeal.records import Record, Sheet, clear
from samples.making.records.tournament import record_of, tournament
from tests.desk.archive.conftest import document

ROW = 3


def spoilt(record: Record) -> Record:
    """The score of one row a point higher than is due, whoever has it; the totals as they were."""
    (sheet,) = record.sheets
    column = _scored(sheet)
    at = sheet.columns.index(column)
    cells = list(sheet.rows[ROW].cells)
    cells[at] = clear((sheet.number(ROW, column) or 0) + 1)
    rows = list(sheet.rows)
    rows[ROW] = replace(rows[ROW], cells=tuple(cells))
    return replace(record, sheets=(replace(sheet, rows=tuple(rows)),))


def _scored(sheet: Sheet) -> str:
    return "score A" if sheet.number(ROW, "score A") else "score B"


@pytest.mark.parametrize("wrong", ["A", "B", "AB"])
def test_a_slip_puts_right_the_copy_that_it_stands_on(wrong: str) -> None:
    (played,) = tournament(seed=1, teams=2, rounds=1, slips=0).matches
    copies = {team: record_of(played, team) for team in "AB"}
    right = copies["A"].sheets[0]
    for team in wrong:
        copies[team] = spoilt(copies[team])
    case = case_of([document(write(copies[team]).encode(), f"{team}.hrn") for team in "AB"])
    due = [each for each in case.verdict.findings if each.code == "award-entry"]
    assert len(due) == 1 and due[0].due is not None
    session = steps_of(case.record, case.verdict, TEAMS)
    figures = (right.number(ROW, "score A"), right.number(ROW, "score B"))
    first = copies["A"].sheets[0]
    assert session.deals[ROW].ruled == figures
    assert session.deals[ROW].written == (
        first.number(ROW, "score A"),
        first.number(ROW, "score B"),
    )
    result = result_of(case, "x", "x.html", "x.hrn")
    final = (
        right.number(len(right.rows) - 1, "total A"),
        right.number(len(right.rows) - 1, "total B"),
    )
    assert result.ruled == final


def test_what_is_due_on_the_second_copy_is_not_put_into_the_first() -> None:
    """The copies have their deals in different rows: row 4 of one is row 3 of the other."""
    (played,) = tournament(seed=1, teams=2, rounds=1, slips=0).matches
    copies = {team: record_of(played, team) for team in "AB"}
    (sheet,) = copies["A"].sheets
    copies["A"] = replace(copies["A"], sheets=(replace(sheet, rows=sheet.rows[1:]),))
    copies["B"] = spoilt(copies["B"])
    case = case_of([document(write(copies[team]).encode(), f"{team}.hrn") for team in "AB"])
    session = steps_of(case.record, case.verdict, TEAMS)
    steps = {step.label: step for step in session.deals}
    first = copies["A"].sheets[0]
    for index in range(6):
        right = (first.number(index, "score A"), first.number(index, "score B"))
        assert steps[label_of(first, index)].ruled == right
    assert steps["1"].ruled == (sheet.number(0, "score A"), sheet.number(0, "score B")), (
        "the row that one copy lacks counts as the other has it"
    )
