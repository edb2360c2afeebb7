"""Signs that something is wrong, as bits: a deal without any of them is clean and costs nothing.

The replay raises the signs while it follows what was done; the rules, one a code, turn each into a
finding. A sign is a fact under the rulebook (`not above the last bid`), never yet a ruling.
"""

from __future__ import annotations

from enum import IntFlag
from functools import lru_cache
from typing import Final, TypeVar


class Sign(IntFlag):
    """What the replay noticed in a deal."""

    UNAPPROVED = 1 << 0
    UNLISTED = 1 << 1
    INSUFFICIENT = 1 << 2
    RANGE = 1 << 3
    OPENING = 1 << 4
    CALL_TURN = 1 << 5
    SUIT_NOT_HELD = 1 << 6
    DOUBLE = 1 << 7
    REDOUBLE = 1 << 8
    AFTER_CLOSE = 1 << 9
    SELF_RAISE = 1 << 10
    NOES = 1 << 11
    SILENCE = 1 << 12

    REVOKE = 1 << 16
    LEAD_TURN = 1 << 17
    PLAY_TURN = 1 << 18
    NOT_HELD = 1 << 19
    WINNER = 1 << 20
    """The record names another seat as a trick's winner."""

    MAYBE_REVOKE = 1 << 21
    """A discard by a seat that may have held the suit led, for all that is recorded."""

    HAND_SIZE = 1 << 24
    CONSTRAINING = 1 << 25
    PACK = 1 << 26
    VOID_TRUMP = 1 << 27
    EVENT = 1 << 28
    """The deal has events: rules about exposed and retracted cards, claims and conduct look closer."""

    MARKED = 1 << 29
    """The record itself marks a call or a card as irregular."""


NO_SIGN: Final = Sign(0)


class Has(IntFlag):
    """What the record of a deal has."""

    AUCTION = 1 << 0
    DEALER = 1 << 1
    HANDS = 1 << 2
    """Some hands: written, or shown in full by the cards played."""
    WHOLE_HANDS = 1 << 3
    PLAY = 1 << 4
    WHOLE_PLAY = 1 << 5
    CONTRACT = 1 << 6
    WINNERS = 1 << 7
    WRITTEN_CONTRACT = 1 << 8
    WRITTEN_POINTS = 1 << 9
    WRITTEN_SCORE = 1 << 10
    AWARD = 1 << 11
    READABLE = 1 << 12
    AUCTION_READABLE = 1 << 13
    MADE_CONTRACT = 1 << 14
    WRITTEN_PENALTY = 1 << 15


B = TypeVar("B", Sign, Has)


@lru_cache(maxsize=4096, typed=True)
def both(one: B, other: B) -> B:
    """The bits of both: those of thousands of deals are the same, and `|` takes ten times as long."""
    return one | other
