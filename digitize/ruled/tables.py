"""Ruled tables in any photo, found by their lines: rows, columns, and every cell's ink.

No markers are needed. The lines of a picture fall into two directions; lines that cross make a table;
its perspective and bend are taken off; what is missing is filled in where the others show it, and said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.grid import FINE, Grid, grids
from fairdeal.digitize.ruled.lines import ABSENT
from fairdeal.digitize.ruled.rules import (
    Family,
    Ridges,
    crossings,
    directions,
    family,
    find_ridges,
    groups,
)
from fairdeal.digitize.ruled.straight import RuledCell, cut_table

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

LEAST_SIDE: Final = 64
"""A picture smaller than this has no table that could be read."""
DRAWN: Final = 0.5
"""A side of a cell counts as drawn from this share on."""
LEAST_TRUST: Final = 0.6
"""Less of a table's sides drawn than this, and the lines may be anything."""
MOST_TABLES: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class RuledTable:
    """A table in a photo. `nodes` (rows + 1, columns + 1, 2) are the crossings of its rules in pixels.

    `fine` has further points between, `FINE` to a side of a cell, which follow curved rules; None where
    rules are taken to run straight from crossing to crossing. `trust`: the share of its sides that are
    seen, those left out that cells span which are one. `cut_off`: it goes on outside of the photo.
    """

    nodes: Floats
    fine: Floats | None = None
    trust: float = 1.0
    cut_off: bool = False

    @property
    def rows(self) -> int:
        return len(self.nodes) - 1

    @property
    def columns(self) -> int:
        return len(self.nodes[0]) - 1

    @property
    def corners(self) -> Floats:
        """(4, 2): top left, top right, bottom right, bottom left, in pixels."""
        return np.array(
            [self.nodes[0, 0], self.nodes[0, -1], self.nodes[-1, -1], self.nodes[-1, 0]]
        )

    def cell(self, row: int, column: int) -> Floats:
        """(4, 2): a cell's corners in pixels, clockwise from the top left."""
        return self.nodes[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]

    def cells(self, picture: Image) -> list[list[RuledCell]]:
        """Every cell's ink, by row and column. The ink of a cell that spans several is in its parts."""
        fine = self.fine if self.fine is not None else _between(self.nodes)
        flat = cut_table(picture, fine, FINE)
        return [flat[i * self.columns : (i + 1) * self.columns] for i in range(self.rows)]

    def turned(self, quarters: int) -> RuledTable:
        """The same table read with the sheet turned clockwise by quarters: the photo stays as it is.

        After one quarter, what was the left column read upwards is the top row.
        """

        def turn(nodes: Floats) -> Floats:
            return np.ascontiguousarray(np.rot90(nodes, -quarters, axes=(0, 1)))

        if quarters % 4 == 0:
            return self
        fine = None if self.fine is None else turn(self.fine)
        return RuledTable(turn(self.nodes), fine, self.trust, self.cut_off)


def _between(nodes: Floats) -> Floats:
    """Fine nodes where rules run straight from crossing to crossing."""
    rows = np.arange((len(nodes) - 1) * FINE + 1) / FINE
    columns = np.arange((len(nodes[0]) - 1) * FINE + 1) / FINE
    i = np.minimum(rows.astype(np.int64), len(nodes) - 2)
    j = np.minimum(columns.astype(np.int64), len(nodes[0]) - 2)
    u, v = (rows - i)[:, None, None], (columns - j)[None, :, None]
    top = nodes[i][:, j] * (1 - v) + nodes[i][:, j + 1] * v
    bottom = nodes[i + 1][:, j] * (1 - v) + nodes[i + 1][:, j + 1] * v
    return np.asarray(top * (1 - u) + bottom * u, np.float64)


