"""Paper is not flat: the printed box lines are followed outwards from the markers.

Near a marker the homography is right. From there the page is measured block by block: the pattern of
lines expected in a block is slid over the lines seen, the best place taken, and a smooth surface laid
through all measurements so far foretells the next blocks out. Because each step is short, a row can
never be taken for its neighbour; and because every block is measured, a wrong page shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Layout
from fairdeal.digitize.page import lines
from fairdeal.digitize.page.blocks import (
    BLOCK_MM,
    TIE_WEIGHT,
    Axis,
    Measured,
    Ties,
    blocks_of,
    measure,
    measure_all,
    single_lines,
)
from fairdeal.digitize.page.lines import PX_MM, Strips
from fairdeal.digitize.page.shape.folds import is_sharp, sharpened
from fairdeal.digitize.page.shape.surface import STIFFNESS, Grid, Surface, fit

Floats = NDArray[np.float64]

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
    `known` (n,) tells which of them were found.
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
        single_lines(1, wanted.level, found.level),
        single_lines(0, wanted.upright, found.upright),
    ]
    grid = Grid.over(*layout.page)
    surface = _surface(grid, grid.bending(), blocks, ties)
    return _followed(Measured(layout, dark, blocks, singles, ties), surface, STIFFNESS)


def _walked(
    layout: Layout, wanted: Strips, found: Strips, ties: Ties, stiffness: float
) -> tuple[list[Axis], Surface]:
    """The blocks of both directions, walked and then measured anew around the last surface."""
    blocks = [
        blocks_of(1, wanted.level, found.level),
        blocks_of(0, wanted.upright, found.upright),
    ]
    surface = _walk(blocks, Grid.over(*layout.page, WALKING_NODE_MM), ties, stiffness)
    measure_all(blocks, surface)
    return blocks, surface


def _shares(axes: list[Axis]) -> list[float]:
    """Share of the blocks that were found, of each direction."""
    return [float(axis.known.mean()) if len(axis.known) else 1.0 for axis in axes]


def without(registration: Registration, hidden: Sequence[Floats]) -> Registration:
    """The same page followed anew by the lines that no other page (`hidden`, polygons (n, 2) in mm) lies
    over: where the other's lines were taken for its own, they bend it beyond its edge as well."""
    held = registration._lines
    dark = held.dark.copy()
    for region in hidden:
        cv2.fillPoly(dark, [np.round(region * PX_MM).astype(np.int32)], 0.0)
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
    bending = surface.grid.bending()
    for _ in range(0 if is_sharp(surface) else LINE_ROUNDS):
        measure_all(held.singles, surface)
        last, surface = (
            surface,
            _surface(surface.grid, bending, held.singles, held.ties, stiffness),
        )
        if np.abs(surface.values - last.values).max() < STILL_MM:
            break
    surface = sharpened(held, surface)
    share, residual = _quality(held.blocks, surface)
    centres = np.concatenate([axis.centres for axis in held.blocks])
    known = np.concatenate([axis.known for axis in held.blocks])
    return Registration(surface, share, residual, centres, known, held)


def _walk(axes: list[Axis], grid: Grid, ties: Ties, stiffness: float) -> Surface:
    """A first surface, followed outwards from the markers."""
    bending = grid.bending()
    surface = _surface(grid, bending, [], ties, stiffness)
    for axis in axes:
        far = np.min(np.linalg.norm(axis.centres[:, None] - ties.points, axis=2), axis=1)
        measure(axis, surface, far <= NEAR_MM)
    for _ in range(ROUNDS):
        surface = _surface(grid, bending, axes, ties, stiffness)
        steps = [_next(axis) for axis in axes]
        if not any(step.any() for step in steps):
            break
        for axis, step in zip(axes, steps, strict=True):
            measure(axis, surface, step)
    return surface


def _next(axis: Axis) -> NDArray[np.bool_]:
    """The blocks to measure next: those beside known ones, else the nearest across a gap."""
    waiting = np.flatnonzero(axis.waiting)
    known = axis.centres[axis.known]
    step = np.zeros(len(axis.centres), bool)
    if not len(waiting) or not len(known):
        return step
    across, down = np.abs(axis.centres[waiting].T[:, :, None] - known.T[:, None, :])
    gaps = np.maximum(across, down).min(1)
    step[waiting[gaps <= max(BESIDE_MM, gaps.min() + 1.0)]] = True
    return step


def _surface(
    grid: Grid, bending: Floats, axes: list[Axis], ties: Ties, stiffness: float = STIFFNESS
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
