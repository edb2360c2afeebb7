"""Ruled tables of a printed page: the cells that its level and upright lines make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.lines.rules import TOUCH_PX

SAME_PX: Final = 14
"""Rules no further apart are one line, drawn with two edges."""
NARROWEST_PX: Final = 50
"""A column is no narrower."""
FRAME: Final = 0.75
"""Share of a table that no single cell of it takes."""
ROUND_PX: Final = (1000, 1500)
"""Four lines alone go round a page, 3,000 high, if they are wider and higher apart than this."""
EDGE_PX: Final = 60
"""The lines of one side of a frame stand no further apart."""
REACH: Final = 0.5
"""A line is an edge of cells if it runs along so much of the table."""


@dataclass(frozen=True, slots=True)
class Table:
    """Edges of columns and of rows in pixels of the page, from the left and from the top."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]

    @property
    def is_frame(self) -> bool:
        """Whether its lines go round a page or a screen: nearly all within them is one cell."""
        widths, heights = np.diff(self.columns), np.diff(self.rows)
        if len(widths) == len(heights) == 1:
            return bool(widths[0] > ROUND_PX[0] and heights[0] > ROUND_PX[1])
        return bool(widths.max() * heights.max() > FRAME * widths.sum() * heights.sum())

    @property
    def cells(self) -> int:
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    def cell_of(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column (from 0) of the cell that a point stands in; None outside."""
        row = int(np.searchsorted(self.rows, y)) - 1
        column = int(np.searchsorted(self.columns, x)) - 1
        inside = 0 <= row < len(self.rows) - 1 and 0 <= column < len(self.columns) - 1
        return (row, column) if inside else None


def tables_of(across: NDArray[np.int32], down: NDArray[np.int32]) -> list[Table]:
    """The tables that ruled lines make (boxes: left, top, right, bottom), at least two cells each."""
    found = [table for table in _grids(across, down) if table.cells > 1 and not table.is_frame]
    return sorted(found, key=lambda table: table.rows[0])


def within_frame(
    across: NDArray[np.int32], down: NDArray[np.int32]
) -> tuple[float, float, float, float]:
    """The part of a page (left, top, right, bottom) that lines round a page or a screen leave."""
    for table in _grids(across, down):
        if table.is_frame:
            at, row = int(np.diff(table.columns).argmax()), int(np.diff(table.rows).argmax())
            left, right = table.columns[at], table.columns[at + 1]
            top, bottom = table.rows[row], table.rows[row + 1]
            sides, ends = _long(down, (0, 2), bottom - top), _long(across, (1, 3), right - left)
            return (
                max([left, *_near(sides, left)[:, 1]]),
                max([top, *_near(ends, top)[:, 1]]),
                min([right, *_near(sides, right)[:, 0]]),
                min([bottom, *_near(ends, bottom)[:, 0]]),
            )
    return 0.0, 0.0, np.inf, np.inf


def _long(lines: NDArray[np.int32], across: tuple[int, int], whole: float) -> NDArray[np.int32]:
    """First and last place across (n, 2) of the lines that go along most of a frame: the shadow beside a
    screen is as wide as letters."""
    along = (1, 3) if across == (0, 2) else (0, 2)
    far = lines[:, along[1]] - lines[:, along[0]] > FRAME * whole
    return np.asarray(lines[far][:, list(across)], np.int32)


def _near(sides: NDArray[np.int32], edge: float) -> NDArray[np.int32]:
    return np.asarray(sides[np.abs(sides.mean(1) - edge) < EDGE_PX], np.int32)


def _grids(across: NDArray[np.int32], down: NDArray[np.int32]) -> Iterator[Table]:
    lines = np.vstack([across, down]) if len(across) and len(down) else np.empty((0, 4), np.int32)
    for group in _touching(lines):
        level = [n for n in group if n < len(across)]
        upright = [n - len(across) for n in group if n >= len(across)]
        if not (level and upright):
            continue
        columns = _reaching(_edges(down[upright], (0, 2)), across[level])
        rows = _edges(across[level], (1, 3))
        if len(columns) >= 2 and len(rows) >= 2:
            yield Table(columns, rows)


def _reaching(columns: tuple[float, ...], across: NDArray[np.int32]) -> tuple[float, ...]:
    """The edges of columns with the ends of the level rules, where these go on beyond the outermost: an
    upright rule may be too faint to be seen."""
    if not columns:
        return columns
    left, right = float(np.median(across[:, 0])), float(np.median(across[:, 2]))
    first = (left,) if left < columns[0] - NARROWEST_PX else ()
    last = (right,) if right > columns[-1] + NARROWEST_PX else ()
    return (*first, *columns, *last)


def _touching(lines: NDArray[np.int32]) -> list[list[int]]:
    """Lines that meet, put together."""
    group = list(range(len(lines)))
    for first in range(len(lines)):
        a = lines[first]
        near = (
            (lines[:, 0] <= a[2] + TOUCH_PX)
            & (lines[:, 2] >= a[0] - TOUCH_PX)
            & (lines[:, 1] <= a[3] + TOUCH_PX)
            & (lines[:, 3] >= a[1] - TOUCH_PX)
        )
        heads = {group[n] for n in np.flatnonzero(near)} | {group[first]}
        least = min(heads)
        group = [least if each in heads else each for each in group]
    return [[n for n, each in enumerate(group) if each == head] for head in sorted(set(group))]


def _edges(lines: NDArray[np.int32], across: tuple[int, int]) -> tuple[float, ...]:
    """Places of lines, those of one line put together; what runs along too little of the table is no edge
    of its cells. `across` are the sides of a line's box that tell its place."""
    along = (1, 3) if across == (0, 2) else (0, 2)
    whole = lines[:, along[1]].max() - lines[:, along[0]].min()
    order = np.argsort(lines[:, list(across)].mean(1))
    found: list[list[NDArray[np.int32]]] = []
    for line in lines[order]:
        place = line[list(across)].mean()
        if found and place - found[-1][-1][list(across)].mean() <= SAME_PX:
            found[-1].append(line)
        else:
            found.append([line])
    return tuple(
        float(np.mean([line[list(across)].mean() for line in each]))
        for each in found
        if sum(line[along[1]] - line[along[0]] for line in each) >= REACH * whole
    )
