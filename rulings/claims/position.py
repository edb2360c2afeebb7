"""A position in the play of a trick game, and lines of play from it.

A position is what is left at the moment of a claim: the cards that each seat still holds, the
trick in progress, and who led it. The game is the plain trick game of article 4.2 of the
international rulebook: follow suit where you can, the highest trump wins, else the highest card
of the suit led, and among equal cards the one played first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fairdeal.records import NO_TRUMPS, SUITS, Card, Seat, Team, next_seat, team_of

RANKS_OF_56: Final = ("J", "9", "A", "10", "K", "Q", "8", "7")
"""Every rank of 56, high to low; the six-handed pack stops at the queen."""

COPIES: Final = 2
"""How often the pack of 56 holds each card."""

Play = tuple[Seat, Card]


class PositionError(ValueError):
    """The cards do not make a position that can be played out. `faults` says everything wrong."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class Position:
    """What is left to play.

    hands: the cards each seat still holds, without those of the trick in progress.
    trump: a suit, or ``NT``.
    leader: the seat that led, or will lead, the trick in progress.
    trick: the cards of the trick in progress in the order they were played.
    players: how many seats. ranks: high to low.
    Raises PositionError where the hands cannot be played to their end trick by trick.
    """

    hands: Mapping[Seat, tuple[Card, ...]]
    trump: str
    leader: Seat
    trick: tuple[Play, ...] = ()
    players: int = 6
    ranks: tuple[str, ...] = RANKS_OF_56

    def __post_init__(self) -> None:
        faults = tuple(self._faults())
        if faults:
            raise PositionError(faults)

    def _faults(self) -> Iterator[str]:
        if self.trump not in SUITS and self.trump != NO_TRUMPS:
            yield f"{self.trump} is neither a suit nor {NO_TRUMPS}"
        if set(self.hands) != set(self.turn_order):
            yield f"hands are needed for the seats {' '.join(self.turn_order)}"
            return
        played = [seat for seat, _ in self.trick]
        if len(set(played)) != len(played) or not set(played) <= set(self.turn_order):
            yield "a seat plays twice to the trick, or is not at the table"
        if len(played) >= self.players:
            yield "the trick is already complete"
        if played and played[0] != self.leader:
            yield f"the trick was led by {played[0]}, not by {self.leader}"
        sizes = {len(hand) + (seat in played) for seat, hand in self.hands.items()}
        if len(sizes) > 1:
            yield "the seats do not hold equally many cards"
        cards = [card for hand in self.hands.values() for card in hand]
        cards += [card for _, card in self.trick]
        for card, count in sorted(Counter(cards).items()):
            if card.rank not in self.ranks:
                yield f"{card} is not in the pack"
            if count > COPIES:
                yield f"{card} is there {count} times"

    @cached_property
    def turn_order(self) -> tuple[Seat, ...]:
        """All seats, the leader first."""
        order = [self.leader]
        while len(order) < self.players:
            order.append(next_seat(order[-1], self.players))
        return tuple(order)

    @cached_property
    def due(self) -> tuple[Seat, ...]:
        """The seats that have yet to play to the trick in progress, in turn."""
        played = {seat for seat, _ in self.trick}
        return tuple(seat for seat in self.turn_order if seat not in played)

    @cached_property
    def strength(self) -> Mapping[str, int]:
        """Of each rank; more is higher."""
        return {rank: len(self.ranks) - place for place, rank in enumerate(self.ranks)}

    @property
    def tricks_left(self) -> int:
        """How many tricks remain; the one in progress counts as remaining (4.10)."""
        return max(len(hand) for hand in self.hands.values()) if self.due else 0

    def legal(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that a seat may play now: those of the suit led if it has any, else all."""
        hand = self.hands[seat]
        if self.trick:
            led = self.trick[0][1].suit
            return tuple(card for card in hand if card.suit == led) or hand
        return hand

    def after(self, card: Card) -> Position:
        """The position once the seat that is due has played a card (not checked to be legal)."""
        seat = self.due[0]
        hand = list(self.hands[seat])
        hand.remove(card)
        hands = {**self.hands, seat: tuple(hand)}
        trick = (*self.trick, (seat, card))
        leader = self.leader
        if len(trick) == self.players:
            leader, trick = self.winner(trick), ()
        return self._with(hands, leader, trick)

    def _with(
        self, hands: Mapping[Seat, tuple[Card, ...]], leader: Seat, trick: tuple[Play, ...]
    ) -> Position:
        """The same table with other cards: not checked again, since searches come here often."""
        position = object.__new__(Position)
        for name, value in (
            ("hands", hands),
            ("trump", self.trump),
            ("leader", leader),
            ("trick", trick),
            ("players", self.players),
            ("ranks", self.ranks),
        ):
            object.__setattr__(position, name, value)
        return position

    def winner(self, trick: tuple[Play, ...]) -> Seat:
        """Who wins these cards: highest trump, else highest of the suit led, first among equals."""
        led = trick[0][1].suit
        worth = self.strength

        def value(card: Card) -> int:
            if card.suit == self.trump:
                return 100 + worth[card.rank]
            return worth[card.rank] if card.suit == led else 0

        return max(trick, key=lambda play: value(play[1]))[0]


@dataclass(frozen=True, slots=True)
class Trick:
    """One whole trick, in the order played, and who wins it."""

    plays: tuple[Play, ...]
    winner: Seat


Line = tuple[Trick, ...]
"""A line of play. The first trick begins with the cards that already lay on the table."""


class LineError(ValueError):
    """A line of play that is not legal, or does not show what it is said to show."""


def check_line(position: Position, challengers: Team, line: Line) -> None:
    """Replay a line card by card; LineError unless it is legal and refutes the claim.

    It refutes the claim when the challengers win its last trick, and none before that.
    """
    if not line:
        raise LineError("a line of no tricks")
    for number, trick in enumerate(line, 1):
        already = len(position.trick)
        if trick.plays[:already] != position.trick or len(trick.plays) != position.players:
            raise LineError(f"trick {number} is not the one in progress, or not whole")
        if position.winner(trick.plays) != trick.winner:
            raise LineError(f"trick {number} is not won by {trick.winner}")
        for seat, card in trick.plays[already:]:
            if seat != position.due[0]:
                raise LineError(f"trick {number}: {seat} plays out of turn")
            if card not in position.legal(seat):
                raise LineError(f"trick {number}: {seat} may not play {card}")
            position = position.after(card)
        if (team_of(trick.winner) == challengers) != (number == len(line)):
            raise LineError(f"trick {number} is won by {trick.winner}")
