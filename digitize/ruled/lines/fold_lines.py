"""A fold or a shadow's edge taken for a rule: told from rules, dotted ones too, and left out.

A rule is darker than the paper to both sides of it, a dotted one at its dots. At a fold, or at the edge of a
shadow, the paper is darker on one side all along, and nothing there is darker still.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines.faint_lines import is_parted
from fairdeal.digitize.ruled.sheets.fitting import shares_of
from fairdeal.digitize.ruled.tables.find import RuledTable, Span
from fairdeal.digitize.ruled.tables.grid import FINE

POINTS: Final = 60
"""Places along the side of a cell that are looked at: dots 1 mm apart are met often enough."""
MARGIN: Final = 0.12
"""Shares of a side left out at its ends, where upright rules cross."""
STEPS: Final = 12
"""Steps across to either side ..."""
REACH: Final = 0.13
"""... as far as this share of a row; at a fold the paper is bright and dark within a tenth."""
NEAR: Final = 4
"""Steps from the line within which its ink would lie."""
DOTTED: Final = 80.0
"""Percentile of the darkness along a line that is its ink's, where half of it are gaps between dots."""
NO_INK: Final = 0.3
"""A fold has less than this share of the ink of the table's rules ..."""
LEAST_STEP: Final = 0.02
"""... and the paper is darker on one side by this share of its light ..."""
ONE_SIDE: Final = 0.8
"""... along this share of it."""

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]


def without_folds(picture: Picture, table: RuledTable, headings: int) -> RuledTable:
    """The table without lines under its headings that part a row in two and are no rules but folds, or
    edges of shadows."""
    while True:
        line = next(_folds(picture, table, headings), None)
        if line is None:
            return table
        table = without_line(table, line)


def _folds(picture: Picture, table: RuledTable, headings: int) -> Iterator[int]:
    """Numbers of the level lines that part a row and are folds, 0 the topmost."""
    high = np.diff(shares_of(table.nodes)[1])
    if len(high) - headings < 3:
        return
    usual = float(np.median(high[headings:]))
    parting = [
        line
        for line in range(headings + 1, table.rows)
        if is_parted(high[line - 1 : line + 1], usual)
    ]
    if not parting:
        return
    seen = [_across(picture, table, line) for line in range(1, table.rows)]
    rules = float(np.median([_ink(profile) for profile in seen]))
    for line in parting:
        profile = seen[line - 1]
        if _ink(profile) < NO_INK * rules and _steps(profile):
            yield line


def _across(picture: Picture, table: RuledTable, line: int) -> Floats:
    """(places, 2 * STEPS + 1): how bright it is across a level line of the table, from above it to
    below."""
    nodes = table.nodes
    shares = np.linspace(MARGIN, 1 - MARGIN, POINTS)[:, None, None]
    start, along = nodes[line, :-1], np.diff(nodes[line], axis=0)
    down = np.median(np.linalg.norm(np.diff(nodes, axis=0), axis=2))
    normal = np.stack((-along[:, 1], along[:, 0]), -1)
    normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    points = (start + shares * along)[:, :, None]
    offsets = np.arange(-STEPS, STEPS + 1)[:, None] * (REACH * float(down) / STEPS)
    where = (points + offsets * normal[:, None]).reshape(-1, 2 * STEPS + 1, 2).astype(np.float32)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    seen = cv2.remap(
        grey, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float64)


def _sides(profile: Floats) -> tuple[Floats, Floats]:
    """How bright the paper is above and below a line, place by place."""
    above, below = profile[:, : STEPS - NEAR], profile[:, STEPS + NEAR + 1 :]
    return np.median(above, axis=1), np.median(below, axis=1)


def _ink(profile: Floats) -> float:
    """How much darker than the darker side a line is where it has ink, as a share of the paper's light."""
    darker = np.maximum(np.minimum(*_sides(profile)), 1.0)
    middle = profile[:, STEPS - NEAR : STEPS + NEAR + 1].min(axis=1)
    return float(np.percentile(np.maximum(0.0, 1.0 - middle / darker), DOTTED))


def _steps(profile: Floats) -> bool:
    """Whether the paper is darker on one side, the same nearly all along."""
    above, below = _sides(profile)
    step = (below - above) / np.maximum(np.maximum(above, below), 1.0)
    share = max(float((step >= LEAST_STEP).mean()), float((step <= -LEAST_STEP).mean()))
    return share >= ONE_SIDE


def without_line(table: RuledTable, line: int) -> RuledTable:
    """The table with the rows above and below an inner level line made one."""
    nodes = np.ascontiguousarray(np.delete(table.nodes, line, axis=0))
    fine = None if table.fine is None else _fine_without(table.fine, line)
    problems = tuple(
        problem
        if problem.row is None or problem.row < line
        else replace(problem, row=problem.row - 1)
        for problem in table.problems
        if problem.row != line
    )
    spans = tuple(span for old in table.spans for span in _span_without(old, line))
    return replace(table, nodes=nodes, fine=fine, problems=problems, spans=spans)


def _fine_without(fine: Floats, line: int) -> Floats:
    """Fine nodes with the parts of two rows made those of one, as far from one another along the sheet."""
    first = (line - 1) * FINE
    both = fine[first : first + 2 * FINE + 1]
    gone = np.linalg.norm(np.diff(both, axis=0), axis=2).mean(axis=1)
    at = np.r_[0.0, np.cumsum(gone)]
    wanted = np.linspace(0.0, at[-1], FINE + 1)
    flat = both.reshape(len(both), -1)
    row = np.stack([np.interp(wanted, at, flat[:, k]) for k in range(flat.shape[1])], axis=1)
    row = row.reshape(FINE + 1, *both.shape[1:])
    return np.concatenate([fine[:first], row, fine[first + 2 * FINE + 1 :]])


def _span_without(span: Span, line: int) -> Iterator[Span]:
    if span.row >= line:
        yield replace(span, row=span.row - 1)
    elif span.row + span.rows <= line:
        yield span
    elif span.rows > 2 or span.columns > 1:
        yield replace(span, rows=span.rows - 1)
