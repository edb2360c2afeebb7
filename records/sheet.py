"""A session's score sheet: rows of cells under named columns, as the paper has them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from fairdeal.records.calls import Said
from fairdeal.records.doubt import Entry
from fairdeal.records.place import Place, Span
from fairdeal.records.seats import Team

Cell = Entry[str] | Entry[int] | Entry[Said]

NUMBER_COLUMNS: Final = (
    "points A",
    "points B",
    "score A",
    "score B",
    "total A",
    "total B",
    "penalty A",
    "penalty B",
)
COLUMNS: Final = ("deal", "dealer", "bidder", "contract", "x", *NUMBER_COLUMNS, "remarks")
"""Columns of known meaning, in the order in which they are written where a sheet has them."""


WE_THEY: Final = ("we", "they")
"""The columns of a bridge sheet's entries, each on a side of the line."""


TEAM_COLUMN: Final = re.compile(r"(points|score|total|penalty) (a|b|ns|ew)")
"""Columns of a side's figures, in small letters: those of bridge too."""


def is_number_column(column: str) -> bool:
    """Whether figures belong under a column."""
    return column in WE_THEY or TEAM_COLUMN.fullmatch(column.lower()) is not None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row. `cells` stand in the order of the sheet's columns.

    A number that can be read as one is an ``Entry[int]``; a contract an ``Entry[Said]``; everything
    else, and what stands in a number's cell without being one, an ``Entry[str]``.
    """

    cells: tuple[Cell, ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The last line of a sheet: match points by team, and who won the tie-break, where entered."""

    points: dict[Team, Entry[int]] = field(default_factory=dict)
    tie_break: Entry[Team] | None = None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One copy of a score sheet. `copy` names the team whose copy it is, None where there is one."""

    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    copy: Team | None = None
    match_points: MatchPoints | None = None
    span: Span | None = field(default=None, compare=False, repr=False)

    def cell(self, row: int, column: str) -> Cell | None:
        """The cell of a row (from 0), or None where the sheet has no such column or cell."""
        if column not in self.columns or not 0 <= row < len(self.rows):
            return None
        index = self.columns.index(column)
        cells = self.rows[row].cells
        return cells[index] if index < len(cells) else None

    def number(self, row: int, column: str) -> int | None:
        """The likeliest number of a cell, None where it has none."""
        cell = self.cell(row, column)
        value = None if cell is None else cell.value
        return value if isinstance(value, int) else None

    def place(self, row: int, column: str) -> Place:
        """The address of a cell of a row (from 0): ``row 5 / total A``."""
        return Place.of(f"row {row + 1}", column)


def of_entries(sheet: Sheet) -> bool:
    """Whether a sheet has entries under WE and THEY, above and below the line, not a row a deal."""
    return any(column in sheet.columns for column in WE_THEY)