def find_tables(picture: Image) -> list[RuledTable]:
    """The ruled tables of a picture (blue, green, red), best first; none is not an error. Those of which
    too few lines can be seen are left out."""
    if min(picture.shape[:2]) < LEAST_SIDE:
        return []
    ridges = find_ridges(picture)
    ways = directions(ridges)
    if ways is None:
        return []
    level, upright = family(ridges, ways[0]), family(ridges, ways[1])
    found: list[tuple[float, RuledTable]] = []
    for grid in _grids(ridges, level, upright):
        # How much of a table it is: drawn sides, and what they enclose.
        corners = grid.nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
        drawn = float(grid.level.sum() + grid.upright.sum())
        worth = drawn * float(np.sqrt(cv2.contourArea(corners)))
        found.append((worth, _table(grid, ridges, picture.shape[:2])))
    found.sort(key=lambda entry: -entry[0])
    return [table for _, table in found[:MOST_TABLES] if table.trust >= LEAST_TRUST]


def _grids(ridges: Ridges, level: Family, upright: Family) -> Iterator[Grid]:
    if not level.rules or not upright.rules:
        return
    for rows, columns in groups(crossings(level, upright)):
        parts = (
            Family(level.direction, tuple(level.rules[i] for i in rows)),
            Family(upright.direction, tuple(upright.rules[j] for j in columns)),
        )
        try:
            yield from grids(ridges, *parts)
        except np.linalg.LinAlgError:  # lines that meet in a way that paper cannot have
            continue


def _table(grid: Grid, ridges: Ridges, shape: tuple[int, ...]) -> RuledTable:
    level, upright = _inside_spans(grid)
    fine = (grid.fine + 0.5) / ridges.scale - 0.5
    sides = np.r_[grid.level[~level], grid.upright[~upright]]
    trust = float((sides >= DRAWN).mean()) if len(sides) else 0.0
    edge = fine.reshape(-1, 2)
    cut_off = (edge < 1).any() or (edge > np.array([shape[1], shape[0]]) - 2).any()
    return RuledTable(np.ascontiguousarray(fine[::FINE, ::FINE]), fine, trust, bool(cut_off))


def _inside_spans(grid: Grid) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which sides (level, upright) lie inside of cells joined for want of a line between them, such as a
    heading over several columns.

    Only whole rectangles of cells are joined, and only beside rules that are seen elsewhere.
    """
    rows, columns = grid.upright.shape[0], grid.level.shape[1]
    parent = np.arange(rows * columns)

    def root(cell: int) -> int:
        while parent[cell] != cell:
            cell = int(parent[cell])
        return cell

    for i in range(1, rows):
        for j in range(columns):
            if grid.level[i, j] < ABSENT and grid.rows_seen[i]:
                parent[root(i * columns + j)] = root((i - 1) * columns + j)
    for i in range(rows):
        for j in range(1, columns):
            if grid.upright[i, j] < ABSENT and grid.columns_seen[j]:
                parent[root(i * columns + j)] = root(i * columns + j - 1)
    inside = (np.zeros(grid.level.shape, bool), np.zeros(grid.upright.shape, bool))
    roots = np.array([root(cell) for cell in range(rows * columns)]).reshape(rows, columns)
    for one in np.unique(roots):
        ys, xs = np.nonzero(roots == one)
        high, wide = int(np.ptp(ys)) + 1, int(np.ptp(xs)) + 1
        if len(ys) == 1 or len(ys) != high * wide or len(ys) == rows * columns:
            continue
        top, left = int(ys.min()), int(xs.min())
        level = slice(top + 1, top + high), slice(left, left + wide)
        upright = slice(top, top + high), slice(left + 1, left + wide)
        if (grid.level[level] < DRAWN).all() and (grid.upright[upright] < DRAWN).all():
            inside[0][level] = inside[1][upright] = True
    return inside


FOCAL: Final = 1.15
"""Focal length beside the longer side of the picture: a phone's main camera (26 mm)."""


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

    The lens is read as a phone's: with another the figure is off by as much as the sheet is tilted.
    """
    corners = np.array([nodes[0, 0], nodes[0, -1], nodes[-1, -1], nodes[-1, 0]], np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    view = cv2.getPerspectiveTransform(unit, corners)
    focal = FOCAL * max(size)
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    spread = np.linalg.inv(lens) @ view
    return float(np.linalg.norm(spread[:, 1]) / np.linalg.norm(spread[:, 0]))
