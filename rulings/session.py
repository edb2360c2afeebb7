"""The record as a whole while it is ruled on: deals with their awards, and the sheets' rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from records.calls import Said, TermKind
from records.doubt import Standing
from records.place import Place, Span
from records.record import Record
from records.seats import Seat, Team
from records.sheet import NUMBER_COLUMNS, Sheet
from rulings.finding import Contract, DealVerdict, Finding
from rulings.replay.deal import DealReplay, written_worth
from rulings.replay.table import Table
from rulings.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Ruled:
    """A deal replayed, with what was found in it and what came of it."""

    replay: DealReplay
    findings: tuple[Finding, ...]
    verdict: DealVerdict

    @property
    def label(self) -> str | None:
        return self.verdict.deal


@dataclass(slots=True)
class Row:
    """One row of a sheet in plain values; None is blank, not transcribed, or not to be read.

    `deal` is the deal's number as written. `worth` is value and trump of the contract cell,
    `doubled` 1, 2 or 4, None where the sheet does not tell.
    """

    index: int
    deal: str | None
    dealer: Seat | None
    bidder: Seat | None
    said: Said | None
    worth: tuple[int, str] | None
    doubled: int | None
    numbers: dict[str, int | None]
    unread: frozenset[str]
    """Columns in which something is or may be written that is not known."""
    blank: bool
    """True where nothing but perhaps its number is written in the row."""

    def points(self, team: Team) -> int | None:
        return self.numbers.get(f"points {team}")

    def score(self, team: Team) -> int | None:
        return self.numbers.get(f"score {team}")

    def total(self, team: Team) -> int | None:
        return self.numbers.get(f"total {team}")

    def penalty(self, team: Team) -> int | None:
        return self.numbers.get(f"penalty {team}")

    def contract(self) -> Contract | None:
        """The contract as the row has it, None where a part of it is missing."""
        if self.worth is None or self.bidder is None:
            return None
        return Contract(*self.worth, self.bidder, self.doubled or 1)


@dataclass(slots=True)
class SheetView:
    """A sheet in plain values, likeliest readings."""

    sheet: Sheet
    rows: list[Row]
    match: dict[Team, int | None] = field(default_factory=dict)
    """Match points entered, by team."""

    def has(self, column: str) -> bool:
        return column in self.sheet.columns

    def place(self, row: Row, column: str) -> Place:
        return self.sheet.place(row.index, column)

    def span(self, row: Row, column: str) -> Span | None:
        cell = self.sheet.cell(row.index, column)
        return cell.span if cell is not None else self.sheet.rows[row.index].span

    def finals(self) -> dict[Team, int] | None:
        """The last running totals written, None where a side has none."""
        found: dict[Team, int] = {}
        for row in self.rows:
            for team in ("A", "B"):
                total = row.total(team)
                if total is not None:
                    found[team] = total
        return found if len(found) == 2 else None


@dataclass(slots=True)
class Session:
    """Everything of one record that rules beyond a single deal look at."""

    record: Record
    book: Rulebook
    table: Table
    ruled: tuple[Ruled, ...]
    sheets: tuple[SheetView, ...] = ()
    by_label: dict[str, list[Ruled]] = field(default_factory=dict)
    bounded: str | None = None
    """What of the sheets' doubtful cells could not be weighed exactly, in words."""

    def __post_init__(self) -> None:
        for each in self.ruled:
            if each.label is not None:
                self.by_label.setdefault(each.label, []).append(each)

    def ruled_row(self, view: SheetView, row: Row) -> Ruled | None:
        """The log of a row's deal, where the record has it.

        A deal that was dealt again has several logs and rows; they go together in order.
        """
        logs = self.by_label.get(row.deal or "")
        if not logs:
            return None
        same = [other.index for other in view.rows if other.deal == row.deal]
        if len(same) == 1:
            return logs[-1]
        place = same.index(row.index)
        return logs[place] if place < len(logs) else None


def view_sheet(sheet: Sheet, table: Table, names: dict[str, Seat], chosen: Any = None) -> SheetView:
    """A sheet's rows in plain values. `chosen` maps (row, column) to a value other than the
    likeliest, for looking at other readings."""
    columns = sheet.columns
    rows = []
    for index, row in enumerate(sheet.rows):
        values: dict[str, Any] = {}
        for column, cell in zip(columns, row.cells, strict=False):
            blank = column == "x" and cell.standing is Standing.BLANK
            values[column] = "" if blank else cell.value
            if chosen and (index, column) in chosen:
                values[column] = chosen[index, column]
        unread = frozenset(
            column
            for column, cell in zip(columns, row.cells, strict=False)
            if values[column] is None and cell.standing is not Standing.BLANK
        )
        rows.append(_row(index, values, unread, table, names))
    match: dict[Team, int | None] = {}
    if sheet.match_points is not None:
        for team, entry in sheet.match_points.points.items():
            match[team] = chosen.get((-1, team), entry.value) if chosen else entry.value
    return SheetView(sheet, rows, match)


def _row(
    index: int, values: dict[str, Any], unread: frozenset[str], table: Table, names: dict[str, Seat]
) -> Row:
    said = values.get("contract")
    said = said if isinstance(said, Said) else None
    numbers = {}
    for column in NUMBER_COLUMNS:
        value = values.get(column)
        numbers[column] = value if isinstance(value, int) else None
    deal = values.get("deal")
    written = [
        None if value == "" else value
        for column, value in values.items()
        if column not in ("deal", "dealer")
    ]
    return Row(
        index=index,
        deal=str(deal) if deal is not None else None,
        dealer=_seat(values.get("dealer"), table, names),
        bidder=_seat(values.get("bidder"), table, names),
        said=said,
        worth=written_worth(_plain(said), table.book),
        doubled=_doubled(values, said),
        numbers=numbers,
        unread=unread,
        blank=not unread and all(value is None for value in written),
    )


def _plain(said: Said | None) -> Said | None:
    """The contract's words without a double written beside them in the same cell."""
    if said is None:
        return None
    doubles = (TermKind.DOUBLE, TermKind.REDOUBLE)
    terms = tuple(term for term in said.terms if term.kind not in doubles)
    return said if len(terms) == len(said.terms) else Said(terms)


def _doubled(values: dict[str, Any], said: Said | None) -> int | None:
    written = values.get("x")
    text = str(written).strip().upper() if written is not None else ""
    if text in ("XX", "X X", "REDOUBLE", "REDOUBLED"):
        return 4
    if text in ("X", "DOUBLE", "DOUBLED", "DBL"):
        return 2
    if said is not None and said.has(TermKind.REDOUBLE):
        return 4
    if said is not None and said.has(TermKind.DOUBLE):
        return 2
    # A blank cell says that there was no double; a column that is not there says nothing.
    return 1 if written == "" else None


def _seat(value: Any, table: Table, names: dict[str, Seat]) -> Seat | None:
    if value is None:
        return None
    text = str(value).strip()
    return text if text in table.after else names.get(text.casefold())


def over(session: Session) -> bool:
    """Whether the record says so: a number of deals in the heading, or match points entered."""
    said = session.record.tag("Deals")
    if said is not None and said.strip().isdecimal():
        return True
    return any(view.sheet.match_points is not None for view in session.sheets)
