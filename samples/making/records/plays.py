"""Random play of either game, card by card, going on legally from whatever has happened so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from fairdeal.records.cards import Card, Seat, team_of
from fairdeal.records.doubt import clear
from fairdeal.records.record import Event, Play
from samples.making.records.table import Hands, Variant, points_in, suit_of, winner_of


@dataclass(frozen=True, slots=True)
class Put:
    """One card played. `label` is True where the record must name the seat."""

    seat: Seat
    card: str
    label: bool = False

    def written(self, labelled: bool) -> Play:
        return Play(clear(Card.of(self.card)), clear(self.seat) if labelled else None)


@dataclass
class Round:
    """One trick: cards and events in the order they happened, and who won it (None: unsettled)."""

    items: list[Put | Event] = field(default_factory=list)
    winner: Seat | None = None

    @property
    def puts(self) -> list[Put]:
        return [item for item in self.items if isinstance(item, Put)]

    @property
    def led(self) -> str | None:
        """The suit of the first card."""
        return suit_of(self.puts[0].card) if self.puts else None

    @property
    def pairs(self) -> list[tuple[Seat, str]]:
        return [(put.seat, put.card) for put in self.puts]


@dataclass
class Playing:
    """The play so far. `left` are the cards that each seat still holds."""

    variant: Variant
    trump: str
    leader: Seat
    left: dict[Seat, list[str]]
    tricks: list[Round] = field(default_factory=list)

    @classmethod
    def start(cls: type[P], variant: Variant, leader: Seat, hands: Hands, trump: str) -> P:
        return cls(variant, trump, leader, {seat: list(hands[seat]) for seat in variant.seats})

    def legal(self, seat: Seat, led: str | None) -> list[str]:
        """The cards that follow suit, or all of them where the seat leads or is void."""
        following = [card for card in self.left[seat] if suit_of(card) == led]
        return following or list(self.left[seat])

    def off_suit(self, trick: Round, seat: Seat) -> list[str]:
        """The cards that would be a revoke; none where the seat may play any."""
        legal = self.legal(seat, trick.led)
        return [card for card in self.left[seat] if card not in legal]

    def follows_after(self, number: int, put: Put) -> bool:
        """Whether the seat of a card follows suit in all later tricks (after this one, from 0) that the
        card's suit is led to: with such a card in hand all the same, it does not revoke."""
        later = [trick for trick in self.tricks[number + 1 :] if trick.led == suit_of(put.card)]
        return all(suit_of(dict(trick.pairs)[put.seat]) == trick.led for trick in later)

    def choose(self, rng: Random, trick: Round, seat: Seat) -> str:
        """Any card that follows suit, or any card."""
        return rng.choice(self.legal(seat, trick.led))

    def put(self, trick: Round, seat: Seat, card: str, *, label: bool = False) -> None:
        """A card is played, held or not."""
        trick.items.append(Put(seat, card, label))
        if card in self.left[seat]:
            self.left[seat].remove(card)

    def put_random(self, rng: Random, trick: Round, *seats: Seat, label: bool = False) -> None:
        """Each of some seats plays a card of its choice."""
        for seat in seats:
            self.put(trick, seat, self.choose(rng, trick, seat), label=label)

    def open(self) -> Round:
        trick = Round()
        self.tricks.append(trick)
        return trick

    def close(self, trick: Round) -> None:
        trick.winner = winner_of(self.variant, trick.pairs, self.trump)
        self.leader = trick.winner

    @property
    def order(self) -> list[Seat]:
        """The seats in turn, from who leads."""
        return [self.variant.after(self.leader, steps) for steps in range(self.variant.players)]

    def play_trick(self, rng: Random, order: Sequence[Seat] = ()) -> Round:
        """One trick played legally by the seats in turn, or in another order."""
        trick = self.open()
        self.put_random(rng, trick, *(order or self.order))
        self.close(trick)
        return trick

    def run(self, rng: Random, tricks: int | None = None) -> None:
        """Go on legally until that many tricks are complete in all, or all of them."""
        while len(self.tricks) < (self.variant.hand if tricks is None else tricks):
            self.play_trick(rng)

    @property
    def winners(self) -> list[Seat]:
        return [trick.winner for trick in self.tricks if trick.winner is not None]

    def points(self) -> dict[str, int]:
        """Card points of 56 by team for the tricks won so far."""
        won = [(trick.winner, points_in(trick.pairs)) for trick in self.tricks if trick.winner]
        return {
            team: sum(points for winner, points in won if team_of(winner) == team)
            for team in ("A", "B")
        }


P = TypeVar("P", bound=Playing)
