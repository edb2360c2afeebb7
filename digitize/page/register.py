"""A page's surface, found by its printed box lines: as they should be and as they are seen, in strips
compared block by block, followed outwards from the markers, and bent sharply where the lines tell of a fold.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import LINE_MM, Layout
from fairdeal.digitize.page.surface import (
    SHARP_NODE_MM,
    STIFFNESS,
    Floats,
    NodeGrid,
    Surface,
    fit,
    fit_sharp,
)

LINE_PX_MM: Final = 5.0
"""Pixels a millimetre in which lines are looked for: a line of 0.28 mm is then 1.4 pixels wide."""
STRIP_MM: Final = 6.0
"""A line is averaged over strips this wide: writing that crosses it weighs little, and a curled page
moves it by less than its own width."""
RIDGE_MM: Final = 0.4
"""What is as dark this far to both sides is not a line."""
DARKEST: Final = 0.45
"""Lines are printed light; darker things (ink, words) count no more than a line can."""

_FINE_BITS: Final = 4
_FINE: Final = 1 << _FINE_BITS
"""OpenCV draws to sixteenths of a pixel."""

Floats32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """Line strength along the page, averaged across strips.

    `level` (height, strips) answers horizontal lines: one column a strip, `LINE_PX_MM` rows a millimetre.
    `upright` (width, strips) answers vertical lines in the same way.
    """

    level: Floats32
    upright: Floats32


@functools.lru_cache(maxsize=8)
def expected_strips(layout: Layout, strip_mm: float = STRIP_MM) -> Strips:
    """The strips of a form that lies exactly where it should."""
    return strips(*expected(layout), strip_mm)


def expected(layout: Layout) -> tuple[Floats32, Floats32]:
    """Two pictures of the form at `LINE_PX_MM`: its horizontal lines and its vertical lines, 1 on 0."""
    level, upright = _drawn(layout, ((0, 1), (3, 2))), _drawn(layout, ((0, 3), (1, 2)))
    blur = max(0.5, LINE_MM * LINE_PX_MM / 2)
    return (
        np.asarray(cv2.GaussianBlur(level, (0, 0), sigmaX=0.3, sigmaY=blur), np.float32),
        np.asarray(cv2.GaussianBlur(upright, (0, 0), sigmaX=blur, sigmaY=0.3), np.float32),
    )


def _drawn(layout: Layout, sides: tuple[tuple[int, int], ...]) -> Floats32:
    """The given sides (pairs of corners) of all boxes, one pixel wide."""
    canvas = np.zeros(
        (round(layout.page[1] * LINE_PX_MM), round(layout.page[0] * LINE_PX_MM)), np.uint8
    )
    for box in layout.boxes:
        corners = [
            (round((x * LINE_PX_MM - 0.5) * _FINE), round((y * LINE_PX_MM - 0.5) * _FINE))
            for x, y in box.corners
        ]
        for start, end in sides:
            cv2.line(canvas, corners[start], corners[end], 255, 1, cv2.LINE_AA, _FINE_BITS)
    return np.asarray(canvas / 255.0, np.float32)


def ridges(dark: Floats32) -> tuple[Floats32, Floats32]:
    """How much each point is a horizontal line and how much a vertical one (same shape as `dark`)."""
    step = round(RIDGE_MM * LINE_PX_MM)
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
    across, down = round(width / LINE_PX_MM / strip_mm), round(height / LINE_PX_MM / strip_mm)
    return Strips(
        np.asarray(cv2.resize(level, (across, height), interpolation=cv2.INTER_AREA), np.float32),
        np.asarray(
            cv2.resize(upright, (width, down), interpolation=cv2.INTER_AREA).T.copy(), np.float32
        ),
    )


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
    """Measure all blocks again around where a surface foretells them."""
    for axis in axes:
        measure(axis, surface, np.ones(len(axis.centres), bool))


def blocks_of(along: int, wanted: NDArray[np.float32], found: NDArray[np.float32]) -> Axis:
    """Blocks every `BLOCK_MM` along every strip that has lines in it. `along` 1: y, 0: x."""
    every = round(BLOCK_MM * LINE_PX_MM)
    start, strip = np.meshgrid(
        np.arange(every // 2, wanted.shape[0], every), np.arange(wanted.shape[1]), indexing="ij"
    )
    reach = (round(HALF_MM * LINE_PX_MM), round(REACH_MM * LINE_PX_MM))
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
    reach = (round(half * LINE_PX_MM), round(reach_mm * LINE_PX_MM))
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
    centres = np.stack([(strip + 0.5) * strip_mm, (start + 0.5) / LINE_PX_MM], 1)[use]
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
    points[:, :, axis.along] = (position + 0.5) / LINE_PX_MM
    foretold = surface.along(points.reshape(-1, 2), axis.along).reshape(position.shape)
    profile = _sampled(axis.seen, position + foretold * LINE_PX_MM, axis.strip[chosen])
    scores = _correlate(axis.pattern[chosen], profile)
    best = scores.argmax(1)
    rows = np.arange(len(chosen))
    inner = np.clip(best, 1, scores.shape[1] - 2)
    left, middle, right = (scores[rows, inner + step] for step in (-1, 0, 1))
    bend = left - 2 * middle + right
    offset = np.where(np.abs(bend) > 1e-9, 0.5 * (left - right) / np.where(bend == 0, 1, bend), 0.0)
    shift = (inner + np.clip(offset, -1, 1) - reach) / LINE_PX_MM
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


def _correlate(pattern: Floats, profile: NDArray[np.float32]) -> Floats:
    """(blocks, shifts) correlation of the pattern with the profile at each shift, means taken out."""
    width = pattern.shape[1]
    expected = pattern - pattern.mean(1, keepdims=True)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True) + 1e-9
    seen = np.lib.stride_tricks.sliding_window_view(profile, width, 1)
    # Sums of every window from those of all that lies before its ends.
    before = np.zeros((2, len(profile), profile.shape[1] + 1))
    np.cumsum([profile, np.square(profile)], 2, np.float64, before[:, :, 1:])
    total, squares = before[:, :, width:] - before[:, :, :-width]
    spread = np.sqrt(np.maximum(squares - total**2 / width, 1e-9))
    return np.asarray(np.einsum("nw,nsw->ns", expected, seen) / spread, np.float64)


SHARP_STRIP_MM: Final = 3.0
"""Beside a fold lines lean by up to 0.15 mm a millimetre of the page: they smear in wider strips."""
SHARP_SIZES: Final = (3.0, 1.4)
"""There a line is looked for together with those beside it (3 mm to both sides), so that of two lines 1.85 mm
apart none is mistaken for the other though they lie 1.4 mm off."""
SHARP_ROUNDS: Final = 5
"""Times that a folded page is squared up again and its lines measured, at the most: each time the lines
nearest to the fold come into sight. It ends earlier where no more lines come."""
ASTRAY_MM: Final = 0.35
"""A line further off than this, or not found, counts as so far off. Box lines stand 1.85 mm apart."""
SHARPER: Final = 0.94
"""A sharp bend is believed where lines then lie off by this share of what they did, on average: around a
true fold it is 0.8 to 0.93, in the noise of a dim picture 0.99."""
MOST_ASTRAY_MM: Final = 0.2
"""Where lines lie further off than this on average, most were not found: what a few of them tell of a fold
is as likely noise."""
STILL: Final = 0.995
"""A round that leaves more than this share brings nothing new."""
FOLD_BEND_MM: Final = 0.3
"""Second difference of a surface from which a page may be folded. Flat pages give 0.1; a page that lost
many of its lines may pass too, which costs time alone."""
_COARSE: Final = 5
"""The way back to the seen page is worked out for every fifth pixel and drawn straight between."""


def sharpened(held: Measured, surface: Surface) -> Surface:
    """The surface with sharp folds where the lines tell of them; the same one where they do not.

    The page is squared up by the last surface and its lines are measured on that: so near to a fold
    they are smeared on the page as it was seen. Of the surfaces the one is taken from which lines lie
    least far off.
    """
    bends = [np.abs(np.diff(surface.values, 2, axis=axis)).max() for axis in (0, 1)]
    if float(max(bends)) <= FOLD_BEND_MM:
        return surface
    grid = NodeGrid.over(*held.layout.page, SHARP_NODE_MM)
    axes, last, best = _seen_squared(held, surface), surface, surface
    first = least = _astray(axes)
    if first > MOST_ASTRAY_MM:
        return surface
    for _ in range(SHARP_ROUNDS):
        nodes = last.at(grid.places()).reshape(grid.rows, grid.columns, 2)
        told = {axis.along: _tied(axis, held.ties, last) for axis in axes}
        values = [fit_sharp(grid, *told[along], nodes[:, :, along]) for along in (0, 1)]
        last = Surface(grid, np.stack(values, -1))
        axes = _seen_squared(held, last)
        astray = _astray(axes)
        still = astray > least * STILL
        if astray < least:
            best, least = last, astray
        if still:
            break
    return best if is_sharp(surface) or least < first * SHARPER else surface


def is_sharp(surface: Surface) -> bool:
    """True for a surface that was bent sharply here: its nodes stand closer."""
    return surface.grid.step[0] < 1.5 * SHARP_NODE_MM


def _astray(axes: list[Axis]) -> float:
    """How far off lines lie on average, in mm."""
    off = [np.where(axis.known, np.abs(axis.shift), ASTRAY_MM) for axis in axes]
    return float(np.minimum(np.concatenate(off), ASTRAY_MM).mean())


def _seen_squared(held: Measured, surface: Surface) -> list[Axis]:
    """Every line of a page squared up by a surface, measured from its place there."""
    wanted = expected_strips(held.layout, SHARP_STRIP_MM)
    found = strips(*ridges(_bent_back(held.dark, surface)), SHARP_STRIP_MM)
    axes = [
        single_lines(1, wanted.level, found.level, SHARP_STRIP_MM, SHARP_SIZES),
        single_lines(0, wanted.upright, found.upright, SHARP_STRIP_MM, SHARP_SIZES),
    ]
    measure_all(axes, Surface.flat(surface.grid))
    return axes


def _bent_back(dark: NDArray[np.float32], surface: Surface) -> NDArray[np.float32]:
    """The picture of the page with the surface's bend taken out."""
    height, width = dark.shape
    y, x = np.mgrid[0:height:_COARSE, 0:width:_COARSE]
    places = np.stack([x + (_COARSE - 1) / 2, y + (_COARSE - 1) / 2], -1).reshape(-1, 2)
    moved = places + surface.at((places + 0.5) / LINE_PX_MM) * LINE_PX_MM
    source = moved.reshape(*x.shape, 2).astype(np.float32)
    fine = cv2.resize(source, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_LINEAR)
    fine = fine[:height, :width]
    return np.asarray(cv2.remap(dark, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR), np.float32)


