"""A position as the search for a claim sees it: of each suit who holds the cards, from the highest down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fairdeal.records.cards import COMPASS, NO_TRUMPS, SUITS, Card
from fairdeal.rulings.bridge.double_dummy.position import STRENGTH, Position

PLAYED: Final = "x"
"""The place of a card that lies in the trick in progress."""

Move = tuple[int, int]
"""A card: its suit, and its place in the suit from the highest."""


@dataclass(slots=True)
class Ranks:
    """`suits` has a letter a card, ``0`` to ``3`` for north to west. `trump` is a suit's place, or -1.

    `best` is the card that wins the trick so far, `winner` who played it. Nothing is ever changed in place.
    """

    suits: tuple[str, ...]
    trump: int
    leader: int
    trick: tuple[Move, ...] = ()
    best: Move | None = None
    winner: int = -1

    @property
    def due(self) -> int:
        return (self.leader + len(self.trick)) % 4

    @property
    def tricks_left(self) -> int:
        """Tricks that are not over, the one in progress among them."""
        return sum(map(len, self.suits)) // 4

    def beats(self, move: Move, best: Move) -> bool:
        if move[0] == best[0]:
            return move[1] < best[1]
        return move[0] == self.trump

    def legal(self) -> list[Move]:
        """What the seat that is due may play. Of neighbours with nobody's card among them only the highest:
        the others do the same. A card of this trick parts two of them only while it is winning."""
        seat = "0123"[self.due]
        led = self.trick[0][0] if self.trick else -1
        suits = (led,) if led >= 0 and seat in self.suits[led] else (0, 1, 2, 3)
        found = []
        for suit in suits:
            before = ""
            for place, holder in enumerate(self.suits[suit]):
                if holder == seat and before != seat:
                    found.append((suit, place))
                if holder != PLAYED or self.best == (suit, place):
                    before = holder
        return found

    def after(self, move: Move) -> Ranks:
        """The position once that card lies on the table; a trick of four cards is not taken up yet."""
        suit, place = move
        rows = list(self.suits)
        row = rows[suit]
        rows[suit] = row[:place] + PLAYED + row[place + 1 :]
        best, winner = self.best, self.winner
        if best is None or self.beats(move, best):
            best, winner = move, self.due
        return Ranks(tuple(rows), self.trump, self.leader, (*self.trick, move), best, winner)

    def taken_up(self) -> Ranks:
        """The same once the trick is put away: its winner leads."""
        rows = tuple([row.replace(PLAYED, "") for row in self.suits])
        return Ranks(rows, self.trump, self.winner)

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
    here = Ranks(tuple(rows), trump, COMPASS.index(position.leader))
    for lying in position.trick:
        row = SUITS.index(lying.suit)
        here = here.after((row, cards[row].index(lying)))
    return here, cards
