"""The same ink a little wider: a second look at what the first was not sure of.

A net is too sure of hands unlike those it learned from. Changing the ink a little, as another hand might
have written it, and reading again shows which beliefs stand and which fall. On validation hands the
mean of this view and the first sorted right readings from wrong far better than the first alone;
leaning, narrower, stronger and fainter ink added nothing to it.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.normalise import MAX_WIDTH, PAD

WIDER: Final = 1.15


def widened(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A normalised box with its ink `WIDER` times as wide, as far as the net's width has room."""
    height, width = ink.shape
    size = min(round(width * WIDER), MAX_WIDTH)
    wide = size / width
    matrix = np.array([[wide, 0.0, PAD * (1 - wide) / 2], [0.0, 1.0, 0.0]], np.float32)
    return np.asarray(cv2.warpAffine(ink, matrix, (size, height), flags=cv2.INTER_LINEAR), np.uint8)
