"""A spreadsheet by the letters above its columns: its rules are faint, and a fax or a screen loses them.

A letter stands over the middle of its column, and paper parts the columns in all rows alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from string import ascii_uppercase
from typing import Final

import numpy as np

from fairdeal.digitize.printed.page_words import Line
from fairdeal.digitize.printed.words import Word

FEWEST: Final = 4
"""Letters in their order that no text has by chance."""
MISREAD: Final = 0.25
"""Share of them that may be read as something else."""
FEWEST_ROWS: Final = 3
NUMBERED: Final = 0.5
"""Share of the rows that begin with a number, if they are numbered."""
SAME_ROW: Final = 0.5
"""What stands apart by less than this share of the distance of two rows is one row."""
MIDWAY: Final = (0.33, 0.67)
"""Between two rows, as a share of their distance."""
MANY_BETWEEN: Final = 0.08
"""Lines there beside those with a number."""
_LIKE_I: Final = str.maketrans("|1!", "III")
Cells = tuple[tuple[Word, ...], ...]


def rows_of(lines: Sequence[Line]) -> tuple[int, list[Cells]] | None:
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
            edges = _edges(heads, rows)
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
    return heads if seen >= FEWEST and seen >= (1 - MISREAD) * len(heads) else None


def _whole(lines: Sequence[Line], first: float) -> list[Line]:
    """The rows of a spreadsheet: where the paper is bent, parts of one stand on lines of their own beside
    that of its number."""
    numbered = [line.middle for line in lines if _number(line, first) is not None]
    if len(numbered) < max(FEWEST_ROWS, NUMBERED * len(lines)):
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


def _edges(heads: Sequence[float], rows: Sequence[Line]) -> list[float]:
    """The left edge of each column, and the right edge of the last."""
    numbers = [_number(row, heads[0]) for row in rows]
    found = [word for word in numbers if word is not None]
    numbered = len(found) >= NUMBERED * len(rows)
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
