"""The symbols the handwriting net knows, and how written characters fold into them.

Characters that nobody can tell apart by their shape share a symbol: a nought and the letter O, a one,
a capital I and a small l. Capitals and small letters share a symbol where the field never asks which.
The capital L keeps its own, and so does the dotted small i.
"""

from __future__ import annotations

from typing import Final

BLANK: Final = 0
STRUCK: Final = "~"
"""Ink that was crossed out or scribbled over."""
TICK: Final = "✓"
SUITS: Final = "♣♦♥♠"

SYMBOLS: Final = "\0" + "0123456789" + "ABCDEFGHIJKLMNPQRSTUVWXYZ" + "+-/.?" + SUITS + TICK + STRUCK
"""Symbol of each output channel; channel 0 is the blank of CTC (Graves et al. 2006)."""

INDEX: Final = {symbol: index for index, symbol in enumerate(SYMBOLS)}

_FOLDED: Final = {"O": "0", "o": "0", "I": "1", "l": "1", "|": "1", "i": "I", ",": "."}


def fold(character: str) -> str:
    """The symbol a written character is read as; raises KeyError where the net has none for it."""
    symbol = _FOLDED.get(character) or character.upper()
    if symbol not in INDEX or symbol == "\0":
        raise KeyError(character)
    return symbol


def fold_text(text: str) -> str:
    """The symbols of a text, spaces and apostrophes left out."""
    return "".join(fold(character) for character in text if character not in " '’")


def encode(symbols: str) -> list[int]:
    """Channel numbers of folded symbols."""
    return [INDEX[symbol] for symbol in symbols]
