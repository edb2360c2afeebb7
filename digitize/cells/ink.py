"""Ink without the printed lines: how dark each point of the page is by a person's hand.

Box lines are printed in a colour that is dark in green and blue and nearly white in red, so that what
crosses them can be seen in the red alone. Where a page has no colour, what a line adds is measured
and taken away, and strokes that it cut are joined again.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import LINE_MM, Box, Layout
from fairdeal.digitize.page.lines import boxes_of
from fairdeal.digitize.page.shape.rectify import PX_MM

Plane = NDArray[np.uint8]

BAND_MM: Final = LINE_MM / 2 + 0.26
"""Half the width of the band in which a line may lie: half its own width, and what registration (0.1)
and blur (0.15) leave uncertain."""
JOIN_MM: Final = 0.9
"""A stroke goes on across a line where there is ink this far to both sides."""
STILL_SHARE: Final = 0.25
"""... and where at least this share of it still shows in the line itself."""
USUAL_LINE: Final = 60.0
"""Percentile of the darkness in the bands that is the line's own: most of every line is free of ink."""
LINE_SPREAD: Final = 1.4
"""A line's core is darker than its usual point by less than this factor."""
PAPER_STEP: Final = 7
"""Every seventh pixel of the boxes' insides tells the paper's level and grain well enough."""


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """`dark` (height, width): grey levels that ink is darker than the paper, lines taken out.

    `line_colour` is the darkness in the colours that lines are printed in, ink and lines together.
    `grain` is the standard deviation of bare paper in grey levels.
    """

    dark: Plane
    line_colour: Plane
    grain: float


def find_ink(image: NDArray[np.uint8], layout: Layout) -> Ink:
    """The ink of a squared-up page (blue, green, red; `PX_MM` pixels a millimetre)."""
    level_bands, upright_bands, inside = _bands(layout)
    bands = cv2.bitwise_or(level_bands, upright_bands)
    dark_blue, _ = _below_paper(_colour(image, 0), inside)
    dark_green, green_grain = _below_paper(_colour(image, 1), inside)
    dark_red, grain = _below_paper(_colour(image, 2), inside)
    half = cv2.addWeighted(dark_blue, 0.5, dark_green, 0.5, 0)
    del dark_blue
    in_bands = bands > 0
    # Red ink is light in the red; it is darker in the green than any line.
    red_ink = _without(dark_green, _line_level(dark_green, in_bands, green_grain))
    del dark_green
    dark = _greater(dark_red, red_ink)
    crossing = _without(dark_red, _line_level(dark_red, in_bands, grain))
    crossing = _greater(crossing, red_ink)
    for band, across in ((level_bands, (0, 1)), (upright_bands, (1, 0))):
        crossing = _greater(crossing, _joined(dark, crossing, band, across))
    cv2.copyTo(crossing, bands, dark)
    return Ink(np.asarray(dark, np.uint8), np.asarray(half, np.uint8), max(grain, green_grain))


def _colour(image: Plane, channel: int) -> Plane:
    return np.asarray(cv2.extractChannel(image, channel), np.uint8)


def _greater(first: Plane, second: Plane) -> Plane:
    return np.asarray(cv2.max(first, second), np.uint8)


def _line_level(plane: Plane, bands: NDArray[np.bool_], grain: float) -> float:
    """The most that a printed line alone darkens a plane, in grey levels."""
    return LINE_SPREAD * float(np.percentile(plane[bands][::5], USUAL_LINE)) + grain


def _without(plane: Plane, level: float) -> Plane:
    lines = np.uint8(min(255, round(level)))
    return np.maximum(plane, lines) - lines


def _below_paper(plane: Plane, inside: Plane) -> tuple[Plane, float]:
    """Darkness of a plane beside its bare paper, and the grain of the paper."""
    sample = plane[::PAPER_STEP, ::PAPER_STEP][inside[::PAPER_STEP, ::PAPER_STEP] > 0]
    level = float(np.median(sample))
    # Ink lies below the paper; the lighter side alone tells the grain.
    above = sample[sample >= level].astype(np.float64) - level
    grain = float(1.4826 * np.median(above)) if len(above) else 0.0
    paper = np.uint8(round(level))
    return paper - np.minimum(plane, paper), grain


def _joined(dark: Plane, crossing: Plane, band: Plane, across: tuple[int, int]) -> Plane:
    """What strokes that cross a band would have in it, were they not hidden by the line."""
    reach = round(JOIN_MM * PX_MM / 2) * 2
    size = (reach + 1, 3) if across == (1, 0) else (3, reach + 1)
    free = cv2.bitwise_and(dark, cv2.bitwise_not(band))
    # Ink on both sides of the band within reach: the smaller of the two one-sided greatest values.
    kernel = np.ones((size[1], size[0]), np.uint8)
    before = cv2.dilate(
        free, kernel, anchor=(size[0] - 1, 1) if across == (1, 0) else (1, size[1] - 1)
    )
    after = cv2.dilate(free, kernel, anchor=(0, 1) if across == (1, 0) else (1, 0))
    both = cv2.min(before, after)
    still = cv2.compare(crossing, cv2.convertScaleAbs(both, alpha=STILL_SHARE), cv2.CMP_GT)
    return np.asarray(cv2.bitwise_and(cv2.bitwise_and(both, still), band), np.uint8)


@functools.lru_cache(maxsize=8)
def _bands(layout: Layout) -> tuple[Plane, Plane, Plane]:
    """Masks of a form: bands of horizontal lines, of vertical lines, and the insides of the boxes."""
    size = (round(layout.page[1] * PX_MM), round(layout.page[0] * PX_MM))
    level, upright, inside = (np.zeros(size, np.uint8) for _ in range(3))
    for box in boxes_of(layout):
        right, below = box.x + box.width, box.y + box.height
        for y in (box.y, below):
            level[rows(y - BAND_MM, y + BAND_MM), rows(box.x - BAND_MM, right + BAND_MM)] = 255
        for x in (box.x, right):
            upright[rows(box.y - BAND_MM, below + BAND_MM), rows(x - BAND_MM, x + BAND_MM)] = 255
        inside[window(box, -2 * BAND_MM)] = 255
    return level, upright, inside


def rows(start: float, end: float) -> slice:
    """Pixels of the squared-up page between two places in mm."""
    return slice(max(0, round(start * PX_MM)), max(0, round(end * PX_MM)))


def window(box: Box, margin: float = 0.0) -> tuple[slice, slice]:
    """Rows and columns of a box of the squared-up page, with a margin in mm around it."""
    return (
        rows(box.y - margin, box.y + box.height + margin),
        rows(box.x - margin, box.x + box.width + margin),
    )
