"""The printed box lines, as they should be and as they are seen, in strips that can be compared."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import LINE_MM, Box, Layout
from fairdeal.digitize.page.surface import Surface

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

Floats32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """Line strength along the page, averaged across strips.

    `level` (height, strips) answers horizontal lines: one column a strip, `PX_MM` rows a millimetre.
    `upright` (width, strips) answers vertical lines in the same way.
    """

    level: Floats32
    upright: Floats32


def boxes_of(layout: Layout) -> tuple[Box, ...]:
    """Every printed outline of a form."""
    return (*(box for field in layout.fields for box in field.boxes), *layout.areas)


@functools.lru_cache(maxsize=8)
def expected_strips(layout: Layout, strip_mm: float = STRIP_MM) -> Strips:
    """The strips of a form that lies exactly where it should."""
    return strips(*expected(layout), strip_mm)


def expected(layout: Layout) -> tuple[Floats32, Floats32]:
    """Two pictures of the form at `PX_MM`: its horizontal lines and its vertical lines, 1 on 0."""
    level, upright = _drawn(layout, ((0, 1), (3, 2))), _drawn(layout, ((0, 3), (1, 2)))
    blur = max(0.5, LINE_MM * PX_MM / 2)
    return (
        np.asarray(cv2.GaussianBlur(level, (0, 0), sigmaX=0.3, sigmaY=blur), np.float32),
        np.asarray(cv2.GaussianBlur(upright, (0, 0), sigmaX=blur, sigmaY=0.3), np.float32),
    )


def _drawn(layout: Layout, sides: tuple[tuple[int, int], ...]) -> Floats32:
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


def ridges(dark: Floats32) -> tuple[Floats32, Floats32]:
    """How much each point is a horizontal line and how much a vertical one (same shape as `dark`)."""
    step = round(RIDGE_MM * PX_MM)
    dark = np.minimum(dark, np.float32(DARKEST))
    level, upright = np.zeros_like(dark), np.zeros_like(dark)
    level[step:-step] = dark[step:-step] - np.maximum(dark[: -2 * step], dark[2 * step :])
    upright[:, step:-step] = dark[:, step:-step] - np.maximum(
        dark[:, : -2 * step], dark[:, 2 * step :]
    )
    return np.maximum(level, 0.0), np.maximum(upright, 0.0)


def strips(level: Floats32, upright: Floats32, strip_mm: float = STRIP_MM) -> Strips:
    """Average line pictures across strips."""
    height, width = level.shape
    across, down = round(width / PX_MM / strip_mm), round(height / PX_MM / strip_mm)
    return Strips(
        np.asarray(cv2.resize(level, (across, height), interpolation=cv2.INTER_AREA), np.float32),
        np.asarray(
            cv2.resize(upright, (width, down), interpolation=cv2.INTER_AREA).T.copy(), np.float32
        ),
    )


Floats = NDArray[np.float64]

BLOCK_MM: Final = 8.0
"""Distance of blocks along a strip."""
HALF_MM: Final = 13.0
"""A block reaches this far to both sides: it holds two rows of boxes or more."""
REACH_MM: Final = 1.8
"""How far off a block may lie from where the surface foretells it; boxes of two rows stand 1.85 mm
apart, and a paper that bends more in one step of 8 mm is crumpled."""
LEAST_MATCH: Final = 0.5
"""Correlation from which a measurement counts. Lines seen well give 0.8 to 0.95, writing or print in
their stead under 0.4."""
LEAST_PATTERN: Final = 0.02
"""Mean strength of the expected lines under which a block is too empty to be measured."""
LINE_HALF_MM: Final = 1.0
LINE_REACH_MM: Final = 0.7
"""In the last step single lines are looked for so near to where the blocks have put them that the next
line, 1.85 mm away, is out of sight."""
CLEAR_LINE: Final = 0.3
"""Strength of an expected line that fills a third of its strip's width."""
TIE_WEIGHT: Final = 3
"""A marker's corner counts as much as this many blocks."""


@dataclass(frozen=True, slots=True, eq=False)
class Ties:
    """Places of the page whose displacement is known beforehand: points and shifts (n, 2) in mm."""

    points: Floats
    shifts: Floats


@dataclass(slots=True, eq=False)
class Axis:
    """Blocks of one direction of lines: their centres, what to expect and what was measured."""

    along: int
    half: int
    reach: int
    centres: Floats
    strip: NDArray[np.int64]
    start: NDArray[np.int64]
    pattern: Floats
    seen: NDArray[np.float32]
    shift: Floats
    known: NDArray[np.bool_]
    waiting: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """All that was measured on a page, kept so that more can be laid beside it. `dark` is the page squared
    up by its markers alone, as `register` was given it."""

    layout: Layout
    dark: NDArray[np.float32]
    blocks: list[Axis]
    singles: list[Axis]
    ties: Ties


def measure_all(axes: list[Axis], surface: Surface) -> None:
    """Measure all blocks anew around where a surface foretells them."""
    for axis in axes:
        measure(axis, surface, np.ones(len(axis.centres), bool))