def _tied(axis: Axis, ties: Ties, surface: Surface) -> tuple[Floats, Floats]:
    """Where the lines of one direction, and the ties, say that the page is displaced, and how far."""
    centres, shift = axis.centres[axis.known], axis.shift[axis.known]
    beside = centres.copy()
    beside[:, axis.along] += shift
    shifts = shift + surface.at(beside)[:, axis.along]
    return (
        np.concatenate([ties.points] * TIE_WEIGHT + [centres]),
        np.concatenate([ties.shifts[:, axis.along]] * TIE_WEIGHT + [shifts]),
    )


NEAR_MM: Final = 26.0
"""Blocks within this distance of a marker's corner are measured first."""
BESIDE_MM: Final = 1.6 * BLOCK_MM
"""Blocks no further apart than this are neighbours, the next strip's among them."""
WALKING_NODE_MM: Final = 24.0
"""Nodes of the surface while walking: coarse, so that each of many steps is quick."""
ROUNDS: Final = 40
"""More than it takes to walk from one corner of the page to the opposite one."""
LINE_ROUNDS: Final = 3
STILL_MM: Final = 0.1
"""A surface that moved by less than this brings nothing new into sight."""
CURLED_STIFFNESS: Final = 0.03
"""Stiffness of the surface that is walked a second time where the lines of one direction were lost: a
strong curl seen from aside bulges by 8 mm between markers at both edges of the page, and only how the
markers themselves are sheared tells of it."""
LOST_SHARE: Final = 0.85
"""Share of the blocks of one direction under which it is walked a second time. Whole pages give more."""
FOLDED_STIFFNESS: Final = 0.1
"""Where words tell as much as lines do, paper may bend more sharply than `STIFFNESS` lets it."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """How well the printed lines were found, and where.

    `surface` adds to a place on the flat page what the paper's bend adds. `share` is how many of the
    blocks that hold lines were found, `residual` the 90th percentile of what the surface leaves of
    their displacement, in mm. `blocks` (n, 2) are the middles in mm of the blocks that hold lines and
    `known` (n,) shows which of them were found.
    """

    surface: Surface
    share: float
    residual: float
    blocks: Floats
    known: NDArray[np.bool_]
    _lines: Measured


def register(
    layout: Layout, dark: NDArray[np.float32], markers: Floats, seen: Floats
) -> Registration:
    """Follow the lines of a page that was squared up by its markers.

    `dark` is how much each point of the squared-up page is printed in the lines' colour (0 to 1), at
    `blocks.LINE_PX_MM`; `markers` (n, 2) are the corners in mm of the markers that were seen, `seen` (n, 2)
    where they lie on the squared-up page.
    """
    wanted = expected_strips(layout)
    found = strips(*ridges(dark))
    ties = Ties(markers, seen - markers)
    blocks, surface = _walked(layout, wanted, found, ties, STIFFNESS)
    if min(_shares(blocks)) < LOST_SHARE:
        again = _walked(layout, wanted, found, ties, CURLED_STIFFNESS)
        if sum(_shares(again[0])) > sum(_shares(blocks)):
            blocks, surface = again
    singles = [
        single_lines(1, wanted.level, found.level),
        single_lines(0, wanted.upright, found.upright),
    ]
    grid = NodeGrid.over(*layout.page)
    surface = _surface(grid, blocks, ties)
    return _followed(Measured(layout, dark, blocks, singles, ties), surface, STIFFNESS)


def _walked(
    layout: Layout, wanted: Strips, found: Strips, ties: Ties, stiffness: float
) -> tuple[list[Axis], Surface]:
    """The blocks of both directions, walked and then measured again around the last surface."""
    blocks = [
        blocks_of(1, wanted.level, found.level),
        blocks_of(0, wanted.upright, found.upright),
    ]
    surface = _walk(blocks, NodeGrid.over(*layout.page, WALKING_NODE_MM), ties, stiffness)
    measure_all(blocks, surface)
    return blocks, surface


def _shares(axes: list[Axis]) -> list[float]:
    """Share of the blocks that were found, of each direction."""
    return [float(axis.known.mean()) if len(axis.known) else 1.0 for axis in axes]


def without(registration: Registration, hidden: Sequence[Floats]) -> Registration:
    """The same page followed again by the lines that no other page (`hidden`, polygons (n, 2) in mm) lies
    over: where the other's lines were read as its own, they bend it beyond its edge as well."""
    held = registration._lines
    dark = held.dark.copy()
    for region in hidden:
        cv2.fillPoly(dark, [np.round(region * LINE_PX_MM).astype(np.int32)], 0.0)
    return register(held.layout, dark, held.ties.points, held.ties.points + held.ties.shifts)


