"""A table without rules and without letters above its columns, as spreadsheets are mostly printed: a head
that names its columns, and paper that parts them in all rows alike."""

from __future__ import annotations

from collections.abc import Sequence
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
FEWEST: Final = 5
"""Rows of three cells or more that no text has by chance."""
FAR: Final = 2.2
"""Of most of them the cells are so far apart: text in letters of one width stands in columns, too."""
BARRED: Final = 3
"""Rows with bars between their cells: those are no columns of paper."""


def rows_of(lines: Sequence[Line]) -> tuple[int, int, list[Cells]] | None:
    """Where such tables of a page begin and end, as indices of lines, and the cells of each line between;
    None where there are none."""
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
    capital = sorted(line.capital for line in lines)[len(lines) // 2]
    edges = _edges([cell for at in full for cell in parts[at]], LEAST_PAPER * capital)
    return first, last, [_cells(lines[at], parts[at], edges) for at in range(first, last)]


def _cells(line: Line, parts: Sequence[tuple[Word, ...]], edges: Sequence[float]) -> Cells:
    """The cells of a line. A name or a remark is in the cell that it begins in: it may go on over the
    next."""
    if len(parts) > 2:
        return cells_between(line, edges)
    cells: list[tuple[Word, ...]] = [() for _ in edges[1:]]
    for part in parts:
        at = int(np.searchsorted(edges, part[0].left)) - 1
        cells[at] = (*cells[at], *part)
    return tuple(cells)


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


def _edges(cells: Sequence[Sequence[Word]], least: float) -> list[float]:
    """The middles of the strips of paper that go through all rows, and edges beyond the outermost columns."""
    inked = sorted((cell[0].left, cell[-1].right) for cell in cells)
    found = [float("-inf")]
    end = inked[0][1]
    for left, right in inked[1:]:
        if left - end >= least:
            found.append((left + end) / 2)
        end = max(end, right)
    return [*found, float("inf")]
