"""What a rulebook of 56 fixes for a table of so many players, worked out once."""

from __future__ import annotations

from functools import cache

from fairdeal.records.cards import CARDS, Seat
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.replay.table import Seating


class Table(Seating):
    """A table of 56."""

    __slots__ = ("book", "first_call", "first_lead", "next_dealer", "total_points")

    def __init__(self, book: FiftySixBook, players: int) -> None:
        super().__init__(book, players)
        self.book = book
        self.bids = range(book.bids.lowest, book.bids.highest + 1)
        right = self.after if book.direction == "counter-clockwise" else self.before
        left = self.before if book.direction == "counter-clockwise" else self.after
        sides: dict[str, dict[Seat, Seat]] = {"right-of-dealer": right, "left-of-dealer": left}
        self.first_call: dict[Seat, Seat] = sides.get(book.first_call, right)
        self.first_lead: dict[Seat, Seat] | None = sides.get(book.first_lead)
        self.next_dealer: dict[Seat, Seat] = sides.get(book.next_dealer, right)
        self.points = {card: book.points.get(card.rank, 0) for card in CARDS.values()}
        self.total_points = sum(self.points[card] for card in self.pack) * book.copies


@cache
def table_of(book: FiftySixBook, players: int) -> Table:
    return Table(book, players)
