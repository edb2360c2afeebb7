"""One reading of a deal: plain values in place of entries, the likeliest first, the doubts beside them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from fairdeal.records import (
    COMPASS,
    UNREAD,
    Call,
    Card,
    ContractEntry,
    Deal,
    Entry,
    Event,
    Place,
    Play,
    Said,
    Seat,
    Standing,
    Team,
    Trick,
)

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
    columns: tuple[Seat, ...] = ()
    """In whose columns the cards stand, where the page shows that (`Trick.columns`): if another seat led, the
    same cards were played in another order, and what happened in the trick stays behind the card it is of."""
    turned: int = 0
    """Which of the cards of the record is the first in this order."""

    def turn(self) -> None:
        """Put cards that stand in columns into the order in which they were played, from the leader on."""
        first = self.labels[0] if self.columns else None
        if first is None or first == self.columns[0] or first not in self.columns:
            return
        by = self.columns.index(first)
        self.events = sorted(
            ((self._behind(at, event, by), event) for at, event in self.events),
            key=lambda each: each[0],
        )
        self.cards = [*self.cards[by:], *self.cards[:by]]
        self.columns = (*self.columns[by:], *self.columns[:by])
        self.turned = (self.turned + by) % len(self.cards)

    def _behind(self, at: int, event: Event, by: int) -> int:
        """Behind how many cards an event stands once they begin so many columns further on. What stands
        behind all of them may be of the trick as a whole."""
        count = len(self.cards)
        last = event.seat is not None and event.seat.value == self.columns[-1]
        return at if not at or (at == count and not last) else (at - by - 1) % count + 1


@dataclass(slots=True)
class Head:
    """What stands above and below a deal's calls and cards. None is not known, or not written."""

    number: str | None = None
    """Of a board of bridge, whose number says who deals it, and who is vulnerable."""
    dealer: Seat | None = None
    vulnerable: str | None = None
    contract: Said | None = None
    by: Seat | None = None
    doubling: str | None = None
    contract_written: bool = False
    vulnerable_written: bool = False


TrickRow = tuple[Trick, tuple[Play, ...]]


