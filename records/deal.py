"""One deal as recorded: hands, auction, play and result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fairdeal.records.calls import Call, Said
from fairdeal.records.cards import Card
from fairdeal.records.doubt import Entry
from fairdeal.records.events import Event
from fairdeal.records.place import NO_SPANS, RowSpans, Span
from fairdeal.records.seats import Seat, Team


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair such as ``[Event "Onam Cup"]``."""

    name: str
    value: str
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """A ``;`` comment.

    `line_before` is True where it shares a line with what stands before it, and `at` names the line
    (``trick 3``, ``contract``) that it shares or follows. Both are layout, which the writer keeps as
    far as it can, and no part of what makes two records equal.
    """

    text: str
    line_before: bool = field(default=False, compare=False)
    at: str | None = field(default=None, compare=False, repr=False)
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards written down for a seat, in the order written; as many as were written.

    `label` is set only where the seat was read with doubt (``{4|5}: JH 9H``); `seat` is then the
    likeliest reading of it.
    """

    seat: Seat
    cards: tuple[Entry[Card], ...]
    spans: RowSpans = field(default=NO_SPANS, compare=False, repr=False)
    label: Entry[Seat] | None = None

    def span_of(self, index: int) -> Span | None:
        """Where the card at `index` (from 0) stands in the text."""
        return self.cards[index].span or self.spans.of(index)


@dataclass(frozen=True, slots=True)
class Play:
    """One card played. `label` is the seat written before it, None where none was written."""

    card: Entry[Card]
    label: Entry[Seat] | None = None
    marked: str | None = None
    """The irregularity mark that the record itself sets beside the card (``^R``, ``^L`` of PBN), the
    letter alone: ``R``, ``L``. What the record says of it; whether it was one is judged apart."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: cards and events in the order they happened.

    `number` counts from 1 and is what the record says or implies (one more than the trick before);
    a jump shows tricks that were not recorded. Events that stand before the first card of a trick
    on lines of their own belong to the trick before it, except at the very start of the play.
    """

    number: int
    items: tuple[Play | Event, ...]
    labelled: bool = False
    """True where ``trick 2:`` is written and is needed to tell the number."""
    spans: RowSpans = field(default=NO_SPANS, compare=False, repr=False)
    by_seat: bool = False
    """True where the record gives a card for each seat and who led not known from it (columns of
    PBN after a trick whose winner is unknown): the order of `items` is then no evidence of anything."""

    @property
    def plays(self) -> tuple[Play, ...]:
        return tuple([item for item in self.items if isinstance(item, Play)])

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple([item for item in self.items if isinstance(item, Event)])

    def span_of(self, index: int) -> Span | None:
        """Where the play at `index` (from 0, events not counted) stands in the text."""
        return self.plays[index].card.span or self.spans.of(index)


@dataclass(frozen=True, slots=True)
class ContractEntry:
    """The contract as written down: ``32 C X by 1``. Parts not written are None."""

    said: Entry[Said]
    by: Entry[Seat] | None = None
    doubling: Entry[str] | None = None
    """``X`` or ``XX``; None where none is written."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the recorder wrote under the deal. Everything may be missing."""

    contract: ContractEntry | None = None
    tricks: tuple[Entry[Seat], ...] = ()
    """The seat recorded as winning each trick, in order."""
    points: dict[Team, Entry[int]] = field(default_factory=dict)
    """Card points taken, by team; in bridge the tricks taken."""
    score: dict[Team, Entry[int]] = field(default_factory=dict)
    """Points awarded for the deal, by team."""
    penalty: dict[Team, Entry[int]] = field(default_factory=dict)
    trick_spans: RowSpans = field(default=NO_SPANS, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. A block that the record does not have is None; one that it has but is empty is ().

    `events` are those that stand outside auction and play: at the deal's head, after the hands
    (exposed, disclosed, redeal), after the result; `closing` those after the result.
    """

    number: Entry[str] | None = None
    dealer: Entry[Seat] | None = None
    tags: tuple[Tag, ...] = ()
    hands: tuple[Hand, ...] | None = None
    auction: tuple[Call | Event, ...] | None = None
    play: tuple[Trick, ...] | None = None
    result: Result | None = None
    events: tuple[Event, ...] = ()
    closing: tuple[Event, ...] = ()
    comments: tuple[Comment, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)
    unread: bool = field(default=False)
    """True where the text of the deal could not be made sense of at all."""
    vulnerable: Entry[str] | None = None
    """Bridge: the sides written down as vulnerable, ``None``, ``NS``, ``EW`` or ``All``."""

    @property
    def label(self) -> str | None:
        """The deal's number as it is shown, None where the record gives none."""
        return self.number.value if self.number is not None else None

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(item for item in self.auction or () if isinstance(item, Call))

    def hand(self, seat: Seat) -> Hand | None:
        for hand in self.hands or ():
            if hand.seat == seat:
                return hand
        return None

    def all_events(self) -> Iterator[Event]:
        """Every event of the deal in the order recorded."""
        yield from self.events
        yield from (item for item in self.auction or () if isinstance(item, Event))
        for trick in self.play or ():
            yield from trick.events
        yield from self.closing
