"""The shapes that the characters of a page are drawn in: those that look the same have one number.

A program draws a letter of a font alike wherever it stands, so what was read of a shape once holds for all of
its characters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.words import Box

ALIKE: Final = 0.22
"""Two drawings of one letter differ by less at any point, as a share of their darkness, in 8 of 10 cases,
and of 12 points always; different letters of 6 points by 0.25, of 7 points by 0.35 or more. Two shapes where
there is one cost time alone."""
SOFT_PX: Final = 1.0
"""The grey edges of a letter depend on where between two pixels it stands: this evens them out."""
MOST: Final = 600
"""Shapes of a page: a full one of four fonts has 250. With more it was not set in type."""
MOST_COMPARED: Final = 300_000
"""Drawings that are compared with each other, in a second or two; a page of 6,000 letters needs 60,000."""
_GRID: Final = 4
"""Letters are first compared by so many squares a side."""

Shape = NDArray[np.float32]


def shapes_of(grey: NDArray[np.uint8], boxes: Sequence[Box]) -> list[int] | None:
    """The number of the shape that is drawn in each box of a page; None where there are too many."""
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), SOFT_PX), np.uint8)
    known = _Known()
    found: list[int] = []
    for box in boxes:
        found.append(known.number(_drawn(soft, box)))
        if known.count > MOST or known.compared > MOST_COMPARED:
            return None
    return found


def _drawn(soft: NDArray[np.uint8], box: Box) -> Shape:
    """What stands in a box, from 0 to 1, wherever between two pixels it begins."""
    left, top, right, bottom = box
    width, height = (max(1, round(side)) for side in (right - left, bottom - top))
    middle = left + (width - 1) / 2, top + (height - 1) / 2
    part = cv2.getRectSubPix(soft, (width, height), middle).astype(np.float32)
    part -= part.min()
    return np.asarray(part / max(float(part.max()), 1.0), np.float32)


class _Known:
    """The shapes of a page so far, by their size."""

    def __init__(self) -> None:
        self.count = 0
        self.compared = 0
        self._of_size: dict[tuple[int, ...], list[tuple[int, Shape]]] = defaultdict(list)
        self._squares: dict[tuple[int, ...], Shape] = {}

    def number(self, drawn: Shape) -> int:
        """That of the first shape that it is like, else one of its own."""
        squares = _squares(drawn)
        height, width = drawn.shape
        for size in [(height + y, width + x) for y in (0, -1, 1) for x in (0, -1, 1)]:
            for number, other in self._perhaps(size, squares):
                self.compared += 1
                if _alike(drawn, other):
                    return number
        self.count += 1
        self._of_size[drawn.shape].append((self.count, drawn))
        others = self._squares.get(drawn.shape, squares[:0])
        self._squares[drawn.shape] = np.concatenate([others, squares])
        return self.count

    def _perhaps(self, size: tuple[int, ...], squares: Shape) -> Iterator[tuple[int, Shape]]:
        """The shapes of a size that are like it from far away."""
        if size in self._squares:
            near = np.abs(self._squares[size] - squares).max(1) < ALIKE
            yield from (self._of_size[size][at] for at in np.flatnonzero(near))


def _squares(drawn: Shape) -> Shape:
    """The means over the squares of a grid (1, squares)."""
    squares = cv2.resize(drawn, (_GRID, _GRID), interpolation=cv2.INTER_AREA)
    return np.asarray(squares, np.float32).reshape(1, -1)


def _alike(one: Shape, other: Shape) -> bool:
    rows, columns = np.minimum(one.shape, other.shape)
    return bool(np.abs(one[:rows, :columns] - other[:rows, :columns]).max() < ALIKE)
