"""Which ruled lines cross or touch, and the groups that this makes of them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines.rules import Family

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

REACH: Final = 6.0
"""Pixels that a line may end short of another one that it meets ..."""
REACH_SHARE: Final = 0.03
"""... and this share of its length: tables drawn by hand are not closed exactly."""
FURTHEST: Final = 20.0
TURNS: Final = 4
"""Steps from one line to the other and back; each takes off three quarters of what is left."""


def crossings(level: Family, upright: Family) -> NDArray[np.bool_]:
    """(level rules, upright rules): which of them meet."""
    rows, columns = level.rules, upright.rules
    ends = [np.array([(r.start, r.end) for r in family.rules]) for family in (level, upright)]
    reach = [np.minimum(REACH + REACH_SHARE * (end[:, 1] - end[:, 0]), FURTHEST) for end in ends]
    # Start in the middle of every upright rule.
    points = np.empty((len(rows), len(columns), 2))
    for j, rule in enumerate(columns):
        half = np.array([(rule.start + rule.end) / 2])
        points[:, j] = upright.points(half, rule.at(half))[0]
    along_row = np.empty(points.shape[:2])
    along_column = np.empty(points.shape[:2])
    for _ in range(TURNS):
        for i, rule in enumerate(rows):
            along_row[i] = points[i] @ level.axis
            points[i] = level.points(along_row[i], rule.at(along_row[i]))
        for j, rule in enumerate(columns):
            along_column[:, j] = points[:, j] @ upright.axis
            points[:, j] = upright.points(along_column[:, j], rule.at(along_column[:, j]))
    low, high = ends[0][:, :1] - reach[0][:, None], ends[0][:, 1:] + reach[0][:, None]
    meets = (along_row >= low) & (along_row <= high)
    low, high = ends[1][None, :, 0] - reach[1], ends[1][None, :, 1] + reach[1]
    return np.asarray(meets & (along_column >= low) & (along_column <= high), np.bool_)


def groups(meets: NDArray[np.bool_]) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Rules connected by crossings, each crossing two others at least: numbers of rows and columns."""
    meets = meets.copy()
    while True:
        row, column = meets.sum(1) >= 2, meets.sum(0) >= 2
        kept = meets & row[:, None] & column[None, :]
        if (kept == meets).all():
            break
        meets = kept
    found = []
    left: Mask = np.asarray(meets.any(1), np.bool_)
    while left.any():
        rows: Mask = np.zeros(len(left), np.bool_)
        rows[int(left.argmax())] = True
        while True:
            columns: Mask = np.asarray(meets[rows].any(0), np.bool_)
            more: Mask = np.asarray(meets[:, columns].any(1), np.bool_)
            if (more == rows).all():
                break
            rows = more | rows
        found.append((np.nonzero(rows)[0], np.nonzero(columns)[0]))
        left &= ~rows
    return found
