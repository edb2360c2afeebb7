"""Single marks to the left or the right of all text: what lies on the table or a shadow, unless it stands in
a column of the text's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from fairdeal.digitize.printed.lines.marks import Marks
from fairdeal.digitize.printed.lines.runs import Run
from fairdeal.digitize.printed.lines.tables import tables_of, within_frame

LONG_RUN: Final = 5
"""Marks in a row that nothing but text has."""
STACKED: Final = 4
"""So many short runs one below the other are a column, if each stands on a line of the text ..."""
ON_LEVEL: Final = 0.4
"""... within this, in heights of a capital, ..."""
AS_HIGH: Final = (0.75, 1.33)
"""... and is as high as its letters."""
ALIGNED: Final = 1.5
"""Runs of a column have their middles within so many heights of a capital."""


def without_strays(runs: Sequence[Run], marks: Marks) -> list[Run]:
    """The runs without those outside a frame, and without single marks beside all text."""
    frame_left, frame_top, frame_right, frame_bottom = within_frame(marks.across, marks.down)
    runs = [
        run
        for run in runs
        if frame_left < _middle(run) < frame_right and frame_top < run.middle < frame_bottom
    ]
    long = [run for run in runs if len(run.members) >= LONG_RUN]
    if not long or tables_of(marks.across, marks.down):
        return runs
    left = min(run.left - run.capital for run in long)
    right = max(run.right + run.capital for run in long)
    inside = [
        run
        for run in runs
        if len(run.members) >= LONG_RUN or (run.right > left and run.left < right)
    ]
    return _with_columns(inside, [run for run in runs if run not in inside])


def _with_columns(text: list[Run], strays: list[Run]) -> list[Run]:
    """The runs of the text, and those beside them that stand in columns, from the nearest to the furthest:
    the cards of a spreadsheet, one in each cell, make no long run."""
    capital = float(np.median([run.capital for run in text]))
    low, high = (share * capital for share in AS_HIGH)
    alike = [run for run in strays if low < run.capital < high]
    ends = (min(run.left for run in text), max(run.right for run in text))
    kept = list(text)
    for run in sorted(alike, key=lambda each: max(ends[0] - each.left, each.right - ends[1])):
        if run in kept:
            continue
        column = [
            each
            for each in alike
            if abs(_middle(each) - _middle(run)) < ALIGNED * capital
            and each not in kept
            and any(_on_level(each, other) for other in kept)
        ]
        if len(column) >= STACKED:
            kept += column
    # What stands over or under such a column, the letter of a spreadsheet's, is of the text as well.
    ends = (min(run.left for run in kept), max(run.right for run in kept))
    kept += [run for run in strays if run not in kept and ends[0] < _middle(run) < ends[1]]
    return sorted(kept, key=lambda run: (run.middle, run.left))


def _on_level(run: Run, other: Run) -> bool:
    return abs(other.level_at(_middle(run)) - run.middle) < ON_LEVEL * run.capital


def _middle(run: Run) -> float:
    return (run.left + run.right) / 2
