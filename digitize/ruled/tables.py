"""Ruled tables in any photo, found by their lines: rows, columns, and every cell's ink.

No markers are needed. The lines of a picture fall into two directions; lines that cross make a table;
its perspective and bend are taken off; what is missing is filled in where the others show it, and said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from weakref import ReferenceType, ref

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
from fairdeal.digitize.ruled.straight import RuledCell, Straight, straighten

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

LEAST_SIDE: Final = 64
"""A picture smaller than this has no table that could be read."""
DRAWN: Final = 0.5
"""A side of a cell counts as drawn from this share on."""
LEAST_TRUST: Final = 0.6
"""Less of a table's sides drawn than this, and the lines may be anything."""
MOST_TABLES: Final = 12


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """Something about a table that a person should look at.

    `code`: `rule-filled` (not seen; shown by the spacing), `rule-broken` (seen in parts), `side-open`
    (no line there; the table ends where the others do), `lines-unclear`, `cut-off` (the table goes on
    outside of the photo). `row` or `column` is the number of the rule, 0 the first.
    """

    code: str
    text: str
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class ColumnSpan:
    """Cells without a line between them, such as a heading over several columns."""

    row: int
    column: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True, eq=False)
class RuledTable:
    """A table in a photo. `nodes` (rows + 1, columns + 1, 2) are the crossings of its rules in pixels.

    `fine` has further points between, `FINE` to a side of a cell, which follow curved rules; None where
    rules are taken to run straight from crossing to crossing. `trust`: the share of its sides, spans
    left out, that are seen.
    """

    nodes: Floats
    fine: Floats | None = None
    problems: tuple[RuleProblem, ...] = ()
    spans: tuple[ColumnSpan, ...] = ()
    trust: float = 1.0
    _cut: list[tuple[ReferenceType[Image], Straight]] = field(
        default_factory=list, repr=False, init=False
    )

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

    @property
    def row_positions(self) -> Floats:
        """(rows + 1,): where the rules of the rows are, from 0 at the top to 1."""
        return _positions(np.linalg.norm(np.diff(self.nodes, axis=0), axis=2).mean(1))

    @property
    def trusted(self) -> bool:
        """May its cells be read without asking? Not where a rule is not seen at all inside of it."""
        return not any(p.code in ("rule-filled", "lines-unclear", "cut-off") for p in self.problems)

    def cell(self, row: int, column: int, rows: int = 1, columns: int = 1) -> Floats:
        """(4, 2): a cell's corners in pixels, clockwise from the top left. IndexError outside."""
        if row < 0 or column < 0 or row + rows > self.rows:
            raise IndexError(f"the table has no row {row + rows - 1}")
        if column + columns > self.columns:
            raise IndexError(f"the table has no column {column + columns - 1}")
        top, bottom, left, right = row, row + rows, column, column + columns
        n = self.nodes
        return np.array([n[top, left], n[top, right], n[bottom, right], n[bottom, left]])

    def straight(self, picture: Image) -> Straight:
        """The table squared up; worked out once for a picture."""
        for photo, known in self._cut:
            if photo() is picture:
                return known
        fine = self.fine if self.fine is not None else _between(self.nodes)
        made = straighten(coloured(picture), fine, FINE)
        # One picture at a time: a table belongs to its photo.
        self._cut[:] = [(ref(picture), made)]
        return made

    def cells(self, picture: Image) -> list[list[RuledCell]]:
        """Every cell's ink, by row and column. A spanning cell's ink is in its parts."""
        wanted = [(i, j, 1, 1) for i in range(self.rows) for j in range(self.columns)]
        flat = self.straight(picture).cells(wanted)
        return [flat[i * self.columns : (i + 1) * self.columns] for i in range(self.rows)]

    def spanning(self, picture: Image, span: ColumnSpan) -> RuledCell:
        """The ink of a spanning cell as one."""
        return self.straight(picture).cells([(span.row, span.column, span.rows, span.columns)])[0]

    def crop(self, picture: Image, row: int, column: int) -> NDArray[np.uint8]:
        """A cell squared up, in grey, rules and neighbours' strokes taken out; ready to be read."""
        self.cell(row, column)
        return self.straight(picture).cells([(row, column, 1, 1)])[0].image

    def is_blank(self, picture: Image, row: int, column: int) -> bool:
        """Is nothing written in a cell?"""
        self.cell(row, column)
        return self.straight(picture).cells([(row, column, 1, 1)])[0].blank

    def turned(self, quarters: int) -> RuledTable:
        """The same table read with the sheet turned clockwise by quarters: the photo stays as it is.

        After one quarter, what was the left column read upwards is the top row.
        """

        def turn(nodes: Floats) -> Floats:
            return np.ascontiguousarray(np.rot90(nodes, -quarters, axes=(0, 1)))

        if quarters % 4 == 0:
            return self
        spans, rows, columns = self.spans, self.rows, self.columns
        for _ in range(quarters % 4):
            spans = tuple(
                ColumnSpan(s.column, rows - s.row - s.rows, s.columns, s.rows) for s in spans
            )
            rows, columns = columns, rows
        problems = tuple(
            _turned_problem(p, quarters % 4, self.rows, self.columns) for p in self.problems
        )
        fine = None if self.fine is None else turn(self.fine)
        return RuledTable(turn(self.nodes), fine, problems, spans, self.trust)


def _turned_problem(problem: RuleProblem, quarters: int, rows: int, columns: int) -> RuleProblem:
    row, column = problem.row, problem.column
    for _ in range(quarters):
        row, column = column, None if row is None else rows - row
        rows, columns = columns, rows
    return RuleProblem(problem.code, problem.text, row, column)


