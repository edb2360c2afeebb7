"""The shape in which a page lies, and the page laid flat: perspective, bends, a surface by its corners, and
its light evened out, so that each point is as dark as it is beside the bare paper around it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.markers import Homography, apply

PAPER_MM: Final = 9.0
"""Bare paper is looked for within this distance: wider than a solid scribble in a box of 8.5 mm is
thick, and narrow enough to follow the edge of a shadow."""
COARSE_PX_MM: Final = 2.5
"""Pixels a millimetre in which paper is looked for: the edge of a hand's shadow is 1 to 3 mm wide, and
what is not followed of it looks like a broad faint stroke."""
SMOOTH_MM: Final = 0.7
"""The paper's brightness is smoothed over this distance, less than a shadow's edge is wide."""


def brightness_of_paper(image: NDArray[np.uint8], px_mm: float) -> NDArray[np.float32]:
    """What bare paper would measure around each point of a squared-up page, at `COARSE_PX_MM`.

    A morphological closing of each colour (the brightness that no ink thinner than `PAPER_MM` can
    have lowered), smoothed. Grey or colour in, the same out, as many times smaller.
    """
    scale = min(1.0, COARSE_PX_MM / px_mm)
    coarse = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # Grain, not paper, would set the level if single bright pixels counted.
    coarse = cv2.medianBlur(np.asarray(coarse, np.uint8), 3)
    size = round(PAPER_MM * px_mm * scale) | 1
    kernel = np.ones((size, size), np.uint8)  # a square is quick; any convex shape keeps an edge
    paper = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, kernel).astype(np.float32)
    smooth = cv2.GaussianBlur(paper, (0, 0), SMOOTH_MM * px_mm * scale)
    return np.asarray(np.maximum(smooth, 1.0), np.float32)


def even_light(image: NDArray[np.uint8], px_mm: float, white: int = 235) -> NDArray[np.uint8]:
    """The page with its paper brought to `white` in every colour; ink keeps its share of the light."""
    gain = np.float32(white) / brightness_of_paper(image, px_mm)
    # A colour at a time: the factors of a whole page take 25 MB for each.
    planes = zip(cv2.split(image), cv2.split(gain), strict=True)
    even = [_times(plane, factors) for plane, factors in planes]
    return np.asarray(cv2.merge(even), np.uint8)


def _times(plane: cv2.typing.MatLike, factors: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """A plane with every point times its factor; the plane of factors is many times smaller."""
    height, width = plane.shape
    fine = cv2.resize(factors, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(plane, fine, dtype=cv2.CV_8U)


WHITE: Final = 235
"""Brightness of bare paper in the squared-up page."""


Floats = NDArray[np.float64]

NODE_MM: Final = 12.0
"""Distance of nodes. A sharp fold is followed to within a fold's angle times a quarter of this."""
STIFFNESS: Final = 0.6
"""Weight of a second difference beside one measurement: a curl of 10 mm over the page bends by
0.1 mm a node and stays free to do so, single wrong measurements do not."""
REST: Final = 1e-5
"""A pull to zero so weak that it shows only where nothing was measured at all."""
PASSES: Final = 2
"""Times that the weights are set again."""
ROBUST_MM: Final = 0.25
"""Measurements further off than this lose weight (Huber); the printed line is 0.28 mm wide."""


