"""Rows above and below a ruled table that belong to it: the rule at its edge was too faint to be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from fairdeal.digitize.printed.lines.tables import Table
from fairdeal.digitize.printed.page_words import Line

FEWEST: Final = 3
"""Columns in which such a row has something."""
APART: Final = 0.9
"""What stands in two columns is at least so far apart, in heights of a capital."""
FAR: Final = 1.1
"""Such a row is no further from the table than this, in heights of its rows."""


def with_open_rows(table: Table, lines: Sequence[Line], others: Sequence[Table]) -> Table:
    """The table with the lines right above and below it that stand in its columns, each as a row; what stands
    in one of the `others` is none."""
    high = float(np.median(np.diff(table.rows)))
    free = [line for line in lines if not any(_inside(line, each) for each in (table, *others))]
    for down in (False, True):
        found = True
        while found:
            edge = table.rows[-1] if down else table.rows[0]
            top, foot = (edge, edge + FAR * high) if down else (edge - FAR * high, edge)
            found = any(top < _height(line) < foot and _in_columns(line, table) for line in free)
            rows = (*table.rows, foot) if down else (top, *table.rows)
            table = replace(table, rows=rows) if found else table
    return table


def _height(line: Line) -> float:
    return float(np.mean([(word.box[1] + word.box[3]) / 2 for word in line.words]))


def _inside(line: Line, table: Table) -> bool:
    """Whether anything of a line stands in a table."""
    return any(
        table.cell_of((word.left + word.right) / 2, (word.box[1] + word.box[3]) / 2) is not None
        for word in line.words
    )


def _in_columns(line: Line, table: Table) -> bool:
    """Whether the words of a line stand in several columns of a table, wide paper between these."""
    at = [int(np.searchsorted(table.columns, (w.left + w.right) / 2)) for w in line.words]
    if min(at) < 1 or max(at) >= len(table.columns):
        return False
    apart = all(
        own == other or word.left - before.right >= APART * line.capital
        for own, other, word, before in zip(at[1:], at, line.words[1:], line.words, strict=False)
    )
    return apart and len(set(at)) >= FEWEST and all(b >= a for a, b in pairwise(at))
