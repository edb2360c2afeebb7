"""The piece of paper that a cell is cut from, and how a glyph comes to stand on it."""

from __future__ import annotations

import math
import random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.training.cells.paper import Grey
from fairdeal.digitize.training.glyphs.hands import Glyph, Points

DENSITY: Final = 10.0
"""Pixels a millimetre of the squared-up page."""


class Sheet:
    """The piece of paper a cell is cut from: a mask of ink with the box's margin round it."""

    def __init__(self, rng: random.Random, width: float, height: float) -> None:
        self.margin = round(rng.uniform(0, 10))
        shape = (
            round(height * DENSITY) + 2 * self.margin,
            round(width * DENSITY) + 2 * self.margin,
        )
        self.mask: Grey = np.zeros(shape, np.uint8)
        self.pen = rng.choice((2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 10))
        self.shade = 255

    def ink(self, strokes: list[Points], glyph: Glyph | None = None) -> None:
        """Put strokes on the paper; a photographed glyph's image is laid between its corners."""
        if glyph is not None and glyph.image is not None:
            lay(self.mask, glyph.image, strokes[0])
        else:
            filled = glyph is not None and glyph.filled
            pour(self.mask, strokes, filled, self.pen, self.shade)

    def widen(self, more: int) -> None:
        self.mask = np.pad(self.mask, ((0, 0), (0, more)))

    def moved(self, more: int) -> int:
        """Shift all ink to the right within the widened sheet."""
        self.mask = np.ascontiguousarray(np.roll(self.mask, more, axis=1))
        return more


def pour(mask: Grey, strokes: list[Points], filled: bool, pen: int, shade: int) -> None:
    points: list[NDArray[np.int32]] = [np.rint(s * 16).astype(np.int32) for s in strokes]
    if filled:
        cv2.fillPoly(mask, points, shade, cv2.LINE_AA, 4)
    else:
        cv2.polylines(mask, points, False, shade, pen, cv2.LINE_AA, 4)


def lay(mask: Grey, image: Grey, corners: Points) -> None:
    h, w = image.shape
    source = np.array([[0, 0], [w, 0], [0, h]], np.float32)
    matrix = cv2.getAffineTransform(source, corners[[0, 1, 3]].astype(np.float32))
    size = (mask.shape[1], mask.shape[0])
    np.maximum(mask, cv2.warpAffine(image, matrix, size, flags=cv2.INTER_CUBIC), out=mask)


def bend(
    rng: random.Random, glyph: Glyph, size: float, slant: float, shake: float = 1.0
) -> list[Points]:
    """Pixels of a glyph: sized, slanted, turned a little, and bent as no two writings are alike.

    `shake` is how much of that is done: all to learn from, little to measure with, for then the
    hand's own shapes count.
    """
    turn = rng.gauss(0, 0.07) * shake
    # Wide enough for hands not met: some write half as wide as others, and lean as much again.
    spread = shake * shake
    wide, high = math.exp(rng.gauss(0, 0.1 + 0.06 * spread) * shake), rng.gauss(1.0, 0.05 * shake)
    slant += rng.gauss(0, 0.1) * spread
    matrix = size * np.array([[wide, turn], [-turn - slant, high]], np.float32)
    dx, dy = rng.gauss(0, 0.028) * size * shake, rng.gauss(0, 0.028) * size * shake
    fx, fy = rng.uniform(3, 8) / size, rng.uniform(3, 8) / size
    px, py = rng.random() * 6.3, rng.random() * 6.3
    bent = []
    for stroke in glyph.strokes:
        p = stroke @ matrix
        q = p.copy()
        q[:, 0] += dx * np.sin(fy * p[:, 1] + py)
        q[:, 1] += dy * np.sin(fx * p[:, 0] + px)
        if len(glyph.strokes) > 1 and not glyph.filled:
            q += np.array([rng.gauss(0, 0.012), rng.gauss(0, 0.012)], np.float32) * size * shake
        bent.append(q)
    return bent


def shift(strokes: list[Points], x: float, y: float) -> list[Points]:
    return [s + np.array([x, y], np.float32) for s in strokes]


def extent(strokes: list[Points]) -> tuple[float, float, float, float]:
    every = np.concatenate(strokes)
    low, high = every.min(0), every.max(0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
