"""Paper is not flat: the printed box lines are followed outwards from the markers.

Near a marker the homography is right. From there the page is measured block by block: the pattern of
lines expected in a block is slid over the lines seen, the best place taken, and a smooth surface laid
through all measurements so far foretells the next blocks out. Because each step is short, a row can
never be taken for its neighbour; and because every block is measured, a wrong page shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.forms.layout import Layout
from digitize.page import lines
from digitize.page.lines import PX_MM, STRIP_MM, Strips
from digitize.page.surface import STIFFNESS, Grid, Surface, fit

Floats = NDArray[np.float64]

NEAR_MM: Final = 26.0
"""Blocks within this distance of a marker's corner are measured first."""
TIE_WEIGHT: Final = 3
"""A marker's corner counts as much as this many blocks."""
BLOCK_MM: Final = 8.0
"""Distance of blocks along a strip."""
HALF_MM: Final = 13.0
"""A block reaches this far to both sides: it holds two rows of boxes or more."""
REACH_MM: Final = 1.8
"""How far off a block may lie from where the surface foretells it; boxes of two rows stand 1.85 mm
apart, and a paper that bends more in one step of 8 mm is crumpled."""
STEP_MM: Final = 1.0 / PX_MM
LEAST_MATCH: Final = 0.5
"""Correlation from which a measurement counts. Lines seen well give 0.8 to 0.95, writing or print in
their stead under 0.4."""
LEAST_PATTERN: Final = 0.02
"""Mean strength of the expected lines under which a block is too empty to be measured."""
BESIDE_MM: Final = 1.6 * BLOCK_MM
"""Blocks no further apart than this are neighbours, the next strip's among them."""
WALKING_NODE_MM: Final = 24.0
"""Nodes of the surface while walking: coarse, so that each of many steps is quick."""
ROUNDS: Final = 40
"""More than it takes to walk from one corner of the page to the opposite one."""
LINE_HALF_MM: Final = 1.0
LINE_REACH_MM: Final = 0.7
"""In the last step single lines are looked for so near to where the blocks have put them that the next
line, 1.85 mm away, is out of sight."""
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
CLEAR_LINE: Final = 0.3
"""Strength of an expected line that fills a third of its strip's width."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """How well the printed lines were found, and where.

    `surface` adds to a place on the flat page what the paper's bend adds. `share` is how many of the
    blocks that hold lines were found, `residual` the 90th percentile of what the surface leaves of
    their displacement, in mm. `blocks` (n, 2) are the middles in mm of the blocks that hold lines and
    `known` (n,) tells which of them were found.
    """

    surface: Surface
    share: float
    residual: float
    blocks: Floats
    known: NDArray[np.bool_]
    _lines: _Lines


@dataclass(frozen=True, slots=True, eq=False)
class Ties:
    """Places of the page whose displacement is known beforehand: points and shifts (n, 2) in mm."""

    points: Floats
    shifts: Floats


@dataclass(slots=True, eq=False)
class _Axis:
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
class _Lines:
    """All that was measured on a page, kept so that more can be laid beside it."""

    blocks: list[_Axis]
    singles: list[_Axis]
    ties: Ties


def register(
    layout: Layout, dark: NDArray[np.float32], markers: Floats, seen: Floats
) -> Registration:
    """Follow the lines of a page that was squared up by its markers.

    `dark` is how much each point of the squared-up page is printed in the lines' colour (0 to 1), at
    `lines.PX_MM`; `markers` (n, 2) are the corners in mm of the markers that were seen, `seen` (n, 2)
    where they lie on the squared-up page.
    """
    wanted = lines.expected_strips(layout)
    found = lines.strips(*lines.ridges(dark))
    ties = Ties(markers, seen - markers)
    blocks, surface = _walked(layout, wanted, found, ties, STIFFNESS)
    if min(_shares(blocks)) < LOST_SHARE:
        again = _walked(layout, wanted, found, ties, CURLED_STIFFNESS)
        if sum(_shares(again[0])) > sum(_shares(blocks)):
            blocks, surface = again
    singles = [
        _single_lines(1, wanted.level, found.level),
        _single_lines(0, wanted.upright, found.upright),
    ]
    grid = Grid.over(*layout.page)
    surface = _surface(grid, grid.bending(), blocks, ties)
    return _followed(_Lines(blocks, singles, ties), surface, STIFFNESS)


def _walked(
    layout: Layout, wanted: Strips, found: Strips, ties: Ties, stiffness: float
) -> tuple[list[_Axis], Surface]:
    """The blocks of both directions, walked and then measured anew around the last surface."""
    blocks = [
        _blocks(1, wanted.level, found.level),
        _blocks(0, wanted.upright, found.upright),
    ]
    surface = _walk(blocks, Grid.over(*layout.page, WALKING_NODE_MM), ties, stiffness)
    _everywhere(blocks, surface)
    return blocks, surface


def _shares(axes: list[_Axis]) -> list[float]:
    """Share of the blocks that were found, of each direction."""
    return [float(axis.known.mean()) if len(axis.known) else 1.0 for axis in axes]


def refined(registration: Registration, points: Floats, shifts: Floats) -> Registration:
    """The same page, with other things seen on it: places (n, 2) in mm on the squared-up page, and how
    far (n, 2) from them what is printed there was seen."""
    surface, held = registration.surface, registration._lines
    ties = Ties(
        np.concatenate([held.ties.points, points]),
        np.concatenate([held.ties.shifts, shifts + surface.at(points + shifts)]),
    )
    return _followed(_Lines(held.blocks, held.singles, ties), surface, FOLDED_STIFFNESS)


def _followed(held: _Lines, surface: Surface, stiffness: float) -> Registration:
    """Single lines measured again and again from where the last surface has put them: at the edge of
    a page that bends, each brings the next into sight."""
    bending = surface.grid.bending()
    for _ in range(LINE_ROUNDS):
        _everywhere(held.singles, surface)
        last, surface = (
            surface,
            _surface(surface.grid, bending, held.singles, held.ties, stiffness),
        )
        if np.abs(surface.values - last.values).max() < STILL_MM:
            break
    share, residual = _quality(held.blocks, surface)
    centres = np.concatenate([axis.centres for axis in held.blocks])
    known = np.concatenate([axis.known for axis in held.blocks])
    return Registration(surface, share, residual, centres, known, held)


def _everywhere(axes: list[_Axis], surface: Surface) -> None:
    """Measure all blocks anew around where a surface foretells them."""
    for axis in axes:
        _measure(axis, surface, np.ones(len(axis.centres), bool))


def _walk(axes: list[_Axis], grid: Grid, ties: Ties, stiffness: float) -> Surface:
    """A first surface, followed outwards from the markers."""
    bending = grid.bending()
    surface = _surface(grid, bending, [], ties, stiffness)
    for axis in axes:
        far = np.min(np.linalg.norm(axis.centres[:, None] - ties.points, axis=2), axis=1)
        _measure(axis, surface, far <= NEAR_MM)
    for _ in range(ROUNDS):
        surface = _surface(grid, bending, axes, ties, stiffness)
        steps = [_next(axis) for axis in axes]
        if not any(step.any() for step in steps):
            break
        for axis, step in zip(axes, steps, strict=True):
            _measure(axis, surface, step)
    return surface


def _blocks(along: int, wanted: NDArray[np.float32], found: NDArray[np.float32]) -> _Axis:
    """Blocks every `BLOCK_MM` along every strip that has lines in it. `along` 1: y, 0: x."""
    every = round(BLOCK_MM * PX_MM)
    start, strip = np.meshgrid(
        np.arange(every // 2, wanted.shape[0], every), np.arange(wanted.shape[1]), indexing="ij"
    )
    reach = (round(HALF_MM * PX_MM), round(REACH_MM * PX_MM))
    return _axis(along, wanted, found, (start.ravel(), strip.ravel()), reach)


def _single_lines(along: int, wanted: NDArray[np.float32], found: NDArray[np.float32]) -> _Axis:
    """A block for every line in every strip: where the expected strength is greatest."""
    inner = wanted[1:-1]
    peak = (inner > CLEAR_LINE) & (inner >= wanted[:-2]) & (inner > wanted[2:])
    start, strip = np.nonzero(peak)
    reach = (round(LINE_HALF_MM * PX_MM), round(LINE_REACH_MM * PX_MM))
    return _axis(along, wanted, found, (start + 1, strip), reach)


def _axis(
    along: int,
    wanted: NDArray[np.float32],
    found: NDArray[np.float32],
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    reach: tuple[int, int],
) -> _Axis:
    """Blocks at the given places (pixels along, strip), those without lines left out."""
    start, strip = places
    index = start[:, None] + np.arange(-reach[0], reach[0] + 1)
    inside = (index >= 0) & (index < wanted.shape[0])
    pattern = np.where(inside, wanted[np.clip(index, 0, len(wanted) - 1), strip[:, None]], 0.0)
    use = pattern.mean(1) > LEAST_PATTERN
    centres = np.stack([(strip + 0.5) * STRIP_MM, (start + 0.5) / PX_MM], 1)[use]
    count = int(use.sum())
    return _Axis(
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


def _measure(axis: _Axis, surface: Surface, which: NDArray[np.bool_]) -> None:
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
    foretold = surface.at(points.reshape(-1, 2))[:, axis.along].reshape(position.shape)
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


def _next(axis: _Axis) -> NDArray[np.bool_]:
    """The blocks to measure next: those beside known ones, else the nearest across a gap."""
    waiting = np.flatnonzero(axis.waiting)
    known = axis.centres[axis.known]
    step = np.zeros(len(axis.centres), bool)
    if not len(waiting) or not len(known):
        return step
    gaps = np.abs(axis.centres[waiting][:, None] - known).max(2).min(1)
    step[waiting[gaps <= max(BESIDE_MM, gaps.min() + 1.0)]] = True
    return step


def _surface(
    grid: Grid, bending: Floats, axes: list[_Axis], ties: Ties, stiffness: float = STIFFNESS
) -> Surface:
    """The surface through the markers and all blocks known."""
    values = np.zeros((grid.rows, grid.columns, 2))
    by_direction = {axis.along: axis for axis in axes}
    for along in (0, 1):
        points, shifts = [ties.points] * TIE_WEIGHT, [ties.shifts[:, along]] * TIE_WEIGHT
        axis = by_direction.get(along)
        if axis is not None:
            points.append(axis.centres[axis.known])
            shifts.append(axis.shift[axis.known])
        values[:, :, along] = fit(
            grid, bending, np.concatenate(points), np.concatenate(shifts), stiffness
        )
    return Surface(grid, values)


def _quality(axes: list[_Axis], surface: Surface) -> tuple[float, float]:
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
