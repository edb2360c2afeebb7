"""A surface that is nearly straight everywhere but on its folds."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms.layout import Layout
from fairdeal.digitize.page.blocks import (
    BLOCK_MM,
    PX_MM,
    TIE_WEIGHT,
    Axis,
    Measured,
    Strips,
    Ties,
    blocks_of,
    expected_strips,
    measure,
    measure_all,
    ridges,
    single_lines,
    strips,
)
from fairdeal.digitize.page.surface import REST, ROBUST_MM, STIFFNESS, NodeGrid, Surface, fit

SHARP_NODE_MM: Final = 6.0
"""Distance of nodes where paper is folded sharply."""
SHARP_STIFFNESS: Final = 2.4
"""`STIFFNESS` for nodes half as far apart: the same curl then costs as much."""
KINK_MM: Final = 0.06
"""A second difference beyond this loses weight: a curl of 10 mm over the page bends by 0.03 mm a node of
`SHARP_NODE_MM`, a fold by 0.5 to 2 mm at one of them."""
FOLD_NODES: Final = 6
"""A fold is taken to go on for so many nodes to both sides."""
SHARP_PASSES: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Rows of a least-squares problem that each touch four nodes (`around`) by `factors`."""

    around: NDArray[np.int64]
    factors: Floats


def fit_sharp(grid: NodeGrid, points: Floats, values: Floats, start: Floats) -> Floats:
    """(rows, columns) node values near `values` (n,) at `points` (n, 2), bent sharply where they say so.

    Second differences are weighed anew in every pass so that their sum counts rather than their squares
    (S.-J. Kim, K. Koh, S. Boyd and D. Gorinevsky, "l1 trend filtering", SIAM Review 51, 2009, solved by
    reweighted least squares): paper is then nearly straight everywhere but on its folds. `start` are the
    node values from which weighing begins.
    """
    seen, bends = _Rows(*grid.around(points)), _second_differences(grid)
    target = np.concatenate([values, np.zeros(len(bends.around))])
    rows = _Rows(
        np.concatenate([seen.around, bends.around]), np.concatenate([seen.factors, bends.factors])
    )
    nodes = np.asarray(start, np.float64).ravel()
    for _ in range(SHARP_PASSES):
        off = np.abs((nodes[rows.around] * rows.factors).sum(1) - target)
        robust = np.minimum(1.0, ROBUST_MM / np.maximum(off[: len(values)], 1e-9))
        bent = _along_folds(grid, off[len(values) :])
        free = SHARP_STIFFNESS * np.minimum(1.0, KINK_MM / np.maximum(bent, 1e-9))
        nodes = _solved(grid, rows, target, np.concatenate([robust, free]))
    return np.asarray(nodes.reshape(grid.rows, grid.columns), np.float64)


def _along_folds(grid: NodeGrid, bends: Floats) -> Floats:
    """Second differences averaged along the line on which they would be a fold: a fold does not end in
    the middle of the page, and where no line is seen it goes on as it does beside."""
    level, upright = grid.rows * (grid.columns - 2), (grid.rows - 2) * grid.columns
    sideways = bends[:level].reshape(grid.rows, -1)
    downwards = bends[level : level + upright].reshape(-1, grid.columns)
    size = 2 * FOLD_NODES + 1
    return np.concatenate(
        [
            cv2.blur(sideways, (1, size), borderType=cv2.BORDER_REFLECT_101).ravel(),
            cv2.blur(downwards, (size, 1), borderType=cv2.BORDER_REFLECT_101).ravel(),
            bends[level + upright :],
        ]
    )


@functools.lru_cache(maxsize=8)
def _second_differences(grid: NodeGrid) -> _Rows:
    """Every three nodes in a line, and every four of a mesh (its twist)."""
    index = np.arange(grid.columns * grid.rows).reshape(grid.rows, grid.columns)
    around, factors = [], []
    for first, second, third in (
        (index[:, :-2], index[:, 1:-1], index[:, 2:]),
        (index[:-2], index[1:-1], index[2:]),
    ):
        # The fourth node has no share.
        around.append(np.stack([first, second, third, third], -1).reshape(-1, 4))
        factors.append(np.tile([1.0, -2.0, 1.0, 0.0], (first.size, 1)))
    corners = [index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]]
    around.append(np.stack(corners, -1).reshape(-1, 4))
    factors.append(np.tile([1.0, -1.0, -1.0, 1.0], (corners[0].size, 1)))
    return _Rows(np.concatenate(around).astype(np.int64), np.concatenate(factors))


def _solved(grid: NodeGrid, rows: _Rows, target: Floats, weight: Floats) -> Floats:
    """Node values (nodes,) of least squares. No row reaches further than two rows of nodes, so blocks of
    two rows of nodes touch their neighbours alone, and are solved one after the other."""
    size = 2 * grid.columns
    blocks = -(-grid.rows // 2)
    first, second = rows.around[:, :, None], rows.around[:, None, :]
    block = first // size
    column = second - block * size
    place = (block * size + first % size) * 2 * size + column
    products = rows.factors[:, :, None] * rows.factors[:, None, :] * weight[:, None, None]
    use = np.broadcast_to((column >= 0) & (column < 2 * size), products.shape)
    normal = np.bincount(
        np.broadcast_to(place, products.shape)[use],
        products[use],
        minlength=blocks * size * 2 * size,
    ).reshape(blocks, size, 2 * size)
    right = np.bincount(
        rows.around.ravel(),
        (rows.factors * (weight * target)[:, None]).ravel(),
        minlength=blocks * size,
    ).reshape(blocks, size, 1)
    # Downwards each block is expressed by the next one; then upwards.
    to_next = []
    before, known = np.zeros((size, size)), np.zeros((size, 1))
    for number in range(blocks):
        own = normal[number, :, :size] + REST * np.eye(size) - before
        beside = normal[number, :, size:]
        _, answer = cv2.solve(
            own, np.hstack([beside, right[number] - known]), flags=cv2.DECOMP_CHOLESKY
        )
        to_next.append(answer)
        # OpenCV's product, for the same reason as its solver in `fit`.
        carried = np.asarray(
            cv2.gemm(beside, answer, 1.0, np.zeros(0), 0.0, flags=cv2.GEMM_1_T), np.float64
        )
        before, known = carried[:, :-1], carried[:, -1:]
    solved = [to_next[-1][:, -1]]
    for answer in reversed(to_next[:-1]):
        solved.append(answer[:, -1] - answer[:, :-1] @ solved[-1])
    return np.asarray(np.concatenate(solved[::-1])[: grid.rows * grid.columns], np.float64)


Floats = NDArray[np.float64]

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
    if not _may_be_folded(surface):
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


def _may_be_folded(surface: Surface) -> bool:
    bends = [np.abs(np.diff(surface.values, 2, axis=axis)).max() for axis in (0, 1)]
    return float(max(bends)) > FOLD_BEND_MM


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
    moved = places + surface.at((places + 0.5) / PX_MM) * PX_MM
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
    `blocks.PX_MM`; `markers` (n, 2) are the corners in mm of the markers that were seen, `seen` (n, 2)
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
    surface = _walk(blocks, NodeGrid.over(*layout.page, WALKING_NODE_MM), ties, stiffness)
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


def _walk(axes: list[Axis], grid: NodeGrid, ties: Ties, stiffness: float) -> Surface:
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
    grid: NodeGrid, bending: Floats, axes: list[Axis], ties: Ties, stiffness: float = STIFFNESS
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
