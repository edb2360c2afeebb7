"""Where lines, columns and tables stand on a page, before anybody asks what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from fairdeal.digitize.printed.arranged.slots import heading_of
from fairdeal.digitize.printed.arranged.tables import without_letters
from fairdeal.digitize.printed.arranged.unruled import WIDE, lettered_rows, unruled_rows
from fairdeal.digitize.printed.marks import Table, tables_of
from fairdeal.digitize.printed.words import BAR, Line, PageWords, Word

GUTTER: Final = 1.2
"""Paper between columns is at least so wide, in heights of a capital."""
COLUMN_ALIGNED: Final = 1.0
"""Lines of the right column begin within so much of each other."""
LEVEL: Final = 1.0
"""Lines of two columns that stand beside each other differ in height by less than this."""
FEWEST_PARTED: Final = 2
"""Lines that must have a part on either side."""


def in_reading_order(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page, those of a left column before those of the right one beside it."""
    found = _gutter(lines)
    if found is None:
        return list(lines)
    first, x = found
    last = first
    for at in range(first, len(lines)):
        if any(word.left < x < word.right for word in lines[at].words):
            break
        last = at
    first = _top(lines, first, x)
    left = [half for line in lines[first : last + 1] if (half := _half(line, x, left=True))]
    right = [half for line in lines[first : last + 1] if (half := _half(line, x, left=False))]
    return [*lines[:first], *left, *right, *lines[last + 1 :]]


def _gutter(lines: Sequence[Line]) -> tuple[int, float] | None:
    """The line from which there are two columns, and the column of the page between them.

    A column begins with the name of a block, beside something else; the lines below begin where it does. On
    curved paper what it stands beside may be the line before or behind.
    """
    for at, line in enumerate(lines):
        for number, word in enumerate(line.words):
            text = [each.right for each in line.words[:number] if each.text != BAR]
            before = text[-1] if text else _beside(lines, at)
            if before is None or word.left - before < GUTTER * line.capital:
                continue
            if heading_of(" ".join(each.text for each in line.words[number:])) is None:
                continue
            x = word.left - 0.3 * line.capital
            beside = [_half(each, x, left=False) for each in lines[at + 1 :]]
            aligned = sum(
                half is not None
                and abs(half.words[0].left - word.left) < COLUMN_ALIGNED * line.capital
                for half in beside
            )
            if aligned >= FEWEST_PARTED:
                return at, x
    return None


def _top(lines: Sequence[Line], first: int, x: float) -> int:
    """The line with which two columns begin, the right one perhaps with something above its first block: an
    event that stands beside the name of the left one's."""
    while first:
        above = lines[first - 1]
        left, right = (_half(above, x, left=side) for side in (True, False))
        aligned = right is not None and right.words[0].left - x < COLUMN_ALIGNED * above.capital
        if left is None or not aligned or heading_of(left.text) is None:
            return first
        first -= 1
    return first


def _beside(lines: Sequence[Line], at: int) -> float | None:
    """The right end of what stands left of a line, a little higher or lower; None where nothing does."""
    line = lines[at]
    near = [
        each.words[-1].right
        for each in (*lines[max(0, at - 1) : at], *lines[at + 1 : at + 2])
        if abs(each.middle - line.middle) < LEVEL * line.capital
        and each.words[-1].right < line.words[0].left
    ]
    return max(near, default=None)


def _half(line: Line, x: float, *, left: bool) -> Line | None:
    def inside(word: Word) -> bool:
        return ((word.left + word.right) / 2 < x) is left

    words = tuple(word for word in line.words if inside(word))
    if left and words and words[-1].text == BAR:
        words = words[:-1]  # the rule between the columns
    return replace(line, words=words) if words else None


