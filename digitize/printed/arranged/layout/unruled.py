"""A table without rules and without letters above its columns, as spreadsheets are mostly printed: a head
that names its columns, and paper that parts them in all rows alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from fairdeal.digitize.printed.arranged.layout.lettered import Cells, cells_between
from fairdeal.digitize.printed.arranged.table_rows import head_of
from fairdeal.digitize.printed.page_words import BAR, Line
from fairdeal.digitize.printed.words import Word

WIDE: Final = 1.3
"""Cells of a row are so far apart, in heights of a capital: a typewriter's blank is 1.1 wide."""
LEAST_PAPER: Final = 0.3
"""Paper between two columns is at least so wide in all rows together, in heights of a capital."""
WIDE_IN: Final = 2
"""In so many rows it is as wide as between cells: within a cell a blank never is."""
ALIGNED: Final = 0.6
"""Words of a column begin within so many heights of a capital."""
FEWEST: Final = 5
"""Rows of three cells or more that no text has by chance."""
FAR: Final = 2.2
"""Of most of them the cells are so far apart: text in letters of one width stands in columns, too."""
FEWEST_NUMBERS: Final = 15
"""So many lines begin with a number that goes up from line to line, if a spreadsheet's rows are numbered; no
hand has so many tricks ..."""
NUMBERED: Final = 0.6
"""... and this share of them all."""
FULL: Final = 0.4
"""Share of the lines of such tables that are rows of three cells or more."""
BARRED: Final = 3
"""Rows with bars between their cells: those are no columns of paper."""


def rows_of(lines: Sequence[Line]) -> tuple[int, int, list[Cells]] | None:
    """Where such tables of a page begin and end, as indices of lines, and the cells of each line between;
    None where there are none."""
    lines = _without_numbers(lines)
    if sum(any(word.text == BAR for word in line.words) for line in lines) >= BARRED:
        return None
    parts = [_parted(line, WIDE) for line in lines]
    full = [at for at, cells in enumerate(parts) if len(cells) > 2]
    far = sum(len(_parted(lines[at], FAR)) > 2 for at in full)
    headed = any(_names_columns(parts[at]) for at in full)
    if len(full) < FEWEST or far < len(full) / 2 or not headed:
        return None
    several = [at for at, cells in enumerate(parts) if len(cells) > 1]
    first, last = several[0], several[-1] + 1
    if len(full) < FULL * (last - first):
        return None  # specks about a page make lines of several parts, too
    edges = _edges([lines[at] for at in full])
    columns = _columns([lines[at] for at in full], edges)
    return (
        first,
        last,
        [
            cells_between(lines[at], edges) if at in full else _cells(lines[at], edges, columns)
            for at in range(first, last)
        ],
    )


def _without_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the numbers of a spreadsheet's rows before them; tricks are numbered too, but their
    numbers begin in the midst of a page."""
    numbers = [line.words[0].text.rstrip(".]") for line in lines]
    from_first = Counter(
        int(number) - at for at, number in enumerate(numbers) if number.isdecimal()
    )
    follow = from_first.most_common(1)[0][1] if from_first else 0
    if follow < max(FEWEST_NUMBERS, NUMBERED * len(lines)):
        return list(lines)
    right = max(
        line.words[0].right
        for line, number in zip(lines, numbers, strict=True)
        if number.isdecimal()
    )
    return [
        replace(line, words=line.words[1:])
        if len(line.words) > 1 and line.words[0].right <= right
        else line
        for line in lines
    ]


def _cells(line: Line, edges: Sequence[float], columns: Sequence[float]) -> Cells:
    """The cells of a line of few words. A name or a remark is in the cell that it begins in, and may go on
    over the next. A word begins another cell where wide paper lies before it or the edge, or where it stands
    as what is in its column does."""
    cells: list[tuple[Word, ...]] = [() for _ in edges[1:]]
    at, end = -1, -np.inf
    for word in line.words:
        own = int(np.searchsorted(edges, word.left)) - 1
        if word.left - end >= WIDE * line.capital:
            at = min(max(own, at + 1), len(cells) - 1)
        elif end <= edges[own] or abs(columns[own] - word.left) < ALIGNED * line.capital:
            at = own
        cells[at] = (*cells[at], word)
        end = word.right
    return tuple(cells)


def _columns(rows: Sequence[Line], edges: Sequence[float]) -> list[float]:
    """Where the words of each column mostly begin."""
    begun: list[list[float]] = [[] for _ in edges[1:]]
    for row in rows:
        for cell, found in zip(cells_between(row, edges), begun, strict=True):
            found += [cell[0].left] if cell else []
    return [float(np.median(each)) if each else np.inf for each in begun]


def _parted(line: Line, least: float) -> list[tuple[Word, ...]]:
    """The words of a line, those together that no wide paper parts."""
    cells: list[tuple[Word, ...]] = []
    for word in line.words:
        if cells and word.left - cells[-1][-1].right < least * line.capital:
            cells[-1] = (*cells[-1], word)
        else:
            cells.append((word,))
    return cells


def _names_columns(cells: Sequence[Sequence[Word]]) -> bool:
    head = head_of(cells, "")
    return head is not None and head.kind in ("Play", "Sheet", "Auction")


def _edges(rows: Sequence[Line]) -> list[float]:
    """The middles of the strips of paper that go through all rows and lie wide before what stands behind
    them, and edges beyond the outermost columns."""
    capital = sorted(row.capital for row in rows)[len(rows) // 2]
    inked = sorted((word.left, word.right) for row in rows for word in row.words)
    strips: list[float] = []
    end = inked[0][1]
    for left, right in inked[1:]:
        if left - end >= LEAST_PAPER * capital:
            strips.append((left + end) / 2)
        end = max(end, right)
    bounds = [*strips, np.inf]
    kept = [x for x, to in pairwise(bounds) if _begin_apart(rows, x, to)]
    return [-np.inf, *kept, np.inf]


def _begin_apart(rows: Sequence[Line], x: float, to: float) -> bool:
    """Whether what stands between two strips mostly has wide paper before it: the trumps of bids, in a column
    of their own otherwise, never have."""
    gaps = [
        (word.left - before.right) / row.capital
        for row in rows
        for before, word in pairwise(row.words)
        if before.right <= x < word.left < to
    ]
    wide = sum(gap >= WIDE for gap in gaps)
    return wide >= min(WIDE_IN, len(gaps)) and wide > 0