def refined(registration: Registration, points: Floats, shifts: Floats) -> Registration:
    """The same page, with other things seen on it: places (n, 2) in mm on the squared-up page, and how
    far (n, 2) from them what is printed there was seen."""
    surface, held = registration.surface, registration._lines
    ties = Ties(
        np.concatenate([held.ties.points, points]),
        np.concatenate([held.ties.shifts, shifts + surface.at(points + shifts)]),
    )
    return _followed(replace(held, ties=ties), surface, FOLDED_STIFFNESS)


def _followed(held: Measured, surface: Surface, stiffness: float) -> Registration:
    """Single lines measured again and again from where the last surface has put them: at the edge of
    a page that bends, each brings the next into sight."""
    for _ in range(0 if is_sharp(surface) else LINE_ROUNDS):
        measure_all(held.singles, surface)
        last, surface = (
            surface,
            _surface(surface.grid, held.singles, held.ties, stiffness),
        )
        if np.abs(surface.values - last.values).max() < STILL_MM:
            break
    surface = sharpened(held, surface)
    share, residual = _quality(held.blocks, surface)
    centres = np.concatenate([axis.centres for axis in held.blocks])
    known = np.concatenate([axis.known for axis in held.blocks])
    return Registration(surface, share, residual, centres, known, held)


