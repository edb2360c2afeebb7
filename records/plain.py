"""A deal of bridge of which every entry is plain, in whole numbers: what a quick judge can take whole.

A tournament's file holds thousands of deals with nothing unclear in them and nothing wrong. To hold
one as a `Deal` of entries, readings and places costs several times what judging it does, and nothing
of that is asked for where nothing is found. Whoever reads a text may therefore give a `PlainDeal`
beside the way to the full record; whoever judges may take it for a deal that is clean, and must ask
for the full record for every other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PLAIN_SEATS: Final = ("N", "E", "S", "W")
"""A seat's number is its index here: the next in turn has the next number, round the table."""

PLAIN_SUITS: Final = ("C", "D", "H", "S")
PLAIN_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""A card's number is 13 times the index of its suit and the index of its rank."""

PLAIN_DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")
"""A bid's number is 5 times (its level less one) and the index of its denomination: 0 to 34."""

PLAIN_PASS: Final = 35
PLAIN_DOUBLE: Final = 36
PLAIN_REDOUBLE: Final = 37


@dataclass(frozen=True, slots=True)
class PlainDeal:
    """Nothing here is doubtful; what is None was not recorded.

    `hands` are four sets of 13 cards, by seat, as bits (bit 0 is the two of clubs); together they are
    the pack. `calls` are in the order made, from the dealer, each in turn. `contract` is the number of
    the bid written down, -1 for a deal that was passed out. `cards` are by column: the first of each
    four is the card of seat `leader`, whoever led the trick; a row after the last full one may lack
    cards (-1). Where `leader` is None they are in the order played. `tricks` are those written down for
    the declarer's side, `score` for North and South.
    """

    board: str | None
    dealer: int
    vulnerable: int
    """Bit 0: North and South; bit 1: East and West."""
    hands: tuple[int, int, int, int]
    calls: tuple[int, ...] | None
    declarer: int | None
    contract: int | None
    doubled: int
    """1, 2 (doubled) or 4 (redoubled), of the contract written down."""
    tricks: int | None
    score: int | None
    leader: int | None
    cards: tuple[int, ...] | None
