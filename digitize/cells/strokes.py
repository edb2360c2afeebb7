"""Whose stroke it is: connected strokes of the whole page, and the boxes that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.cells.ink import Ink, Plane, window
from fairdeal.digitize.forms.layout import Box
from fairdeal.digitize.page.shape.rectify import PX_MM

FAINTEST: Final = 13.0
"""Grey levels (of 235) from which a point may be ink: a faint pencil has 25 to 40."""
FAINT_GRAINS: Final = 3.5
"""... and by this many standard deviations of the smoothed paper grain."""
SMOOTHED: Final = 0.45
"""What smoothing over 3 x 3 pixels leaves of the grain of a photo, whose neighbours are alike."""
SURE: Final = 24.0
SURE_GRAINS: Final = 6.0
"""A stroke has a core at least this dark; paper grain, specks and shadows do not."""
WIDEST_MM: Final = 2.1
"""No stroke of a pen is wider than this; what is wider is shade, unless it is very dark."""
SHADE: Final = 70
"""Grey levels beyond which something wide is a scribble or a blot, not shade."""
SHORTEST_MM: Final = 1.1
"""Writing is at least this long in one direction, its soft edges counted in; a speck of dust of half a
millimetre and a pen's resting dot are not."""
LEAST_MM2: Final = 0.22
"""... and covers this much: about a millimetre of a thin pen's line."""
INSET_MM: Final = 0.45
"""A box's lines and what is left of them lie outside of its inner part."""
OWN_SHARE: Final = 0.3
"""A stroke belongs to a box that holds this share of it, compared with the box that holds most."""
DEEP_SHARE: Final = 0.6
"""A stroke that comes in from elsewhere belongs here too where it spans this share of the box's height
or width: a line through several boxes, a large scribble. A tail reaches in by a third."""
DEEP_PART: Final = 0.2
"""... and has this share here, compared with the box that holds most of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """Connected strokes of a page. `labels` is 0 where there is none; `peak` the darkest of each, `extent`
    its left, top, right and lower edge in pixels."""

    labels: NDArray[np.int32]
    peak: NDArray[np.uint8]
    area: NDArray[np.int64]
    extent: NDArray[np.int64]


def find_strokes(ink: Ink) -> Strokes:
    """Connected areas of ink, in 8 directions."""
    smooth = _thin(np.asarray(cv2.blur(ink.dark, (3, 3)), np.uint8))
    level = max(FAINTEST, FAINT_GRAINS * SMOOTHED * ink.grain)
    mask = (smooth > level).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask, connectivity=8, ltype=cv2.CV_32S
    )
    peak = np.zeros(count, np.uint8)
    where = np.flatnonzero(mask)
    numbers = np.asarray(labels, np.int32)
    np.maximum.at(peak, numbers.ravel()[where], smooth.ravel()[where])
    found = stats.astype(np.int64)
    corners = found[:, : cv2.CC_STAT_AREA].copy()
    corners[:, 2:] += corners[:, :2]
    return Strokes(numbers, peak, found[:, cv2.CC_STAT_AREA], corners)


def _thin(dark: Plane) -> Plane:
    """What is thin or very dark: the soft shade beside a fold or at a shadow's edge is neither.

    A white top-hat, worked out at half the size.
    """
    half = cv2.resize(dark, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    size = round(WIDEST_MM * PX_MM / 2) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
    shade = cv2.morphologyEx(half, cv2.MORPH_OPEN, kernel)
    shade[shade > SHADE] = 0
    wide = cv2.resize(shade, (dark.shape[1], dark.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.subtract(dark, np.asarray(wide, np.uint8)), np.uint8)


def own_strokes(
    strokes: Strokes, boxes: Sequence[Box], grain: float
) -> list[tuple[NDArray[np.int64], bool]]:
    """For each box the numbers of its strokes, and whether they amount to writing."""
    inside = [_inside(strokes, box) for box in boxes]
    most: dict[int, int] = {}
    for numbers, areas, _ in inside:
        for number, area in zip(numbers.tolist(), areas.tolist(), strict=True):
            most[number] = max(most.get(number, 0), area)
    sure = max(SURE, SURE_GRAINS * SMOOTHED * grain)
    answer = []
    for box, (numbers, areas, spans) in zip(boxes, inside, strict=True):
        share = areas / np.array([most[number] for number in numbers.tolist()] or [1])[: len(areas)]
        outside = strokes.area[numbers] - areas
        size = np.array([box.width, box.height]) * PX_MM
        deep = (spans >= DEEP_SHARE * size).any(1) & (share >= DEEP_PART)
        own = ((share >= OWN_SHARE) & (areas >= OWN_SHARE * outside)) | deep
        written = (
            own
            & (strokes.peak[numbers] >= sure)
            & (areas >= LEAST_MM2 * PX_MM**2)
            & (spans.max(1, initial=0) >= SHORTEST_MM * PX_MM)
        )
        answer.append((numbers[own], bool(written.any())))
    return answer


def _inside(
    strokes: Strokes, box: Box
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Numbers, areas and (width, height) in pixels of what strokes have in a box's inner part."""
    part = strokes.labels[window(box, -INSET_MM)]
    ys, xs = np.nonzero(part)
    if not len(ys):
        empty = np.zeros(0, np.int64)
        return empty, empty, np.zeros((0, 2), np.int64)
    numbers, index = np.unique(part[ys, xs], return_inverse=True)
    areas = np.bincount(index)
    spans = np.stack([_span(places, index, len(numbers)) for places in (xs, ys)], 1)
    return numbers.astype(np.int64), areas.astype(np.int64), spans


def _span(places: NDArray[np.int64], index: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """From the first to the last of the places that have an index, for each of `count` indices."""
    low, high = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
    np.minimum.at(low, index, places)
    np.maximum.at(high, index, places)
    return np.asarray(high - low + 1, np.int64)
