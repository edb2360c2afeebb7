"""A known sheet's lines laid onto those found in a photo: which line is which, and where hidden ones are.

Lines are told apart by their places alone, as shares of the table's width and height. A rule that
the photo does not show is put where its neighbours say; one that the layout does not know is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

OFF: Final = 0.012
"""A line lies within this share of the table's side of where the layout has it: curl and lens shift
lines of a flat sheet by less than half of it."""
OFF_DRAWN: Final = 0.06
"""... or this, where as many lines are found as there should be: tables ruled anew by hand differ."""
LEAST_SHARE: Final = 0.7
"""Share of the layout's lines that must be found."""
MOST_STRANGE: Final = 0.3
"""Share of the lines found that the layout may not know: pieces of edges, folds, underlinings."""
LEAST_SCALE: Final = 0.6
"""The table found may be so much smaller than the sheet's (outer lines missed) or larger."""
FOCAL: Final = 1.15
"""Focal length beside the longer side of the picture: a phone's main camera (26 mm)."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Which line found is which line known, in pairs (known, seen), ascending.

    `exact`: within `OFF`. `rivals`: another way to lay the lines on fits as well.
    """

    pairs: tuple[tuple[int, int], ...]
    exact: bool = True
    rivals: bool = False


def shares_of(nodes: Floats) -> tuple[Floats, Floats]:
    """Where the upright and the level lines of a table are, as shares of its width and height.

    `nodes` are its line crossings, (rows + 1, columns + 1, 2). Perspective is taken out.
    """
    square = _square(nodes)
    edges, lines = np.median(square[..., 0], axis=0), np.median(square[..., 1], axis=1)
    edges[0], edges[-1], lines[0], lines[-1] = 0.0, 1.0, 0.0, 1.0
    return np.asarray(edges, np.float64), np.asarray(lines, np.float64)


def _square(nodes: Floats) -> Floats:
    """The nodes with the table's corners in those of the unit square."""
    corners = np.array([nodes[0, 0], nodes[0, -1], nodes[-1, -1], nodes[-1, 0]], np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    flat = nodes.reshape(1, -1, 2)
    moved = cv2.perspectiveTransform(flat, cv2.getPerspectiveTransform(corners, unit))
    return np.asarray(moved.reshape(nodes.shape), np.float64)


def aspect_of(nodes: Floats, size: tuple[int, int]) -> float:
    """A table's height beside its width on paper; `size` is the picture's width and height.

    The lens is taken for a phone's: with another the figure is off by as much as the sheet is tilted.
    """
    corners = np.array([nodes[0, 0], nodes[0, -1], nodes[-1, -1], nodes[-1, 0]], np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    view = cv2.getPerspectiveTransform(unit, corners)
    focal = FOCAL * max(size)
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    spread = np.linalg.inv(lens) @ view
    return float(np.linalg.norm(spread[:, 1]) / np.linalg.norm(spread[:, 0]))


def align(known: Sequence[float], seen: Sequence[float]) -> Alignment | None:
    """Lay lines found onto lines known; None where they do not fit each other."""
    ours, theirs = np.array(known, np.float64), np.array(seen, np.float64)
    ranked = sorted(_tries(ours, theirs), key=_worth, reverse=True)
    if ranked and _fits(ranked[0], ours, theirs):
        best = ranked[0]
        taken = dict(best)
        rivals = any(
            len(other) >= len(best) and any(taken.get(k, s) != s for k, s in other)
            for other in ranked[1:]
        )
        return Alignment(best, rivals=rivals)
    if len(ours) == len(theirs) and float(np.abs(ours - theirs).max()) <= OFF_DRAWN:
        return Alignment(tuple((at, at) for at in range(len(ours))), exact=False)
    return None


def _fits(pairs: Sequence[tuple[int, int]], known: Floats, seen: Floats) -> bool:
    enough = len(pairs) >= max(3, LEAST_SHARE * len(known))
    return enough and len(seen) - len(pairs) <= max(1, MOST_STRANGE * len(seen))


def _worth(pairs: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """More lines first; then the fewer lines are shifted against each other."""
    return len(pairs), -sum(abs(k - s) for k, s in pairs)


def _tries(known: Floats, seen: Floats) -> set[tuple[tuple[int, int], ...]]:
    """Ways to lay the lines on: two lines found as two lines known, and what then falls together."""
    found: set[tuple[tuple[int, int], ...]] = set()
    for first, last in combinations(range(len(seen)), 2):
        for low, high in combinations(range(len(known)), 2):
            scale = (known[high] - known[low]) / (seen[last] - seen[first])
            if not LEAST_SCALE <= scale <= 1 / LEAST_SCALE:
                continue
            if seen[last] - seen[first] < 0.5:
                continue
            moved = known[low] + (seen - seen[first]) * scale
            near = np.abs(known[:, None] - moved[None, :])
            best = near.argmin(axis=1)
            close = near[np.arange(len(known)), best] <= OFF
            pairs = tuple((k, int(best[k])) for k in np.flatnonzero(close).tolist())
            if len({s for _, s in pairs}) == len(pairs):
                found.add(pairs)
    return found


def lay_on(
    nodes: Floats,
    across: Alignment,
    down: Alignment,
    edges: Sequence[float],
    lines: Sequence[float],
) -> Floats:
    """The crossings of all lines of the layout in the photo, (lines, edges, 2) pixels.

    Crossings that were found stay where they are; the others follow from the sheet's plane and from how
    far their neighbours lie off it.
    """
    columns, rows = np.array(across.pairs), np.array(down.pairs)
    known_x, known_y = np.array(edges)[columns[:, 0]], np.array(lines)[rows[:, 0]]
    there = nodes[rows[:, 1]][:, columns[:, 1]]
    plane = _plane(known_x, known_y, there)
    off = there - _placed(plane, known_x, known_y)
    off = _filled(off, known_x, np.array(edges), axis=1)
    off = _filled(off, known_y, np.array(lines), axis=0)
    return np.asarray(_placed(plane, np.array(edges), np.array(lines)) + off, np.float64)


def _plane(xs: Floats, ys: Floats, there: Floats) -> Floats:
    from_, to = _grid(xs, ys).reshape(-1, 2), there.reshape(-1, 2)
    view, _ = cv2.findHomography(from_, to, 0)
    return np.asarray(view, np.float64)


def _grid(xs: Floats, ys: Floats) -> Floats:
    across, down = np.meshgrid(xs, ys)
    return np.stack((across, down), axis=-1)


def _placed(plane: Floats, xs: Floats, ys: Floats) -> Floats:
    grid = _grid(xs, ys)
    moved = cv2.perspectiveTransform(grid.reshape(1, -1, 2), plane)
    return np.asarray(moved.reshape(grid.shape), np.float64)


def _filled(off: Floats, known: Floats, wanted: Floats, axis: int) -> Floats:
    """Values at known places carried over to all wanted ones, straight between neighbours."""
    moved = np.moveaxis(off, axis, 0)
    flat = moved.reshape(len(known), -1)
    filled = np.stack([np.interp(wanted, known, flat[:, k]) for k in range(flat.shape[1])], axis=1)
    return np.asarray(
        np.moveaxis(filled.reshape(len(wanted), *moved.shape[1:]), 0, axis), np.float64
    )


def turned(nodes: Floats, quarters: int) -> Floats:
    """The same crossings read from another side: the sheet lay turned in the photo.

    After one quarter what was the right side of the picture is the top of the table.
    """
    return np.ascontiguousarray(np.rot90(nodes, quarters))
