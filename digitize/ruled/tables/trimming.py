"""Outer columns and rows of a table that are none: the paper's edge taken for one more line.

A column is made by the rules that part its rows. Where these do not go on to the outermost line, that
line is the edge of the paper, of the table it lies on, or a fold.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.tables.find import RuledTable
from fairdeal.digitize.ruled.tables.grid import FINE

POINTS: Final = 24
"""Places along a side of a cell that are looked at, its ends left out."""
ACROSS: Final = 10
"""Steps to either side of the line."""
NEAR: Final = 5
"""Steps from the line within which its rule lies."""
STEP: Final = 0.016
"""A step, as a share of the usual distance between lines."""
DARKER: Final = 12.0
"""Grey levels that a rule is darker than the paper beside it: faint pencil has twice as much."""
LEAST_DRAWN: Final = 0.45
"""A column of which less than this share of its rows' rules is seen is none ..."""
INNER_DRAWN: Final = 0.7
"""... where inside of the table this share and more is seen."""
OUTER: Final = 0.4
"""Of a narrow outermost column this share at its outer end counts: pens overshoot, and a strip between
the table and the next line may so seem ruled."""
NARROW: Final = 0.4
"""A column is narrow below this share of the usual one's width. The rules of wider ones may end before
the paper does: a table may be open at its sides."""
MOST: Final = 2
"""Lines left out at each side."""
LEAST_LEFT: Final = 3
"""Columns, or rows, below which nothing is left out."""

Floats = NDArray[np.float64]


def trimmed(picture: NDArray[np.uint8], table: RuledTable) -> RuledTable:
    """The table without outer columns and rows through which its rules do not run."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    even = np.asarray(cv2.blur(grey, (3, 3)), np.uint8)
    columns, rows = _kept(even, table.nodes), _kept(even, table.nodes.transpose(1, 0, 2))
    if columns == (0, table.columns) and rows == (0, table.rows):
        return table
    return part_of(table, rows, columns)


def part_of(table: RuledTable, rows: tuple[int, int], columns: tuple[int, int]) -> RuledTable:
    """Rows and columns of a table, from the first up to one behind the last."""
    (top, below), (left, right) = rows, columns
    fine = table.fine
    if fine is not None:
        fine = fine[top * FINE : below * FINE + 1, left * FINE : right * FINE + 1]
    problems = tuple(
        replace(
            problem,
            row=None if problem.row is None else problem.row - top,
            column=None if problem.column is None else problem.column - left,
        )
        for problem in table.problems
        if (problem.row is None or top <= problem.row <= below)
        and (problem.column is None or left <= problem.column <= right)
    )
    spans = tuple(
        replace(span, row=span.row - top, column=span.column - left)
        for span in table.spans
        if top <= span.row
        and span.row + span.rows <= below
        and left <= span.column
        and span.column + span.columns <= right
    )
    nodes = np.ascontiguousarray(table.nodes[top : below + 1, left : right + 1])
    return replace(table, nodes=nodes, fine=fine, problems=problems, spans=spans)


def _kept(grey: NDArray[np.uint8], nodes: Floats) -> tuple[int, int]:
    """The columns to keep, by what is seen along the level sides of cells."""
    drawn = _drawn(grey, nodes)
    wide = np.median(np.linalg.norm(np.diff(nodes, axis=1), axis=2), axis=0)
    narrow = wide < NARROW * np.median(wide)
    seen = drawn.mean(axis=(0, 2))
    part = round(OUTER * drawn.shape[2])
    left = np.where(narrow, drawn[..., :part].mean(axis=(0, 2)), seen)
    right = np.where(narrow, drawn[..., -part:].mean(axis=(0, 2)), seen)
    first, last = 0, len(seen)
    while last - first > LEAST_LEFT and float(np.median(seen[first:last])) >= INNER_DRAWN:
        if len(seen) - last < MOST and min(seen[last - 1], right[last - 1]) < LEAST_DRAWN:
            last -= 1
        elif first < MOST and min(seen[first], left[first]) < LEAST_DRAWN:
            first += 1
        else:
            break
    return first, last


def _drawn(grey: NDArray[np.uint8], nodes: Floats) -> Floats:
    """Where a rule is seen along each side between neighbours of a row of crossings, 0 or 1 at each place."""
    start, along = nodes[:, :-1], np.diff(nodes, axis=1)
    length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
    across = np.stack((-along[..., 1], along[..., 0]), -1) / length
    usual = float(np.median(np.linalg.norm(np.diff(nodes, axis=0), axis=2)))
    steps = np.arange(-ACROSS, ACROSS + 1) * max(1.0, STEP * usual)
    shares = np.linspace(0.12, 0.88, POINTS)
    places = (
        start[:, :, None, None]
        + shares[:, None, None] * along[:, :, None, None]
        + steps[:, None] * across[:, :, None, None]
    )
    flat = places.reshape(len(nodes), -1, 2).astype(np.float32)
    seen = cv2.remap(
        grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    seen = np.asarray(seen, np.float64).reshape(places.shape[:-1])
    line = seen[..., ACROSS - NEAR : ACROSS + NEAR + 1].min(axis=-1)
    paper = np.median(seen, axis=-1)
    return np.asarray(paper - line >= DARKER, np.float64)
