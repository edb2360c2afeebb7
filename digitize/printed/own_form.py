"""One of our own forms by the words printed on it, where its black marks are not in the picture.

Such a photo cannot be read: without its marks nobody knows which box is which. But whoever took it is
told what is missing, and not to teach the program a sheet that it knows.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import FORMS, Layout, load
from fairdeal.digitize.page.light import even_light
from fairdeal.digitize.printed.letters import count_letters, only_letters
from fairdeal.digitize.printed.straighten import NOMINAL_PX_MM, PAGE_PX, level, resized
from fairdeal.digitize.printed.tesseract import SCATTERED, Word
from fairdeal.digitize.printed.ways_up import words_of
from fairdeal.digitize.trouble import ReadError

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

Run = tuple[str, ...]


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


def form_of(words: Iterable[Word]) -> Layout | None:
    """The form of ours on which most of these words stand together, None where it is no form's."""
    seen: set[Run] = set()
    for _, line in groupby(words, key=lambda word: word.line):
        seen.update(_runs(" ".join(word.text for word in line)))
    best = max(FORMS, key=lambda form: len(seen & _printed(form)))
    return load(best) if len(seen & _printed(best)) >= LEAST_SEEN else None


@functools.cache
def _printed(form: str) -> frozenset[Run]:
    """The runs of words in what is printed on a form."""
    return frozenset(run for label in load(form).labels for run in _runs(label.text))


def _runs(text: str) -> Iterator[Run]:
    words = [plain for word in text.split() if (plain := _NO_LETTER.sub("", word).casefold())]
    for start in range(len(words) - TOGETHER + 1):
        yield tuple(words[start : start + TOGETHER])
