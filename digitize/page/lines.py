"""The printed box lines, as they should be and as they are seen, in strips that can be compared."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import LINE_MM, Box, Layout

PX_MM: Final = 5.0
"""Pixels a millimetre in which lines are looked for: a line of 0.28 mm is then 1.4 pixels wide."""
STRIP_MM: Final = 6.0
"""A line is averaged over strips this wide: writing that crosses it weighs little, and a curled page
moves it by less than its own width."""
RIDGE_MM: Final = 0.4
"""What is as dark this far to both sides is no line."""
DARKEST: Final = 0.45
"""Lines are printed light; darker things (ink, words) count no more than a line can."""

_FINE_BITS: Final = 4
_FINE: Final = 1 << _FINE_BITS
"""OpenCV draws to sixteenths of a pixel."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """Line strength along the page, averaged across strips.

    `level` (height, strips) answers horizontal lines: one column a strip, `PX_MM` rows a millimetre.
    `upright` (width, strips) answers vertical lines in the same way.
    """

    level: Floats
    upright: Floats


def boxes_of(layout: Layout) -> tuple[Box, ...]:
    """Every printed outline of a form."""
    return (*(box for field in layout.fields for box in field.boxes), *layout.areas)


@functools.lru_cache(maxsize=8)
def expected_strips(layout: Layout, strip_mm: float = STRIP_MM) -> Strips:
    """The strips of a form that lies exactly where it should."""
    return strips(*expected(layout), strip_mm)


def expected(layout: Layout) -> tuple[Floats, Floats]:
    """Two pictures of the form at `PX_MM`: its horizontal lines and its vertical lines, 1 on 0."""
    level, upright = _drawn(layout, ((0, 1), (3, 2))), _drawn(layout, ((0, 3), (1, 2)))
    blur = max(0.5, LINE_MM * PX_MM / 2)
    return (
        np.asarray(cv2.GaussianBlur(level, (0, 0), sigmaX=0.3, sigmaY=blur), np.float32),
        np.asarray(cv2.GaussianBlur(upright, (0, 0), sigmaX=blur, sigmaY=0.3), np.float32),
    )


def _drawn(layout: Layout, sides: tuple[tuple[int, int], ...]) -> Floats:
    """The given sides (pairs of corners) of all boxes, one pixel wide."""
    canvas = np.zeros((round(layout.page[1] * PX_MM), round(layout.page[0] * PX_MM)), np.uint8)
    for box in boxes_of(layout):
        corners = [
            (round((x * PX_MM - 0.5) * _FINE), round((y * PX_MM - 0.5) * _FINE))
            for x, y in box.corners
        ]
        for start, end in sides:
            cv2.line(canvas, corners[start], corners[end], 255, 1, cv2.LINE_AA, _FINE_BITS)
    return np.asarray(canvas / 255.0, np.float32)


def ridges(dark: Floats) -> tuple[Floats, Floats]:
    """How much each point is a horizontal line and how much a vertical one (same shape as `dark`)."""
    step = round(RIDGE_MM * PX_MM)
    dark = np.minimum(dark, np.float32(DARKEST))
    level, upright = np.zeros_like(dark), np.zeros_like(dark)
    level[step:-step] = dark[step:-step] - np.maximum(dark[: -2 * step], dark[2 * step :])
    upright[:, step:-step] = dark[:, step:-step] - np.maximum(
        dark[:, : -2 * step], dark[:, 2 * step :]
    )
    return np.maximum(level, 0.0), np.maximum(upright, 0.0)


def strips(level: Floats, upright: Floats, strip_mm: float = STRIP_MM) -> Strips:
    """Average line pictures across strips."""
    height, width = level.shape
    across, down = round(width / PX_MM / strip_mm), round(height / PX_MM / strip_mm)
    return Strips(
        np.asarray(cv2.resize(level, (across, height), interpolation=cv2.INTER_AREA), np.float32),
        np.asarray(
            cv2.resize(upright, (width, down), interpolation=cv2.INTER_AREA).T.copy(), np.float32
        ),
    )
