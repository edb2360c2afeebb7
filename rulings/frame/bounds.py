"""What is more than any game has: said, and not judged, so that a short file never costs hours.

A deal of six has some 150 entries, one of bridge some 180. What judging costs grows with the square of a
deal's entries, and with its unclear ones faster still. A deal or a sheet far beyond what a table can
produce is therefore counted as not read, and a note says why; everything else is judged as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records.cards import Seat
from fairdeal.records.record import Deal, Record, Result, Sheet, Tag
from fairdeal.rulings.doubt.work import size_of
from fairdeal.rulings.frame.finding import Note
from fairdeal.rulings.replay.likeliest import see
from fairdeal.rulings.replay.seen import Seen

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

    A record that holds nothing of the kind comes back as it is.
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
    return not deal.unread and deal.result in (None, Result()) and not _entries(deal)


def _cut(tag: Tag, notes: list[Note]) -> Tag:
    """A tag of the heading with as many letters as are used wherever it is named."""
    words = f"The tag {tag.name[:MOST_LABEL]} has {len(tag.value):,} letters"
    more = f"{words}. Only the first {MOST_LETTERS} are used."
    notes.append(Note(more, span=tag.span, severity="warning"))
    return Tag(tag.name, tag.value[:MOST_LETTERS], tag.span)


def seen_within_bounds(
    deals: Sequence[Deal | None], seats: tuple[Seat, ...]
) -> tuple[list[Seen | None], list[Note]]:
    """The likeliest reading of every deal (None stays None), and a note for each too unclear to be judged."""
    every: list[Seen | None] = []
    notes: list[Note] = []
    before = 0
    for game, deal in enumerate(deals, 1):
        seen = see(deal, game, seats) if deal is not None else None
        if seen is not None and seen.doubts:
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
    cost = tried(seen)
    if readings <= MOST_READINGS and cost <= min(MOST_TRIED, MOST_TRIED_IN_ALL - before):
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
    number = deal.number
    if number is not None and len(number.readings) > MOST_NUMBERS:
        number = None
    return Deal(number=number, span=deal.span, unread=True)


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