@dataclass(slots=True)
class Where:
    """The calls of a deal in their order, and the rows of each trick with their cards: looked up once for all
    its findings."""

    deal: Deal
    calls: tuple[Call, ...] = ()
    rows: dict[int, list[TrickRow]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = self.deal.calls
        for trick in self.deal.play or ():
            self.rows.setdefault(trick.number, []).append((trick, trick.plays))

    def call(self, number: int) -> Call | None:
        """A call by its number from 1."""
        return self.calls[number - 1] if 0 < number <= len(self.calls) else None

    def card(self, trick: int, index: int) -> tuple[Trick, Play] | None:
        """A card of a trick (`index` from 0) and the row that has it."""
        rows = self.rows.get(trick, ())
        return next(((row, plays[index]) for row, plays in rows if 0 <= index < len(plays)), None)


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
    """Findings by what they depend on, kept likewise (`rulings.frame.rule.Shared`)."""
    parts: dict[Any, Any] = field(default_factory=dict)
    """Parts of the replay by the entries that they depend on, kept likewise (`kept`)."""

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
        """A copy in which some slots have other values; whatever holds one is copied, the rest is shared."""
        new: Seen = _copied(self)
        fresh: dict[Slot, Any] = {}
        for slot, value in values:
            holder: Any = new
            for depth, step in enumerate(slot[:-1], 1):
                inner = fresh.get(slot[:depth])
                if inner is None:
                    inner = fresh[slot[:depth]] = _copied(standing(holder, (step,)))
                    _put(holder, step, inner)
                holder = inner
            _put(holder, slot[-1], value)
        for slot, thing in fresh.items():
            if len(slot) == 2 and slot[0] == "tricks" and thing.columns:
                thing.turn()
        return new

    @property
    def where(self) -> Where:
        if self.places is None:
            self.places = Where(self.deal)
        return self.places

    def whole(self, players: int, size: int) -> bool:
        """Whether every hand is written with as many cards as are dealt, and every card of it known."""
        rows = self.hands.values()
        return len(rows) == players and size <= min(map(len, rows)) and all(map(all, rows))


# A slot is a part of `Seen` with what tells the place in it: ``("said", 3)``, ``("hands", "1", 0)``,
# ``("tricks", 2, "cards", 0)``, ``("head", "dealer")``.
Slot = tuple[Any, ...]


def standing(seen: Seen, slot: Slot) -> Any:
    """What stands in a slot."""
    found: Any = seen
    for step in slot:
        found = found[step] if isinstance(found, (list, dict)) else getattr(found, step)
    return found


def slot_in(slot: Slot, read: Seen, seen: Seen) -> Slot | None:
    """Where an entry of a deal as it was `read` stands in that deal with slips of the pen corrected: rows
    may have changed places, and lines, cards or winners may be more or fewer. None where it is not there."""
    match slot:
        case ("tricks", row, kind, n):
            old = read.tricks[row]
            at = next((at for at, new in enumerate(seen.tricks) if new.trick is old.trick), None)
            if at is None:
                return None
            new = seen.tricks[at]
            if kind == "cards" and new.turned != old.turned:
                n = (n + old.turned - new.turned) % len(new.cards)
            return _moved(n, getattr(old, kind), getattr(new, kind), slot=("tricks", at, kind))
        case ("hands", seat, n):
            cards = read.hands[seat]
            if cards != seen.hands[seat] and cards in seen.hands.values():
                seat = next(each for each in seen.hands if seen.hands[each] == cards)
            return _moved(n, cards, seen.hands[seat], slot=("hands", seat))
        case ("winners", n):
            return _moved(n, read.winners, seen.winners, slot=("winners",))
    return slot


def _moved(n: int, old: Sequence[Any], new: Sequence[Any], slot: Slot) -> Slot | None:
    """The slot of item `n` of a list that has more items now, or fewer, from where the two first differ."""
    more = len(new) - len(old)
    differ = (at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two)
    first = next(differ, min(len(old), len(new)))
    if not more or n < first:
        return *slot, n
    return None if n < first - more else (*slot, n + more)


def _put(holder: Any, step: Any, value: Any) -> None:
    if isinstance(holder, (list, dict)):
        holder[step] = value
    else:
        setattr(holder, step, value)


def _copied(thing: Any) -> Any:
    """A copy of a list, a dict, or a dataclass with slots, made for every world: `copy.copy` takes three
    times as long."""
    if isinstance(thing, (list, dict)):
        return thing.copy()
    kind: Any = type(thing)
    new = object.__new__(kind)
    for name in kind.__slots__:
        setattr(new, name, getattr(thing, name))
    return new


def cached(seen: Seen, key_of: Callable[[], Hashable], make: Callable[[], T]) -> T:
    """A part of the replay that depends on nothing but its key: worked out once for all readings.

    Nobody changes such a part afterwards. Of a deal without a doubtful entry there is one reading only,
    and nothing is kept. Keys hold the entries' values themselves; an id may stand for what is kept here
    too, as that is never let go.
    """
    if not (seen.doubts or seen.shared):
        return make()
    key = key_of()
    found: T | None = seen.parts.get(key)
    if found is None:
        found = seen.parts[key] = make()
    return found


# --- the likeliest reading --------------------------------------------------------------------------


_CLEAR = Standing.CLEAR


class _Taker:
    """Takes values out of entries, keeping the doubts."""

    def __init__(self, seats: frozenset[Seat], nearly: bool = False) -> None:
        self.doubts: list[Doubt] = []
        self.seats = seats
        self.nearly = nearly
        """Whether the entries noted are those that are nearly sure, not those in doubt."""

    def value(self, entry: Entry[Any], slot: Slot, *place: str) -> Any:
        """The likeliest value; a doubt is noted, whose readings go to a slot."""
        if self.nearly:
            options = entry.nearly()
            if options:
                self.doubts.append(Doubt(Place(place), options, slot))
            return entry.value
        if entry.standing is _CLEAR:
            return entry.readings[0].value
        if not entry.readings:
            return None
        if entry.left_over:
            return entry.readings[0].value
        return self._likeliest(entry.weighted(), slot, place)

    def _likeliest(
        self, weighted: tuple[tuple[Any, float], ...], slot: Slot, place: tuple[str, ...]
    ) -> Any:
        options = tuple(pair for pair in weighted if pair[1] > 0.0)
        if len(options) > 1:
            self.doubts.append(Doubt(Place(place), options, slot))
        return options[0][0]

    def seat(self, entry: Entry[Seat] | None, slot: Slot, *place: str) -> Seat | None:
        """A seat; one that this table does not have is unknown."""
        if entry is None:
            return None
        noted = len(self.doubts)
        value: Seat | None = self.value(entry, slot, *place)
        for index in range(noted, len(self.doubts)):
            doubt = self.doubts[index]
            self.doubts[index] = replace(doubt, options=self._at_the_table(doubt.options))
        if self.nearly:  # as read or as something else, a seat that is not at the table is unknown
            self.doubts[noted:] = [each for each in self.doubts[noted:] if len(each.options) > 1]
        return value if value in self.seats else None

    def whose(
        self, label: Entry[Seat], seat: Seat, others: Set[Seat], cards: list[Card | None]
    ) -> None:
        """Note that a hand may be another seat's: then nobody knows what this one held. Seats that have a
        hand of their own (`others`) count only where it is no other's."""
        weights = dict(label.weighted())
        whole = 1.0
        if label.value != seat:  # it was read as the seat of another row at first
            whole -= sum(weights.get(other, 0.0) for other in others)
        sure = weights.get(seat, 0.0) / whole
        if sure < 1.0 and not label.left_over:
            options = ((cards, sure), ([None] * len(cards), 1.0 - sure))
            self.doubts.insert(0, Doubt(Place.of(f"hand {seat}", "seat"), options, ("hands", seat)))

    def _at_the_table(
        self, options: tuple[tuple[Any, float], ...]
    ) -> tuple[tuple[Any, float], ...]:
        """Readings that name no seat of this table, put together as something else."""
        inside = [pair for pair in options if pair[0] in self.seats]
        rest = sum(weight for value, weight in options if value not in self.seats)
        return (*inside, (None, rest)) if rest > 0.0 else tuple(inside)


def see(deal: Deal, game: int, seats: tuple[Seat, ...], nearly: bool = False) -> Seen:
    """The likeliest reading of a deal, its doubts listed beside it; with `nearly`, the entries that are read
    with a probability just short of 1."""
    take = _Taker(frozenset(seats), nearly)
    head = Head()
    if deal.number is not None and seats == COMPASS:
        head.number = take.value(deal.number, ("head", "number"), "deal")
    head.dealer = take.seat(deal.dealer, ("head", "dealer"), "dealer")
    if deal.vulnerable is not None:
        head.vulnerable_written = True
        head.vulnerable = take.value(deal.vulnerable, ("head", "vulnerable"), "vulnerable")
    labels: list[Seat | None] = []
    said: list[Said | None] = []
    call_events = _calls(deal.auction or (), take, labels, said)
    winners: list[Seat | None] = []
    points: dict[Team, int | None] = {}
    score: dict[Team, int | None] = {}
    penalty: dict[Team, int | None] = {}
    result = deal.result
    if result is not None:
        if result.contract is not None:
            _contract(result.contract, take, head)
        for place, entry in enumerate(result.tricks):
            winners.append(take.seat(entry, ("winners", place), f"trick {place + 1}", "winner"))
        _figures(result.points, take, points, "points")
        _figures(result.score, take, score, "score")
        _figures(result.penalty, take, penalty, "penalty")
    tricks = [_trick(trick, number, take) for number, trick in enumerate(deal.play or ())]
    return Seen(
        deal=deal,
        game=game,
        head=head,
        hands=_hands(deal, take),
        labels=labels,
        said=said,
        call_events=call_events,
        tricks=tricks,
        winners=winners,
        points=points,
        score=score,
        penalty=penalty,
        doubts=take.doubts,
        play_events=any(trick.events for trick in tricks),
    )


def _contract(written: ContractEntry, take: _Taker, head: Head) -> None:
    head.contract_written = True
    head.contract = take.value(written.said, ("head", "contract"), "contract")
    head.by = take.seat(written.by, ("head", "by"), "contract", "by")
    if written.doubling is not None:
        head.doubling = take.value(written.doubling, ("head", "doubling"), "contract", "x")


def _figures(
    entries: dict[Team, Entry[int]], take: _Taker, into: dict[Team, int | None], name: str
) -> None:
    for team, entry in entries.items():
        into[team] = take.value(entry, (name, team), f"{name} {team}")


def _hands(deal: Deal, take: _Taker) -> dict[Seat, list[Card | None]]:
    hands: dict[Seat, list[Card | None]] = {}
    for hand in deal.hands or ():
        cards: list[Card | None] = [
            entry.readings[0].value if entry.standing is _CLEAR else None for entry in hand.cards
        ]
        if None in cards or take.nearly:
            for index, entry in enumerate(hand.cards):
                if entry.standing is not _CLEAR or take.nearly:
                    place = (f"hand {hand.seat}", str(index + 1))
                    cards[index] = take.value(entry, ("hands", hand.seat, index), *place)
        if hand.label is not None and not take.nearly:
            others = {other.seat for other in deal.hands or () if other is not hand}
            take.whose(hand.label, hand.seat, others, cards)
        hands[hand.seat] = cards
    return hands


def _calls(
    items: Iterable[Call | Event],
    take: _Taker,
    labels: list[Seat | None],
    said: list[Said | None],
) -> list[tuple[int, Event]]:
    events: list[tuple[int, Event]] = []
    for item in items:
        if isinstance(item, Event):
            events.append((len(said), item))
            continue
        index, entry, label = len(said), item.said, item.label
        noted = len(take.doubts)
        seat = take.seat(label, ("labels", index), f"call {index + 1}", "seat")
        unread = label is not None and seat is None and len(take.doubts) == noted
        labels.append(UNREAD if unread else seat)
        if entry.standing is _CLEAR and not take.nearly:
            said.append(entry.readings[0].value)
        else:
            said.append(take.value(entry, ("said", index), f"call {index + 1}"))
    return events


def _trick(trick: Trick, row: int, take: _Taker) -> SeenTrick:
    labels: list[Seat | None] = []
    cards: list[Card | None] = []
    events: list[tuple[int, Event]] = []
    plain, columns, surely = True, trick.columns, not take.nearly
    for item in trick.items:
        if not isinstance(item, Play):
            events.append((len(cards), item))
            plain = False
            continue
        label, entry = item.label, item.card
        if label is None or (columns and cards):
            labels.append(None)
        else:
            plain = plain and not cards
            who = (f"trick {trick.number}", f"card {len(cards) + 1}", "seat")
            labels.append(take.seat(label, ("tricks", row, "labels", len(cards)), *who))
        if surely and entry.standing is _CLEAR:
            cards.append(entry.readings[0].value)
        else:
            place = (f"trick {trick.number}", f"card {len(cards) + 1}")
            cards.append(take.value(entry, ("tricks", row, "cards", len(cards)), *place))
    found = SeenTrick(trick.number, labels, cards, events, trick, plain)
    if columns:
        found.columns = columns
        found.turn()
    return found
