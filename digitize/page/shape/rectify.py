"""The page squared up: drawn anew from the photo, 10 pixels a millimetre, bends taken out."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.shape.pose import Homography, apply
from fairdeal.digitize.page.shape.surface import Surface

PX_MM: Final = 10.0
"""Pixels a millimetre of the squared-up page: a pen's stroke of 0.4 mm is four pixels wide."""
_COARSE: Final = 8
"""The way back to the photo is worked out for every eighth pixel and drawn straight between."""
_STRIP: Final = 8
"""Rows of such blocks that are drawn at a time: the way back of a whole page takes 50 MB, and leaves the
processor's cache before it is used."""
_NO_SECOND_MAP: Final = np.empty(0, np.float32)
"""Both coordinates stand in the first map. Taking it apart and into fixed point first, as OpenCV does by
itself strip by strip, gives the same pixels and takes three times as long."""

Floats = NDArray[np.float64]


def to_photo(homography: Homography, surface: Surface, points: Floats) -> Floats:
    """Pixels of the photo for places (n, 2) in mm on the printed page."""
    return apply(homography, points + surface.at(points))


def flatten(
    image: NDArray[np.uint8],
    homography: Homography,
    size_mm: tuple[float, float],
    px_mm: float,
    surface: Surface | None = None,
) -> NDArray[np.uint8]:
    """The page drawn anew: `image` grey or colour, the answer `px_mm` pixels a millimetre.

    Pixel (column, row) shows the place ((column + 0.5) / px_mm, (row + 0.5) / px_mm) of the page;
    what lies outside the photo is white.
    """
    width, height = round(size_mm[0] * px_mm), round(size_mm[1] * px_mm)
    columns, rows = -(-width // _COARSE), -(-height // _COARSE)
    # The centre of a block of eight pixels, to which cv2.resize goes back.
    x = (np.arange(columns) + 0.5) * _COARSE / px_mm
    y = (np.arange(rows) + 0.5) * _COARSE / px_mm
    places = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    bend = surface.at(places) if surface is not None else 0.0
    source = apply(homography, places + bend).reshape(rows, columns, 2).astype(np.float32)
    drawn = np.empty((height, width, *image.shape[2:]), np.uint8)
    for first in range(0, rows, _STRIP):
        part = drawn[first * _COARSE : (first + _STRIP) * _COARSE]
        cv2.remap(
            image,
            _way_back(source, first)[: len(part), :width],
            _NO_SECOND_MAP,
            cv2.INTER_LINEAR,
            dst=part,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(255, 255, 255),
        )
    return drawn


def _way_back(source: NDArray[np.float32], first: int) -> NDArray[np.float32]:
    """Pixels of the photo for every pixel of the strip that begins with the block row `first`."""
    above = max(0, first - 1)
    # With the block rows beside the strip, between which and its own it is drawn straight.
    near = source[above : first + _STRIP + 1]
    size = (near.shape[1] * _COARSE, near.shape[0] * _COARSE)
    fine = cv2.resize(near, size, interpolation=cv2.INTER_LINEAR)
    start = (first - above) * _COARSE
    return np.asarray(fine[start : start + _STRIP * _COARSE], np.float32)
