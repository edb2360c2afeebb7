"""Could this be print at all? A quick look at a straightened page, before Tesseract takes its time.

And what is larger than letters taken away: the lines of boxes keep Tesseract from the words between them.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

DARK: Final = 190
"""Grey level, paper at 255, under which a point is taken for print; faint print has 150."""
HIGHEST_PX: Final = 120
LOWEST_PX: Final = 16
"""Letters are this high on a page 3,000 pixels high: 5 to 35 points on A4."""
WIDEST_PX: Final = 160
THINNEST_PX: Final = 6
LEAST_PX: Final = 80
"""Pixels that a letter covers at least."""


def count_letters(page: NDArray[np.uint8], dark: int = DARK) -> int:
    """How many marks of the size of letters a straightened page has (grey, ink dark on 255), darker than
    this level."""
    return len(letter_places(page, dark))


def letter_places(page: NDArray[np.uint8], dark: int = DARK) -> NDArray[np.float64]:
    """Middles (n, 2: x, y) of connected dark marks of the size of letters on a straightened page."""
    half = cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    ink = (cv2.medianBlur(np.asarray(half, np.uint8), 3) < dark).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(ink, connectivity=8)
    width, height = 2 * stats[:, cv2.CC_STAT_WIDTH], 2 * stats[:, cv2.CC_STAT_HEIGHT]
    area = 4 * stats[:, cv2.CC_STAT_AREA]
    letters = (
        (height >= LOWEST_PX)
        & (height <= HIGHEST_PX)
        & (width >= THINNEST_PX)
        & (width <= WIDEST_PX)
        & (area >= LEAST_PX)
    )
    letters[0] = False  # the paper
    return np.asarray(2 * middles[letters], np.float64)


def only_letters(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The page without what is paler than print (the lines of our own boxes) and without connected dark
    marks that are larger than letters: rules, tables, pictures."""
    ink = (page < DARK).astype(np.uint8)
    _, marks, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    large = (stats[:, cv2.CC_STAT_WIDTH] > WIDEST_PX) | (stats[:, cv2.CC_STAT_HEIGHT] > HIGHEST_PX)
    large[0] = True  # the paper, with all that is paler than print
    return np.where(large[marks], np.uint8(255), page).astype(np.uint8)