def _positions(steps: Floats) -> Floats:
    places = np.r_[0.0, np.cumsum(steps)]
    return np.asarray(places / max(float(places[-1]), 1e-9), np.float64)


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
    """The ruled tables of a picture (blue, green, red), best first; none is no error."""
    return [table for table in look_for_tables(picture) if _refusal(table) is None]


def look_for_tables(picture: Image) -> list[RuledTable]:
    """The same with those that are no good: `refusal` says of each why."""
    if picture.ndim not in (2, 3) or min(picture.shape[:2]) < LEAST_SIDE:
        return []
    picture = coloured(picture)
    ridges = find_ridges(picture)
    ways = directions(ridges)
    if ways is None:
        return []
    level, upright = family(ridges, ways[0]), family(ridges, ways[1])
    found: list[tuple[float, RuledTable]] = []
    for grid in _grids(ridges, level, upright):
        table = _table(grid, ridges, picture.shape[:2])
        found.append((_worth(grid), table))
    found.sort(key=lambda entry: -entry[0])
    return [table for _, table in found[:MOST_TABLES]]


def refusal(table: RuledTable) -> str | None:
    """Why a table should not be read, or None."""
    return _refusal(table)


def _refusal(table: RuledTable) -> str | None:
    if table.trust < LEAST_TRUST:
        return (
            f"only {round(100 * table.trust)} in 100 of the table's lines can be seen;"
            " retake the photo nearer and in more light"
        )
    return None


def coloured(picture: Image) -> Image:
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    return picture[:, :, :3] if picture.shape[2] > 3 else picture


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


def _worth(grid: Grid) -> float:
    """How much of a table it is: drawn sides, and what they enclose."""
    corners = grid.nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
    drawn = float(grid.level.sum() + grid.upright.sum())
    return drawn * float(np.sqrt(cv2.contourArea(corners)))


def _table(grid: Grid, ridges: Ridges, shape: tuple[int, ...]) -> RuledTable:
    spans, inside = _spans(grid)
    fine = (grid.fine + 0.5) / ridges.scale - 0.5
    level = grid.level[~inside[0]]
    upright = grid.upright[~inside[1]]
    sides = np.r_[level, upright]
    trust = float((sides >= DRAWN).mean()) if len(sides) else 0.0
    problems = [*_line_problems(grid, inside)]
    edge = fine.reshape(-1, 2)
    if (edge < 1).any() or (edge > np.array([shape[1], shape[0]]) - 2).any():
        problems.append(
            RuleProblem(
                "cut-off", "The table goes on outside of the photo: retake it with all of it in."
            )
        )
    return RuledTable(
        np.ascontiguousarray(fine[::FINE, ::FINE]), fine, tuple(problems), spans, trust
    )


def _line_problems(
    grid: Grid, inside: tuple[NDArray[np.bool_], NDArray[np.bool_]]
) -> Iterator[RuleProblem]:
    for kind, how, sides, within in (
        ("row", grid.rows, grid.level, inside[0]),
        ("column", grid.columns, grid.upright.T, inside[1].T),
    ):
        for number, known in enumerate(how):
            code, text = "", ""
            free = sides[number][~within[number]]
            if known == "implied":
                code, text = (
                    "side-open",
                    "has no line; it is assumed to end where the other lines end",
                )
            elif known == "filled":
                code, text = "rule-filled", "is not seen; the spacing of the others shows it"
            elif known == "broken" or (len(free) and float((free >= DRAWN).mean()) < 0.75):
                code, text = "rule-broken", "is seen in parts only"
            if code:
                row, column = (number, None) if kind == "row" else (None, number)
                yield RuleProblem(
                    code, f"The {_ordinal(number)} line of the {kind}s {text}.", row, column
                )


def _ordinal(number: int) -> str:
    n = number + 1
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return f"{n}{({1: 'st', 2: 'nd', 3: 'rd'}).get(n % 10, 'th')}"


def _spans(
    grid: Grid,
) -> tuple[tuple[ColumnSpan, ...], tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """Cells joined for want of a line between them, and which sides (level, upright) lie inside.

    Only whole rectangles of cells are a span, and only beside rules that are seen elsewhere.
    """
    rows, columns = grid.upright.shape[0], grid.level.shape[1]
    parent = np.arange(rows * columns)

    def root(cell: int) -> int:
        while parent[cell] != cell:
            cell = int(parent[cell])
        return cell

    for i in range(1, rows):
        for j in range(columns):
            if grid.level[i, j] < ABSENT and grid.rows[i] == "seen":
                parent[root(i * columns + j)] = root((i - 1) * columns + j)
    for i in range(rows):
        for j in range(1, columns):
            if grid.upright[i, j] < ABSENT and grid.columns[j] == "seen":
                parent[root(i * columns + j)] = root(i * columns + j - 1)
    inside = (np.zeros(grid.level.shape, bool), np.zeros(grid.upright.shape, bool))
    roots = np.array([root(cell) for cell in range(rows * columns)]).reshape(rows, columns)
    found = []
    for one in np.unique(roots):
        ys, xs = np.nonzero(roots == one)
        high, wide = int(np.ptp(ys)) + 1, int(np.ptp(xs)) + 1
        if len(ys) == 1 or len(ys) != high * wide or len(ys) == rows * columns:
            continue
        top, left = int(ys.min()), int(xs.min())
        level = grid.level[top + 1 : top + high, left : left + wide]
        upright = grid.upright[top : top + high, left + 1 : left + wide]
        if (level >= DRAWN).any() or (upright >= DRAWN).any():
            continue
        found.append(ColumnSpan(top, left, high, wide))
        inside[0][top + 1 : top + high, left : left + wide] = True
        inside[1][top : top + high, left + 1 : left + wide] = True
    return tuple(found), inside
