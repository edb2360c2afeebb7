"""The ways up in which a page may have been photographed, and on which of them its print makes sense.

Tesseract takes seconds for a page, and far longer for one that it cannot read. So a piece of the page is read
first, as it lies, on its head and on its sides; then the whole page, that way up on which the piece made
most sense. What makes none on any side is no print.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import FORMS, Layout, load
from fairdeal.digitize.page.surface import even_light
from fairdeal.digitize.printed.looks import TURNS, count_letters, letter_places, only_letters
from fairdeal.digitize.printed.straighten import NOMINAL_PX_MM, PAGE_PX, level, resized
from fairdeal.digitize.printed.tesseract import SCATTERED, SECONDS, TesseractWord, read_words
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
_COARSE: Final = 20
"""Parts of a side in which the piece with most print is looked for."""


def words_of(page: NDArray[np.uint8], seconds: float, arranged: str) -> list[TesseractWord]:
    """The words of a page (grey, ink dark on 255), the way up on which they make most sense; those of a
    piece of it alone where it shows no print. `seconds` for all of it; `arranged` tells how words stand.

    Raises `ReadError` where Tesseract does not answer; ``tesseract-slow`` where the time was over before any
    words were seen.
    """
    end = time.monotonic() + seconds
    top, left, height, width = piece_of(page)
    piece = page[top : top + height, left : left + width]
    best: list[TesseractWord] = []
    chosen: int | None = None
    try:
        for turn in TURNS:
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


def reads_well(words: list[TesseractWord]) -> bool:
    """Whether these are the words of a page that is the right way up."""
    return len(words) >= LEAST_WORDS and _mean(words) >= GOOD_PAGE


def sense(words: list[TesseractWord]) -> float:
    """How many letters stand in words that are sure."""
    return sum(len(word.text) for word in words if word.confidence >= SURE)


def _mean(words: list[TesseractWord]) -> float:
    """Mean confidence, long words weighing more."""
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0


def _turned(page: NDArray[np.uint8], turn: int | None) -> NDArray[np.uint8]:
    return page if turn is None else np.asarray(cv2.rotate(page, turn), np.uint8)


def _left(end: float) -> float:
    return min(SECONDS, max(LEAST_SECONDS, end - time.monotonic()))


LEAST_LETTERS: Final = 24
"""With fewer marks of the size of letters no sentence of a form is in the picture."""
TOGETHER: Final = 3
"""So many words one after the other are compared: pairs like "Team A" or "running total" stand on
many sheets."""
LEAST_SEEN: Final = 3
"""So many of a form's runs of words must be seen. A sheet of somebody else's may well say "signed for
team A", which is two; each of our forms has sentences at its top, in its middle and at its foot."""
SECONDS_IN_ALL: Final = 15.0
"""For all ways up together. Without its boxes a form takes 1 to 3 seconds, 14 on a busy machine."""

_NO_LETTER: Final = re.compile(r"[\W_]+")

WordRun = tuple[str, ...]


def without_marks(image: NDArray[np.uint8], name: str) -> ReadError | None:
    """What to tell of a photo of one of our forms without its marks; None where it shows none of them."""
    layout = own_form(image)
    if layout is None:
        return None
    return ReadError(
        "form-without-marks",
        f"{name} shows our form “{layout.title}”, but not the black square marks at its corners and edges,"
        " without which it cannot be read.",
        "Lay the page flat and take the photo again with the whole page in it, all four corners too.",
    )


def own_form(image: NDArray[np.uint8]) -> Layout | None:
    """The form of ours that a colour picture shows a part of, by its printed sentences.

    None where none is seen for sure, or where Tesseract does not answer.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    page = only_letters(level(even_light(resized(grey, PAGE_PX), NOMINAL_PX_MM, 255)))
    if count_letters(page) < LEAST_LETTERS:
        return None
    try:
        return form_of(words_of(page, SECONDS_IN_ALL, SCATTERED))
    except ReadError:
        return None


def form_of(words: Iterable[TesseractWord]) -> Layout | None:
    """The form of ours on which most of these words stand together, None where it is no form's."""
    seen: set[WordRun] = set()
    for _, line in groupby(words, key=lambda word: word.line):
        seen.update(_runs(" ".join(word.text for word in line)))
    best = max(FORMS, key=lambda form: len(seen & _printed(form)))
    return load(best) if len(seen & _printed(best)) >= LEAST_SEEN else None


@functools.cache
def _printed(form: str) -> frozenset[WordRun]:
    """The runs of words in what is printed on a form."""
    return frozenset(run for label in load(form).labels for run in _runs(label.text))


def _runs(text: str) -> Iterator[WordRun]:
    words = [plain for word in text.split() if (plain := _NO_LETTER.sub("", word).casefold())]
    for start in range(len(words) - TOGETHER + 1):
        yield tuple(words[start : start + TOGETHER])
