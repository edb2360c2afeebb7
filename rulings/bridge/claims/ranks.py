"""A position as the search for a claim sees it: of each suit who holds the cards, from the highest down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fairdeal.records.cards import NO_TRUMPS, SUITS, Card
from fairdeal.records.seats import COMPASS
from fairdeal.rulings.bridge.double_dummy.position import STRENGTH, Position

PLAYED: Final = "x"
"""The place of a card that lies in the trick in progress."""

Move = tuple[int, int]
"""A card: its suit, and its place in the suit from the highest."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """`suits` has a letter a card, ``0`` to ``3`` for north to west. `trump` is a suit's place, or -1."""

    suits: tuple[str, ...]
    trump: int
    leader: int
    trick: tuple[Move, ...] = ()

    @property
    def due(self) -> int:
        return (self.leader + len(self.trick)) % 4

    @property
    def best(self) -> Move | None:
        """The card that wins the trick so far."""
        best: Move | None = None
        for move in self.trick:
            if best is None or self.beats(move, best):
                best = move
        return best

    def beats(self, move: Move, best: Move) -> bool:
        if move[0] == best[0]:
            return move[1] < best[1]
        return move[0] == self.trump

    def winner(self) -> int:
        """Who is winning the trick."""
        best = self.best
        return (self.leader + self.trick.index(best)) % 4 if best is not None else self.leader

    def legal(self) -> list[Move]:
        """What the seat that is due may play. Of neighbours with nobody's card among them only the highest:
        the others do the same."""
        seat = str(self.due)
        suits = range(len(self.suits))
        if self.trick and seat in self.suits[self.trick[0][0]]:
            suits = range(self.trick[0][0], self.trick[0][0] + 1)
        return [
            (suit, place)
            for suit in suits
            for place, holder in enumerate(self.suits[suit])
            if holder == seat and (place == 0 or self.suits[suit][place - 1] != seat)
        ]

    def after(self, move: Move) -> Ranks:
        """The position once that card lies on the table; a trick of four cards is not taken up yet."""
        suit, place = move
        row = self.suits[suit]
        rows = list(self.suits)
        rows[suit] = f"{row[:place]}{PLAYED}{row[place + 1 :]}"
        return Ranks(tuple(rows), self.trump, self.leader, (*self.trick, move))

    def taken_up(self) -> Ranks:
        """The same once the trick is put away: its winner leads."""
        rows = tuple(row.replace(PLAYED, "") for row in self.suits)
        return Ranks(rows, self.trump, self.winner())

    def others_above(self, move: Move, seats: str) -> bool:
        """Whether any of these seats still holds a higher card of the suit."""
        return any(holder in seats for holder in self.suits[move[0]][: move[1]])


def ranks_of(position: Position) -> tuple[Ranks, list[list[Card]]]:
    """The position, and the card that each place of its suits stands for."""
    rows, cards = [], []
    holder = {card: str(COMPASS.index(seat)) for seat in COMPASS for card in position.hands[seat]}
    holder.update(dict.fromkeys(position.trick, PLAYED))
    for suit in SUITS:
        own = sorted(
            (card for card in holder if card.suit == suit), key=lambda c: -STRENGTH[c.rank]
        )
        rows.append("".join(holder[card] for card in own))
        cards.append(own)
    trump = -1 if position.trump == NO_TRUMPS else SUITS.index(position.trump)
    trick = tuple(
        (SUITS.index(c.suit), cards[SUITS.index(c.suit)].index(c)) for c in position.trick
    )
    return Ranks(tuple(rows), trump, COMPASS.index(position.leader), trick), cards
