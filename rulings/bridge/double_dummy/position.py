"""Hands that can be played out: the only ones that a solver ever gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fairdeal.records.cards import CARDS, COMPASS, DENOMINATIONS, RANKS, Card, Seat, next_seat
from fairdeal.records.record import Deal

Hands = Mapping[Seat, frozenset[Card]]
"""The cards of all four seats."""

HAND: Final = 13
STRENGTH: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
"""Of each rank of bridge: 1 for a two, 13 for an ace."""


class PositionError(ValueError):
    """The cards cannot be played out."""


@dataclass(frozen=True, slots=True)
class Position:
    """What is left to play. `hands` are without the cards of the trick in progress, which are `trick` in the
    order played, `leader`'s first. Raises PositionError where it cannot be played to its end."""

    hands: Hands
    trump: str
    leader: Seat
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        fault = next(self._faults(), None)
        if fault is not None:
            raise PositionError(fault)

    def _faults(self) -> Iterator[str]:
        if set(self.hands) != set(COMPASS) or self.leader not in COMPASS:
            yield "four hands are needed"
            return
        if self.trump not in DENOMINATIONS:
            yield f"{self.trump} is not a denomination"
        if len(self.trick) >= len(COMPASS):
            yield "the trick is over"
        played = self.order[: len(self.trick)]
        sizes = {len(self.hands[seat]) + (seat in played) for seat in COMPASS}
        if len(sizes) > 1 or not 1 <= max(sizes) <= HAND:
            yield "the hands do not have equally many cards"
        cards = [*self.trick, *(card for hand in self.hands.values() for card in hand)]
        if len(set(cards)) < len(cards):
            yield "a card is there twice"

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they play to the trick in progress."""
        first = COMPASS.index(self.leader)
        return (*COMPASS[first:], *COMPASS[:first])

    @property
    def due(self) -> Seat:
        """Who plays next."""
        return self.order[len(self.trick)]

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, the one in progress among them."""
        return len(self.hands[self.due])

    def legal(self) -> tuple[Card, ...]:
        """What the seat that is due may play: a card of the suit led, or any if it has none."""
        hand = self.hands[self.due]
        if self.trick:
            following = [card for card in hand if card.suit == self.trick[0].suit]
            return tuple(sorted(following or hand))
        return tuple(sorted(hand))

    def after(self, card: Card) -> Position | None:
        """The position once the seat that is due has played a card of its hand, allowed or not; None where
        that was the last card of all."""
        hands = {**self.hands, self.due: self.hands[self.due] - {card}}
        trick = (*self.trick, card)
        if len(trick) < len(COMPASS):
            return Position(hands, self.trump, self.leader, trick)
        if not any(hands.values()):
            return None
        return Position(hands, self.trump, winner(self.leader, trick, self.trump))


def winner(leader: Seat, trick: tuple[Card, ...], trump: str) -> Seat:
    """Who wins four cards: the highest trump, or else the highest card of the suit led."""
    best = max(range(len(trick)), key=lambda place: worth(trick[place], trick[0].suit, trump))
    seat = leader
    for _ in range(best):
        seat = next_seat(seat, len(COMPASS))
    return seat


def worth(card: Card, led: str, trump: str) -> int:
    """What a card counts for within a trick; more is higher, 0 wins nothing."""
    if card.suit == trump:
        return HAND + STRENGTH[card.rank]
    return STRENGTH[card.rank] if card.suit == led else 0


def as_dealt(deal: Deal) -> Hands | None:
    """The four hands of a record; None unless all 52 cards are there once, clearly read, thirteen a seat.

    Hands that are what each seat still held later on (``! held``) are not a deal: they have fewer cards.
    """
    hands: dict[Seat, frozenset[Card]] = {}
    for hand in deal.hands or ():
        cards = frozenset(entry.value for entry in hand.cards if entry.clear and entry.value)
        if hand.label is not None or len(hand.cards) != HAND or len(cards) != HAND:
            return None
        hands[hand.seat] = cards
    return hands if is_whole(hands) else None


def is_whole(hands: Hands) -> bool:
    """Whether these are the 52 cards, thirteen a seat."""
    if set(hands) != set(COMPASS) or any(len(hand) != HAND for hand in hands.values()):
        return False
    return frozenset[Card]().union(*hands.values()) == frozenset(CARDS.values())
