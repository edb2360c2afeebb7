"""Whole numbers as they are written in names and addresses."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 18
"""Digits of a number that counts something. A longer one is a name made of digits: nothing is counted by it,
and reading it as a number takes time with the square of its length."""


def figure(text: str) -> int | None:
    """The number that a text of digits alone says; None for any other text."""
    return int(text) if len(text) <= LONGEST and text.isdecimal() else None