def _walk(axes: list[Axis], grid: NodeGrid, ties: Ties, stiffness: float) -> Surface:
    """A first surface, followed outwards from the markers."""
    surface = _surface(grid, [], ties, stiffness)
    for axis in axes:
        far = np.min(np.linalg.norm(axis.centres[:, None] - ties.points, axis=2), axis=1)
        measure(axis, surface, far <= NEAR_MM)
    gaps = [_Gaps(axis) for axis in axes]
    for _ in range(ROUNDS):
        surface = _surface(grid, axes, ties, stiffness)
        steps = [each.next() for each in gaps]
        if not any(step.any() for step in steps):
            break
        for axis, step in zip(axes, steps, strict=True):
            measure(axis, surface, step)
    return surface


class _Gaps:
    """How far each block of one direction is from the nearest known one, across or down. Known ones only come
    to be more while a page is walked, so each is looked at once."""

    def __init__(self, axis: Axis) -> None:
        self._axis = axis
        self._gaps = np.full(len(axis.centres), np.inf)
        self._counted = np.zeros(len(axis.centres), bool)

    def next(self) -> NDArray[np.bool_]:
        """The blocks to measure next: those beside known ones, else the nearest across a gap."""
        axis, gaps = self._axis, self._gaps
        fresh = axis.known & ~self._counted
        if fresh.any():
            apart = axis.centres.T[:, :, None] - axis.centres[fresh].T[:, None, :]
            across, down = np.abs(apart, out=apart)
            np.minimum(gaps, np.maximum(across, down, out=across).min(1), out=gaps)
            self._counted |= fresh
        step = np.zeros(len(gaps), bool)
        if axis.waiting.any() and axis.known.any():
            nearest = float(gaps[axis.waiting].min())
            step[axis.waiting & (gaps <= max(BESIDE_MM, nearest + 1.0))] = True
        return step


def _surface(grid: NodeGrid, axes: list[Axis], ties: Ties, stiffness: float = STIFFNESS) -> Surface:
    """The surface through the markers and all blocks known."""
    values = np.zeros((grid.rows, grid.columns, 2))
    by_direction = {axis.along: axis for axis in axes}
    for along in (0, 1):
        points, shifts = [ties.points] * TIE_WEIGHT, [ties.shifts[:, along]] * TIE_WEIGHT
        axis = by_direction.get(along)
        if axis is not None:
            points.append(axis.centres[axis.known])
            shifts.append(axis.shift[axis.known])
        values[:, :, along] = fit(grid, np.concatenate(points), np.concatenate(shifts), stiffness)
    return Surface(grid, values)


def _quality(axes: list[Axis], surface: Surface) -> tuple[float, float]:
    """Share of blocks found and the 90th percentile of what the surface leaves, in mm."""
    total = sum(len(axis.known) for axis in axes)
    found = sum(int(axis.known.sum()) for axis in axes)
    rest = [
        np.abs(axis.shift[axis.known] - surface.at(axis.centres[axis.known])[:, axis.along])
        for axis in axes
    ]
    if not found:
        return 0.0, float("inf")
    return found / total, float(np.percentile(np.concatenate(rest), 90))
