"""Random play of 56, card by card, going on legally from whatever has happened so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from fairdeal.records.record import Event
from samples.making.records.table import (
    HAND,
    Hands,
    Variant,
    points_in,
    side,
    suit_of,
    winner_of,
)


@dataclass(frozen=True, slots=True)
class Put:
    """One card played. `label` is True where the record must name the seat."""

    seat: int
    card: str
    label: bool = False


@dataclass
class Round:
    """One trick: cards and events in the order they happened, and who won it (None: unsettled)."""

    items: list[Put | Event] = field(default_factory=list)
    winner: int | None = None

    @property
    def puts(self) -> list[Put]:
        return [item for item in self.items if isinstance(item, Put)]

    @property
    def led(self) -> str | None:
        """The suit of the first card."""
        return suit_of(self.puts[0].card) if self.puts else None

    @property
    def pairs(self) -> list[tuple[int, str]]:
        return [(put.seat, put.card) for put in self.puts]


@dataclass
class Playing:
    """The play so far. `left` are the cards that each seat still holds."""

    variant: Variant
    trump: str
    leader: int
    left: dict[int, list[str]]
    tricks: list[Round] = field(default_factory=list)

    @classmethod
    def start(cls, variant: Variant, dealer: int, hands: Hands, trump: str) -> Playing:
        left = {seat: list(hands[seat]) for seat in variant.seats}
        return cls(variant, trump, variant.first(dealer), left)

    def legal(self, seat: int, led: str | None) -> list[str]:
        """The cards that follow suit, or all of them where the seat leads or is void."""
        following, others = self.by_suit(seat, led)
        return following or others

    def by_suit(self, seat: int, led: str | None) -> tuple[list[str], list[str]]:
        """The cards of a seat that are of a suit, and the others."""
        hand = self.left[seat]
        return [c for c in hand if suit_of(c) == led], [c for c in hand if suit_of(c) != led]

    def off_suit(self, trick: Round, seat: int) -> list[str]:
        """The cards that would be a revoke; none where the seat may play any."""
        following, others = self.by_suit(seat, trick.led)
        return others if following else []

    def put(self, trick: Round, seat: int, card: str, *, label: bool = False) -> None:
        """A card is played, held or not."""
        trick.items.append(Put(seat, card, label))
        if card in self.left[seat]:
            self.left[seat].remove(card)

    def put_random(self, rng: Random, trick: Round, seat: int, *, label: bool = False) -> None:
        self.put(trick, seat, rng.choice(self.legal(seat, trick.led)), label=label)

    def open(self) -> Round:
        trick = Round()
        self.tricks.append(trick)
        return trick

    def close(self, trick: Round) -> None:
        trick.winner = winner_of(self.variant, trick.pairs, self.trump)
        self.leader = trick.winner

    def order(self, leader: int) -> list[int]:
        return [self.variant.after(leader, steps) for steps in range(self.variant.players)]

    def play_trick(self, rng: Random) -> Round:
        """One trick played legally by all."""
        trick = self.open()
        for seat in self.order(self.leader):
            self.put_random(rng, trick, seat)
        self.close(trick)
        return trick

    def run(self, rng: Random, tricks: int = HAND) -> None:
        """Go on legally until that many tricks are complete in all."""
        while len(self.tricks) < tricks:
            self.play_trick(rng)

    def points(self) -> dict[str, int]:
        """Card points by team for the tricks won so far."""
        taken = {"A": 0, "B": 0}
        for trick in self.tricks:
            if trick.winner is not None:
                taken[side(trick.winner)] += points_in(trick.pairs)
        return taken
