"""A WE and THEY sheet as it is kept at the table: above the line, below it, lines for games, totals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from fairdeal.desk.report.findings.marks import Mark, Marks
from fairdeal.desk.report.scores import Cell, cell_view
from fairdeal.desk.score.sides import PAIRS
from fairdeal.records.doubt import Standing
from fairdeal.records.sheet import WE_THEY, Sheet
from fairdeal.rulings.bridge.scoring.sheet import see_sheet
from fairdeal.rulings.bridge.scoring.we_they import line_of

Part = Literal["above", "below", "game", "total"]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row: what stands under WE and under THEY, for which hand and what."""

    deal: str
    we: Cell
    they: Cell
    note: str
    marks: tuple[Mark, ...] = ()
    """Of the line drawn there."""


@dataclass(frozen=True, slots=True)
class WeTheyView:
    """A sheet by its parts. In `below`, ``game`` is a line drawn under a game."""

    title: str
    we: str
    they: str
    above: tuple[EntryRow, ...]
    below: tuple[tuple[Part, EntryRow], ...]
    totals: tuple[EntryRow, ...]


def we_they(sheet: Sheet, marks: Marks, number: int | None) -> WeTheyView:
    """A sheet as it is shown. `number`: which of several it is."""
    seen = see_sheet(sheet)
    parts: dict[str, list[EntryRow]] = {"above": [], "total": []}
    below: list[tuple[Part, EntryRow]] = []
    for row in seen.rows:
        view = _row(sheet, row.index, marks, number)
        line = line_of(row)
        if line in ("below", "game"):
            below.append(("game" if line == "game" else "below", view))
        elif line:
            parts[line].append(view)
        elif not (view.we.blank and view.they.blank) or view.marks:
            parts["above"].append(view)
    title = "WE and THEY" if number is None else f"WE and THEY, sheet {number}"
    they = PAIRS[1] if seen.we == PAIRS[0] else PAIRS[0]
    return WeTheyView(
        title, seen.we, they, tuple(reversed(parts["above"])), tuple(below), tuple(parts["total"])
    )


def entry_names(sheet: Sheet) -> dict[tuple[int, str], str]:
    """What each cell is called, by its row (from 1) and column: forms print no numbers before rows.

    ``above the line, entry 3, WE``, ``total, THEY``.
    """
    seen = see_sheet(sheet)
    counted: Counter[str] = Counter()
    found: dict[tuple[int, str], str] = {}
    for row in seen.rows:
        line = line_of(row)
        if line in ("above", "below"):
            counted[line] += 1
        named = {
            "above": f"above the line, entry {counted['above']}",
            "below": f"below the line, entry {counted['below']}",
            "game": f"line for a game, after entry {counted['below']} below the line",
            "total": "total",
        }.get(line)
        if named is not None:
            for column in (*WE_THEY, "line", "deal"):
                found[row.index + 1, column] = (
                    f"{named}, {column.upper()}" if column in WE_THEY else named
                )
    return found


def _row(sheet: Sheet, index: int, marks: Marks, number: int | None) -> EntryRow:
    def cell(column: str) -> Cell:
        place = sheet.place(index, column).in_sheet(number)
        return cell_view(sheet.cell(index, column), marks, place)

    def text(column: str) -> str:
        found = sheet.cell(index, column)
        if found is None or found.standing in (Standing.BLANK, Standing.ABSENT):
            return ""
        return "?" if found.value is None else str(found.value)

    line = marks.at(None, *sheet.place(index, "line").in_sheet(number).parts)
    return EntryRow(text("deal"), cell("we"), cell("they"), text("entry") or text("remarks"), line)
