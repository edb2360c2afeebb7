"""Short runs that stand side by side in the cells of a table, put together to be read as one line: a reader
makes little of two letters by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from fairdeal.digitize.printed.lines.gaps import Span
from fairdeal.digitize.printed.lines.runs import Run

SHORT: Final = 8
"""Marks of a run that is a cell, not a line."""
ON_LINE: Final = 0.16
"""Runs are put together if all their ends are no further from one line than this, in heights of a capital."""
STEEPER: Final = 0.02
"""The line slopes as each of them does: a cell far away may be of the next row."""
ALIKE: Final = 0.3
"""Their capitals differ by no greater share."""
MOST: Final = 40
"""Marks of a row; a longer one is read in parts."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadRow:
    """Runs that are read as one: `run` is all of them, `spans` are the words of all, `parts` the positions of
    the runs, from the left."""

    run: Run
    spans: Sequence[Span]
    parts: tuple[int, ...]


def read_rows(runs: Sequence[Run], spans: Sequence[Sequence[Span]]) -> list[ReadRow]:
    """The runs of a page as they are read, short ones on a line together."""
    rows: list[ReadRow] = []
    open_rows: list[int] = []
    for at in sorted(range(len(runs)), key=lambda n: runs[n].left):
        run = runs[at]
        alone = ReadRow(run, spans[at], (at,))
        if len(run.members) >= SHORT:
            rows.append(alone)
            continue
        for number in open_rows:
            both = _together(rows[number], run, spans[at], at)
            if both is not None:
                rows[number] = both
                break
        else:
            open_rows.append(len(rows))
            rows.append(alone)
    return rows


def _together(row: ReadRow, run: Run, spans: Sequence[Span], at: int) -> ReadRow | None:
    """A row with one more run behind it; None where it is not on its line."""
    before = row.run
    capital = min(before.capital, run.capital)
    if run.left < before.right or len(before.members) + len(run.members) > MOST:
        return None
    if abs(before.capital - run.capital) > ALIKE * capital:
        return None
    x = np.array([before.left, before.right, run.left, run.right], np.float64)
    y = np.array(
        [before.baseline(x[0]), before.baseline(x[1]), run.baseline(x[2]), run.baseline(x[3])]
    )
    slope, height = np.polyfit(x, y, 1)
    if np.abs(y - (slope * x + height)).max() > ON_LINE * capital:
        return None
    if max(abs(slope - before.base[0]), abs(slope - run.base[0])) > STEEPER:
        return None
    gap = (spans[0].left - row.spans[-1].right) / capital
    first = replace(spans[0], gap=float(gap), open_before=False, wide=True, cell=True)
    members = np.concatenate([before.members, run.members])
    both = replace(
        before,
        members=members,
        right=run.right,
        base=(float(slope), float(height)),
        capital=(before.capital + run.capital) / 2,
        bars=before.bars + run.bars,
    )
    return ReadRow(both, [*row.spans, first, *spans[1:]], (*row.parts, at))
