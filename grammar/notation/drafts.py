"""What is being put together while a record is read: drafts, of which the finished parts are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fairdeal.records.cards import Card, Seat, Team
from fairdeal.records.doubt import Entry
from fairdeal.records.place import NO_SPANS, RowSpans, Span
from fairdeal.records.record import (
    Call,
    Comment,
    ContractEntry,
    Deal,
    Event,
    Hand,
    MatchPoints,
    Play,
    Result,
    Sheet,
    SheetRow,
    Tag,
    Trick,
)


@dataclass(slots=True)
class HandDraft:
    seat: Seat
    cards: list[Entry[Card]]
    rows: tuple[tuple[int, int, str], ...] = ()
    label: Entry[Seat] | None = None

    def finish(self) -> Hand:
        spans = RowSpans(self.rows) if self.rows else NO_SPANS
        return Hand(self.seat, tuple(self.cards), spans, self.label)


@dataclass(slots=True)
class TrickDraft:
    number: int
    due: int = 1
    """The number that it would have if none were written."""
    items: list[Play | Event] = field(default_factory=list)
    rows: tuple[tuple[int, int, str], ...] = ()
    lines: int = 0
    """Rows of text that hold its cards."""
    labelled_row: bool = False
    """Whether its first row holds no card, so that only a label can stand for it."""
    taken_back: tuple[list[Play | Event], int] | None = None
    """Where the event stands by which its lead was taken back, until another seat's lead is read."""

    @property
    def bare(self) -> bool:
        """Whether no row has been read for it yet: only events that stand before the first card."""
        return self.lines == 0

    def finish(self) -> Trick:
        spans = RowSpans(self.rows) if self.rows else NO_SPANS
        starts_bare = self.labelled_row and not (self.items and isinstance(self.items[0], Play))
        labelled = self.number != self.due or starts_bare
        return Trick(self.number, tuple(self.items), labelled, spans)


@dataclass(slots=True)
class ResultDraft:
    contract: ContractEntry | None = None
    contract_line: Span | None = None
    tricks: tuple[Entry[Seat], ...] = ()
    trick_spans: RowSpans = NO_SPANS
    figures: dict[str, dict[Team, Entry[int]]] = field(
        default_factory=lambda: {"points": {}, "score": {}, "penalty": {}}
    )

    def finish(self) -> Result:
        return Result(
            contract=self.contract,
            tricks=self.tricks,
            points=self.figures["points"],
            score=self.figures["score"],
            penalty=self.figures["penalty"],
            trick_spans=self.trick_spans,
        )


@dataclass(slots=True)
class DealDraft:
    game: int
    first_line: int
    number: Entry[str] | None = None
    dealer: Entry[Seat] | None = None
    vulnerable: Entry[str] | None = None
    tags: list[Tag] = field(default_factory=list)
    hands: list[HandDraft] | None = None
    auction: list[Call | Event] | None = None
    tricks: list[TrickDraft] | None = None
    result: ResultDraft | None = None
    events: list[Event] = field(default_factory=list)
    closing: list[Event] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    last_line: int = 0
    lost: bool = False
    """Whether a line of it could not be read."""
    unread: bool = False
    event_count: int = 0
    call_count: int = 0
    """How many calls stand in the auction."""
    redealt: bool = False
    """Whether an event says that the deal was dealt again."""

    def add_calls(self, calls: Iterable[Call]) -> str:
        """Put calls at the end of the auction; the anchor of the last. Counted as they come: to count
        the whole auction at every call takes hours where somebody writes a hundred thousand."""
        self.auction = self.auction if self.auction is not None else []
        before = len(self.auction)
        self.auction += calls
        self.call_count += len(self.auction) - before
        return f"call {self.call_count}"

    @property
    def legible(self) -> bool:
        """Whether hands, calls, cards, a result or events were read of it, whatever a tag says of it."""
        blocks = (self.hands, self.auction, self.tricks)
        return bool(any(blocks) or self.result or self.event_count)

    @property
    def empty(self) -> bool:
        """Whether nothing was read of it beside its number."""
        return not (self.legible or self.dealer or self.tags)

    def finish(self) -> Deal:
        if self.closing and self.result is None:
            self.result = ResultDraft()
        last = max(self.last_line, self.first_line)
        return Deal(
            number=self.number,
            dealer=self.dealer,
            vulnerable=self.vulnerable,
            tags=tuple(self.tags),
            hands=None if self.hands is None else tuple([hand.finish() for hand in self.hands]),
            auction=None if self.auction is None else tuple(self.auction),
            play=None
            if self.tricks is None
            else tuple([trick.finish() for trick in self.tricks if trick.items or trick.lines]),
            result=None if self.result is None else self.result.finish(),
            events=tuple(self.events),
            closing=tuple(self.closing),
            comments=tuple(self.comments),
            span=Span(self.first_line, 1, last + 1, 1),
            unread=(self.unread and not self.legible) or (self.lost and self.empty),
        )


def _finished(tricks: Iterable[TrickDraft]) -> Iterator[Trick]:
    """The tricks, but for one of which the only card was taken back."""
    for trick in tricks:
        if trick.items or trick.lines:
            yield trick.finish()


@dataclass(slots=True)
class SheetDraft:
    first_line: int
    copy: Team | None = None
    columns: tuple[str, ...] | None = None
    outer_bars: bool = False
    """Whether the rows begin and end with a bar that parts no cells."""
    rows: list[SheetRow] = field(default_factory=list)
    match_points: MatchPoints | None = None
    last_line: int = 0

    def finish(self) -> Sheet:
        span = Span(self.first_line, 1, max(self.last_line, self.first_line) + 1, 1)
        return Sheet(self.columns or (), tuple(self.rows), self.copy, self.match_points, span)
