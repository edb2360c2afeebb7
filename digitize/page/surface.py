"""The shape in which a page lies, and the page laid flat: perspective, bends, a surface by its corners."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.markers import Homography, apply

Floats = NDArray[np.float64]

NODE_MM: Final = 12.0
"""Distance of nodes. A sharp fold is followed to within a fold's angle times a quarter of this."""
STIFFNESS: Final = 0.6
"""Weight of a second difference beside one measurement: a curl of 10 mm over the page bends by
0.1 mm a node and stays free to do so, single wrong measurements do not."""
REST: Final = 1e-5
"""A pull to zero so weak that it shows only where nothing was measured at all."""
PASSES: Final = 2
"""Times that the weights are set anew."""
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
        index = np.arange(self.columns * self.rows).reshape(self.rows, self.columns)
        triples = [
            np.stack([index[:, :-2], index[:, 1:-1], index[:, 2:]], -1).reshape(-1, 3),
            np.stack([index[:-2], index[1:-1], index[2:]], -1).reshape(-1, 3),
        ]
        total = np.zeros((index.size, index.size))
        for group in triples:
            rows = np.zeros((len(group), index.size))
            lines = np.arange(len(group))
            for column, factor in enumerate((1.0, -2.0, 1.0)):
                rows[lines, group[:, column]] = factor
            total += rows.T @ rows
        # Twist: what the differences along both axes leave free.
        corner = [index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]]
        rows = np.zeros((corner[0].size, index.size))
        lines = np.arange(corner[0].size)
        for nodes, factor in zip(corner, (1.0, -1.0, -1.0, 1.0), strict=True):
            rows[lines, nodes.ravel()] = factor
        return np.asarray(total + rows.T @ rows, np.float64)


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


def fit(
    grid: NodeGrid, bending: Floats, points: Floats, values: Floats, stiffness: float
) -> Floats:
    """(rows, columns) node values that pass near `values` (n,) at `points` (n, 2), robustly."""
    around, share = grid.around(points)
    penalty = stiffness * bending + REST * np.eye(bending.shape[0])
    weight = np.asarray(np.ones(len(values)), np.float64)
    nodes = np.asarray(np.zeros(bending.shape[0]), np.float64)
    pairs = (around[:, :, None] * len(nodes) + around[:, None, :]).ravel()
    products = share[:, :, None] * share[:, None, :]
    for _ in range(PASSES):
        normal = np.bincount(
            pairs, (products * weight[:, None, None]).ravel(), minlength=penalty.size
        ).reshape(penalty.shape)
        right = np.bincount(
            around.ravel(), (share * (weight * values)[:, None]).ravel(), minlength=len(nodes)
        )
        # OpenCV's solver, because numpy's starts threads that cost more than they do.
        _, solved = cv2.solve(normal + penalty, right, flags=cv2.DECOMP_CHOLESKY)
        nodes = np.asarray(solved, np.float64).ravel()
        off = np.abs((nodes[around] * share).sum(1) - values)
        weight = np.asarray(np.minimum(1.0, ROBUST_MM / np.maximum(off, 1e-9)), np.float64)
    return np.asarray(nodes.reshape(grid.rows, grid.columns), np.float64)


PX_MM: Final = 10.0
"""Pixels a millimetre of the squared-up page: a pen's stroke of 0.4 mm is four pixels wide."""
_COARSE: Final = 8
"""The way back to the photo is worked out for every eighth pixel and drawn straight between."""
_STRIP: Final = 8
"""Rows of such blocks that are drawn at a time: the way back of a whole page takes 50 MB, and leaves the
processor's cache before it is used."""
_NO_SECOND_MAP: Final = np.empty(0, np.float32)
"""Both coordinates stand in the first map. Taking it apart and into fixed point first, as OpenCV does by
itself strip by strip, gives the same pixels and takes three times as long."""


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
    """The page drawn anew: `image` grey or colour, the answer `px_mm` pixels a millimetre.

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
