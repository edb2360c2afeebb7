"""Other words and letters for the same entry: the suit first, 10 as X or T, small letters, P for a pass."""

from __future__ import annotations

from fairdeal.records.cards import SUIT_SYMBOLS


def suit_first(card: str) -> str:
    """SJ for JS."""
    return card[-1] + card[:-1]


def symbol_first(card: str) -> str:
    """♠J for JS."""
    return SUIT_SYMBOLS[card[-1]] + card[:-1]


def ten_as_x(card: str) -> str:
    return card.replace("10", "X")


def ten_as_t(card: str) -> str:
    return card.replace("10", "T")


def small_letters(text: str) -> str:
    return text.lower()
