"""From crossing rules to rows and columns: every node, and which cell sides are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines.dark import Ridges
from fairdeal.digitize.ruled.lines.lines import Lines, lines_of
from fairdeal.digitize.ruled.lines.net import net_of, parts
from fairdeal.digitize.ruled.lines.rules import Family
from fairdeal.digitize.ruled.tables.fill import filled, look, mended, near_lines, opened
from fairdeal.digitize.ruled.tables.frame import Frame, lay_flat, rule_points

Floats = NDArray[np.float64]

FINE: Final = 4
"""Parts of a cell's side that follow the curve of its rule."""
EVIDENCE: Final = 24
"""Points of a cell's side that are looked at."""
LEAST_CELLS: Final = 4
SMALLEST_CELL: Final = 7.0
"""Pixels; in smaller cells nothing can be read."""
MOST_LINES: Final = 240
"""Lines of one direction looked at, the longest: bounds time on a picture of cloth."""
TURNS: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A table found: `fine` nodes (rows * FINE + 1, columns * FINE + 1, 2) in pixels of `Ridges`.

    `level` (rows + 1, columns) and `upright` (rows, columns + 1): the share of each cell side that is
    drawn. `rows`, `columns`: how each rule is known.
    """

    fine: Floats
    level: Floats
    upright: Floats
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def nodes(self) -> Floats:
        return self.fine[::FINE, ::FINE]


def grids(ridges: Ridges, level: Family, upright: Family) -> list[Grid]:
    """The tables that a group of crossing rules makes: one, or more where nothing joins them."""
    level, upright = _longest(level), _longest(upright)
    extent = np.concatenate(
        [
            family.points(r.along.astype(float), r.across)
            for family in (level, upright)
            for r in family.rules
        ]
    )
    spread = float(np.ptp(extent, axis=0).max()) / 2
    if spread < 2 * SMALLEST_CELL:
        return []
    frame = lay_flat(level, upright, spread)
    if frame is None:
        return []
    rows = [rule_points(frame, level, rule, upright=False) for rule in level.rules]
    columns = [rule_points(frame, upright, rule, upright=True) for rule in upright.rules]
    if len(rows) < 2 or len(columns) < 2:
        return []
    near = [near_lines(ridges, family.direction) for family in (level, upright)]
    found = []
    for part in parts(net_of(lines_of(rows), lines_of(columns))):
        grid = _grid(near, frame, part.rows, part.columns)
        if grid is not None:
            found.append(grid)
    return found


def _longest(family: Family) -> Family:
    if len(family.rules) <= MOST_LINES:
        return family
    rules = sorted(family.rules, key=lambda rule: -rule.length)[:MOST_LINES]
    return Family(family.direction, tuple(rules))


def _grid(near: list[NDArray[np.uint8]], frame: Frame, rows: Lines, columns: Lines) -> Grid | None:
    rows, columns = opened(rows, columns), opened(columns, rows)
    rows, columns = mended(rows), mended(columns)
    rows = filled(rows, columns, near[0], frame, upright=False)
    columns = filled(columns, rows, near[1], frame, upright=True)
    if (len(rows.lines) - 1) * (len(columns.lines) - 1) < LEAST_CELLS:
        return None
    if min(len(rows.lines), len(columns.lines)) < 3:
        return None
    if min(rows.narrowest(), columns.narrowest()) < SMALLEST_CELL:
        return None
    nodes = _nodes(rows, columns, FINE)
    fine = frame.back(nodes)
    return Grid(
        fine,
        _seen(near[0], fine, upright=False),
        _seen(near[1], fine, upright=True),
        tuple(line.how for line in rows.lines),
        tuple(line.how for line in columns.lines),
    )


def _nodes(rows: Lines, columns: Lines, parts: int) -> Floats:
    """Crossings of rules in the flat frame, and of what lies between them in `parts` parts."""
    i = np.arange((len(rows.lines) - 1) * parts + 1) / parts
    j = np.arange((len(columns.lines) - 1) * parts + 1) / parts
    shape = (len(i), len(j))
    row: Floats = np.repeat(i, len(j))
    column: Floats = np.tile(j, len(i))
    y: Floats = np.interp(row, np.arange(len(rows.lines)), [line.place for line in rows.lines])
    x: Floats = y
    for _ in range(TURNS):
        x = columns.at(column, y)
        y = rows.at(row, x)
    return np.asarray(np.stack([x, y], -1).reshape(*shape, 2), np.float64)


def _seen(near: NDArray[np.uint8], fine: Floats, upright: bool) -> Floats:
    """The share of each cell side that is drawn, by what the picture shows there."""
    lines = np.swapaxes(fine, 0, 1)[::FINE] if upright else fine[::FINE]
    count = (lines.shape[1] - 1) // FINE
    spot = np.linspace(0.08, 0.92, EVIDENCE)
    where = (np.arange(count)[:, None] + spot).ravel() * FINE
    whole = np.minimum(where.astype(np.int64), lines.shape[1] - 2)
    part = (where - whole)[None, :, None]
    points = lines[:, whole] * (1 - part) + lines[:, whole + 1] * part
    share = look(near, points).reshape(len(lines), count, EVIDENCE).mean(2)
    return np.asarray(share.T if upright else share, np.float64)
