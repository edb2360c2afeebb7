"""Whether a hand writes its cards suit first (S9): then an S before a figure is a suit, not a 5.

A way of writing, not what stands in an entry: only cards that say it plainly count, of suits and ranks that
look like nothing else, and they settle nothing but which way the doubtful ones are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

LEAST: Final = 6
"""Cards plainly written suit first from which it is the hand's way of writing ..."""
OTHERWISE: Final = 0.1
"""... if at most this share of all cards that say it plainly are written rank first."""

_SUIT_FIRST: Final = re.compile(r"[CH♣♦♥♠]([2-9TXJQKA]|10)|[DS][JQKA]")
_RANK_FIRST: Final = re.compile(r"([2-9TXJQKA]|10)[CDHS♣♦♥♠]")


def is_rank_first(spelled: str) -> bool:
    """Whether a card as the net spells it is plainly written rank first."""
    return bool(_RANK_FIRST.fullmatch(spelled))


def suit_first(spelled: Iterable[str]) -> bool:
    """Whether cards as the net spells them are plainly written suit first."""
    cards = list(spelled)
    first = sum(bool(_SUIT_FIRST.fullmatch(card)) for card in cards)
    last = sum(is_rank_first(card) for card in cards)
    return first >= LEAST and last <= OTHERWISE * (first + last)
