"""The slips of the pen that are put into a score sheet of 56, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Final

from bench.soak.slip_kinds import Seating, chosen, other_digit, otherwise
from fairdeal.records.cards import TermKind
from fairdeal.records.doubt import blank, clear
from fairdeal.records.record import Cell, Sheet, SheetRow
from samples.making.chance import given

FIGURES: Final = ("points", "score", "total")


@dataclass(frozen=True, slots=True)
class SlippedRow:
    """A sheet with one slip: in which row (from 0), and the columns of the cells put wrong."""

    sheet: Sheet
    row: int
    columns: tuple[str, ...]


SheetSlip = Callable[[Sheet, Random, Seating], SlippedRow]


def _with(sheet: Sheet, row: int, cells: dict[str, Cell]) -> SlippedRow:
    written = list(sheet.rows[row].cells)
    for column, cell in cells.items():
        written[sheet.columns.index(column)] = cell
    rows = list(sheet.rows)
    rows[row] = SheetRow(tuple(written))
    return SlippedRow(replace(sheet, rows=tuple(rows)), row, tuple(cells))


def _a_cell(sheet: Sheet, rng: Random, *columns: str) -> tuple[int, str, Any]:
    """A cell that is filled in: its row, its column, and what truly stands there."""
    cells = []
    for row in range(len(sheet.rows)):
        for column in columns:
            cell = sheet.cell(row, column)
            if cell is not None and cell.value is not None:
                cells.append((row, column, cell.value))
    return chosen(rng, cells)


def seat_on_the_sheet(column: str, sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    row, column, seat = _a_cell(sheet, rng, column)
    wrong = chosen(rng, [each for each in seating.seats if each != seat])
    return _with(sheet, row, {column: clear(wrong)})


def number_on_the_sheet(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    row, column, number = _a_cell(sheet, rng, "deal")
    wrong = chosen(rng, [str(n) for n in range(1, 19) if str(n) != number])
    return _with(sheet, row, {column: clear(wrong)})


def contract_on_the_sheet(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    """The figure or the suit of a contract."""
    row, column, said = _a_cell(sheet, rng, "contract")
    kinds = [term.kind for term in said.terms if term.kind in (TermKind.NUMBER, TermKind.SUIT)]
    return _with(sheet, row, {column: clear(otherwise(said, chosen(rng, kinds), rng))})


def doubling_on_the_sheet(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    row = rng.randrange(len(sheet.rows))
    cell: Any = given(sheet.cell(row, "x"))
    wrong = chosen(rng, [mark for mark in ("", "X", "XX") if mark != (cell.value or "")])
    return _with(sheet, row, {"x": clear(wrong) if wrong else blank()})


def figure_on_the_sheet(name: str, sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    row, column, figure = _a_cell(sheet, rng, f"{name} A", f"{name} B")
    return _with(sheet, row, {column: clear(other_digit(figure, rng))})


def digits_transposed(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    """A figure of two digits, these in each other's place."""
    columns = [f"{name} {team}" for name in FIGURES for team in "AB"]
    cells = []
    for row in range(len(sheet.rows)):
        for column in columns:
            figure = sheet.number(row, column)
            if figure is not None and figure > 9 and int(str(figure)[::-1]) != figure:
                cells.append((row, column, figure))
    row, column, figure = chosen(rng, cells)
    return _with(sheet, row, {column: clear(int(str(figure)[::-1]))})


def cells_swapped(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    """The two sides' figures of a row in each other's place."""
    pairs = []
    for row in range(len(sheet.rows)):
        for name in FIGURES:
            one, two = sheet.cell(row, f"{name} A"), sheet.cell(row, f"{name} B")
            if one is not None and two is not None and one.value != two.value:
                pairs.append((row, name, one, two))
    row, name, one, two = chosen(rng, pairs)
    return _with(sheet, row, {f"{name} A": two, f"{name} B": one})


def _rows(sheet: Sheet, rows: Sequence[int], row: int) -> SlippedRow:
    """The sheet with these of its rows; the number of one of them (from 0) tells."""
    return SlippedRow(replace(sheet, rows=tuple(sheet.rows[n] for n in rows)), row, ("deal",))


def row_left_out(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    """A row between two others left out: of the first or the last nothing can tell."""
    at = chosen(rng, range(1, len(sheet.rows) - 1))
    return _rows(sheet, [n for n in range(len(sheet.rows)) if n != at], at)


def row_twice(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    at = chosen(rng, range(len(sheet.rows)))
    return _rows(sheet, [*range(at + 1), *range(at, len(sheet.rows))], at + 1)


def rows_exchanged(sheet: Sheet, rng: Random, seating: Seating) -> SlippedRow:
    order = list(range(len(sheet.rows)))
    at = chosen(rng, order[:-1])
    order[at], order[at + 1] = at + 1, at
    return _rows(sheet, order, at)


SHEET_SLIPS: Final[dict[str, SheetSlip]] = {
    "the dealer on the sheet": partial(seat_on_the_sheet, "dealer"),
    "the bidder on the sheet": partial(seat_on_the_sheet, "bidder"),
    "the deal's number on the sheet": number_on_the_sheet,
    "the contract on the sheet": contract_on_the_sheet,
    "the doubling mark on the sheet": doubling_on_the_sheet,
    "points on the sheet": partial(figure_on_the_sheet, "points"),
    "a score on the sheet": partial(figure_on_the_sheet, "score"),
    "a total on the sheet": partial(figure_on_the_sheet, "total"),
    "digits transposed on the sheet": digits_transposed,
    "two cells of a row swapped": cells_swapped,
    "a row of the sheet left out": row_left_out,
    "a row of the sheet written twice": row_twice,
    "two rows of the sheet exchanged": rows_exchanged,
}
