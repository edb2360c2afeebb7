"""One reading of a deal: plain values in place of entries, with the doubts still to be settled."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fairdeal.records.cards import Card, Said, Seat, Team
from fairdeal.records.place import Place
from fairdeal.records.record import Call, Deal, Event, Play, Trick

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Doubt:
    """An entry with more than one reading.

    `options` are values (None: something else) with weights that add up to 1, the one that stands
    where nothing is chosen first. `slot` says where in a deal or a paper the value goes, to whoever
    reads it otherwise (`Seen.reading`); nobody else asks.
    """

    place: Place
    options: tuple[tuple[Any, float], ...]
    slot: tuple[Any, ...] = ()
    follows: str = ""
    """Of a card that is not recorded: what it is by the others, as a sentence. Nobody read it."""


Chosen = Mapping[Doubt, Any]
"""One way to read what is in doubt: values of doubtful entries, the first reading for those not named."""


@dataclass(slots=True)
class SeenTrick:
    """A trick: who is written before each card, and the cards. None is unknown or not written.

    `events` are pairs: how many cards of the trick were played before, and the event.
    """

    number: int
    labels: list[Seat | None]
    cards: list[Card | None]
    events: list[tuple[int, Event]]
    trick: Trick
    plain: bool
    """True where at most the first card has a label and there is no event: the usual row."""
    missing: int = 0
    """Lines of the play left out just before this one; less than none: it was written twice."""
    led: Seat | None = None
    """Who won the last trick that is left out, as far as that follows from the rest."""
    left: tuple[tuple[Seat, Card], ...] = ()
    """The cards that the one line left out must have had, if all others are where they are written."""


@dataclass(slots=True)
class Head:
    """What stands above and below a deal's calls and cards. None is not known, or not written."""

    dealer: Seat | None = None
    vulnerable: str | None = None
    contract: Said | None = None
    by: Seat | None = None
    doubling: str | None = None
    contract_written: bool = False
    vulnerable_written: bool = False


Row = tuple[Trick, tuple[Play, ...]]


@dataclass(slots=True)
class Where:
    """The calls of a deal in their order, and the rows of each trick with their cards: looked up once for all
    its findings."""

    deal: Deal
    calls: tuple[Call, ...] = ()
    rows: dict[int, list[Row]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = self.deal.calls
        for trick in self.deal.play or ():
            self.rows.setdefault(trick.number, []).append((trick, trick.plays))

    def call(self, number: int) -> Call | None:
        """A call by its number from 1."""
        return self.calls[number - 1] if 0 < number <= len(self.calls) else None

    def card(self, trick: int, index: int) -> tuple[Trick, Play] | None:
        """A card of a trick (`index` from 0) and the row that has it."""
        for row, plays in self.rows.get(trick, ()):
            if 0 <= index < len(plays):
                return row, plays[index]
        return None


@dataclass(slots=True)
class Seen:
    """Plain values of one deal. None is not known, or not written."""

    deal: Deal
    game: int
    head: Head
    hands: dict[Seat, list[Card | None]]
    labels: list[Seat | None]
    said: list[Said | None]
    call_events: list[tuple[int, Event]]
    tricks: list[SeenTrick]
    winners: list[Seat | None]
    points: dict[Team, int | None]
    score: dict[Team, int | None]
    penalty: dict[Team, int | None]
    doubts: list[Doubt] = field(default_factory=list)
    play_events: bool = False
    claims: dict[Any, Any] = field(default_factory=dict)
    """What was found of claims with hidden cards, kept from one reading to the next."""
    found: dict[Any, Any] = field(default_factory=dict)
    """Findings by what they hang on, kept likewise (`rulings.frame.draft.Shared`)."""
    parts: dict[Any, Any] = field(default_factory=dict)
    """Parts of the replay by the entries that they hang on, kept likewise (`kept`)."""

    shared: bool = False
    """Whether parts are kept though nothing is in doubt: slips of the pen are looked for."""

    places: Where | None = None
    """Where calls and cards stand, once that was asked for."""

    def reading(self, chosen: Chosen) -> Seen:
        """The deal with other readings of some entries; what is kept from reading to reading is shared."""
        slots = [(doubt.slot, chosen[doubt]) for doubt in self.doubts if doubt in chosen]
        other = [each for each in slots if standing(self, each[0]) is not each[1]]
        return self.with_values(other) if other else self

    def with_values(self, values: Iterable[tuple[Slot, Any]]) -> Seen:
        """The deal with other values in some slots."""
        return _read_as(self, values)

    @property
    def where(self) -> Where:
        if self.places is None:
            self.places = Where(self.deal)
        return self.places

    def whole(self, players: int, size: int) -> bool:
        """Whether every hand is written with as many cards as are dealt, and every card of it known."""
        return len(self.hands) == players and all(
            len(hand) >= size and None not in hand for hand in self.hands.values()
        )


# A slot is a part of `Seen` with what tells the place in it: ``("said", 3)``, ``("hands", "1", 0)``,
# ``("tricks", 2, "cards", 0)``, ``("head", "dealer")``.
Slot = tuple[Any, ...]


def standing(seen: Seen, slot: Slot) -> Any:
    """What stands in a slot."""
    found: Any = seen
    for step in slot:
        found = found[step] if isinstance(found, (list, dict)) else getattr(found, step)
    return found


def _read_as(seen: Seen, slots: Iterable[tuple[Slot, Any]]) -> Seen:
    """A copy in which each slot has its value; whatever holds one is copied, the rest is shared."""
    new: Seen = _copied(seen)
    fresh: dict[Slot, Any] = {}
    for slot, value in slots:
        holder: Any = new
        for depth, step in enumerate(slot[:-1], 1):
            inner = fresh.get(slot[:depth])
            if inner is None:
                inner = fresh[slot[:depth]] = _copied(standing(holder, (step,)))
                _put(holder, step, inner)
            holder = inner
        _put(holder, slot[-1], value)
    return new


def _put(holder: Any, step: Any, value: Any) -> None:
    if isinstance(holder, (list, dict)):
        holder[step] = value
    else:
        setattr(holder, step, value)


def _copied(thing: Any) -> Any:
    """A copy of a list, a dict, or a dataclass with slots."""
    if isinstance(thing, (list, dict)):
        return thing.copy()
    kind: Any = type(thing)
    new = object.__new__(kind)
    for name in kind.__slots__:
        setattr(new, name, getattr(thing, name))
    return new


def cached(seen: Seen, key: Hashable, make: Callable[[], T]) -> T:
    """A part of the replay that depends on nothing but `key`: worked out once for all readings.

    Nobody changes such a part afterwards. Of a deal without a doubtful entry there is one reading only,
    and nothing is kept. Keys hold the entries' values themselves; an id may stand for what is kept here
    too, as that is never let go.
    """
    if not (seen.doubts or seen.shared):
        return make()
    found: T | None = seen.parts.get(key)
    if found is None:
        found = seen.parts[key] = make()
    return found