@dataclass(frozen=True)
class NodeGrid:
    """Nodes over a page of (width, height) mm; the first at (0, 0)."""

    columns: int
    rows: int
    step: tuple[float, float]

    @classmethod
    def over(cls, width: float, height: float, node_mm: float = NODE_MM) -> NodeGrid:
        columns, rows = round(width / node_mm) + 1, round(height / node_mm) + 1
        return cls(columns, rows, (width / (columns - 1), height / (rows - 1)))

    def places(self) -> Floats:
        """Where the nodes lie (nodes, 2) in mm, row by row."""
        x, y = np.arange(self.columns) * self.step[0], np.arange(self.rows) * self.step[1]
        return np.asarray(np.stack(np.meshgrid(x, y), -1).reshape(-1, 2), np.float64)

    def around(self, points: Floats) -> tuple[NDArray[np.int64], Floats]:
        """The four nodes (n, 4) around each point and the weights (n, 4) that make its value."""
        x = np.clip(points[:, 0] / self.step[0], 0, self.columns - 1 - 1e-9)
        y = np.clip(points[:, 1] / self.step[1], 0, self.rows - 1 - 1e-9)
        left, top = x.astype(np.int64), y.astype(np.int64)
        u, v = x - left, y - top
        first = top * self.columns + left
        nodes = np.stack([first, first + 1, first + self.columns, first + self.columns + 1], 1)
        return nodes, np.stack([(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v], 1)

    @functools.lru_cache(maxsize=8)  # noqa: B019 - a few grids, one each form
    def bending(self) -> Floats:
        """(nodes, nodes): the sum of squared second differences as a quadratic form."""
        rows = _second_differences(self)
        total = np.zeros((self.columns * self.rows, self.columns * self.rows))
        pairs = (rows.around[:, :, None], rows.around[:, None, :])
        np.add.at(total, pairs, rows.factors[:, :, None] * rows.factors[:, None, :])
        return total


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Displacements (rows, columns, 2) in mm at the nodes of a grid."""

    grid: NodeGrid
    values: Floats

    @classmethod
    def flat(cls, grid: NodeGrid) -> Surface:
        return cls(grid, np.zeros((grid.rows, grid.columns, 2)))

    def at(self, points: Floats) -> Floats:
        """(n, 2) displacements in mm at points (n, 2) in mm, linear between nodes."""
        nodes, weights = self.grid.around(points)
        return np.stack([self._between(nodes, weights, along) for along in (0, 1)], 1)

    def along(self, points: Floats, along: int) -> Floats:
        """(n,) displacements in one direction: 0 across the page, 1 down."""
        return self._between(*self.grid.around(points), along)

    def _between(self, nodes: NDArray[np.int64], weights: Floats, along: int) -> Floats:
        # Term by term: numpy adds up four numbers a point, for a page's points, at half the speed.
        values = self.values.reshape(-1, 2)[:, along]
        total = values[nodes[:, 0]] * weights[:, 0]
        for corner in (1, 2, 3):
            total += values[nodes[:, corner]] * weights[:, corner]
        return np.asarray(total, np.float64)


def fit(grid: NodeGrid, points: Floats, values: Floats, stiffness: float) -> Floats:
    """(rows, columns) node values that pass near `values` (n,) at `points` (n, 2), robustly."""
    seen, problem = _problem(grid, points, values)
    robust = np.ones(len(values))
    free = np.full(len(problem.target) - len(values), stiffness)
    for _ in range(PASSES):
        nodes = _solved(grid, problem, np.concatenate([robust, free]))
        off = np.abs((nodes[seen.around] * seen.factors).sum(1) - values)
        robust = np.minimum(1.0, ROBUST_MM / np.maximum(off, 1e-9))
    return np.asarray(nodes.reshape(grid.rows, grid.columns), np.float64)


SHARP_NODE_MM: Final = 6.0
"""Distance of nodes where paper is folded sharply."""
SHARP_STIFFNESS: Final = 2.4
"""`STIFFNESS` for nodes half as far apart: the same curl then costs as much."""
KINK_MM: Final = 0.06
"""A second difference beyond this loses weight: a curl of 10 mm over the page bends by 0.03 mm a node of
`SHARP_NODE_MM`, a fold by 0.5 to 2 mm at one of them."""
FOLD_NODES: Final = 6
"""A fold is taken to go on for that many nodes to both sides."""
SHARP_PASSES: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Rows of a least-squares problem that each touch four nodes (`around`) by `factors`."""

    around: NDArray[np.int64]
    factors: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """What pairs of nodes give to the least squares: of which row each is, the product of both factors, and
    its place among the blocks of `_solved`."""

    row: NDArray[np.int64]
    product: Floats
    place: NDArray[np.int64]

    @classmethod
    def of(cls, grid: NodeGrid, rows: _Rows) -> _Pairs:
        size = 2 * grid.columns
        first, second = rows.around[:, :, None], rows.around[:, None, :]
        block = first // size
        column = second - block * size
        use = (column >= 0) & (column < 2 * size)
        products = rows.factors[:, :, None] * rows.factors[:, None, :]
        place = (block * size + first % size) * 2 * size + column
        return cls(np.nonzero(use)[0], products[use], place[use])


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Rows of least squares, what each should come to, and their pairs of nodes."""

    rows: _Rows
    target: Floats
    pairs: _Pairs


def fit_sharp(grid: NodeGrid, points: Floats, values: Floats, start: Floats) -> Floats:
    """(rows, columns) node values near `values` (n,) at `points` (n, 2), bent sharply where they say so.

    Second differences are weighed again in every pass so that their sum counts rather than their squares
    (S.-J. Kim, K. Koh, S. Boyd and D. Gorinevsky, "l1 trend filtering", SIAM Review 51, 2009, solved by
    reweighted least squares): paper is then nearly straight everywhere but on its folds. `start` are the
    node values from which weighing begins.
    """
    _, problem = _problem(grid, points, values)
    rows, target = problem.rows, problem.target
    nodes = np.asarray(start, np.float64).ravel()
    for _ in range(SHARP_PASSES):
        off = np.abs((nodes[rows.around] * rows.factors).sum(1) - target)
        robust = np.minimum(1.0, ROBUST_MM / np.maximum(off[: len(values)], 1e-9))
        bent = _along_folds(grid, off[len(values) :])
        free = SHARP_STIFFNESS * np.minimum(1.0, KINK_MM / np.maximum(bent, 1e-9))
        nodes = _solved(grid, problem, np.concatenate([robust, free]))
    return np.asarray(nodes.reshape(grid.rows, grid.columns), np.float64)


def _problem(grid: NodeGrid, points: Floats, values: Floats) -> tuple[_Rows, _Problem]:
    """Rows of what was measured; these and every second difference, with what all of them should come to."""
    seen, bends = _Rows(*grid.around(points)), _second_differences(grid)
    rows = _Rows(
        np.concatenate([seen.around, bends.around]), np.concatenate([seen.factors, bends.factors])
    )
    here, always = _Pairs.of(grid, seen), _pairs_of_bends(grid)
    pairs = _Pairs(
        np.concatenate([here.row, always.row + len(values)]),
        np.concatenate([here.product, always.product]),
        np.concatenate([here.place, always.place]),
    )
    return seen, _Problem(rows, np.concatenate([values, np.zeros(len(bends.around))]), pairs)


@functools.lru_cache(maxsize=8)
def _pairs_of_bends(grid: NodeGrid) -> _Pairs:
    return _Pairs.of(grid, _second_differences(grid))


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


def _solved(grid: NodeGrid, problem: _Problem, weight: Floats) -> Floats:
    """Node values (nodes,) of least squares. No row reaches further than two rows of nodes, so blocks of
    two rows of nodes touch their neighbours alone, and are solved one after the other."""
    size = 2 * grid.columns
    blocks = -(-grid.rows // 2)
    rows, pairs = problem.rows, problem.pairs
    normal = np.bincount(
        pairs.place, pairs.product * weight[pairs.row], minlength=blocks * size * 2 * size
    ).reshape(blocks, size, 2 * size)
    right = np.bincount(
        rows.around.ravel(),
        (rows.factors * (weight * problem.target)[:, None]).ravel(),
        minlength=blocks * size,
    ).reshape(blocks, size, 1)
    # Downwards each block is expressed by the next one; then upwards.
    to_next = []
    before, known = np.zeros((size, size)), np.zeros((size, 1))
    for number in range(blocks):
        own = normal[number, :, :size] + REST * np.eye(size) - before
        beside = normal[number, :, size:]
        # OpenCV's solver, because numpy's starts threads that cost more than they do.
        _, answer = cv2.solve(
            own, np.hstack([beside, right[number] - known]), flags=cv2.DECOMP_CHOLESKY
        )
        to_next.append(answer)
        # OpenCV's product, for the same reason as its solver.
        carried = np.asarray(
            cv2.gemm(beside, answer, 1.0, np.zeros(0), 0.0, flags=cv2.GEMM_1_T), np.float64
        )
        before, known = carried[:, :-1], carried[:, -1:]
    solved = [to_next[-1][:, -1]]
    for answer in reversed(to_next[:-1]):
        solved.append(answer[:, -1] - answer[:, :-1] @ solved[-1])
    return np.asarray(np.concatenate(solved[::-1])[: grid.rows * grid.columns], np.float64)


PX_MM: Final = 10.0
"""Pixels a millimetre of the squared-up page: a pen's stroke of 0.4 mm is four pixels wide."""
_COARSE: Final = 8
"""The way back to the photo is worked out for every eighth pixel and drawn straight between."""
_STRIP: Final = 8
"""Rows of such blocks that are drawn at a time: the way back of a whole page takes 50 MB, and leaves the
processor's cache before it is used."""
_NO_SECOND_MAP: Final = np.empty(0, np.float32)
"""Both coordinates stand in the first map. Taking it apart and into fixed point first, as OpenCV does on
its own strip by strip, gives the same pixels and takes three times as long."""


def to_photo(homography: Homography, surface: Surface, points: Floats) -> Floats:
    """Pixels of the photo for places (n, 2) in mm on the printed page."""
    return apply(homography, points + surface.at(points))


def flatten(
    image: NDArray[np.uint8],
    homography: Homography,
    size_mm: tuple[float, float],
    px_mm: float,
    surface: Surface | None = None,
) -> NDArray[np.uint8]:
    """The page drawn again: `image` grey or colour, the answer `px_mm` pixels a millimetre.

    Pixel (column, row) shows the place ((column + 0.5) / px_mm, (row + 0.5) / px_mm) of the page;
    what lies outside the photo is white.
    """
    width, height = round(size_mm[0] * px_mm), round(size_mm[1] * px_mm)
    columns, rows = -(-width // _COARSE), -(-height // _COARSE)
    # The centre of a block of eight pixels, to which cv2.resize goes back.
    x = (np.arange(columns) + 0.5) * _COARSE / px_mm
    y = (np.arange(rows) + 0.5) * _COARSE / px_mm
    places = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    bend = surface.at(places) if surface is not None else 0.0
    source = apply(homography, places + bend).reshape(rows, columns, 2).astype(np.float32)
    drawn = np.empty((height, width, *image.shape[2:]), np.uint8)
    for first in range(0, rows, _STRIP):
        part = drawn[first * _COARSE : (first + _STRIP) * _COARSE]
        cv2.remap(
            image,
            _way_back(source, first)[: len(part), :width],
            _NO_SECOND_MAP,
            cv2.INTER_LINEAR,
            dst=part,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(255, 255, 255),
        )
    return drawn


def _way_back(source: NDArray[np.float32], first: int) -> NDArray[np.float32]:
    """Pixels of the photo for every pixel of the strip that begins with the block row `first`."""
    above = max(0, first - 1)
    # With the block rows beside the strip, between which and its own it is drawn straight.
    near = source[above : first + _STRIP + 1]
    size = (near.shape[1] * _COARSE, near.shape[0] * _COARSE)
    fine = cv2.resize(near, size, interpolation=cv2.INTER_LINEAR)
    start = (first - above) * _COARSE
    return np.asarray(fine[start : start + _STRIP * _COARSE], np.float32)