FEWEST_ALIKE: Final = 5
"""Lines that begin alike ..."""
MARGIN_SHARE: Final = 0.4
"""... and their share of a page."""
ALIGNED: Final = 0.6
"""Lines begin alike within so many heights of a capital."""
FIRST: Final = 3
"""Words of a line before which specks may stand, or among which they are."""
_SPECK: Final = re.compile(r"\W*[a-zA-Z]?\W*")
_NO_SPECK: Final = re.compile(r"\W*[nesw]\W*", re.IGNORECASE)
"""It may be a seat."""


def within_margin(lines: Sequence[Line]) -> list[Line]:
    """The lines without specks left of the margin, where most of them begin."""
    margin = _margin(lines)
    return list(lines) if margin is None else [_from(line, margin) for line in lines]


def _margin(lines: Sequence[Line]) -> float | None:
    """The column of the page at which most lines begin; None where they do not begin alike."""
    if len(lines) < FEWEST_ALIKE:
        return None
    capital = float(np.median([line.capital for line in lines]))
    begun = [np.array([word.left for word in line.words[:FIRST]]) for line in lines]
    for left in sorted(float(each) for own in begun for each in own):
        alike = sum(bool((np.abs(own - left) < ALIGNED * capital).any()) for own in begun)
        if alike >= max(FEWEST_ALIKE, MARGIN_SHARE * len(lines)):
            return left
    return None


def _from(line: Line, margin: float) -> Line:
    at = next(
        (
            n
            for n, word in enumerate(line.words[:FIRST])
            if abs(word.left - margin) < 2 * ALIGNED * line.capital
        ),
        0,
    )
    return replace(line, words=line.words[at:]) if all(map(_is_speck, line.words[:at])) else line


def _is_speck(word: Word) -> bool:
    return _SPECK.fullmatch(word.text) is not None and _NO_SPECK.fullmatch(word.text) is None


FEWEST_OPEN: Final = 3
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
    return apart and len(set(at)) >= FEWEST_OPEN and all(b >= a for a, b in pairwise(at))


