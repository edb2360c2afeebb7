"""A spreadsheet by the letters above its columns: its rules are faint, and a fax or a screen loses them.

A letter stands over the middle of its column, and paper parts the columns in all rows alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from string import ascii_uppercase
from typing import Final

import numpy as np

from fairdeal.digitize.printed.arranged.tables import head_of
from fairdeal.digitize.printed.words import BAR, Line, Word

FEWEST_LETTERS: Final = 4
"""Letters in their order that no text has by chance."""
MISREAD: Final = 0.25
"""Share of them that may be read as something else."""
FEWEST_ROWS: Final = 3
LETTERED_NUMBERED: Final = 0.5
"""Share of the rows that begin with a number, if they are numbered."""
SAME_ROW: Final = 0.5
"""What stands apart by less than this share of the distance of two rows is one row."""
MIDWAY: Final = (0.33, 0.67)
"""Between two rows, as a share of their distance."""
MANY_BETWEEN: Final = 0.08
"""Lines there beside those with a number."""
_LIKE_I: Final = str.maketrans("|1!", "III")
Cells = tuple[tuple[Word, ...], ...]


def lettered_rows(lines: Sequence[Line]) -> tuple[int, list[Cells]] | None:
    """Where on a page the letters of a spreadsheet stand, as the index of their line, and the cells of each
    line below it, numbers of rows left out; None where there are none."""
    for at, line in enumerate(lines):
        level = [each for each in lines if abs(each.middle - line.middle) < line.capital]
        heads = _heads(sorted((word for each in level for word in each.words), key=_middle))
        below = [each for each in lines[at + 1 :] if each not in level]
        if heads is not None and len(below) >= FEWEST_ROWS:
            if _between(below, heads[0]):
                return None
            rows = _whole(below, heads[0])
            edges = _lettered_edges(heads, rows)
            return at, [cells_between(row, edges) for row in rows]
    return None


def _heads(words: Sequence[Word]) -> list[float] | None:
    """The middles of the columns, where words on one level are the letters over them. One letter in a row may
    be read as another; between them may stand dirt."""
    heads: list[float] = []
    seen = 0
    for word in words:
        text = word.text.upper().translate(_LIKE_I)
        if text and text == ascii_uppercase[len(heads) : len(heads) + 1]:
            heads.append(_middle(word))
            seen += 1
        elif heads and text and text == ascii_uppercase[len(heads) + 1 : len(heads) + 2]:
            heads += [(heads[-1] + _middle(word)) / 2, _middle(word)]
            seen += 1
    return heads if seen >= FEWEST_LETTERS and seen >= (1 - MISREAD) * len(heads) else None


def _whole(lines: Sequence[Line], first: float) -> list[Line]:
    """The rows of a spreadsheet: where the paper is bent, parts of one stand on lines of their own beside
    that of its number."""
    numbered = [line.middle for line in lines if _number(line, first) is not None]
    if len(numbered) < max(FEWEST_ROWS, LETTERED_NUMBERED * len(lines)):
        return list(lines)
    pitch = float(np.median(np.diff(numbered)))
    rows: list[Line] = []
    for line in lines:
        near = rows and line.middle - rows[-1].middle < SAME_ROW * pitch
        both = near and _number(line, first) and _number(rows[-1], first)
        if near and not both:
            words = sorted([*rows[-1].words, *line.words], key=lambda word: word.left)
            middle = line.middle if _number(line, first) else rows[-1].middle
            rows[-1] = replace(rows[-1], words=tuple(words), middle=middle)
        else:
            rows.append(line)
    return rows


def _between(lines: Sequence[Line], first: float) -> bool:
    """Whether many lines stand midway between two numbers of rows: on paper so bent nobody knows of which of
    the two they are."""
    numbered = [line.middle for line in lines if _number(line, first) is not None]
    if len(numbered) < FEWEST_ROWS:
        return False
    pitch = float(np.median(np.diff(numbered)))
    apart = [
        min(abs(line.middle - each) for each in numbered) / pitch
        for line in lines
        if numbered[0] < line.middle < numbered[-1]
    ]
    return sum(MIDWAY[0] < each < MIDWAY[1] for each in apart) > MANY_BETWEEN * len(numbered)


def _lettered_edges(heads: Sequence[float], rows: Sequence[Line]) -> list[float]:
    """The left edge of each column, and the right edge of the last."""
    numbers = [_number(row, heads[0]) for row in rows]
    found = [word for word in numbers if word is not None]
    numbered = len(found) >= LETTERED_NUMBERED * len(rows)
    middles = [float(np.median([_middle(word) for word in found])) if numbered else 0.0, *heads]
    words = [word for row in rows for word in row.words]
    edges = [_paper(words, left, right) for left, right in pairwise(middles)]
    last = 2 * heads[-1] - edges[-1]
    beyond = sum(any(_middle(word) > last for word in row.words) for row in rows)
    within = [word.right for word in words if edges[-1] < _middle(word) <= last]
    further = [word.left for word in words if _middle(word) > last]
    # Where cells begin at their left edge a letter tells nothing of how wide its column is.
    if within and further and min(further) < max(within):
        return [*edges, np.inf]
    # The last letters may be unread: what stands below them is not left out.
    return [*edges, last, np.inf] if beyond >= FEWEST_ROWS else [*edges, last]


def _number(row: Line, first: float) -> Word | None:
    """The number before a row, which stands left of the first column's middle."""
    before = [word for word in row.words if word.right < first - row.capital / 2]
    found = [word for word in before if word.text.rstrip(".").isdigit()]
    return found[-1] if found else None


