"""What a call is, whatever the game: its kind, and the bid that stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from fairdeal.records.cards import DOUBLED, Seat, TermKind


class Kind(IntEnum):
    PASS = 0
    BID = 1
    DOUBLE = 2
    REDOUBLE = 3
    ALL_PASS = 4
    UNKNOWN = 5
    """Not recorded, illegible or unclear: it may be anything."""


SINGLE: Final[Mapping[TermKind, Kind]] = {
    TermKind.PASS: Kind.PASS,
    TermKind.DOUBLE: Kind.DOUBLE,
    TermKind.REDOUBLE: Kind.REDOUBLE,
    TermKind.ALL_PASS: Kind.ALL_PASS,
}
"""The calls of a single word that are no bids."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid that stands. `call` is its number."""

    value: int
    trump: str
    by: Seat | None
    call: int
    approved: bool = True
    """False where its form is not allowed: it stands, but what it decides is for the committee."""


_DOUBLES: Final = ("X", "DOUBLE", "DOUBLED", "DBL")
_REDOUBLES: Final = ("XX", "X X", "REDOUBLE", "REDOUBLED")
DOUBLINGS: Final = dict.fromkeys(_DOUBLES, DOUBLED["X"]) | dict.fromkeys(_REDOUBLES, DOUBLED["XX"])


def doubling_of(text: str) -> int | None:
    """What the words under x multiply by: 2 or 4; None where they are neither."""
    return DOUBLINGS.get(text.strip().upper())
