"""How bent paper lies, by its lines of print and the rules of its tables, which are level on flat paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.surface import REST, Floats, NodeGrid, Surface
from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.rules import FAINT
from fairdeal.digitize.printed.runs import LETTER, Run
from fairdeal.digitize.printed.straighten import NOMINAL_PX_MM

NODE_MM: Final = 20.0
STIFFNESS: Final = 0.3
"""Weight of a second difference beside one letter's foot: some hundred letters stand on a page."""
LEVEL: Final = 0.003
"""Weight of a first difference: where there is no print to tell, the paper goes on level."""
FEWEST: Final = 3
"""Letters of a run that tells anything of how it lies, or places of a rule."""
MOST_RULES: Final = 80
"""Of a form of which each cell has rules of its own, 403 of them, the longest tell enough."""
STEP_PX: Final = 40
"""A rule is looked at so often: over that length it goes up or down by no more than it is thick ..."""
BESIDE_PX: Final = 2
"""... and paper is seen so far beyond its box."""
AROUND_PX: Final = 3
"""Beyond its end it goes on within so much of where it went, ..."""
EDGE_PX: Final = 5
"""... with paper so far above and below, ..."""
LOST: Final = 2
"""... unless so many such stretches one after the other do not show it."""
PASSES: Final = 6
"""Times that the weights are worked out again: letters with tails hang below the line."""
OFF_LINE: Final = 0.06
"""A foot so far off its line, in heights of a capital, has lost three quarters of its weight."""
LEAST_WEIGHT: Final = 1e-4
ON_LINE: Final = 0.08
"""A letter stands on its line if its foot is so near to it, in heights of a capital ..."""
GAIN: Final = 0.05
"""... and the paper is bent if so many more do once it is made flat: old figures hang below any line."""
FLAT: Final = 0.25
"""A page whose lines rise and fall by less, in heights of a capital, is as good as flat."""


def bend_of(runs: Sequence[Run], marks: Marks, page: NDArray[np.uint8]) -> Surface | None:
    """How far below its place (mm down the page) each point of a page lies, by the feet of its letters and by
    its level rules; None of a page that is as good as flat, or has too little print to tell."""
    longest = np.argsort(marks.across[:, 0] - marks.across[:, 2], kind="stable")[:MOST_RULES]
    rules = (_along_rule(page, box) for box in marks.across[np.sort(longest)])
    rules = (_gone_on(page, rule) for rule in rules if len(rule) >= FEWEST)
    lines = [*(feet for run in runs if len(feet := _feet(run, marks)) >= FEWEST), *rules]
    if not lines or not runs:
        return None
    points = np.concatenate(lines) / NOMINAL_PX_MM
    line = np.repeat(np.arange(len(lines)), list(map(len, lines)))
    capital = float(np.median([run.capital for run in runs])) / NOMINAL_PX_MM
    height, width = page.shape
    grid = NodeGrid.over(width / NOMINAL_PX_MM, height / NOMINAL_PX_MM, NODE_MM)
    values = np.zeros((grid.rows, grid.columns, 2))
    values[..., 1] = _risen(grid, points, line, OFF_LINE * capital)
    bend = Surface(grid, values)
    down = bend.along(points, 1)
    if _rise(grid, points, down) < FLAT * capital:
        return None
    near = ON_LINE * capital
    flat, before = (_on_line(feet, line, near) for feet in (points[:, 1] - down, points[:, 1]))
    return bend if flat >= before + GAIN else None


def _feet(run: Run, marks: Marks) -> Floats:
    """Where the letters of a run stand, (n, 2) in pixels; marks that are as low as a comma left out."""
    own = marks.boxes[run.members].astype(np.float64)
    high = (own[:, 3] - own[:, 1]) / run.capital
    own = own[(high > LETTER[0]) & (high < LETTER[1])]
    return np.stack([(own[:, 0] + own[:, 2]) / 2, own[:, 3]], 1)


def _along_rule(page: NDArray[np.uint8], box: NDArray[np.int32]) -> Floats:
    """Where a level rule runs in its box, (n, 2) in pixels: it is dark all along, letters beside it are
    not."""
    left, top, right, bottom = (int(each) for each in box)
    top, count = max(0, top - BESIDE_PX), (right - left) // STEP_PX
    strip = page[top : bottom + BESIDE_PX, left : left + count * STEP_PX]
    grey = np.median(strip.reshape(len(strip), count, STEP_PX), axis=2)
    x = left + (np.arange(count) + 0.5) * STEP_PX
    found = np.stack([x, top + grey.argmin(0)], 1)
    return np.asarray(found[np.ptp(grey, axis=0) >= FAINT], np.float64)