def blocks_of(along: int, wanted: NDArray[np.float32], found: NDArray[np.float32]) -> Axis:
    """Blocks every `BLOCK_MM` along every strip that has lines in it. `along` 1: y, 0: x."""
    every = round(BLOCK_MM * PX_MM)
    start, strip = np.meshgrid(
        np.arange(every // 2, wanted.shape[0], every), np.arange(wanted.shape[1]), indexing="ij"
    )
    reach = (round(HALF_MM * PX_MM), round(REACH_MM * PX_MM))
    return _axis(along, wanted, found, (start.ravel(), strip.ravel()), reach)


def single_lines(
    along: int,
    wanted: NDArray[np.float32],
    found: NDArray[np.float32],
    strip_mm: float = STRIP_MM,
    sizes: tuple[float, float] = (LINE_HALF_MM, LINE_REACH_MM),
) -> Axis:
    """A block for every line in every strip: where the expected strength is greatest. `sizes` are how far
    a block reaches to both sides and how far off it is looked for, in mm."""
    inner = wanted[1:-1]
    peak = (inner > CLEAR_LINE) & (inner >= wanted[:-2]) & (inner > wanted[2:])
    start, strip = np.nonzero(peak)
    half, reach_mm = sizes
    reach = (round(half * PX_MM), round(reach_mm * PX_MM))
    return _axis(along, wanted, found, (start + 1, strip), reach, strip_mm)


def _axis(
    along: int,
    wanted: NDArray[np.float32],
    found: NDArray[np.float32],
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    reach: tuple[int, int],
    strip_mm: float = STRIP_MM,
) -> Axis:
    """Blocks at the given places (pixels along, strip), those without lines left out."""
    start, strip = places
    index = start[:, None] + np.arange(-reach[0], reach[0] + 1)
    inside = (index >= 0) & (index < wanted.shape[0])
    pattern = np.where(inside, wanted[np.clip(index, 0, len(wanted) - 1), strip[:, None]], 0.0)
    use = pattern.mean(1) > LEAST_PATTERN
    centres = np.stack([(strip + 0.5) * strip_mm, (start + 0.5) / PX_MM], 1)[use]
    count = int(use.sum())
    return Axis(
        along,
        *reach,
        np.asarray(centres if along == 1 else centres[:, ::-1], np.float64),
        strip[use],
        start[use],
        pattern[use].astype(np.float64),
        found,
        np.zeros(count),
        np.zeros(count, bool),
        np.ones(count, bool),
    )


def measure(axis: Axis, surface: Surface, which: NDArray[np.bool_]) -> None:
    """Slide the pattern of each chosen block over what is seen around its foretold place."""
    chosen = np.flatnonzero(which)
    if not len(chosen):
        return
    half, reach = axis.half, axis.reach
    window = np.arange(-half - reach, half + reach + 1)
    position = axis.start[chosen, None] + window
    # The lines are looked for where the surface foretells each of them, not the block as a whole:
    # a page that is tilted or stretched within the block would blur the match.
    centres = axis.centres[chosen]
    points = np.repeat(centres[:, None], len(window), axis=1)
    points[:, :, axis.along] = (position + 0.5) / PX_MM
    foretold = surface.along(points.reshape(-1, 2), axis.along).reshape(position.shape)
    profile = _sampled(axis.seen, position + foretold * PX_MM, axis.strip[chosen])
    scores = _correlate(axis.pattern[chosen], profile, reach)
    best = scores.argmax(1)
    rows = np.arange(len(chosen))
    inner = np.clip(best, 1, scores.shape[1] - 2)
    left, middle, right = (scores[rows, inner + step] for step in (-1, 0, 1))
    bend = left - 2 * middle + right
    offset = np.where(np.abs(bend) > 1e-9, 0.5 * (left - right) / np.where(bend == 0, 1, bend), 0.0)
    shift = (inner + np.clip(offset, -1, 1) - reach) / PX_MM
    at_centre = foretold[:, half + reach]
    axis.shift[chosen] = shift + at_centre
    axis.known[chosen] = (scores[rows, best] >= LEAST_MATCH) & (best == inner)
    axis.waiting[chosen] = False


def _sampled(
    seen: NDArray[np.float32], position: Floats, strip: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Line strength at fractional places along strips, 0 beyond the ends."""
    x = position.astype(np.float32)
    y = np.repeat(strip[:, None].astype(np.float32), position.shape[1], axis=1)
    return np.asarray(
        cv2.remap(seen, y, x, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0),
        np.float32,
    )


def _correlate(pattern: Floats, profile: NDArray[np.float32], reach: int) -> Floats:
    """(blocks, shifts) correlation of the pattern with the profile at each shift, means taken out."""
    width = pattern.shape[1]
    expected = pattern - pattern.mean(1, keepdims=True)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True) + 1e-9
    scores = np.empty((len(pattern), 2 * reach + 1))
    for shift in range(2 * reach + 1):
        seen = profile[:, shift : shift + width]
        spread = np.sqrt(np.maximum(seen.var(1) * width, 1e-9))
        scores[:, shift] = (expected * seen).sum(1) / spread
    return scores
