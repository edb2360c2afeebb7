"""A score sheet of bridge with two lines alone: one down the middle (we, they), one across it (above and
below the line)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines.crossings import crossings
from fairdeal.digitize.ruled.lines.dark import find_ridges
from fairdeal.digitize.ruled.lines.rules import Family, Rule, directions, family
from fairdeal.digitize.ruled.tables.find import (
    LEAST_SIDE,
    Picture,
    Problem,
    RuledTable,
    coloured,
)

Floats = NDArray[np.float64]

LEAST_LONG: Final = 0.16
"""Each of the two lines is at least this share of the picture's diagonal long."""
INSIDE: Final = 0.12
"""They cross no nearer to an end than this share of their length."""
ACROSS: Final = 0.3
"""A further line across (the end of a game) is at least this share of the first one's length."""
CLEAR: Final = 0.7
"""Where another pair of lines comes this near to the best, it is not said which are meant."""


@dataclass(frozen=True, slots=True, eq=False)
class WeThey:
    """`table` has 2 x 2 cells: row 0 above the line, column 0 at the left (we, as a rule).

    `across`: further lines that cross the middle one (a game's end), each as points (n, 2) in pixels,
    from the top down.
    """

    table: RuledTable
    across: tuple[Floats, ...]


def find_we_they(picture: Picture) -> WeThey | None:
    """The two lines of a we/they sheet in a picture (blue, green, red); None where there are none."""
    if picture.ndim not in (2, 3) or min(picture.shape[:2]) < LEAST_SIDE:
        return None
    ridges = find_ridges(coloured(picture))
    ways = directions(ridges)
    if ways is None:
        return None
    least = LEAST_LONG * ridges.diagonal
    level = _long(family(ridges, ways[0]), ACROSS * least)
    upright = _long(family(ridges, ways[1]), least)
    if not level.rules or not upright.rules:
        return None
    pairs = sorted(_pairs(level, upright, least), key=lambda pair: -pair[0])
    if not pairs:
        return None
    worth, i, j = pairs[0]
    # Further lines across cross the same upright; another upright is another sheet, or a table.
    rival = next((w for w, _, other in pairs[1:] if other != j), 0.0)
    problems: tuple[Problem, ...] = ()
    if rival > CLEAR * worth:
        problems = (
            Problem("lines-unclear", "Other lines cross too: which are meant is not clear."),
        )
    row, column = level.rules[i], upright.rules[j]
    meet = _meeting(level, row, upright, column)
    meets = crossings(level, upright)[:, j]
    across = [
        level.points(rule.along.astype(np.float64), rule.across)
        for k, rule in enumerate(level.rules)
        if k != i and meets[k] and rule.length >= ACROSS * row.length
    ]
    across.sort(key=lambda points: float((points @ upright.axis).mean()))
    table = RuledTable(_nodes(level, row, upright, column, meet) / ridges.scale, problems=problems)
    return WeThey(table, tuple(points / ridges.scale for points in across))


def _long(lines: Family, least: float) -> Family:
    return Family(lines.direction, tuple(r for r in lines.rules if r.length >= least))


def _pairs(level: Family, upright: Family, least: float) -> list[tuple[float, int, int]]:
    """Pairs of lines that cross well inside of both: their worth and numbers."""
    found = []
    meets = crossings(level, upright)
    for i, j in zip(*np.nonzero(meets), strict=True):
        row, column = level.rules[int(i)], upright.rules[int(j)]
        if row.length < least:
            continue
        meet = _meeting(level, row, upright, column)
        shares = [
            (float(meet @ lines.axis) - rule.start) / rule.length
            for lines, rule in ((level, row), (upright, column))
        ]
        if all(INSIDE <= share <= 1 - INSIDE for share in shares):
            # The line across stands out by its length; of equal ones the upper is meant.
            found.append((row.length * column.length * (1.05 - 0.1 * shares[1]), int(i), int(j)))
    return found


def _meeting(level: Family, row: Rule, upright: Family, column: Rule) -> Floats:
    """Where two lines cross, in pixels."""
    half = np.array([(column.start + column.end) / 2])
    point = upright.points(half, column.at(half))
    for _ in range(6):
        along = point @ level.axis
        point = level.points(along, row.at(along))
        along = point @ upright.axis
        point = upright.points(along, column.at(along))
    return np.asarray(point[0], np.float64)


def _nodes(level: Family, row: Rule, upright: Family, column: Rule, meet: Floats) -> Floats:
    """(3, 3, 2): from the ends of the two lines."""
    ends = [
        [lines.points(np.array([at]), rule.at(np.array([at])))[0] for at in (rule.start, rule.end)]
        for lines, rule in ((level, row), (upright, column))
    ]
    sideways = [ends[0][0], meet, ends[0][1]]
    downwards = [ends[1][0], meet, ends[1][1]]
    return np.array([[y + x - meet for x in sideways] for y in downwards])
