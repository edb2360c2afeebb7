"""The ways up in which a page may have been photographed, and on which of them its print makes sense.

Tesseract takes seconds for a page, and far longer for one that it cannot read. So a piece of the page is read
first, as it lies, on its head and on its sides; then the whole page, that way up on which the piece made
most sense. What makes none on any side is no print.
"""

from __future__ import annotations

import time
from typing import Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from fairdeal.digitize.printed.letters import letter_places
from fairdeal.digitize.printed.tesseract import SECONDS, Word, read_words
from fairdeal.digitize.trouble import ReadError

SURE: Final = 0.6
"""Tesseract's confidence under which a word is doubted. Of words at 0.9 and above it reads 1 in 200
wrongly, under 0.6 more than half."""
GOOD_PAGE: Final = 0.75
"""Mean confidence from which a page is taken to be the right way up."""
LEAST_WORDS: Final = 6
"""Fewer sure words than this are chance: a cat has one or two."""
LEAST_SECONDS: Final = 2.0
"""With less time than this left, another way up is not tried."""
PIECE: Final = 0.4
"""Share of the page's height and width that the piece has: some lines, in a sixth of the time."""
PIECE_LETTERS: Final = 4 * LEAST_WORDS
"""A piece with fewer letters does not tell its way up. There is little print then, and all of it is read."""
NO_PRINT: Final = 0.4
"""Mean confidence under which the piece is no print on this side. What Tesseract makes of noise has 0.2 to
0.35, of a bad photo of print 0.5 and more."""
_TURNS: Final = (None, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)
_COARSE: Final = 20
"""Parts of a side in which the piece with most print is looked for."""


def words_of(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[Word]:
    """The words of a page (grey, ink dark on 255), the way up on which they make most sense; those of a
    piece of it alone where it shows no print. `seconds` for all of it; `arranged` tells how words stand.

    Raises `ReadError` where Tesseract does not answer; ``tesseract-slow`` where the time was over before any
    words were seen.
    """
    end = time.monotonic() + seconds
    top, left, height, width = piece_of(page)
    piece = page[top : top + height, left : left + width]
    best: list[Word] = []
    chosen: int | None = None
    try:
        for turn in _TURNS:
            if best and end - time.monotonic() < LEAST_SECONDS:
                break
            words = read_words(_turned(piece, turn), _left(end), arranged)
            if sense(words) > sense(best):
                best, chosen = words, turn
            if reads_well(words):
                break
        if piece.size < page.size and (len(best) < LEAST_WORDS or _mean(best) >= NO_PRINT):
            best = read_words(_turned(page, chosen), _left(end), arranged)
    except ReadError as error:
        if error.code != "tesseract-slow" or not best:
            raise
    return best


def piece_of(page: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Top, left, height and width of the piece of a page with most print in it; all of a page with little.

    Marks of the size of letters are counted: a picture or a patch of table beside the print may be darker.
    """
    height, width = (max(1, round(PIECE * side)) for side in page.shape)
    across = round(PIECE * _COARSE)
    x, y = letter_places(page).T
    counts, _, _ = np.histogram2d(y, x, _COARSE, [(0, page.shape[0]), (0, page.shape[1])])
    sums = sliding_window_view(counts, (across, across)).sum((2, 3))
    if sums.max() < PIECE_LETTERS:
        return 0, 0, page.shape[0], page.shape[1]
    row, column = np.unravel_index(int(np.argmax(sums)), sums.shape)
    top = min(int(row) * page.shape[0] // _COARSE, page.shape[0] - height)
    left = min(int(column) * page.shape[1] // _COARSE, page.shape[1] - width)
    return top, left, height, width


def reads_well(words: list[Word]) -> bool:
    """Whether these are the words of a page that is the right way up."""
    return len(words) >= LEAST_WORDS and _mean(words) >= GOOD_PAGE


def sense(words: list[Word]) -> float:
    """How many letters stand in words that are sure."""
    return sum(len(word.text) for word in words if word.confidence >= SURE)


def _mean(words: list[Word]) -> float:
    """Mean confidence, long words weighing more."""
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0


def _turned(page: NDArray[np.uint8], turn: int | None) -> NDArray[np.uint8]:
    return page if turn is None else np.asarray(cv2.rotate(page, turn), np.uint8)


def _left(end: float) -> float:
    return min(SECONDS, max(LEAST_SECONDS, end - time.monotonic()))