def _paper(words: Sequence[Word], left: float, right: float) -> float:
    """The middle of the widest strip of paper between two columns' middles, whatever row it is seen in."""
    inked = sorted(
        (max(word.left, left), min(word.right, right))
        for word in words
        if word.right > left and word.left < right
    )
    best, widest, end = (left + right) / 2, 0.0, left
    for start, stop in [*inked, (right, right)]:
        if start - end > widest:
            best, widest = (start + end) / 2, start - end
        end = max(end, stop)
    return best


def cells_between(row: Line, edges: Sequence[float]) -> Cells:
    """The words of a row in the cells between the edges of its columns, bars left out."""
    cells: list[list[Word]] = [[] for _ in edges[1:]]
    for word in row.words:
        column = int(np.searchsorted(edges, _middle(word))) - 1
        if 0 <= column < len(cells) and word.text.strip("|"):
            cells[column].append(word)
    return tuple(map(tuple, cells))


def _middle(word: Word) -> float:
    return (word.left + word.right) / 2


WIDE: Final = 1.3
"""Cells of a row are so far apart, in heights of a capital: a typewriter's blank is 1.1 wide."""
LEAST_PAPER: Final = 0.3
"""Paper between two columns is at least so wide in all rows together, in heights of a capital."""
WIDE_IN: Final = 2
"""In so many rows it is as wide as between cells: within a cell a blank never is."""
ALIGNED: Final = 0.6
"""Words of a column begin within so many heights of a capital."""
FEWEST_FULL: Final = 5
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


def unruled_rows(lines: Sequence[Line]) -> tuple[int, int, list[Cells]] | None:
    """Where such tables of a page begin and end, as indices of lines, and the cells of each line between;
    None where there are none."""
    lines = _without_numbers(lines)
    if sum(any(word.text == BAR for word in line.words) for line in lines) >= BARRED:
        return None
    parts = [_parted(line, WIDE) for line in lines]
    full = [at for at, cells in enumerate(parts) if len(cells) > 2]
    far = sum(len(_parted(lines[at], FAR)) > 2 for at in full)
    headed = any(_names_columns(parts[at]) for at in full)
    if len(full) < FEWEST_FULL or far < len(full) / 2 or not headed:
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
