"""A deal's entries as plain values: the likeliest reading of each, the doubts noted beside them."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Any

from fairdeal.records.cards import Card, Said, Seat, Team
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.place import Place
from fairdeal.records.record import Call, ContractEntry, Deal, Event, Play, Trick
from fairdeal.rulings.replay.seen import Doubt, Head, Seen, SeenTrick, Slot

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
            left = entry.left_over
            if left > 0.0:
                options = ((entry.value, 1.0 - left), (None, left))
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
        if label.value != seat:  # it was taken for the seat of another row at first
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


def nearly_sure(deal: Deal, seats: tuple[Seat, ...]) -> list[Doubt]:
    """The entries of a deal that are read with a probability just short of 1: as read, or something else."""
    return see(deal, 0, seats, nearly=True).doubts


def see(deal: Deal, game: int, seats: tuple[Seat, ...], nearly: bool = False) -> Seen:
    """The likeliest reading of a deal, its doubts listed beside it; with `nearly`, what is nearly sure."""
    take = _Taker(frozenset(seats), nearly)
    head = Head()
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
        index = len(said)
        place = f"call {index + 1}"
        entry = item.said
        labels.append(
            take.seat(item.label, ("labels", index), place, "seat") if item.label else None
        )
        if entry.standing is _CLEAR and not take.nearly:
            said.append(entry.readings[0].value)
        else:
            said.append(take.value(entry, ("said", index), place))
    return events


def _trick(trick: Trick, row: int, take: _Taker) -> SeenTrick:
    plain = None if take.nearly else _plain_trick(trick, take)
    return plain if plain is not None else _any_trick(trick, row, take)


def _plain_trick(trick: Trick, take: _Taker) -> SeenTrick | None:
    """The usual row: clear cards, no label but perhaps a clear one at the first, no event."""
    try:
        labels: list[Any] = [item.label for item in trick.items]  # type: ignore[union-attr]
        entries = [item.card for item in trick.items]  # type: ignore[union-attr]
    except AttributeError:
        return None  # an event stands among the cards
    cards: list[Card | None] = [
        e.readings[0].value if e.standing is _CLEAR else None for e in entries
    ]
    if None in cards or not labels or labels.count(None) < len(labels) - 1:
        return None
    first = labels[0]
    if first is not None:
        if first.standing is not _CLEAR or first.readings[0].value not in take.seats:
            return None
        labels[0] = first.readings[0].value
    elif labels.count(None) < len(labels):
        return None
    return SeenTrick(trick.number, labels, cards, [], trick, True)


def _any_trick(trick: Trick, row: int, take: _Taker) -> SeenTrick:
    labels: list[Seat | None] = []
    cards: list[Card | None] = []
    events: list[tuple[int, Event]] = []
    plain = True
    for item in trick.items:
        if not isinstance(item, Play):
            events.append((len(cards), item))
            plain = False
            continue
        index = len(cards)
        if item.label is not None:
            plain = plain and not index
            who = (f"trick {trick.number}", f"card {index + 1}", "seat")
            labels.append(take.seat(item.label, ("tricks", row, "labels", index), *who))
        else:
            labels.append(None)
        entry = item.card
        if entry.standing is _CLEAR and not take.nearly:
            cards.append(entry.readings[0].value)
        else:
            place = (f"trick {trick.number}", f"card {index + 1}")
            cards.append(take.value(entry, ("tricks", row, "cards", index), *place))
    return SeenTrick(trick.number, labels, cards, events, trick, plain)
