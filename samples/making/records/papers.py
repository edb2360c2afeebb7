"""A heap of papers of one synthetic match, and papers that people add to it.

Copies, parts, rivals, strangers, damaged ones: each says of which kind it is, so that a trial knows what has
to become of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from fairdeal.grammar.notation.writer import write
from fairdeal.records.cards import CARDS
from fairdeal.records.doubt import clear
from fairdeal.records.record import (
    Comment,
    Deal,
    Event,
    EventKind,
    Play,
    Record,
    Sheet,
    SheetRow,
    Tag,
    Trick,
)
from samples.making.records.deals import deal_of
from samples.making.records.sessions import random_session, session_record

Kind = Literal["copy", "part", "empty", "stranger", "rival", "unread", "damaged"]
Paper = tuple[str, bytes]
"""A name, and what is in the file."""

HEADING: Final[Mapping[str, str]] = {
    "Event": "Synthetic Cup 2026",
    "Date": "2026-03-01",
    "Round": "2",
    "Table": "4",
    "Rules": "international",
    "TeamA": "Synthetic North",
    "TeamB": "Synthetic South",
}


@dataclass(frozen=True, slots=True)
class Heap:
    """The papers of a match: its score sheet, and logs of some deals."""

    sheet: Record
    logs: tuple[Record, ...]

    @property
    def papers(self) -> list[Paper]:
        named = {"sheet.hrn": self.sheet}
        named |= {f"log-{number}.hrn": log for number, log in enumerate(self.logs, 1)}
        return [(name, text_of(record)) for name, record in named.items()]


def text_of(record: Record) -> bytes:
    return write(record).encode("utf-8", "surrogatepass")


def heap(rng: Random, deals: int = 2) -> Heap:
    """A clean match, or one with a wrong score in a row, or with a card other than was played."""
    session = random_session(rng, deals=deals)
    sheet = session_record(session, rng)
    tags = tuple(Tag(name, value) for name, value in HEADING.items())
    logs = [Record(tags, (deal_of(draft, rng),)) for draft in session.drafts]
    if rng.random() < 0.4:
        logs[0] = replace(logs[0], deals=(_other_card(logs[0].deals[0], rng),))
    whole = replace(sheet, tags=tags)
    if rng.random() < 0.4:
        whole = _wrong_score(whole, rng)
    kept = [log for n, log in enumerate(logs) if not n or rng.random() < 0.5]
    return Heap(whole, tuple(kept))


def _wrong_score(record: Record, rng: Random) -> Record:
    (sheet,) = record.sheets
    row = rng.randrange(len(sheet.rows))
    return replace(record, sheets=(_with_cell(sheet, row, "score A", 3),))


def _with_cell(sheet: Sheet, row: int, column: str, value: int) -> Sheet:
    cells = list(sheet.rows[row].cells)
    cells[sheet.columns.index(column)] = clear(value)
    rows = list(sheet.rows)
    rows[row] = SheetRow(tuple(cells))
    return replace(sheet, rows=tuple(rows))


def _other_card(deal: Deal, rng: Random) -> Deal:
    """The deal with another card in one trick."""
    tricks = list(deal.play or ())
    if not tricks:
        return deal
    at = rng.randrange(len(tricks))
    plays = list(tricks[at].items)
    places = [n for n, item in enumerate(plays) if isinstance(item, Play)]
    place = rng.choice(places)
    play = plays[place]
    assert isinstance(play, Play)
    other = rng.choice(
        [card for card in ("9H", "10S", "KD", "QC") if CARDS[card] is not play.card.value]
    )
    plays[place] = replace(play, card=clear(CARDS[other]))
    tricks[at] = replace(tricks[at], items=tuple(plays))
    return replace(deal, play=tuple(tricks))


# --- what is added ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Added:
    """A paper added to a heap: of which kind it is, and how it was made."""

    kind: Kind
    how: str
    paper: Paper


def _log(given: Heap, rng: Random) -> Record:
    return rng.choice(given.logs)


def _edited(given: Heap, rng: Random, edit: Callable[[str], str]) -> bytes:
    record = rng.choice([given.sheet, *given.logs])
    return edit(write(record)).encode()


def _part(given: Heap, rng: Random, **blocks: object) -> bytes:
    log = _log(given, rng)
    (deal,) = log.deals
    bare = Deal(number=deal.number, dealer=deal.dealer)
    kept = {name: getattr(deal, name) for name in blocks}
    return text_of(replace(log, deals=(replace(bare, **kept),)))


def _half_the_tricks(given: Heap, rng: Random) -> bytes:
    log = _log(given, rng)
    (deal,) = log.deals
    tricks: tuple[Trick, ...] = (deal.play or ())[: max(1, len(deal.play or ()) // 2)]
    return text_of(replace(log, deals=(replace(deal, play=tricks, result=None),)))


def _rows_turned(given: Heap, rng: Random) -> bytes:
    log = _log(given, rng)
    (deal,) = log.deals
    return text_of(replace(log, deals=(replace(deal, hands=tuple(reversed(deal.hands or ()))),)))


def _first_rows(given: Heap, rng: Random) -> bytes:
    (sheet,) = given.sheet.sheets
    rows = sheet.rows[: max(1, len(sheet.rows) // 2)]
    return text_of(replace(given.sheet, sheets=(replace(sheet, rows=rows, match_points=None),)))


def _retagged(given: Heap, rng: Random, **tags: str) -> bytes:
    record = rng.choice([given.sheet, *given.logs])
    changed = tuple(Tag(tag.name, tags.get(tag.name, tag.value)) for tag in record.tags)
    return text_of(replace(record, tags=changed))


def _rival_log(given: Heap, rng: Random) -> bytes:
    log = _log(given, rng)
    return text_of(replace(log, deals=(_other_card(log.deals[0], rng),)))


def _rival_sheet(given: Heap, rng: Random) -> bytes:
    (sheet,) = given.sheet.sheets
    row = rng.randrange(len(sheet.rows))
    column = rng.choice(["score A", "score B"])
    other = (sheet.number(row, column) or 0) + 1
    return text_of(replace(given.sheet, sheets=(_with_cell(sheet, row, column, other),)))


def _rival_result(given: Heap, rng: Random) -> bytes:
    """A sheet on which the other side took the points of a row, with the score for that."""
    (sheet,) = given.sheet.sheets
    row = rng.randrange(len(sheet.rows))
    for kind in ("points", "score"):
        one, two = (sheet.number(row, f"{kind} {side}") or 0 for side in "AB")
        sheet = _with_cell(sheet, row, f"{kind} A", two)
        sheet = _with_cell(sheet, row, f"{kind} B", one)
    return text_of(replace(given.sheet, sheets=(sheet,)))


def _many_notes(given: Heap, rng: Random) -> bytes:
    log = _log(given, rng)
    (deal,) = log.deals
    notes = tuple(Event(EventKind.NOTE, text=f"note {n}") for n in range(1100))
    return text_of(replace(log, deals=(replace(deal, closing=notes),)))


def _with_remark(given: Heap, rng: Random) -> bytes:
    record = rng.choice([given.sheet, *given.logs])
    remark = Comment(f"typed again, {rng.randrange(1000)}")
    return text_of(replace(record, comments=(*record.comments, remark)))


_DEAL: Final = re.compile(r'\[Deal "(\d+)"\]')


def _number_in(letters: Callable[[str], str]) -> Callable[[Heap, Random], bytes]:
    def made(given: Heap, rng: Random) -> bytes:
        text = write(_log(given, rng))
        return _DEAL.sub(lambda found: f'[Deal "{letters(found[1])}"]', text).encode()

    return made


def _devanagari(number: str) -> str:
    return "".join(chr(0x0966 + int(digit)) for digit in number)


WAYS: Final[Mapping[str, tuple[Kind, Callable[[Heap, Random], bytes]]]] = {
    "the same bytes": ("copy", lambda given, rng: _edited(given, rng, str)),
    "with a remark": ("copy", _with_remark),
    "other line ends": (
        "copy",
        lambda g, r: _edited(g, r, lambda text: text.replace("\n", "\r\n")),
    ),
    "blank lines": ("copy", lambda g, r: _edited(g, r, lambda text: text.replace("\n", "\n\n"))),
    "hands in another order": ("copy", _rows_turned),
    "hands alone": ("part", lambda given, rng: _part(given, rng, hands=1)),
    "auction alone": ("part", lambda given, rng: _part(given, rng, auction=1)),
    "play alone": ("part", lambda given, rng: _part(given, rng, play=1, hands=1)),
    "result alone": ("part", lambda given, rng: _part(given, rng, result=1)),
    "half the tricks": ("part", _half_the_tricks),
    "half the sheet": ("part", _first_rows),
    "a deal without entries": ("empty", _part),
    "another event": ("stranger", lambda g, r: _retagged(g, r, Event="Lotus Trophy 2026")),
    "last year's event": ("stranger", lambda g, r: _retagged(g, r, Event="Synthetic Cup 2025")),
    "last month's": ("stranger", lambda g, r: _retagged(g, r, Date="2026-02-01")),
    "another table": ("stranger", lambda g, r: _retagged(g, r, Table="9")),
    "another round": ("stranger", lambda g, r: _retagged(g, r, Round="7")),
    "other teams": ("stranger", lambda g, r: _retagged(g, r, TeamA="Lotus", TeamB="Banyan")),
    "another card": ("rival", _rival_log),
    "another score": ("rival", _rival_sheet),
    "another result": ("rival", _rival_result),
    "the number in other digits": ("copy", _number_in(_devanagari)),
    "an invisible letter in the number": ("copy", _number_in(lambda number: f"{number}\u200b")),
    "marked unread, but legible": (
        "copy",
        lambda g, r: _DEAL.sub(r'[Deal "\1"]\n[Unread "yes"]', write(_log(g, r))).encode(),
    ),
    "a thousand notes": ("unread", _many_notes),
    "nothing legible": ("damaged", lambda given, rng: b"coffee stain\n"),
}
"""How papers are added, and of which kind each is."""


def added(given: Heap, how: str, rng: Random) -> Added:
    """A paper added in one of the `WAYS`."""
    kind, make = WAYS[how]
    return Added(kind, how, (f"added-{how.replace(' ', '-')}.hrn", make(given, rng)))
