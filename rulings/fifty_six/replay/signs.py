"""Signs that something is wrong, as bits: a deal without any of them is clean and costs nothing.

The replay raises the signs while it follows what was done; the rules, one a code, turn each into a
finding. A sign is a fact under the rulebook (`not above the last bid`), never yet a ruling.
"""

from __future__ import annotations

from typing import Final

UNAPPROVED: Final = 1 << 0
UNLISTED: Final = 1 << 1
INSUFFICIENT: Final = 1 << 2
RANGE: Final = 1 << 3
OPENING: Final = 1 << 4
CALL_TURN: Final = 1 << 5
SUIT_NOT_HELD: Final = 1 << 6
DOUBLE: Final = 1 << 7
REDOUBLE: Final = 1 << 8
AFTER_CLOSE: Final = 1 << 9
SELF_RAISE: Final = 1 << 10
NOES: Final = 1 << 11
SILENCE: Final = 1 << 12

REVOKE: Final = 1 << 16
LEAD_TURN: Final = 1 << 17
PLAY_TURN: Final = 1 << 18
NOT_HELD: Final = 1 << 19
WINNER: Final = 1 << 20
"""The record names another seat as a trick's winner."""

MAYBE_REVOKE: Final = 1 << 21
"""A discard by a seat that may have held the suit led, for all that is recorded."""

HAND_SIZE: Final = 1 << 24
CONSTRAINING: Final = 1 << 25
PACK: Final = 1 << 26
VOID_TRUMP: Final = 1 << 27
EVENT: Final = 1 << 28
"""The deal has events: rules about exposed and retracted cards, claims and conduct look closer."""

MARKED: Final = 1 << 29
"""The record itself marks a call or a card as irregular."""