NARROWEST: Final = 0.45
"""Paper between columns is at least so wide, in heights of a capital."""
FEWEST_BESIDE: Final = 3
"""Rows that must have something on either side of it ..."""
BESIDE_SHARE: Final = 0.4
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
    return both[0] and sum(both) >= max(FEWEST_BESIDE, BESIDE_SHARE * len(cells))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a ruled table: the words of each cell, and which table it is of the page."""

    cells: tuple[tuple[Word, ...], ...]
    table: int


FEWEST_CELLS: Final = 3
"""Cells of a row that have words on the same lines, if it is several rows, or all of them ..."""
MOST_CELLS: Final = 0.7
"""... and such a share of those that have any."""
FEWEST_BEYOND: Final = 4
"""Rows of a table that go on beyond it, or have several things in one cell ..."""
SEVERAL: Final = 3
"""... so many, as wide apart as cells are."""
SAME_LINE: Final = 0.4
"""Words of one line differ in height by less, in heights of a word."""
_Filled = dict[tuple[int, int], list[tuple[float, Word]]]
"""The words of each cell by its row and column, each with the height of its line."""


def page_items(words: PageWords) -> list[Line | TableRow]:
    """The lines of a page in reading order, and the rows of its tables between them."""
    spreadsheet = lettered_rows(words.lines)
    if spreadsheet is not None:
        above, rows_below = spreadsheet
        return [*words.lines[:above], *(TableRow(cells, 0) for cells in rows_below if any(cells))]
    ruled = tables_of(words.across, words.down)
    ruled = [
        with_open_rows(table, words.lines, [each for each in ruled if each is not table])
        for table in ruled
    ]
    tables = [parted(table, words.lines) for table in ruled]
    whole = all(_whole(table, words.lines) for table in tables)
    columns = None if tables and whole else unruled_rows(words.lines)
    if columns is not None:
        first, last, rows = columns
        inside = [TableRow(cells, 0) for cells in rows if any(cells)]
        return [*words.lines[:first], *inside, *words.lines[last:]]
    free: list[Line] = []
    filled: list[_Filled] = [{} for _ in tables]
    for line in words.lines:
        outside = []
        for word in line.words:
            at = _cell(tables, word)
            if at is None:
                outside.append(word)
            elif not word.text or word.text.strip("|"):  # a bar is what is left of a rule
                number, row, column = at
                filled[number].setdefault((row, column), []).append((line.middle, word))
        if outside:
            free.append(replace(line, words=tuple(outside)))
    placed: list[tuple[float, Line | TableRow]] = [
        (line.middle, line) for line in _in_order(within_margin(free), tables)
    ]
    for number, (table, cells) in enumerate(zip(tables, filled, strict=True)):
        for row, each in enumerate(without_letters(_rows(table, cells))):
            if any(each):
                where = table.rows[0] + row / 1000
                placed.append((where, TableRow(tuple(map(tuple, each)), number)))
    return [item for _, item in sorted(placed, key=lambda pair: pair[0])]


def _whole(table: Table, lines: Sequence[Line]) -> bool:
    """Whether nothing goes on beyond the sides of a table, and nothing stands wide apart within its cells:
    else some rules between its columns were not seen."""
    beyond = 0
    for line in lines:
        cells = [
            table.cell_of(word.left + 2, (word.box[1] + word.box[3]) / 2) for word in line.words
        ]
        in_line = [cell for cell in cells if cell is not None]
        beyond += bool(in_line) and (None in (cells[0], cells[-1]) or _crowded(line, cells))
    return beyond < FEWEST_BEYOND


def _crowded(line: Line, cells: Sequence[tuple[int, int] | None]) -> bool:
    """Whether several things stand wide apart in one cell of a table."""
    apart = Counter(
        own
        for own, other, word, before in zip(
            cells[1:], cells, line.words[1:], line.words, strict=False
        )
        if own is not None and own == other and word.left - before.right >= WIDE * line.capital
    )
    return any(count >= SEVERAL - 1 for count in apart.values())


def _rows(table: Table, filled: _Filled) -> list[list[list[Word]]]:
    """The words of each cell, row by row, without columns at the edges that have none."""
    used = [column for _, column in filled]
    columns = range(min(used), max(used) + 1) if used else range(0)
    return [
        [[word for _, word in sorted(cell, key=_reading)] for cell in cells]
        for row in range(len(table.rows) - 1)
        for cells in _whole_rows([filled.get((row, column), []) for column in columns])
    ]


def _whole_rows(cells: list[list[tuple[float, Word]]]) -> list[list[list[tuple[float, Word]]]]:
    """A row of cells; as several where the rule between them was not seen: then most of its cells have a word
    on each of the same lines."""
    lines: list[list[float]] = []
    for height, word in sorted((each for cell in cells for each in cell), key=lambda it: it[0]):
        if lines and height - lines[-1][-1] < SAME_LINE * (word.box[3] - word.box[1]):
            lines[-1].append(height)
        else:
            lines.append([height])
    parts = [
        [[each for each in cell if line[0] <= each[0] <= line[-1]] for cell in cells]
        for line in lines
    ]
    full = sum(map(bool, cells))
    several = sum(all(column) for column in zip(*parts, strict=True))
    many = several >= FEWEST_CELLS and several >= MOST_CELLS * full
    if len(lines) < 2 or not (many or several == full > 1):
        return [cells]
    return parts


def _in_order(lines: list[Line], tables: list[Table]) -> list[Line]:
    """Lines in reading order; their heights are kept in order where there are tables between them."""
    return (
        lines
        if tables
        else [replace(line, middle=float(at)) for at, line in enumerate(in_reading_order(lines))]
    )


def _reading(placed: tuple[float, Word]) -> tuple[float, float]:
    return round(placed[0] / 10), placed[1].left


def _cell(tables: list[Table], word: Word) -> tuple[int, int, int] | None:
    """Table, row and column of the cell that a word begins in."""
    y = (word.box[1] + word.box[3]) / 2
    for number, table in enumerate(tables):
        at = table.cell_of(word.left + 2, y)
        if at is not None:
            return number, *at
    return None
