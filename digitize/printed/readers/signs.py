"""What a reader of lines sees in one: signs, where each stands, and how sure it is."""

from __future__ import annotations

import string
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol

from fairdeal.digitize.printed.lines.strips import Strip

PRINTED: Final = frozenset(string.ascii_letters + string.digits + string.punctuation)
SUITS: Final = frozenset("♣♦♥♠♧♢♡♤")


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of a line, never a blank. `x` is the column of its middle on the page; `others` are what
    else it may be, the likelier first, with how likely the reader takes them for."""

    text: str
    x: float
    probability: float
    others: tuple[tuple[str, float], ...] = ()
    after_blank: bool = False
    """Whether the reader sees a blank before it."""
    placed: bool = False
    """Whether `x` is that of its own ink, not a reader's guess."""


class LineReader(Protocol):
    """Anything that reads lines of print."""

    @property
    def knows(self) -> frozenset[str]:
        """The signs that it can tell."""
        ...

    def read(self, strips: Sequence[Strip]) -> list[list[Sign]]:
        """The signs of each strip, from the left. Raises `ReadError` where it does not answer."""
        ...


def by_each(readers: Sequence[LineReader], strips: Sequence[Strip]) -> list[list[list[Sign]]]:
    """What every reader sees in the same strips. They read side by side: a program of its own is waited for
    while the first reads here. Raises `ReadError` where one does not answer."""
    first, *others = readers
    if not others:
        return [first.read(strips)]
    with ThreadPoolExecutor(len(others)) as pool:
        asked = [pool.submit(reader.read, strips) for reader in others]
        return [first.read(strips), *(each.result() for each in asked)]


PLAIN: Final = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'", "´": "'",
    "–": "-", "—": "-", "−": "-", "‐": "-", "¦": "|",
    "，": ",", "：": ":", "；": ";", "！": "!", "（": "(", "）": ")",
})  # fmt: skip
"""Signs that differ in looks alone."""
