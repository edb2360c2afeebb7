"""What is entered on a record and cannot be made use of: told, so that nothing is dropped in silence.

A seat or a side that the table does not have, a word where a figure belongs, something that is not a
contract: each counts as not known, which is no finding. But whoever wrote it must see that it was not
taken for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.records.cards import Said, Seat, Team, TermKind
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.place import Place
from fairdeal.records.record import Cell, Deal, Record, Sheet, is_number_column
from fairdeal.rulings.frame.finding import Note
from fairdeal.rulings.replay.calls import doubling_of

_SEATS: Final = ("dealer", "bidder")
_UNTOLD: Final = "it is not clear which contract that is"
_PASSES: Final = (TermKind.PASS, TermKind.ALL_PASS)


@dataclass(frozen=True, slots=True)
class Understood:
    """What a game makes of words: the seat of a name or number, and whether a contract is told.

    `cards` are those of a full trick, one a seat, `tricks` those of a deal; `sides` are those of the table.
    """

    seat: Callable[[Any], Seat | None]
    contract: Callable[[Said], bool]
    cards: int
    tricks: int
    sides: Collection[Team]
    line: Callable[[str], bool] | None = None
    """Bridge: whether a word tells where an entry stands, above or below the line."""


def set_aside(record: Record, understood: Understood) -> list[Note]:
    """A note for everything entered that counts as not known. Doubtful entries are not looked at."""
    notes: list[Note] = []
    for game, deal in enumerate(record.deals, 1):
        notes += _of_deal(game, deal, understood)
        notes += _of_play(game, deal, understood)
    for number, sheet in enumerate(record.sheets, 1):
        notes += _of_sheet(number, sheet, understood)
        notes += _of_match_points(number, sheet, understood)
    return notes


def _of_deal(game: int, deal: Deal, understood: Understood) -> Iterator[Note]:
    made = deal.result.contract if deal.result is not None else None
    entries: Mapping[str, tuple[Entry[Seat] | None, str]] = {
        "dealer": (deal.dealer, "dealer"),
        "contract": (made.by if made is not None else None, "who made the contract"),
    }
    for place, (entry, what) in entries.items():
        if entry is None or entry.standing is not Standing.CLEAR:
            continue
        if understood.seat(entry.value) is None:
            words = _no_seat(str(entry.value), what)
            yield Note(words, game, Place.of(place), entry.span, "warning")
    yield from _of_result(game, deal, understood)


def _of_result(game: int, deal: Deal, understood: Understood) -> Iterator[Note]:
    """Figures under a deal for a side that the table does not have."""
    if deal.result is None:
        return
    figures = {
        "points": deal.result.points,
        "score": deal.result.score,
        "penalty": deal.result.penalty,
    }
    for what, entered in figures.items():
        for side, entry in entered.items():
            if side not in understood.sides:
                place = Place.of(f"{what} {side}")
                yield Note(_no_side(side, what), game, place, entry.span, "warning")


def _of_play(game: int, deal: Deal, understood: Understood) -> Iterator[Note]:
    """Cards and tricks more than there can be, where no label says whose they are."""
    for trick in deal.play or ():
        if trick.number > understood.tricks:
            words = f"Trick {trick.number} is entered; a deal has {understood.tricks} tricks."
            span = trick.span_of(0) if trick.plays else None
            yield Note(words, game, Place.of(f"trick {trick.number}"), span, "warning")
        if len(trick.items) <= understood.cards or len(trick.plays) <= understood.cards:
            continue
        if not any(play.label is not None for play in trick.plays[1:]):
            words = (
                f"Trick {trick.number} has {len(trick.plays)} cards, and there are {understood.cards} seats. "
                "It is not clear whose card the last is, so the winner of the trick is treated as unknown."
            )
            span = trick.span_of(understood.cards)
            yield Note(words, game, Place.of(f"trick {trick.number}"), span, "warning")


def _of_match_points(number: int, sheet: Sheet, understood: Understood) -> Iterator[Note]:
    """Sides under a sheet that are none: its columns are A and B in every game."""
    written, known = sheet.match_points, {*understood.sides, "A", "B"}
    if written is None:
        return
    entered = [(side, "match points", entry.span) for side, entry in written.points.items()]
    winner = written.tie_break
    if winner is not None and winner.standing is Standing.CLEAR and winner.value is not None:
        entered.append((winner.value, "the tie-break", winner.span))
    for side, what, span in entered:
        if side not in known:
            place = Place.of("tie-break" if what == "the tie-break" else f"match points {side}")
            found = span or written.span
            yield Note(_no_side(side, what), None, place.in_sheet(number), found, "warning")


def _of_sheet(number: int, sheet: Sheet, understood: Understood) -> Iterator[Note]:
    """One note a column, at its first entry: a column of names unknown would fill a page."""
    for position, column in enumerate(sheet.columns):
        told = [
            (index, cell, why)
            for index, row in enumerate(sheet.rows)
            if position < len(row.cells)
            and (cell := row.cells[position]).standing is Standing.CLEAR
            and (why := _why(column, cell, understood))
        ]
        if told:
            index, cell, why = told[0]
            more = len(told) - 1
            also = f" The same applies to {more} more entries in that column." if more else ""
            place = sheet.place(index, column).in_sheet(number)
            yield Note(f"Row {index + 1}: {why}{also}", None, place, cell.span, "warning")


def _why(column: str, cell: Cell, understood: Understood) -> str:
    """Why an entry counts as not known; empty where it tells something, or may say anything."""
    value = cell.value
    text = value.text if isinstance(value, Said) else str(value)
    if column in _SEATS and understood.seat(value) is None:
        return _no_seat(text, column)
    if column == "contract" and isinstance(value, Said) and not _is_contract(value, understood):
        return f'"{text}" is entered as the contract; {_UNTOLD}, so it is treated as unknown.'
    if column == "line" and understood.line is not None and not understood.line(text):
        return f'"{text}" is entered under line; it is neither above nor below, so it is treated as unknown.'
    if column == "x" and doubling_of(text) is None:
        return f'"{text}" is entered under {column}; it is neither X nor XX, so it is treated as unknown.'
    if isinstance(value, str) and is_number_column(column):
        return (
            f'"{text}" is entered under {column}; it is not a number, so it is treated as unknown.'
        )
    return ""


def _is_contract(said: Said, understood: Understood) -> bool:
    passed = len(said.terms) == 1 and said.terms[0].kind in _PASSES
    return passed or understood.contract(said)


def _no_seat(text: str, what: str) -> str:
    no_seat = "no seat of this table is called that, so it is treated as unknown"
    return f'"{text}" is entered as {what}; {no_seat}.'


def _no_side(side: str, what: str) -> str:
    no_side = "no side of this table is called that, so it is treated as unknown"
    return f'"{side}" is entered with {what}; {no_side}.'
