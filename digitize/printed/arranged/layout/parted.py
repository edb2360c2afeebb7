"""Columns of a ruled table whose rule was too faint to be seen: paper parts what stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.lines.tables import Table
from fairdeal.digitize.printed.page_words import Line
from fairdeal.digitize.printed.words import Word

NARROWEST: Final = 0.45
"""Paper between columns is at least so wide, in heights of a capital."""
FEWEST: Final = 3
"""Rows that must have something on either side of it ..."""
SHARE: Final = 0.4
"""... and their share of those that have anything there."""


def parted(table: Table, lines: Sequence[Line]) -> Table:
    """The table with the columns that paper parts in two, each as two."""
    rows: dict[int, dict[int, list[Word]]] = {}
    for line in lines:
        for word in line.words:
            at = table.cell_of((word.left + word.right) / 2, (word.box[1] + word.box[3]) / 2)
            if at is not None and word.text.strip("|"):
                rows.setdefault(at[1], {}).setdefault(at[0], []).append(word)
    capital = sorted(line.capital for line in lines)[len(lines) // 2] if lines else 0.0
    more = [
        edge
        for cells in rows.values()
        for edge in _edges([cells[row] for row in sorted(cells)], NARROWEST * capital)
    ]
    return replace(table, columns=tuple(sorted([*table.columns, *more])))


def _edges(cells: Sequence[Sequence[Word]], least: float) -> list[float]:
    """The middles of the strips of paper, at least so wide, that go through all cells of a column."""
    inked = sorted((word.left, word.right) for cell in cells for word in cell)
    found: list[float] = []
    end = inked[0][1]
    for left, right in inked[1:]:
        middle = (left + end) / 2
        if left - end >= least and _both_sides(cells, middle):
            found.append(middle)
        end = max(end, right)
    return found


def _both_sides(cells: Sequence[Sequence[Word]], x: float) -> bool:
    """Whether the head of a column and enough of what stands below it have something on either side: calls of
    one column begin alike, too, but its head is one."""
    both = [
        any(word.right < x for word in cell) and any(word.left > x for word in cell)
        for cell in cells
    ]
    return both[0] and sum(both) >= max(FEWEST, SHARE * len(cells))
