"""A record of bridge as a whole: its score sheets in plain values, its logs, who sits where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Unpack

from fairdeal.records.cards import Said, Seat, Team, TermKind, other_team
from fairdeal.records.doubt import Standing
from fairdeal.records.place import Place, Span
from fairdeal.records.record import WE_THEY, Cell, Record, Sheet, of_entries
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.replay.table import BridgeTable
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.frame import rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Details, Draft
from fairdeal.rulings.replay.calls import doubling_of


@dataclass(slots=True)
class RowSeen:
    """One row. `values` has what stands under each column; None is blank, unknown or not read.

    `unread`: columns in which something is or may be written that is not known.
    """

    index: int
    values: dict[str, Any]
    unread: frozenset[str]

    @property
    def deal(self) -> str | None:
        deal = self.values.get("deal")
        return str(deal) if deal is not None else None

    def number(self, column: str) -> int | None:
        value = self.values.get(column)
        return value if isinstance(value, int) else None

    def word(self, column: str) -> str:
        return str(self.values.get(column) or "").strip().casefold()


@dataclass(slots=True)
class SheetSeen:
    """A sheet in plain values.

    `we` is the side under WE: the copy's own, NS where the sheet does not say whose copy it is.
    `number` counts the sheets of the record from 1.
    """

    sheet: Sheet
    rows: list[RowSeen]
    we: Team
    number: int = 1

    def has(self, column: str) -> bool:
        return column in self.sheet.columns

    @property
    def we_they(self) -> bool:
        """Whether it is a rubber sheet: entries under WE and THEY, above and below the line."""
        return self.has("we") or self.has("they")

    def team(self, column: str) -> Team:
        """The side whose column it is: ``we``, ``they``, or one that ends in the side's name."""
        if column == "we":
            return self.we
        if column == "they":
            return other_team(self.we)
        return column.rsplit(" ", 1)[-1].upper()

    def place(self, row: RowSeen, column: str) -> Place:
        return self.sheet.place(row.index, column).in_sheet(self.number)

    def span(self, row: RowSeen, column: str) -> Span | None:
        cell = self.sheet.cell(row.index, column)
        return cell.span if cell is not None else self.sheet.rows[row.index].span


def see_sheet(sheet: Sheet, number: int = 1) -> SheetSeen:
    rows = []
    for index, row in enumerate(sheet.rows):
        values: dict[str, Any] = {}
        unread = set()
        for column, cell in zip(sheet.columns, row.cells, strict=False):
            values[column] = cell.value
            if cell.value is None and cell.standing is not Standing.BLANK:
                unread.add(column)
        rows.append(RowSeen(index, values, frozenset(unread)))
    we = sheet.copy if sheet.copy in ("NS", "EW") else "NS"
    return SheetSeen(sheet, rows, we, number)


def seat_of(value: object, table: BridgeTable, names: dict[str, Seat]) -> Seat | None:
    if value is None:
        return None
    text = str(value).strip()
    return text.upper() if text.upper() in table.after else names.get(text.casefold())


def contract_cell(row: RowSeen) -> Said | None:
    """The contract of a row, without a double written beside it in the same cell."""
    said = row.values.get("contract")
    if not isinstance(said, Said):
        return None
    doubles = (TermKind.DOUBLE, TermKind.REDOUBLE)
    terms = tuple(term for term in said.terms if term.kind not in doubles)
    return said if len(terms) == len(said.terms) or not terms else Said(terms)


def doubled_of(row: RowSeen, said: Said | None) -> int | None:
    """The doubling of a row: 1, 2 or 4; None where the sheet does not tell."""
    entered = doubling_of(row.word("x"))
    if entered is not None:
        return entered
    whole = row.values.get("contract")
    if isinstance(whole, Said) and whole.has(TermKind.REDOUBLE):
        return 4
    if isinstance(whole, Said) and whole.has(TermKind.DOUBLE):
        return 2
    return 1 if "x" in row.values and "x" not in row.unread and said is not None else None


@dataclass(slots=True)
class BridgeSession:
    """Everything of one record that rules beyond a single deal look at."""

    record: Record
    book: BridgeBook
    table: BridgeTable
    ruled: tuple[BridgeRuled, ...]
    sheets: tuple[SheetSeen, ...] = ()
    by_label: dict[str, list[BridgeRuled]] = field(default_factory=dict)
    bounded: str | None = None
    """What about the sheets could not be weighed exactly."""
    names: dict[str, Seat] = field(default_factory=dict)
    """The seats by the names that the heading gives them, in small letters."""

    def __post_init__(self) -> None:
        for seat in self.table.seats:
            name = self.record.tag(f"Seat{seat}") or ""
            if name.strip():
                self.names[name.strip().casefold()] = seat
        for each in self.ruled:
            if each.label is not None:
                self.by_label.setdefault(each.label, []).append(each)

    def reading(
        self, ruled: tuple[BridgeRuled, ...], sheets: tuple[SheetSeen, ...]
    ) -> BridgeSession:
        """The same record with logs and sheets read otherwise."""
        other = BridgeSession(self.record, self.book, self.table, ruled, sheets)
        other.bounded = self.bounded
        return other

    def log(self, deal: str | None) -> BridgeRuled | None:
        """The log of a deal; of several with the same number the last, which was played."""
        logs = self.by_label.get(deal or "")
        return logs[-1] if logs else None


def is_over(session: BridgeSession) -> bool:
    """Whether the record says so: a number of deals in the heading."""
    said = (session.record.tag("Deals") or "").strip()
    return said.isascii() and said.isdecimal()


def has_score(record: Record, label: str | None) -> bool:
    """Whether a sheet has a score of a deal, however it can be read. A sheet of entries without hands has
    those of all hands."""
    for sheet in record.sheets:
        columns = [name for name in sheet.columns if name.startswith("score ") or name in WE_THEY]
        whole = of_entries(sheet) and "deal" not in sheet.columns
        for row in range(len(sheet.rows)):
            number = sheet.cell(row, "deal")
            of_deal = number is not None and label in {str(each.value) for each in number.readings}
            filled = any(_filled(sheet.cell(row, name)) for name in columns)
            if filled and (whole or of_deal):
                return True
    return False


def _filled(cell: Cell | None) -> bool:
    return cell is not None and cell.standing not in (Standing.BLANK, Standing.ABSENT)


Rule = rule.Rule[BridgeReplay, BridgeRuled, BridgeSession, SheetSeen]


def entry(
    session: BridgeSession,
    view: SheetSeen,
    row: RowSeen,
    column: str,
    message: str,
    *,
    seat: Seat | None = None,
    **more: Unpack[Details],
) -> Draft:
    """A draft about one cell, ``row 5 / we`` of its sheet; `more` as in `Details`."""
    log = session.log(row.deal)
    number = view.number if view.number > 1 else None
    return Draft(
        view.place(row, column),
        message,
        seat,
        at=At(row=row.index + 1, column=column, sheet=number),
        span=view.span(row, column),
        deal=row.deal,
        game=log.verdict.game if log else None,
        seat_only=True,
        **more,
    )