def _gone_on(page: NDArray[np.uint8], rule: Floats) -> Floats:
    """A rule (places as of `_along_rule`, from the left) with what is seen of it beyond its ends: where paper
    bends it is too steep to be found as a level one."""
    return np.concatenate(
        [_traced(page, rule[::-1], -STEP_PX)[::-1], rule, _traced(page, rule, STEP_PX)]
    )


def _traced(page: NDArray[np.uint8], rule: Floats, step: int) -> Floats:
    """The places that follow the last one of a rule, `step` pixels apart, as long as it is seen."""
    places, missed = [*rule[-FEWEST:]], 0
    away = np.arange(-AROUND_PX - EDGE_PX, AROUND_PX + EDGE_PX + 1)
    while missed < LOST:
        before, last = places[-FEWEST], places[-1]
        slope = (last[1] - before[1]) / (last[0] - before[0])
        columns = np.arange(STEP_PX) + int(last[0] + step * (1 + missed) - STEP_PX / 2)
        level = last[1] + slope * (columns - last[0])
        rows = np.rint(level)[None].astype(np.int64) + away[:, None]
        if (
            columns[0] < 0
            or columns[-1] >= page.shape[1]
            or rows.min() < 0
            or rows.max() >= len(page)
        ):
            break
        grey = np.median(page[rows, columns], axis=1)
        at = EDGE_PX + int(grey[EDGE_PX:-EDGE_PX].argmin())
        if min(grey[at - EDGE_PX], grey[at + EDGE_PX]) - grey[at] < FAINT:
            missed += 1
            continue
        places.append(np.array([columns.mean() + 0.5, level.mean() + away[at]]))
        missed = 0
    return np.array(places[FEWEST:]).reshape(-1, 2)


def _risen(grid: NodeGrid, points: Floats, line: NDArray[np.int64], tolerance: float) -> Floats:
    """(rows, columns): the smooth surface that makes the feet of each line level, each at a height of its
    own."""
    around, share = grid.around(points)
    count = grid.columns * grid.rows
    spread = np.zeros((len(points), count))
    np.put_along_axis(spread, around, share, 1)
    lines = (line == np.arange(line.max() + 1)[:, None]).astype(np.float64)
    penalty = STIFFNESS * grid.bending() + LEVEL * _steps(grid) + REST * np.eye(count)
    weight = np.ones(len(points))
    nodes = np.zeros(count)
    for _ in range(PASSES):
        weighed = lines * weight
        total = weighed.sum(1, keepdims=True)
        # What is left of each line about its own mean: its height on the page tells nothing.
        inner = spread - ((weighed @ spread) / total)[line]
        feet = points[:, 1] - ((weighed @ points[:, 1]) / total[:, 0])[line]
        pulled = inner.T * weight
        # OpenCV's solver, because numpy's starts threads that cost more than they do.
        _, solved = cv2.solve(pulled @ inner + penalty, pulled @ feet, flags=cv2.DECOMP_CHOLESKY)
        nodes = np.asarray(solved, np.float64).ravel()
        off = feet - inner @ nodes
        off -= np.array([np.median(off[line == each]) for each in range(len(lines))])[line]
        weight = np.maximum(1 / (1 + (off / tolerance) ** 2) ** 2, LEAST_WEIGHT)
    return nodes.reshape(grid.rows, grid.columns)


def _steps(grid: NodeGrid) -> Floats:
    """(nodes, nodes): the sum of squared differences between neighbours as a quadratic form."""
    index = np.arange(grid.columns * grid.rows).reshape(grid.rows, grid.columns)
    total = np.zeros((index.size, index.size))
    for before, after in ((index[:, :-1], index[:, 1:]), (index[:-1], index[1:])):
        rows = np.zeros((before.size, index.size))
        rows[np.arange(before.size), before.ravel()] = -1.0
        rows[np.arange(before.size), after.ravel()] = 1.0
        total += rows.T @ rows
    return total


def _rise(grid: NodeGrid, points: Floats, down: Floats) -> float:
    """By how much (mm) print on one level of the page rises and falls at most."""
    at = np.rint(points[:, 1] / grid.step[1]).astype(np.int64)
    return max(float(np.ptp(down[at == level])) for level in np.unique(at))


def _on_line(heights: Floats, line: NDArray[np.int64], near: float) -> float:
    """The share of letters that stand as high (mm) as most of their line do, within `near`."""
    count = 0
    for each in range(line.max() + 1):
        own = np.sort(heights[line == each])
        count += int((np.searchsorted(own, own + 2 * near, "right") - np.arange(len(own))).max())
    return count / len(heights)
