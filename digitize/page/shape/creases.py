"""A surface that is nearly straight everywhere but on its folds."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.shape.surface import REST, ROBUST_MM, Floats, Grid

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


def fit_sharp(grid: Grid, points: Floats, values: Floats, start: Floats) -> Floats:
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


def _along_folds(grid: Grid, bends: Floats) -> Floats:
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
def _second_differences(grid: Grid) -> _Rows:
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


def _solved(grid: Grid, rows: _Rows, target: Floats, weight: Floats) -> Floats:
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
