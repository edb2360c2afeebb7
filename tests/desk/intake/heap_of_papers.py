"""A heap of papers of one synthetic match, and papers that people add to it.

Copies, parts, rivals, strangers, damaged ones: each says of which kind it is, so that a trial knows what has
to become of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, Literal, TypeVar

from fairdeal.grammar.notation.writer import write
from fairdeal.records import (
    CARDS,
    Comment,
    Deal,
    Event,
    EventKind,
    Play,
    Record,
    Sheet,
    SheetRow,
    Tag,
    clear,
)
from samples.making.records.deals import deal_of, random_session, session_record

T = TypeVar("T")
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


def _half(rows: tuple[T, ...]) -> tuple[T, ...]:
    return rows[: max(1, len(rows) // 2)]


def _other_card(deal: Deal, rng: Random) -> Deal:
    """The deal with another card in one trick."""
    tricks = list(deal.play or ())
    if not tricks:
        return deal
    at = rng.randrange(len(tricks))
    plays = list(tricks[at].items)
    place, play = rng.choice([(n, item) for n, item in enumerate(plays) if isinstance(item, Play)])
    others = [CARDS[card] for card in ("9H", "10S", "KD", "QC")]
    other = rng.choice([card for card in others if card is not play.card.value])
    plays[place] = replace(play, card=clear(other))
    tricks[at] = replace(tricks[at], items=tuple(plays))
    return replace(deal, play=tuple(tricks))


# --- what is added ---------------------------------------------------------------------------------------


Make = Callable[[Heap, Random], bytes]
"""How a paper is made of those of a heap."""


def _log(change: Callable[[Deal, Random], Deal]) -> Make:
    """A log whose deal is changed."""

    def made(heap: Heap, rng: Random) -> bytes:
        log = rng.choice(heap.logs)
        return text_of(replace(log, deals=(change(log.deals[0], rng),)))

    return made


def _sheet(change: Callable[[Sheet, Random], Sheet]) -> Make:
    """The sheet, changed."""

    def made(heap: Heap, rng: Random) -> bytes:
        return text_of(replace(heap.sheet, sheets=(change(heap.sheet.sheets[0], rng),)))

    return made


def _any(change: Callable[[Record, Random], Record]) -> Make:
    """Any of the papers, changed."""
    return lambda heap, rng: text_of(change(rng.choice([heap.sheet, *heap.logs]), rng))


def _retyped(edit: Callable[[str], str]) -> Make:
    """Any of the papers with other letters."""
    return lambda heap, rng: edit(write(rng.choice([heap.sheet, *heap.logs]))).encode()


def _renumbered(pattern: str, number: Callable[[str], str]) -> Make:
    """A log whose deal's number stands there otherwise."""
    return lambda heap, rng: _DEAL.sub(
        lambda found: pattern.format(number(found[1])), write(rng.choice(heap.logs))
    ).encode()


def _part(*blocks: str) -> Make:
    """These blocks of a log alone."""

    def bare(deal: Deal, _: Random) -> Deal:
        left: dict[str, Any] = {name: getattr(deal, name) for name in blocks}
        return Deal(number=deal.number, dealer=deal.dealer, **left)

    return _log(bare)


def _retagged(**tags: str) -> Make:
    def changed(record: Record, _: Random) -> Record:
        own = tuple(Tag(tag.name, tags.get(tag.name, tag.value)) for tag in record.tags)
        return replace(record, tags=own)

    return _any(changed)


def _other_score(sheet: Sheet, rng: Random) -> Sheet:
    row, column = rng.randrange(len(sheet.rows)), rng.choice(["score A", "score B"])
    return _with_cell(sheet, row, column, (sheet.number(row, column) or 0) + 1)


def _other_result(sheet: Sheet, rng: Random) -> Sheet:
    """The other side took the points of a row, with the score for that."""
    row = rng.randrange(len(sheet.rows))
    for kind in ("points", "score"):
        one, two = (sheet.number(row, f"{kind} {side}") or 0 for side in "AB")
        sheet = _with_cell(sheet, row, f"{kind} A", two)
        sheet = _with_cell(sheet, row, f"{kind} B", one)
    return sheet


_DEAL: Final = re.compile(r'\[Deal "(\d+)"\]')
_NUMBERED: Final = '[Deal "{}"]'
_NOTES: Final = tuple(Event(EventKind.NOTE, text=f"note {n}") for n in range(1100))
_DEVANAGARI: Final = str.maketrans("0123456789", "०१२३४५६७८९")

WAYS: Final[Mapping[str, tuple[Kind, Make]]] = {
    "the same bytes": ("copy", _retyped(str)),
    "with a remark": (
        "copy",
        _any(
            lambda record, rng: replace(
                record,
                comments=(*record.comments, Comment(f"typed again, {rng.randrange(1000)}")),
            )
        ),
    ),
    "other line ends": ("copy", _retyped(lambda text: text.replace("\n", "\r\n"))),
    "blank lines": ("copy", _retyped(lambda text: text.replace("\n", "\n\n"))),
    "hands in another order": (
        "copy",
        _log(lambda deal, _: replace(deal, hands=tuple(reversed(deal.hands or ())))),
    ),
    "hands alone": ("part", _part("hands")),
    "auction alone": ("part", _part("auction")),
    "play alone": ("part", _part("play", "hands")),
    "result alone": ("part", _part("result")),
    "half the tricks": (
        "part",
        _log(lambda deal, _: replace(deal, play=_half(deal.play or ()), result=None)),
    ),
    "half the sheet": (
        "part",
        _sheet(lambda sheet, _: replace(sheet, rows=_half(sheet.rows), match_points=None)),
    ),
    "a deal without entries": ("empty", _part()),
    "another event": ("stranger", _retagged(Event="Lotus Trophy 2026")),
    "last year's event": ("stranger", _retagged(Event="Synthetic Cup 2025")),
    "last month's": ("stranger", _retagged(Date="2026-02-01")),
    "another table": ("stranger", _retagged(Table="9")),
    "another round": ("stranger", _retagged(Round="7")),
    "other teams": ("stranger", _retagged(TeamA="Lotus", TeamB="Banyan")),
    "another card": ("rival", _log(_other_card)),
    "another score": ("rival", _sheet(_other_score)),
    "another result": ("rival", _sheet(_other_result)),
    "the number in other digits": (
        "copy",
        _renumbered(_NUMBERED, lambda number: number.translate(_DEVANAGARI)),
    ),
    "an invisible letter in the number": (
        "copy",
        _renumbered(_NUMBERED, lambda number: f"{number}\u200b"),
    ),
    "marked unread, but legible": ("copy", _renumbered(_NUMBERED + '\n[Unread "yes"]', str)),
    "a thousand notes": ("unread", _log(lambda deal, _: replace(deal, closing=_NOTES))),
    "nothing legible": ("damaged", lambda heap, rng: b"coffee stain\n"),
}
"""How papers are added, and of which kind each is."""


def added(heap: Heap, how: str, rng: Random) -> Paper:
    """A paper added in one of the `WAYS`."""
    return f"added-{how.replace(' ', '-')}.hrn", WAYS[how][1](heap, rng)
