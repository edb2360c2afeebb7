"""The sheets of bridge: a row a hand, or entries under WE and THEY, above and below the line, with totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd
from typing import Final

from fairdeal.records.cards import Seat, Team
from fairdeal.records.doubt import Entry, clear
from fairdeal.records.record import ContractEntry, Deal, Result
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.bridge.replay.deal import replay
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, fines, rule_deal
from fairdeal.rulings.bridge.scoring.hand import Entered, first_state, onward
from fairdeal.rulings.bridge.session import (
    BridgeSession,
    RowSeen,
    SheetSeen,
    contract_cell,
    doubled_of,
    seat_of,
)
from fairdeal.rulings.replay.reading import see

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
        seen = see(deal, 0, session.table.seats)
        ruled = rule_deal(replay(seen, session.table, state), [])
        state = ruled.after
        if not row.unread:
            found[row.index] = ruled
    return found


def standing_rows(session: BridgeSession, view: SheetSeen) -> frozenset[int]:
    """The rows, by index, of hands that were played and count: by their log, else by themselves."""
    known = ruled_rows(session, view)
    for row in view.rows:
        log = session.log(row.deal)
        if log is not None and len(session.by_label[log.label or ""]) == 1:
            known[row.index] = log
    return frozenset(
        index for index, each in known.items() if each.verdict.outcome in ("made", "defeated")
    )


def _deal(session: BridgeSession, row: RowSeen) -> Deal:
    """The deal that a row tells of."""
    dealer = seat_of(row.values.get("dealer"), session.table, session.names)
    points: dict[Team, Entry[int]] = {}
    for team in TEAMS:
        tricks = row.number(f"points {team}")
        if tricks is not None:
            points[team] = clear(tricks)
    return Deal(
        number=clear(row.deal) if row.deal is not None else None,
        dealer=clear(dealer) if dealer is not None else None,
        result=Result(contract=_contract(session, row), points=points),
    )


def _contract(session: BridgeSession, row: RowSeen) -> ContractEntry | None:
    said = contract_cell(row)
    if said is None:
        return None
    by: Seat | None = seat_of(row.values.get("bidder"), session.table, session.names)
    # Where nothing tells whether it was doubled, the contract is not known.
    doubled = doubled_of(row, said)
    if doubled is None and "x" in row.values:
        by = None
    doubling = _DOUBLING.get(doubled or 1)
    return ContractEntry(
        clear(said), clear(by) if by is not None else None, clear(doubling) if doubling else None
    )


Wrong = tuple[RowSeen, str, str]
"""A row, a column, and what is wrong there."""

COLUMNS: Final = ("we", "they")

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
        for column in COLUMNS if line_of(row) == "below" else ():
            figure = row.number(column)
            if figure is not None and (figure < 0 or figure % unit):
                yield (
                    row,
                    column,
                    f"{figure} is entered below the line; points for tricks are a multiple of {unit}.",
                )


def _is_entry(row: RowSeen) -> bool:
    """Whether a row has a figure above or below the line, or may have one."""
    figures = [column for column in COLUMNS if row.number(column) or column in row.unread]
    return bool(figures) and line_of(row) in _BOTH


def due_of(ruled: BridgeRuled) -> list[Entered] | None:
    """Every entry of a hand, the penalties for improprieties too; None where it is not known."""
    if ruled.verdict.award is None or ruled.lines is None:
        return None
    lines = [*ruled.lines, *ruled.closing]
    for team, points in fines(ruled.findings)[0].items():
        if points:
            lines.append(Entered(team, "above", "penalty", points, "improprieties"))
    return [line for line in lines if line.points]


def _against(logs: list[BridgeRuled], rows: list[RowSeen], view: SheetSeen) -> Iterator[Wrong]:
    """Hold the entries of some hands against their logs."""
    due = [due_of(each) for each in logs]
    if any(each is None for each in due):
        return
    piles: dict[_Key, _Pile] = {(team, line): _Pile() for team in TEAMS for line in _BOTH}
    for row in rows:
        line = line_of(row)
        for column in COLUMNS if line in _BOTH else ():
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
            if any(column in row.unread for column in COLUMNS):
                return
            if max(legs.values()) >= GAME and any(row.number(column) for column in COLUMNS):
                yield row, "line", "A side has 100 below the line, and no line is drawn under it."
                legs = dict.fromkeys(TEAMS, 0)
            for column in COLUMNS:
                legs[view.team(column)] += row.number(column) or 0


GAME: Final = 100
"""Points below the line that make a game."""


def wrong_totals(view: SheetSeen) -> Iterator[Wrong]:
    """Totals that are not the sum of what stands above them."""
    for column in COLUMNS:
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
