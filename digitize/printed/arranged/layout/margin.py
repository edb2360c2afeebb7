"""Specks to the left of where the lines of a page begin: the frame of a screen, the edge of the paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from fairdeal.digitize.printed.page_words import Line
from fairdeal.digitize.printed.words import Word

FEWEST: Final = 5
"""Lines that begin alike ..."""
SHARE: Final = 0.4
"""... and their share of a page."""
ALIGNED: Final = 0.6
"""Lines begin alike within so many heights of a capital."""
FIRST: Final = 3
"""Words of a line before which specks may stand, or among which they are."""
_SPECK: Final = re.compile(r"\W*[a-zA-Z]?\W*")
_NO_SPECK: Final = re.compile(r"\W*[nesw]\W*", re.IGNORECASE)
"""It may be a seat."""


def within_margin(lines: Sequence[Line]) -> list[Line]:
    """The lines without specks left of the margin, where most of them begin."""
    margin = _margin(lines)
    return list(lines) if margin is None else [_from(line, margin) for line in lines]


def _margin(lines: Sequence[Line]) -> float | None:
    """The column of the page at which most lines begin; None where they do not begin alike."""
    if len(lines) < FEWEST:
        return None
    capital = float(np.median([line.capital for line in lines]))
    begun = [np.array([word.left for word in line.words[:FIRST]]) for line in lines]
    for left in sorted(float(each) for own in begun for each in own):
        alike = sum(bool((np.abs(own - left) < ALIGNED * capital).any()) for own in begun)
        if alike >= max(FEWEST, SHARE * len(lines)):
            return left
    return None


def _from(line: Line, margin: float) -> Line:
    at = next(
        (
            n
            for n, word in enumerate(line.words[:FIRST])
            if abs(word.left - margin) < 2 * ALIGNED * line.capital
        ),
        0,
    )
    return replace(line, words=line.words[at:]) if all(map(_is_speck, line.words[:at])) else line


def _is_speck(word: Word) -> bool:
    return _SPECK.fullmatch(word.text) is not None and _NO_SPECK.fullmatch(word.text) is None
