"""What a reader of whole lines makes of the ink of a field that takes free words.

A suggestion is one more thing to choose beside the picture of the ink. It changes nothing that was read.
"""

from __future__ import annotations

from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.uint8]

MARGINS: Final = (8, 20)
"""White around the ink in pixels, 10 a millimetre. With little white words read best; with more, those that
differ are often right. Chosen, like the next, on hands of the validation part."""
NARROWED: Final = 0.9
"""Width of the line beside what was written: people leave more room between letters than print does."""
INK: Final = 40
"""Grey levels below the paper from which on something is ink: what is fainter may be a shadow or a smear."""
LONGEST: Final = 80
"""Characters of a suggestion; nobody writes more on one line."""


class LineReader(Protocol):
    """Anything that reads one line of writing."""

    def read(self, line: Line) -> str:
        """The text of a grey picture of one line, dark on light; empty where it sees none."""
        ...


def suggestions(ink: Line, reader: LineReader) -> tuple[str, ...]:
    """Texts that a field's ink may hold, the likelier first; none where nothing is seen in it."""
    words = words_of(ink)
    if words is None:
        return ()
    texts = (" ".join(reader.read(framed(words, margin)).split()) for margin in MARGINS)
    return tuple(dict.fromkeys(text[:LONGEST] for text in texts if text))


def words_of(ink: Line) -> Line | None:
    """The part of the picture that holds ink, as light as white paper around it; None where there is none."""
    paper = int(np.median(ink))
    rows, columns = np.nonzero(ink < paper - INK)
    if not rows.size:
        return None
    held = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.asarray(np.minimum(held.astype(np.int16) + 255 - paper, 255), np.uint8)


def framed(words: Line, margin: int) -> Line:
    """The words with white around them, a little narrowed."""
    line = cv2.copyMakeBorder(words, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=255)
    size = (max(1, round(line.shape[1] * NARROWED)), line.shape[0])
    return np.asarray(cv2.resize(line, size, interpolation=cv2.INTER_AREA), np.uint8)
