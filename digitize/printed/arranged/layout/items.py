"""What stands on a page from the top: lines in reading order, and the rows of tables between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.digitize.printed.arranged.layout import lettered, unruled
from fairdeal.digitize.printed.arranged.layout.columns import in_reading_order
from fairdeal.digitize.printed.arranged.layout.margin import within_margin
from fairdeal.digitize.printed.arranged.layout.open_rows import with_open_rows
from fairdeal.digitize.printed.arranged.layout.parted import parted
from fairdeal.digitize.printed.arranged.table_rows import without_letters
from fairdeal.digitize.printed.lines.tables import Table, tables_of
from fairdeal.digitize.printed.page_words import Line, PageWords
from fairdeal.digitize.printed.words import Word


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
    spreadsheet = lettered.rows_of(words.lines)
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
    columns = None if tables and whole else unruled.rows_of(words.lines)
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
        if own is not None
        and own == other
        and word.left - before.right >= unruled.WIDE * line.capital
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
