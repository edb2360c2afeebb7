"""What of a record is not judged, and said so: more than any game has, and what cannot be made use of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from fairdeal.records import (
    Cell,
    Deal,
    Entry,
    Place,
    Record,
    Result,
    Said,
    Seat,
    Sheet,
    Standing,
    Tag,
    Team,
    TermKind,
    is_number_column,
    shown,
)
from fairdeal.rulings.doubt.work import size_of
from fairdeal.rulings.frame.finding import Note
from fairdeal.rulings.replay.calls import doubling_of
from fairdeal.rulings.replay.reading import Seen, see

MOST_ENTRIES: Final = 1000
"""Cards, calls, plays, winners and events of one deal: five times those of the longest deal."""

MOST_READINGS: Final = 600
"""Readings of the unclear entries of one deal, or of all sheets of a match of bridge: four of each entry of
a hand log. A person has read a few of its entries sooner than the program has judged more of them."""

MOST_TRIED: Final = 60_000
"""Readings of one deal times its entries: each reading is judged with the whole deal at least once."""

MOST_TRIED_IN_ALL: Final = 90_000
"""The same for all deals of a record."""

MOST_ROWS: Final = 1000
"""Rows of a sheet. The longest tournament of one table has not a tenth of them."""

MOST_COLUMNS: Final = 60
"""Columns of a sheet: thirteen have a meaning, and clubs add a few of their own."""

MOST_SHEETS: Final = 24
"""Sheets of one record. Both teams' copies are two; every sheet is compared with those before it."""

MOST_EMPTY: Final = 1000
"""Deals of a record in which nothing stands, evidence of nothing: no sheet has so many rows, no match a tenth
of them. To list and judge 400,000 of them, a file of 5 MB, took two minutes and 2 GB."""

MOST_LABEL: Final = 40
"""Letters of a deal's number, which stands in the address of every finding."""

MOST_LETTERS: Final = 500
"""Letters of a tag of the heading: an event or a team is named in a report again and again."""

MOST_NUMBERS: Final = 20
"""Readings of a deal's number with which it still says which deal it is."""


def within_bounds(record: Record) -> tuple[Record, list[Note]]:
    """The record without the content of what is too much to be judged, and a note for each.

    A record that contains nothing of the kind comes back as it is.
    """
    notes: list[Note] = []
    deals, sheets = _before_too_many_empty(record.deals, notes), list(record.sheets)
    tags = tuple(
        [tag if len(tag.value) <= MOST_LETTERS else _cut(tag, notes) for tag in record.tags]
    )
    for index, deal in enumerate(deals):
        label = deal.label
        if label is not None and len(label) > MOST_LABEL:
            words = f"The number of deal {index + 1} has {len(label):,} letters. It was left out."
            notes.append(Note(words, index + 1, span=deal.span, severity="warning"))
            deal = deals[index] = replace(deal, number=None)
        count = 0 if deal.unread else _entries(deal)
        if count > MOST_ENTRIES:
            words = (
                f"{_name(deal, index + 1)} has {count:,} entries. No deal has more than "
                f"{MOST_ENTRIES:,}, so it was not judged."
            )
            notes.append(Note(words, index + 1, span=deal.span, severity="warning"))
            deals[index] = emptied(deal)
    for index, sheet in enumerate(sheets[:MOST_SHEETS]):
        why = _too_large(sheet)
        if why is not None:
            notes.append(Note(f"Sheet {index + 1} {why}", span=sheet.span, severity="warning"))
            sheets[index] = replace(sheet, columns=(), rows=())
    if len(sheets) > MOST_SHEETS:
        words = f"There are {len(sheets):,} sheets. Only the first {MOST_SHEETS} were judged."
        notes.append(Note(words, severity="warning"))
        del sheets[MOST_SHEETS:]
    if not notes:
        return record, notes
    return replace(record, tags=tags, deals=tuple(deals), sheets=tuple(sheets)), notes


def _before_too_many_empty(deals: Sequence[Deal], notes: list[Note]) -> list[Deal]:
    """The deals as far as not too many of them are empty. Those after it are cut off, not the empty ones left
    out: a deal is found by its position."""
    empty = 0
    for index, deal in enumerate(deals):
        empty += _is_empty(deal)
        if empty > MOST_EMPTY:
            words = (
                f"There are {len(deals):,} deals, more than {MOST_EMPTY:,} of them without any entry. "
                f"Only the first {index:,} were judged."
            )
            notes.append(Note(words, span=deal.span, severity="warning"))
            return list(deals[:index])
    return list(deals)


def _is_empty(deal: Deal) -> bool:
    """Whether nothing stands in a deal but its number, dealer and tags."""
    if deal.unread or deal.auction or deal.play:
        return False
    return deal.result in (None, Result()) and not _entries(deal)


