"""The same ink leaning a little more to either side.

A net is too sure of hands unlike those it learned from: leaning the ink and reading again shows which
beliefs stand and which fall. On validation hands the mean of three views (as written, leaning left, leaning
right) sorted right readings from wrong far better than the first view alone.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.reader.normalise import MAX_WIDTH

LEANS: Final = (0.12, -0.12)
"""Columns to the side a row down: about seven degrees."""


def leaning(ink: NDArray[np.uint8], lean: float) -> NDArray[np.uint8]:
    """A normalised box sheared by `lean`, wide enough to keep all of its ink."""
    height, width = ink.shape
    more = abs(lean) * height
    first = (more - lean * height) / 2
    matrix = np.array([[1.0, lean, first], [0.0, 1.0, 0.0]], np.float32)
    size = (min(width + round(more), MAX_WIDTH), height)
    return np.asarray(cv2.warpAffine(ink, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
