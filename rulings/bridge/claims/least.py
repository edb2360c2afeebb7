"""The fewest tricks that a side takes from a position, over all lines of play that count.

The other side may play anything; the side that claimed anything that is normal (`normal`), or, with
`every_line`, anything at all. So it is a search for one line and no contest, and a position once met need not
be looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fairdeal.records.cards import Card
from fairdeal.records.seats import COMPASS, Seat, Team, team_of
from fairdeal.rulings.bridge.claims.normal import normal
from fairdeal.rulings.bridge.claims.ranks import Move, Ranks, ranks_of
from fairdeal.rulings.bridge.double_dummy.position import Position

MOST_CARDS: Final = 200_000
"""Cards that are tried for one claim: some two seconds."""

Line = tuple[tuple[tuple[Seat, Card], ...], ...]
"""Tricks, each as played; the first begins with the cards that lay on the table already."""


class OverBudgetError(Exception):
    """More lines than are looked at."""


@dataclass(frozen=True, slots=True)
class Least:
    """The fewest tricks of the side that claimed, of those left, and a line in which it takes no more."""

    tricks: int
    line: Line


def least_tricks(
    position: Position,
    side: Team,
    *,
    together: bool = True,
    every_line: bool = False,
    most: int = MOST_CARDS,
) -> Least | None:
    """None where there are too many lines to look at. `together`: the side is that of declarer and dummy."""
    ranks, cards = ranks_of(position)
    search = _Search(side, together, every_line, most)
    try:
        tricks = search.least(ranks)
    except OverBudgetError:
        return None
    search.left = most  # what is known already is not looked at again
    return Least(tricks, _line(search, ranks, cards, tricks))


class _Search:
    def __init__(self, side: Team, together: bool, every_line: bool, most: int) -> None:
        self.together = together
        self.side = [team_of(seat) == side for seat in COMPASS]
        self.every_line = every_line
        self.left = most
        self._known: dict[tuple[tuple[str, ...], int], int] = {}

    def least(self, here: Ranks) -> int:
        """The fewest tricks from here, the trick in progress among them."""
        if here.trick:
            return self._trick(here)
        if not any(here.suits):
            return 0
        key = (here.suits, here.leader)
        known = self._known.get(key)
        if known is None:
            if self.side[here.leader] and runs(here, top_down=not self.every_line):
                known = sum(map(len, here.suits)) // 4
            else:
                known = self._trick(here)
            self._known[key] = known
        return known

    def _trick(self, here: Ranks) -> int:
        least = 13
        for move in self.moves(here):
            least = min(least, self.worth(here, move))
            if not least:
                break  # there is nothing less
        return least

    def worth(self, here: Ranks, move: Move) -> int:
        """The fewest tricks once a card is played."""
        self.left -= 1
        if self.left < 0:
            raise OverBudgetError
        after = here.after(move)
        if len(after.trick) < 4:
            return self._trick(after)
        return self.side[after.winner()] + self.least(after.taken_up())

    def move_to(self, here: Ranks, tricks: int) -> Move:
        """A card that leads to so many tricks, the least from here."""
        moves = self.moves(here)
        if tricks == sum(map(len, here.suits)) // 4:
            return moves[0]  # all that are left: whatever is played
        return next(move for move in moves if self.worth(here, move) == tricks)

    def moves(self, here: Ranks) -> list[Move]:
        moves = here.legal()
        if not self.side[here.due]:
            return moves  # the highest first: it may win
        return (moves if self.every_line else normal(here, moves, self.together))[::-1]


def runs(here: Ranks, top_down: bool) -> bool:
    """Whether whoever leads wins every trick that is left, whatever anybody plays.

    `top_down`: a suit that the other side still has is led from its highest card, so that it may run out of
    it. The other hand must have nothing above any card of the suit: it would win, and lead.
    """
    seat, partner = str(here.leader), str((here.leader + 2) % 4)
    if here.trump >= 0 and here.suits[here.trump].strip(seat):
        return False
    for row in here.suits:
        own = row.count(seat)
        if not own or row.startswith(seat * own):
            continue
        if not top_down or partner in row[: row.rindex(seat)]:
            return False
        top = len(row) - len(row.lstrip(seat))
        if top < max(row.count(other) for other in "0123" if other not in (seat, partner)):
            return False
    return True


def _line(search: _Search, here: Ranks, cards: list[list[Card]], tricks_left: int) -> Line:
    """A line that comes to the least; broken off where the search for it would take too long."""
    tricks = []
    plays = [
        (COMPASS[(here.leader + turn) % 4], cards[suit][place])
        for turn, (suit, place) in enumerate(here.trick)
    ]
    while any(row.strip("x") for row in here.suits) or here.trick:
        if len(here.trick) == 4:
            tricks.append(tuple(plays))
            tricks_left -= search.side[here.winner()]
            gone = {card for _, card in plays}
            cards = [[card for card in row if card not in gone] for row in cards]
            plays, here = [], here.taken_up()
            continue
        try:
            move = search.move_to(here, tricks_left)
        except OverBudgetError:
            break
        plays.append((COMPASS[here.due], cards[move[0]][move[1]]))
        here = here.after(move)
    return tuple(tricks)
