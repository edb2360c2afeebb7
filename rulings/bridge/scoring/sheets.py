"""The sheets of bridge: a row a hand, or entries under WE and THEY, above and below the line, with totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd
from typing import Any, Final, Unpack

from fairdeal.records import (
    WE_THEY,
    ContractEntry,
    Deal,
    Place,
    Record,
    Result,
    Said,
    Seat,
    Sheet,
    Span,
    Standing,
    Team,
    clear,
    in_groups,
    of_entries,
    other_team,
)
from fairdeal.rulings.bridge.book import TEAMS, BridgeBook, BridgeTable
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, replay
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, fines, rule_deal
from fairdeal.rulings.bridge.scoring.hand import Entered, first_state, onward
from fairdeal.rulings.frame import rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Details, Draft
from fairdeal.rulings.replay.reading import see
from fairdeal.rulings.replay.sheets import doubled_in, plain_contract, seat_names, seat_of


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
        return other_team(self.we) if column == "they" else column.rsplit(" ", 1)[-1].upper()

    def place(self, row: RowSeen, column: str) -> Place:
        return self.sheet.place(row.index, column).in_sheet(self.number)

    def span(self, row: RowSeen, column: str) -> Span | None:
        cell = self.sheet.cell(row.index, column)
        return cell.span if cell is not None else self.sheet.rows[row.index].span


def see_sheet(sheet: Sheet, number: int = 1) -> SheetSeen:
    rows = []
    for index, row in enumerate(sheet.rows):
        cells = dict(zip(sheet.columns, row.cells, strict=False))
        unread = frozenset(
            column
            for column, cell in cells.items()
            if cell.value is None and cell.standing is not Standing.BLANK
        )
        values = {column: cell.value for column, cell in cells.items()}
        rows.append(RowSeen(index, values, unread))
    we = sheet.copy if sheet.copy in ("NS", "EW") else "NS"
    return SheetSeen(sheet, rows, we, number)


def contract_cell(row: RowSeen) -> Said | None:
    """The contract of a row, without a double written beside it in the same cell."""
    said = row.values.get("contract")
    return plain_contract(said) if isinstance(said, Said) else None


def doubled_of(row: RowSeen, said: Said | None) -> int | None:
    """The doubling of a row: 1, 2 or 4; None where the sheet does not tell."""
    blank = "x" in row.values and "x" not in row.unread and said is not None
    return doubled_in(row.word("x"), row.values.get("contract")) or (1 if blank else None)


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
        self.names = seat_names(self.record, self.table.seats)
        self.by_label = in_groups(
            (each.label, each) for each in self.ruled if each.label is not None
        )

    def reading(
        self, ruled: tuple[BridgeRuled, ...], sheets: tuple[SheetSeen, ...]
    ) -> BridgeSession:
        """The same record with logs and sheets read differently."""
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
            cells = [sheet.cell(row, name) for name in columns]
            filled = any(cell is not None and cell.filled for cell in cells)
            if filled and (whole or of_deal):
                return True
    return False


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


_DOUBLING = {2: "X", 4: "XX"}


def ruled_rows(session: BridgeSession, view: SheetSeen) -> dict[int, BridgeRuled]:
    """What each row with a contract and tricks comes to, by its index, the match followed row by row.

    Likeliest readings are taken; a row with something in doubt in it is left out.
    """
    if not view.has("contract") or not any(view.has(f"points {team}") for team in TEAMS):
        return {}
    deals = [_deal(session, row) for row in view.rows]
    state = first_state(deals, session.book)
    found = {}
    for place, (row, deal) in enumerate(zip(view.rows, deals, strict=True)):
        if place and session.book.four_hand:
            state = onward(state, deals[place - 1], deal)
        ruled = rule_deal(replay(see(deal, 0, session.table.seats), session.table, state), [])
        state = ruled.after
        if not row.unread:
            found[row.index] = ruled
    return found


def standing_rows(session: BridgeSession, view: SheetSeen) -> frozenset[int]:
    """The rows, by index, of hands that were played and count: by their log, else on their own."""
    known = ruled_rows(session, view)
    for row in view.rows:
        log = session.log(row.deal)
        if log is not None and len(session.by_label[log.label or ""]) == 1:
            known[row.index] = log
    return frozenset(
        index for index, each in known.items() if each.verdict.outcome in ("made", "defeated")
    )


def _deal(session: BridgeSession, row: RowSeen) -> Deal:
    """The deal that a row is about."""
    dealer = seat_of(row.values.get("dealer"), session.table.after, session.names)
    tricks = {team: row.number(f"points {team}") for team in TEAMS}
    points = {team: clear(count) for team, count in tricks.items() if count is not None}
    return Deal(
        number=clear(row.deal) if row.deal is not None else None,
        dealer=clear(dealer) if dealer is not None else None,
        result=Result(contract=_contract(session, row), points=points),
    )


def _contract(session: BridgeSession, row: RowSeen) -> ContractEntry | None:
    said = contract_cell(row)
    if said is None:
        return None
    by: Seat | None = seat_of(row.values.get("bidder"), session.table.after, session.names)
    # Where nothing shows whether it was doubled, the contract is not known.
    doubled = doubled_of(row, said)
    if doubled is None and "x" in row.values:
        by = None
    doubling = _DOUBLING.get(doubled or 1)
    return ContractEntry(
        clear(said), clear(by) if by is not None else None, clear(doubling) if doubling else None
    )


Wrong = tuple[RowSeen, str, str]
"""A row, a column, and what is wrong there."""

_LINES: Final = {
    "above": "above",
    "honours": "above",
    "honors": "above",
    "over": "above",
    "below": "below",
    "trick": "below",
    "tricks": "below",
    "under": "below",
    "game": "game",
    "line": "game",
    "total": "total",
    "totals": "total",
    "sum": "total",
}


def is_line(word: str) -> bool:
    """Whether a word says where an entry stands."""
    return word.strip().casefold() in _LINES


def line_of(row: RowSeen) -> str:
    """``above``, ``below``, ``game``, ``total``, or '' where the row does not say."""
    return _LINES.get(row.word("line"), "")


@dataclass(slots=True)
class _Pile:
    """What is written and what is due for one hand, side and line."""

    written: list[tuple[int, RowSeen, str]] = field(default_factory=list)
    due: list[Entered] = field(default_factory=list)
    unread: bool = False

    def strike(self) -> None:
        """Take away what is written as it is due, and combined entries that come to the same."""
        for entered in list(self.due):
            match = next((cell for cell in self.written if cell[0] == entered.points), None)
            if match is not None:
                self.written.remove(match)
                self.due.remove(entered)
        if self.written and sum(c[0] for c in self.written) == sum(e.points for e in self.due):
            self.written, self.due = [], []


_Key = tuple[Team, str]


def wrong_entries(session: BridgeSession, view: SheetSeen) -> Iterator[Wrong]:
    """Entries that are wrong, missing, or on the wrong side of the line, and lines for no game."""
    entries = [row for row in view.rows if _is_entry(row)]
    numbered = bool(entries) and all(row.deal is not None for row in entries)
    if not session.ruled:
        yield from _of_no_tricks(session.book, view)
    elif numbered:
        for each in session.ruled:
            if each.label is not None and session.log(each.label) is each:
                rows = [row for row in view.rows if row.deal == each.label]
                yield from _against([each], rows, view)
    else:
        yield from _against(list(session.ruled), view.rows, view)
    yield from wrong_lines(view)


def _of_no_tricks(book: BridgeBook, view: SheetSeen) -> Iterator[Wrong]:
    """Without logs: figures below the line that no tricks come to, however many hands they are of."""
    scoring = book.scoring
    unit = gcd(*scoring.odd_trick.values(), *scoring.first_trick.values())
    for row in view.rows:
        for column in WE_THEY if line_of(row) == "below" else ():
            figure = row.number(column)
            if figure is not None and (figure < 0 or figure % unit):
                yield (
                    row,
                    column,
                    f"{figure} is entered below the line; points for tricks are a multiple of {unit}.",
                )


def _is_entry(row: RowSeen) -> bool:
    """Whether a row has a figure above or below the line, or may have one."""
    figures = [column for column in WE_THEY if row.number(column) or column in row.unread]
    return bool(figures) and line_of(row) in _BOTH


def due_of(ruled: BridgeRuled) -> list[Entered] | None:
    """Every entry of a hand, the penalties for improprieties too; None where it is not known."""
    if ruled.verdict.award is None or ruled.lines is None:
        return None
    fined = [
        Entered(team, "above", "penalty", points, "improprieties")
        for team, points in fines(ruled.findings)[0].items()
    ]
    return [line for line in (*ruled.lines, *ruled.closing, *fined) if line.points]


def _against(logs: list[BridgeRuled], rows: list[RowSeen], view: SheetSeen) -> Iterator[Wrong]:
    """Hold the entries of some hands against their logs."""
    due = [due_of(each) for each in logs]
    if any(each is None for each in due):
        return
    piles: dict[_Key, _Pile] = {(team, line): _Pile() for team in TEAMS for line in _BOTH}
    for row in rows:
        line = line_of(row)
        for column in WE_THEY if line in _BOTH else ():
            pile = piles[view.team(column), line]
            figure = row.number(column)
            pile.unread = pile.unread or column in row.unread
            if figure:
                pile.written.append((figure, row, column))
    for lines in due:
        for entered in lines or ():
            piles[entered.team, entered.line].due.append(entered)
    open_honours = not all(each.replay.hands_known() for each in logs)
    for pile in piles.values():
        pile.strike()
    where = rows[-1] if rows else (view.rows[-1] if view.rows else None)
    name = f"hand {logs[0].label}" if len(logs) == 1 else "the match"
    for team in TEAMS:
        yield from _misplaced(piles[team, "below"], piles[team, "above"], "above")
        yield from _misplaced(piles[team, "above"], piles[team, "below"], "below")
    for (team, line), pile in piles.items():
        if pile.unread:
            yield from _too_much(pile, line, name)
        elif where is not None:
            column = "we" if view.we == team else "they"
            yield from _left(pile, line, name, open_honours, where, column)


_BOTH: Final = ("above", "below")
HONOURS: Final = (100, 150)


def _misplaced(here: _Pile, there: _Pile, proper: str) -> Iterator[Wrong]:
    """Entries written on the wrong side of the line."""
    for cell in list(here.written):
        match = next((each for each in there.due if each.points == cell[0]), None)
        if match is not None:
            here.written.remove(cell)
            there.due.remove(match)
            yield cell[1], cell[2], f"{cell[0]} ({match.why}) belongs {proper} the line."


def _too_much(pile: _Pile, line: str, name: str) -> Iterator[Wrong]:
    """Figures larger than all that is due together: wrong whatever stands where nothing was read."""
    due = sum(entered.points for entered in pile.due)
    for figure, row, place in pile.written:
        if figure > due + (max(HONOURS) if line == "above" else 0):
            yield row, place, f"{figure} is entered {line} the line; nothing in {name} gives it."


def _left(
    pile: _Pile, line: str, name: str, open_honours: bool, where: RowSeen, column: str
) -> Iterator[Wrong]:
    """What is written and not due, and due and not written, one for the other as far as they go."""
    for figure, row, place in pile.written:
        if pile.due:
            entered = pile.due.pop(0)
            yield row, place, f"{figure} is entered; {entered.why} is {entered.points}."
        elif not (open_honours and line == "above" and figure in HONOURS):
            yield row, place, f"{figure} is entered {line} the line; nothing in {name} gives it."
    for entered in pile.due:
        yield (
            where,
            column,
            f"{entered.points} for {entered.why} is not entered {line} the line.",
        )


def wrong_lines(view: SheetSeen) -> Iterator[Wrong]:
    """Lines drawn where neither side has a game, and games after which none is drawn.

    Only a sheet that draws them is asked for them.
    """
    if not any(line_of(row) == "game" for row in view.rows):
        return
    legs = dict.fromkeys(TEAMS, 0)
    for row in view.rows:
        line = line_of(row)
        if line == "game":
            if max(legs.values()) < GAME:
                have = " and ".join(f"{team} {points}" for team, points in legs.items())
                yield row, "line", f"A line is drawn for a game; below it {have} is not 100."
            legs = dict.fromkeys(TEAMS, 0)
        elif line == "below":
            if any(column in row.unread for column in WE_THEY):
                return
            if max(legs.values()) >= GAME and any(row.number(column) for column in WE_THEY):
                yield row, "line", "A side has 100 below the line, and no line is drawn under it."
                legs = dict.fromkeys(TEAMS, 0)
            for column in WE_THEY:
                legs[view.team(column)] += row.number(column) or 0


GAME: Final = 100
"""Points below the line that make a game."""


def wrong_totals(view: SheetSeen) -> Iterator[Wrong]:
    """Totals that are not the sum of what stands above them."""
    for column in WE_THEY:
        above: int | None = 0
        for row in view.rows:
            figure, line = row.number(column), line_of(row)
            if column in row.unread:
                above = None if line != "total" else above
            elif line == "total":
                if figure is not None and above is not None and figure != above:
                    yield (
                        row,
                        column,
                        f"The total is entered as {figure}; the entries make {above}.",
                    )
                above = above if figure is None else figure
            elif figure is not None and line and above is not None:
                above += figure
