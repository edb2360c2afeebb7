"""Whole numbers as they are written in names and addresses."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 18
"""Digits of a number that counts something. A longer one is a name made of digits: nothing is counted by it,
and reading it as a number takes time with the square of its length."""


def as_number(text: str) -> str:
    """A number in plain digits, in whatever digits it is written, with invisible letters or without; other
    text as it is.

    >>> as_number("१५"), as_number("1\u200b5"), as_number("15a")
    ('15', '15', '15a')
    """
    plain = "".join(letter for letter in text if unicodedata.category(letter) != "Cf").strip()
    return str(int(plain)) if plain.isdecimal() and not text.isascii() else text


def figure(text: str) -> int | None:
    """The number that a text of digits alone says; None for any other text."""
    return int(text) if len(text) <= LONGEST and text.isdecimal() else None
