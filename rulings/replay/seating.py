"""Turn order, pack and strengths at a table of any game, worked out once."""

from __future__ import annotations

from typing import Final

from fairdeal.records.cards import CARDS, COMPASS, DENOMINATIONS, SUITS, Card, Seat, seats, team_of
from fairdeal.rulings.rulebooks.rulebook import Rulebook

_RUFF: Final = 100
"""Added to a trump's strength: more than there are ranks, so that any trump beats any plain card."""


class Seating:
    """Turn order, pack and strengths for one rulebook of any game and number of players.

    `strength[trump][led]` maps every card to how high it stands in a trick; 0 cannot win.
    `rotation[seat]` lists all seats in turn from that one. `points` are the cards' own, 0 where the
    game counts tricks. `bids`: the figures that a bid may have.
    """

    bids: range

    __slots__ = (
        "after", "before", "bids", "copies", "hand", "must_follow", "pack", "pack_size", "players", "points",
        "rank", "rotation", "seats", "strength", "suit_size", "team",
    )  # fmt: skip

    def __init__(self, book: Rulebook, players: int) -> None:
        self.players = players
        self.must_follow = book.must_follow
        self.rank = book.rank
        self.seats = COMPASS if book.game == "bridge" else seats(players)
        self.after: dict[Seat, Seat] = {
            seat: self.seats[(place + 1) % players] for place, seat in enumerate(self.seats)
        }
        self.before: dict[Seat, Seat] = {late: early for early, late in self.after.items()}
        self.rotation: dict[Seat, tuple[Seat, ...]] = {
            seat: self.seats[place:] + self.seats[:place] for place, seat in enumerate(self.seats)
        }
        self.team = {seat: team_of(seat) for seat in self.seats}
        self.hand = book.hand
        self.copies = book.copies
        ranks = book.packs[players]
        self.pack: frozenset[Card] = frozenset(
            CARDS[rank + suit] for suit in SUITS for rank in ranks
        )
        self.pack_size = len(self.pack) * book.copies
        self.suit_size = len(ranks) * book.copies
        self.points = dict.fromkeys(CARDS.values(), 0)
        self.strength = {
            trump: {led: self._strengths(trump, led) for led in SUITS} for trump in DENOMINATIONS
        }

    def _strengths(self, trump: str, led: str) -> dict[Card, int]:
        top = len(self.rank)
        order = {rank: top - place for place, rank in enumerate(self.rank)}
        table = {}
        for card in CARDS.values():
            rank = order.get(card.rank, 0)
            if not rank or card.suit not in (trump, led):
                table[card] = 0
            else:
                table[card] = rank + (_RUFF if card.suit == trump else 0)
        return table