def _cut(tag: Tag, notes: list[Note]) -> Tag:
    """A tag of the heading with as many letters as are used wherever it is named."""
    words = f"The tag {tag.name[:MOST_LABEL]} has {len(tag.value):,} letters"
    more = f"{words}. Only the first {MOST_LETTERS} are used."
    notes.append(Note(more, span=tag.span, severity="warning"))
    return Tag(tag.name, tag.value[:MOST_LETTERS], tag.span)


def seen_within_bounds(
    deals: Sequence[Deal], seats: tuple[Seat, ...]
) -> tuple[list[Seen], list[Note]]:
    """The likeliest reading of every deal, and a note for each too unclear to be judged."""
    every: list[Seen] = []
    notes: list[Note] = []
    before = 0
    for game, deal in enumerate(deals, 1):
        seen = see(deal, game, seats)
        if seen.doubts:
            note = too_unclear(seen, before)
            if note is not None:
                notes.append(note)
                seen = see(emptied(seen.deal), game, seats)
            before += tried(seen)
        every.append(seen)
    return every, notes


def too_unclear(seen: Seen, before: int) -> Note | None:
    """Why a deal is not judged whose unclear entries may be read in too many ways; None where it is.

    `before`: what trying the readings of the deals before it takes (`tried`).
    """
    readings = sum(len(doubt.options) for doubt in seen.doubts)
    if readings <= MOST_READINGS and tried(seen) <= min(MOST_TRIED, MOST_TRIED_IN_ALL - before):
        return None
    name = _name(seen.deal, seen.game)
    words = (
        f"Too many unclear entries in {name[0].lower()}{name[1:]}: it was not judged. "
        "Read them first."
    )
    return Note(words, seen.game, span=seen.deal.span, severity="warning")


def tried(seen: Seen) -> int:
    """What it takes to judge a deal once in every reading of an unclear entry, in entries looked at."""
    return sum(len(doubt.options) for doubt in seen.doubts) * (1 + size_of(seen))


def emptied(deal: Deal) -> Deal:
    """A deal that counts as not read, under its number where that is not part of the trouble."""
    known = deal.number is not None and len(deal.number.readings) <= MOST_NUMBERS
    return Deal(number=deal.number if known else None, span=deal.span, unread=True)


def _name(deal: Deal, game: int) -> str:
    return f"Deal {deal.label or game}"


def _too_large(sheet: Sheet) -> str | None:
    """Why a sheet is not judged, as the end of a sentence; None where it is."""
    if len(sheet.rows) > MOST_ROWS:
        return f"has {len(sheet.rows):,} rows; {MOST_ROWS:,} is the limit, so it was not judged."
    if len(sheet.columns) > MOST_COLUMNS:
        return f"has {len(sheet.columns):,} columns; {MOST_COLUMNS} is the limit, so it was not judged."
    return None


def _entries(deal: Deal) -> int:
    """How many entries a deal has."""
    count = sum([len(hand.cards) for hand in deal.hands or ()])
    count += len(deal.auction or ()) + len(deal.events) + len(deal.closing)
    count += sum([1 + len(trick.items) for trick in deal.play or ()])
    count += len(deal.result.tricks) if deal.result is not None else 0
    return count + sum([len(event.cards) + len(event.names) for event in deal.all_events()])


# --- what cannot be made use of ---------------------------------------------------------------------


_SEATS: Final = ("dealer", "bidder")
_UNTOLD: Final = "it is not clear which contract that is"
_PASSES: Final = (TermKind.PASS, TermKind.ALL_PASS)


@dataclass(frozen=True, slots=True)
class Understood:
    """What a game makes of words: the seat of a name or number, and whether a contract is shown.

    `cards` are those of a full trick, one a seat, `tricks` those of a deal; `sides` are those of the table.
    """

    seat: Callable[[Any], Seat | None]
    contract: Callable[[Said], bool]
    cards: int
    tricks: int
    sides: Collection[Team]
    line: Callable[[str], bool] | None = None
    """Bridge: whether a word tells where an entry stands, above or below the line."""


def set_aside(record: Record, understood: Understood) -> Iterator[Note]:
    """A note for everything entered that counts as not known. Doubtful entries are not looked at."""
    for game, deal in enumerate(record.deals, 1):
        yield from _of_deal(game, deal, understood)
        yield from _of_play(game, deal, understood)
    for number, sheet in enumerate(record.sheets, 1):
        yield from _of_sheet(number, sheet, understood)
        yield from _of_match_points(number, sheet, understood)


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
            words = _unknown("seat", str(entry.value), what)
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
                yield Note(_unknown("side", side, what), game, place, entry.span, "warning")


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
    """Sides under a sheet that are not: its columns are A and B in every game."""
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
            words = _unknown("side", side, what)
            yield Note(words, None, place.in_sheet(number), found, "warning")


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
    text = shown(value)
    if column in _SEATS and understood.seat(value) is None:
        return _unknown("seat", text, column)
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


def _unknown(kind: Literal["seat", "side"], text: str, what: str) -> str:
    how = "as" if kind == "seat" else "with"
    why = f"no {kind} of this table is called that, so it is treated as unknown"
    return f'"{text}" is entered {how} {what}; {why}.'
