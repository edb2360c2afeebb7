"""The fewest tricks that a side takes from a position, over all lines of play that count.

The other side may play anything; the side that claimed anything that is normal (`normal`), or, with
`every_line`, anything at all. So it is a search for one line and no contest. It asks whether the side can be
held to no trick, to one, and so on until it can: no line is followed in which it has taken too many, and the
last question ends with the first line that answers it. What was found of a position is kept for the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.records.cards import COMPASS, Card, Seat, Team, team_of
from fairdeal.rulings.bridge.claims.normal import normal
from fairdeal.rulings.bridge.claims.ranks import Move, Ranks, ranks_of
from fairdeal.rulings.bridge.double_dummy.position import Position

MOST_CARDS: Final = 300_000
"""Cards that are tried for one claim: some two seconds of a busy machine."""

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
    here, cards = ranks_of(position)
    search = _Search(side, together, every_line, most)
    tricks = 0
    try:
        while not search.at_most(here, tricks):
            tricks += 1
    except OverBudgetError:
        return None
    search.left = most  # what is known already is not looked at again
    return Least(tricks, _line(search, here, cards, tricks))


class _Search:
    def __init__(self, side: Team, together: bool, every_line: bool, most: int) -> None:
        self.together = together
        self.side = [team_of(seat) == side for seat in COMPASS]
        self.every_line = every_line
        self.left = most
        self._known: dict[tuple[tuple[str, ...], int], tuple[int, int]] = {}
        """Of a position between which numbers the fewest tricks lie."""

    def at_most(self, here: Ranks, tricks: int) -> bool:
        """Whether there is a line in which the side takes no more than that, this trick among them."""
        if tricks < 0:
            return False
        if here.trick:
            return self._found(here, tricks)
        left = here.tricks_left
        if tricks >= left:
            return True
        key = (here.suits, here.leader)
        fewest, enough = self._known.get(key) or (self._certain(here), left)
        if fewest <= tricks < enough:
            if self._found(here, tricks):
                enough = tricks
            else:
                fewest = tricks + 1
        self._known[key] = fewest, enough
        return enough <= tricks

    def _certain(self, here: Ranks) -> int:
        """Tricks that the side takes whatever anybody plays."""
        if self.side[here.leader] and runs(here, top_down=not self.every_line):
            return here.tricks_left
        return trump_tricks(here, self.side) if here.trump >= 0 else 0

    def _found(self, here: Ranks, tricks: int) -> bool:
        return any(self.leaves(here, move, tricks) for move in self.moves(here))

    def leaves(self, here: Ranks, move: Move, tricks: int) -> bool:
        """Whether the side can still be held to so many tricks once a card is played."""
        self.left -= 1
        if self.left < 0:
            raise OverBudgetError
        after = here.after(move)
        if len(after.trick) < len(COMPASS):
            return self._found(after, tricks)
        return self.at_most(after.taken_up(), tricks - self.side[after.winner])

    def move_to(self, here: Ranks, tricks: int) -> Move:
        """A card after which the side can be held to so many tricks, where that is so at all."""
        moves = self.moves(here)
        if tricks >= here.tricks_left:
            return moves[0]  # all that are left: whatever is played
        return next(move for move in moves if self.leaves(here, move, tricks))

    def moves(self, here: Ranks) -> list[Move]:
        moves = here.legal()
        if not self.side[here.due]:
            return moves  # the highest first: it may win
        return (moves if self.every_line else normal(here, moves, self.together))[::-1]


def trump_tricks(here: Ranks, side: Sequence[bool]) -> int:
    """Tricks that one hand of the side takes with trumps whatever anybody plays.

    Each of its trumps is played to another trick. It loses only to a higher one of the other side, and each
    of those beats one of them at most.
    """
    most = 0
    for seat in range(len(COMPASS)):
        above = taken = 0
        for holder in here.suits[here.trump] if side[seat] else "":
            if not side[int(holder)]:
                above += 1
            elif int(holder) == seat and above:
                above -= 1
            else:
                taken += int(holder) == seat
        most = max(most, taken)
    return most


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


def _line(search: _Search, here: Ranks, cards: list[list[Card]], tricks: int) -> Line:
    """A line of no more tricks, the least; broken off where the search for it would take too long."""
    line = []
    plays = [
        (COMPASS[(here.leader + turn) % 4], cards[suit][place])
        for turn, (suit, place) in enumerate(here.trick)
    ]
    while any(row.strip("x") for row in here.suits) or here.trick:
        if len(here.trick) == 4:
            line.append(tuple(plays))
            tricks -= search.side[here.winner]
            gone = {card for _, card in plays}
            cards = [[card for card in row if card not in gone] for row in cards]
            plays, here = [], here.taken_up()
            continue
        try:
            move = search.move_to(here, tricks)
        except OverBudgetError:
            break
        plays.append((COMPASS[here.due], cards[move[0]][move[1]]))
        here = here.after(move)
    return tuple(line)
