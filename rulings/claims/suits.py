"""One suit of a position, boiled down to what can still matter in it.

Of the claimants' cards in a suit only their order counts: against each other, and against the one
card of the challenger that is to win (its `threshold`). So ranks are renumbered from the lowest
up, and neighbouring ranks that lie in one hand, with nobody else's card level with or between
them, become one level: either card does the same work. Positions that differ only in such detail
become the same objects, and are searched once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

VOID_TOP: Final = -1
VOID_LOW: Final = 99
"""Above every level, so that a void is never below anything."""

Holding = tuple[int, ...]
"""The levels of one seat's cards in a suit, high to low."""

Key = tuple[tuple[Holding, ...], int | None]


class Suit:
    """The claimants' holdings in one suit and the threshold, as levels. One object for each key."""

    def __init__(self, table: SuitTable, key: Key, number: int) -> None:
        self._table = table
        self.holdings, self.threshold = key
        self.number = number
        self.length = [len(holding) for holding in self.holdings]
        self.top = [holding[0] if holding else VOID_TOP for holding in self.holdings]
        self.low = [holding[-1] if holding else VOID_LOW for holding in self.holdings]
        self._without: dict[tuple[int, int], Suit] = {}
        self._emptied: dict[int, Suit] = {}

    @cached_property
    def choices(self) -> list[list[tuple[int, int]]]:
        """For each seat: the places in its holding that differ in effect, with their levels."""
        return [
            [
                (place, level)
                for place, level in enumerate(holding)
                if place == 0 or holding[place - 1] != level
            ]
            for holding in self.holdings
        ]

    def without(self, seat: int, place: int) -> Suit:
        """This suit once the seat has played the card at that place of its holding."""
        found = self._without.get((seat, place))
        if found is None:
            holdings = list(self.holdings)
            holdings[seat] = holdings[seat][:place] + holdings[seat][place + 1 :]
            found = self._table.suit(tuple(holdings), self.threshold)
            self._without[seat, place] = found
        return found

    def emptied(self, seats: int) -> Suit:
        """This suit with the holdings of some seats (a bit each) taken away."""
        found = self._emptied.get(seats)
        if found is None:
            holdings = tuple(
                () if seats >> seat & 1 else holding for seat, holding in enumerate(self.holdings)
            )
            found = self._table.suit(holdings, self.threshold)
            self._emptied[seats] = found
        return found


class SuitTable:
    """Hands out the one Suit object for each suit that is the same in effect."""

    def __init__(self) -> None:
        self._suits: dict[Key, Suit] = {}
        self._canonical: dict[Key, Suit] = {}

    def suit(self, holdings: tuple[Holding, ...], threshold: int | None) -> Suit:
        """The suit for these holdings; the levels may be any numbers that are in order."""
        key = (holdings, threshold)
        found = self._suits.get(key)
        if found is None:
            reduced = _reduced(key)
            found = self._canonical.get(reduced)
            if found is None:
                found = Suit(self, reduced, len(self._canonical))
                self._canonical[reduced] = found
            self._suits[key] = found
        return found


def _reduced(key: Key) -> Key:
    """The same holdings with levels numbered from 0 and like neighbours made one."""
    holdings, threshold = key
    owners: dict[int, int] = {}
    for seat, holding in enumerate(holdings):
        for level in holding:
            owners[level] = owners.get(level, 0) | 1 << seat
    if threshold is not None:
        owners[threshold] = owners.get(threshold, 0) | 1 << len(holdings)
    renumbered: dict[int, int] = {}
    number, before = -1, 0
    for level in sorted(owners):
        owner = owners[level]
        alone = owner & (owner - 1) == 0
        if not (alone and owner == before):
            number += 1
        before = owner
        renumbered[level] = number
    return (
        tuple(tuple(renumbered[level] for level in holding) for holding in holdings),
        None if threshold is None else renumbered[threshold],
    )
