"""Two papers that differ, side by side: what each of them says, and where that is not the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.ledger import table_at
from fairdeal.desk.intake.two_papers import differences
from fairdeal.desk.intake.versions import DIFFER
from fairdeal.desk.report.shown import doubt_of
from fairdeal.records.cards import SUIT_SYMBOLS, shown
from fairdeal.records.place import Place
from fairdeal.records.record import Cell, Sheet
from fairdeal.rulings.frame.finding import Finding

MOST: Final = 12
"""Entries of two logs that are shown; the finding itself is about the first."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One entry in both papers, as it is written in each; empty where a paper has nothing there."""

    place: str
    first: str
    second: str

    @property
    def differs(self) -> bool:
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class SideBySide:
    """`first` and `second` are what the papers are called; `more`, whether further entries differ."""

    first: str
    second: str
    entries: tuple[Compared, ...]
    more: bool = False


def side_by_side(case: Case, finding: Finding) -> SideBySide | None:
    """The two papers of a finding that papers differ: of two sheets the whole row, of two logs every entry
    that differs. None for any other finding."""
    if finding.code != DIFFER:
        return None
    return _logs(case, finding) if finding.at.row is None else _sheets(case, finding)


def _sheets(case: Case, finding: Finding) -> SideBySide | None:
    here = finding.place.in_sheet(finding.at.sheet)
    places = (here, *_there(finding))
    both = [_row(case.record.sheets, place) for place in places]
    if len(both) != 2 or both[0] is None or both[1] is None:
        return None
    (one, row), (two, other) = both[0], both[1]
    columns = [column for column in one.columns if column in two.columns]
    return SideBySide(
        _copy(one, places[0]),
        _copy(two, places[1]),
        tuple(
            Compared(column, _written(one.cell(row, column)), _written(two.cell(other, column)))
            for column in columns
        ),
    )


def _there(finding: Finding) -> Sequence[Place]:
    return [each.place for each in finding.related[:1]]


def _row(sheets: Sequence[Sheet], place: Place) -> tuple[Sheet, int] | None:
    """The sheet that a place is on, and its row, from 0."""
    number, row = (place.sheet or 1) - 1, place.number("row")
    return (sheets[number], row - 1) if row is not None and number < len(sheets) else None


def _copy(sheet: Sheet, place: Place) -> str:
    if sheet.copy is None:
        return f"{words.ordinal(place.sheet or 1)} sheet"
    return f"copy of {words.side(sheet.copy)}"


def _written(cell: Cell | None) -> str:
    """What stands in a cell, and what else it may be."""
    said = "" if cell is None or cell.value is None else shown(cell.value)
    parts = [SUIT_SYMBOLS.get(each, each) for each in said.split()]
    return " ".join([*parts, *filter(None, [doubt_of(cell)])])


def _logs(case: Case, finding: Finding) -> SideBySide | None:
    opened = () if case.ledger is None else case.ledger.open
    deal = next((each for each in opened if each.game == finding.game), None)
    if case.ledger is None or deal is None:
        return None
    one, two = deal.versions[:2]
    table = table_at(case.ledger.record, case.book)
    found = list(islice(differences(one.deal, two.deal, table), MOST + 1))
    return SideBySide(
        " and ".join(one.papers),
        " and ".join(two.papers),
        tuple(
            Compared(words.place(Place.parse(each.place)), each.here, each.there)
            for each in found[:MOST]
        ),
        len(found) > MOST,
    )
