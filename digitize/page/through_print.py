"""Whether an outline runs through print: then it is a fold of the paper, not its edge.

A sheet that was folded faces the lamp with each part in its own way, and the net of the sheet may see another
sheet in the darker one. Lines of print that go on beyond an outline are on one paper with those within it.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

FINE: Final = 1200
"""Pixels of the longer side of the picture in which print is looked for."""
INK: Final = 0.8
"""A point is ink that is so much darker than the paper around it ..."""
AROUND_PX: Final = 15
BESIDE_PX: Final = ((3, 14), (15, 40))
"""Print stands on both sides of an outline, near to it and further away: of what lies beneath a sheet the
nearer part alone may be within an outline that was seen a little off, ..."""
HIGH_PX: Final = (5, 30)
"""... in lines that are so high ..."""
LINES: Final = 4
"""... and so many, as the hands of a deal. Outlines of 171 sheets had one at most, two of a ring binder two
and three; two folds had four."""
GAP_PX: Final = 3
SPARSE: Final = 0.4
"""Beyond the outline print covers no more of its length; a dark table, or its pattern, does."""


def through_print(image: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of the four sides of an outline (corners in pixels of the picture) run through lines of print."""
    share = min(1.0, FINE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    paper = cv2.dilate(grey, np.ones((AROUND_PX, AROUND_PX), np.uint8))
    ink = (grey < INK * paper).astype(np.uint8)
    places = (corners + 0.5) * share - 0.5
    sides = zip(places, np.roll(places, -1, axis=0), strict=True)
    return np.array([_lines_through(ink, *side) >= LINES for side in sides], np.bool_)


def _lines_through(
    ink: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64]
) -> int:
    """How many lines of print stand on both sides of a line."""
    length = float(np.linalg.norm(end - start))
    way = (end - start) / max(length, 1e-6)
    out = np.array((way[1], -way[0]))
    along = np.arange(0, int(length))[:, None, None]

    def seen(side: int, near: int, far: int) -> NDArray[np.bool_]:
        reach = side * np.arange(near, far + 1)[None, :, None]
        x, y = np.moveaxis((start + along * way + reach * out).astype(np.float32), -1, 0)
        return np.asarray(cv2.remap(ink, x, y, cv2.INTER_NEAREST).any(1), np.bool_)

    if not int(length):
        return 0
    bands = [seen(side, *band) for side in (1, -1) for band in BESIDE_PX]
    if bands[0].mean() > SPARSE:
        return 0
    both = np.all(bands, axis=0).astype(np.uint8)
    closed = cv2.morphologyEx(both, cv2.MORPH_CLOSE, np.ones((2 * GAP_PX + 1, 1), np.uint8)).ravel()
    edges = np.flatnonzero(np.diff(np.concatenate([[0], closed, [0]])))
    high = edges[1::2] - edges[::2]
    return int(((high >= HIGH_PX[0]) & (high <= HIGH_PX[1])).sum())
