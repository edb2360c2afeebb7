"""Where lines, columns and tables stand on a page, before anybody asks what they say.

Tables are ruled, or stand below the letters of a spreadsheet's columns, or have paper through all their rows.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from string import ascii_uppercase
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.head import of_cells
from fairdeal.digitize.printed.reading_order import ALIGNED, in_reading_order, within_margin
from fairdeal.digitize.printed.rules import Table, tables_of
from fairdeal.digitize.printed.tables import Cells, head_of, without_letters
from fairdeal.digitize.printed.words import BAR, Line, PageWords, Word

FEWEST_OPEN: Final = 3
FEWEST_TAG: Final = 2
"""Columns in which such a row has something, and one that is a tag, ``Rules`` and which."""
APART: Final = 0.9
"""What stands in two columns is at least so far apart, in heights of a capital."""
FAR: Final = 1.1
"""Such a row is no further from the table than this, in heights of its rows."""


def with_open_rows(table: Table, lines: Sequence[Line], others: Sequence[Table]) -> Table:
    """The table with the lines right above and below it that stand in its columns, each as a row; what stands
    in one of the `others` is not one."""
    high = float(np.median(np.diff(table.rows)))
    free = [
        (line, float(np.mean([word.y for word in line.words])))
        for line in lines
        if not any(each.cell_of(w.x, w.y) for each in (table, *others) for w in line.words)
    ]
    for down in (False, True):
        found = True
        while found:
            edge = table.rows[-1] if down else table.rows[0]
            top, foot = (edge, edge + FAR * high) if down else (edge - FAR * high, edge)
            found = any(top < y < foot and _in_columns(line, table) for line, y in free)
            rows = (*table.rows, foot) if down else (top, *table.rows)
            table = replace(table, rows=rows) if found else table
    return table


def _in_columns(line: Line, table: Table) -> bool:
    """Whether the words of a line stand in several columns of a table, wide paper between these."""
    at = [int(np.searchsorted(table.columns, word.x)) for word in line.words]
    if min(at) < 1 or max(at) >= len(table.columns):
        return False
    apart = all(
        own == other or word.left - before.right >= APART * line.capital
        for own, other, word, before in zip(at[1:], at, line.words[1:], line.words, strict=False)
    )
    name = [word for word, own in zip(line.words, at, strict=True) if own == at[0]]
    tag = of_cells([name, line.words[len(name) :]]) is not None
    fewest = FEWEST_TAG if tag else FEWEST_OPEN
    return apart and len(set(at)) >= fewest and all(b >= a for a, b in pairwise(at))


NARROWEST: Final = 0.45
"""Paper between columns is at least so wide, in heights of a capital."""
FEWEST_BESIDE: Final = 3
"""Rows that must have something on either side of it ..."""
BESIDE_SHARE: Final = 0.4
"""... and their share of those that have anything there."""


def parted(table: Table, lines: Sequence[Line]) -> Table:
    """The table with the columns that paper parts in two, each as two."""
    columns: dict[int, dict[int, list[Word]]] = {}
    for word in (word for line in lines for word in line.words):
        at = table.cell_of(word.x, word.y)
        if at is not None and word.text and not _of_a_rule(word):
            columns.setdefault(at[1], {}).setdefault(at[0], []).append(word)
    capital = sorted(line.capital for line in lines)[len(lines) // 2] if lines else 0.0
    more: list[float] = []
    for rows in columns.values():
        cells = [rows[row] for row in sorted(rows)]
        strips = _strips([word for cell in cells for word in cell], NARROWEST * capital)
        more += [x for x in strips if _both_sides(cells, x)]
    return replace(table, columns=tuple(sorted([*table.columns, *more])))


SURELY_A_BAR: Final = 0.9
"""A bar in a table that is less likely may be a 1 or an I."""


def _of_a_rule(word: Word) -> bool:
    """Whether a word in a table is what is left of a rule: bars, and hardly anything else."""
    bars = word.text != "" and not word.text.strip(BAR)
    return bars and word.probability >= SURELY_A_BAR


def _strips(words: Iterable[Word], least: float) -> list[float]:
    """The middles of the strips of paper, at least so wide, beside which all these words stand."""
    inked = sorted((word.left, word.right) for word in words)
    found: list[float] = []
    end = inked[0][1]
    for left, right in inked[1:]:
        if left - end >= least:
            found.append((left + end) / 2)
        end = max(end, right)
    return found


def _both_sides(cells: Sequence[Sequence[Word]], x: float) -> bool:
    """Whether the head of a column and enough of what stands below it have something on either side: calls of
    one column begin alike, too, but its head is one."""
    both = [any(w.right < x for w in cell) and any(w.left > x for w in cell) for cell in cells]
    return both[0] and sum(both) >= max(FEWEST_BESIDE, BESIDE_SHARE * len(cells))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a ruled table: the words of each cell, and which table it is of the page."""

    cells: Cells
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
    boxes = [word.box for line in words.lines for word in line.words]
    ruled = [each.uncrossed(boxes) for each in tables_of(words.across, words.down)]
    ruled = [
        with_open_rows(table, words.lines, [each for each in ruled if each is not table])
        for table in ruled
    ]
    tables = [parted(table, words.lines) for table in ruled]
    whole = all(_whole(table, words.lines) for table in tables)
    columns = None if tables and whole else unruled_rows(words.lines)
    if columns is not None:
        first, last, rows = columns
        inside = [TableRow(cells, 0) for cells in _as_the_heads(rows) if any(cells)]
        return [*words.lines[:first], *inside, *words.lines[last:]]
    free: list[Line] = []
    filled: list[tuple[Table, _Filled]] = [(table, {}) for table in tables]
    for line in words.lines:
        outside = []
        for word in line.words:
            begun = ((_cell_of(table, word), own) for table, own in filled)
            cell, own = next((each for each in begun if each[0] is not None), (None, {}))
            if cell is None:
                outside.append(word)
            elif not _of_a_rule(word):
                own.setdefault(cell, []).append((line.middle, word))
        if outside:
            free.append(replace(line, words=tuple(outside)))
    placed: list[tuple[float, Line | TableRow]] = list(
        _in_order(within_margin(free), sorted(table.rows[0] for table in tables))
    )
    for number, (table, own) in enumerate(filled):
        for row, each in enumerate(_as_the_heads(without_letters(_rows(table, own)))):
            if any(each):
                placed.append((table.rows[0] + row / 1000, TableRow(each, number)))
    return [item for _, item in sorted(placed, key=lambda pair: pair[0])]


def _in_order(lines: Sequence[Line], tables: Sequence[float]) -> Iterator[tuple[float, Line]]:
    """The lines in reading order, each with a height: those between two tables (their tops) stay there."""
    for _, each in groupby(lines, lambda line: bisect(tables, line.middle)):
        own = list(each)
        ordered = in_reading_order(own)
        heights = np.linspace(own[0].middle, own[-1].middle, len(ordered)).tolist()
        yield from zip(heights, ordered, strict=True)


OVER: Final = 0.25
"""A word may begin over the rule before it by so much, in heights of a word."""


def _cell_of(table: Table, word: Word) -> tuple[int, int] | None:
    """The cell in which a word begins, or stands: the left rule of a table may lean, or not be seen."""
    begins = min(word.left + OVER * (word.box[3] - word.box[1]), word.x)
    return table.cell_of(begins, word.y) or table.cell_of(word.x, word.y)


def _whole(table: Table, lines: Sequence[Line]) -> bool:
    """Whether nothing goes on beyond the sides of a table, and nothing stands wide apart within its cells:
    else some rules between its columns were not seen."""
    beyond = 0
    for line in lines:
        cells = [_cell_of(table, word) for word in line.words]
        beyond += any(cells) and (None in (cells[0], cells[-1]) or _crowded(line, cells))
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
    rows = [
        cells
        for row in range(len(table.rows) - 1)
        for cells in _whole_rows([filled.get((row, column), []) for column in columns])
    ]
    for cell in (cell for cells in rows for cell in cells):
        cell.sort(key=lambda placed: (round(placed[0] / 10), placed[1].left))
    return [[[word for _, word in cell] for cell in cells] for cells in rows]


def _as_the_heads(rows: Sequence[Cells]) -> Iterator[Cells]:
    """The rows of a table, a cell in which the head of a part has several things wide apart as so many, and
    those below it that have as many: the rules between them were not seen."""
    several: dict[int, int] = {}
    for cells in rows:
        apart = [_things(cell) for cell in cells]
        split = [thing for things in apart for thing in things or [[]]]
        more = {at: len(things) for at, things in enumerate(apart) if len(things) > 1}
        if head_of(split, "") is not None:
            several = more
        if several and all(len(apart[at]) == count for at, count in several.items()):
            yield [
                thing
                for at, (cell, things) in enumerate(zip(cells, apart, strict=True))
                for thing in (things if at in several else [cell])
            ]
        else:
            yield cells


def _things(cell: Sequence[Word]) -> list[list[Word]]:
    """The words of a cell, those that stand wide apart each for themselves."""
    found: list[list[Word]] = []
    for word in cell:
        if found and word.left - found[-1][-1].right < WIDE * (word.box[3] - word.box[1]):
            found[-1].append(word)
        else:
            found.append([word])
    return found


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


FEWEST_LETTERS: Final = 4
"""Letters in their order that no text has by chance."""
MISREAD: Final = 0.25
"""Share of them that may be read as something else."""
FEWEST_ROWS: Final = 3
LETTERED_NUMBERED: Final = 0.5
"""Share of the rows that begin with a number, if they are numbered."""
UNNUMBERED: Final = 3
"""Rows above the first and below the last number that was read."""
MIDWAY: Final = 0.33
"""Off the height of a row, as a share of the distance of two ..."""
MANY_BETWEEN: Final = 0.08
MOST_OF_COLUMN: Final = 0.3
"""... stand such a share of the words, or of those of a column, where nobody knows of which row they are."""
_LIKE_I: Final = str.maketrans("|1!", "III")


def lettered_rows(lines: Sequence[Line]) -> tuple[int, list[Cells]] | None:
    """Where on a page the letters of a spreadsheet stand, as the index of their line, and the cells of each
    line below it, numbers of rows left out; None where there are none."""
    level, heads, below = _lettered(lines)
    rows = _whole_lines(below, heads) if level else None
    if rows is None:
        return None
    edges = _lettered_edges(heads, rows)
    return lines.index(level[0]), [cells_between(row, edges) for row in rows]


def below_letters(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines below the letters of a spreadsheet's columns; all where there are none."""
    return _lettered(lines)[2]


def _lettered(lines: Sequence[Line]) -> tuple[list[Line], list[float], Sequence[Line]]:
    """The line, perhaps in parts, in which the letters of a spreadsheet's columns stand, their middles, and
    the lines below; nothing and all lines where there are none."""
    for at, line in enumerate(lines):
        level = [each for each in lines if abs(each.middle - line.middle) < line.capital]
        heads = _heads(sorted((w for each in level for w in each.words), key=lambda word: word.x))
        below = [each for each in lines[at + 1 :] if each not in level]
        if heads is not None and len(below) >= FEWEST_ROWS:
            return level, heads, below
    return [], [], lines


def _heads(words: Sequence[Word]) -> list[float] | None:
    """The middles of the columns, where words on one level are the letters over them. One letter in a row may
    be read as another; between them may stand dirt, read as a letter now and then, but less surely."""
    heads: list[float] = []
    known, sure = 0, 0.0
    for word in words:
        text = word.text.upper().translate(_LIKE_I)
        if heads and text == ascii_uppercase[len(heads) - 1] and word.probability > sure:
            heads[-1], sure = word.x, word.probability
        elif text and text == ascii_uppercase[len(heads) : len(heads) + 1]:
            heads.append(word.x)
            known, sure = known + 1, word.probability
        elif heads and text and text == ascii_uppercase[len(heads) + 1 : len(heads) + 2]:
            heads += [(heads[-1] + word.x) / 2, word.x]
            known, sure = known + 1, word.probability
    return heads if known >= FEWEST_LETTERS and known >= (1 - MISREAD) * len(heads) else None


def _whole_lines(lines: Sequence[Line], heads: Sequence[float]) -> list[Line] | None:
    """The rows of a spreadsheet, each what stands beside its number; the lines where they are not numbered.
    None where much stands midway between two: on paper so bent nobody knows of which of the two it is."""
    numbers = [word for line in lines if (word := _number(line, heads[0])) is not None]
    if len(numbers) < max(FEWEST_ROWS, LETTERED_NUMBERED * len(lines)):
        return list(lines)
    levels = _levels(sorted(word.y for word in numbers))
    pitch = float(np.median(np.diff(levels)))
    own = {id(word) for word in numbers}
    rows: list[list[Word]] = [[] for _ in levels]
    for word in numbers:
        rows[int(np.abs(levels - word.y).argmin())].append(word)
    columns: list[list[Word]] = [[] for _ in heads]
    for word in (word for line in lines for word in line.words if id(word) not in own):
        columns[int(np.abs(np.array(heads) - word.x).argmin())].append(word)
    midway = 0
    for column in columns:
        # From column to column a row rises or falls by less than it is high, over all of them by more.
        seen: dict[int, list[float]] = {}
        far: list[Word] = []
        for word in column:
            at = int(np.abs(levels - word.y).argmin())
            rows[at].append(word)
            off = abs(levels[at] - word.y) / pitch
            far += [word] if off > MIDWAY else []
            if off <= MIDWAY:
                seen.setdefault(at, []).append(word.y - levels[at])
        # One sign may be glare, not a column of them.
        midway += sum(len(word.text) > 1 for word in far)
        if len(far) >= FEWEST_ROWS and len(far) > MOST_OF_COLUMN * len(column):
            return None
        if seen:
            known = sorted(seen)
            rises = [float(np.median(seen[at])) for at in known]
            levels = levels + np.interp(np.arange(len(levels)), known, rises)
    if midway > MANY_BETWEEN * sum(map(len, columns)):
        return None
    return [
        replace(lines[0], words=tuple(sorted(row, key=lambda word: word.left)), middle=float(level))
        for row, level in zip(rows, levels, strict=True)
        if row
    ]


def _levels(numbered: Sequence[float]) -> NDArray[np.float64]:
    """The heights of the rows of a spreadsheet: of those with a number, those between them of which it was
    not read, and a few more above and below."""
    pitch = float(np.median(np.diff(numbered)))
    levels = [numbered[0]]
    for level in numbered[1:]:
        steps = round((level - levels[-1]) / pitch)
        levels += np.linspace(levels[-1], level, max(1, steps) + 1)[1:].tolist()
    more = pitch * np.arange(1, UNNUMBERED + 1)
    return np.concatenate([levels[0] - more[::-1], levels, levels[-1] + more])


def _lettered_edges(heads: Sequence[float], rows: Sequence[Line]) -> list[float]:
    """The left edge of each column, and the right edge of the last."""
    found = [word.x for row in rows if (word := _number(row, heads[0])) is not None]
    numbered = len(found) >= LETTERED_NUMBERED * len(rows)
    words = [word for row in rows for word in row.words if word.text.strip(BAR)]
    middles = [float(np.median(found)) if numbered else 0.0, *heads]
    edges = [_paper(words, left, right) for left, right in pairwise(middles)]
    last = 2 * heads[-1] - edges[-1]
    beyond = sum(any(word.x > last for word in row.words) for row in rows)
    within = [word.right for word in words if edges[-1] < word.x <= last]
    further = [word.left for word in words if word.x > last]
    # Where cells begin at their left edge a letter tells nothing of how wide its column is.
    if within and further and min(further) < max(within):
        return [*edges, np.inf]
    # The last letters may be unread: what stands below them is not left out.
    return [*edges, last, np.inf] if beyond >= FEWEST_ROWS else [*edges, last]


def _number(row: Line, first: float) -> Word | None:
    """The number before a row, which stands left of the first column's middle."""
    found = [
        word
        for word in row.words
        if word.right < first - row.capital / 2 and word.text.rstrip(".").isdigit()
    ]
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
        column = int(np.searchsorted(edges, word.x)) - 1
        if 0 <= column < len(cells) and word.text and not _of_a_rule(word):
            cells[column].append(word)
    return cells


WIDE: Final = 1.3
"""Cells of a row are so far apart, in heights of a capital: a typewriter's blank is 1.1 wide."""
LEAST_PAPER: Final = 0.3
"""Paper between two columns is at least so wide in all rows together, in heights of a capital."""
WIDE_IN: Final = 2
"""In so many rows it is as wide as between cells: within a cell a blank never is."""
FEWEST_FULL: Final = 5
"""Rows of three cells or more that no text has by chance."""
FAR_APART: Final = 2.2
"""Of most of them the cells are so far apart: text in letters of one width stands in columns, too."""
FEWEST_NUMBERS: Final = 15
"""So many lines begin with a number that goes up from line to line, if a spreadsheet's rows are numbered; no
hand has so many tricks ..."""
NUMBERED: Final = 0.6
"""... and this share of them all."""
FULL: Final = 0.4
"""Share of the lines of such tables that are rows of three cells or more."""
BARRED: Final = 3
"""Rows with bars between their cells: those are not columns of paper."""


def unruled_rows(lines: Sequence[Line]) -> tuple[int, int, list[Cells]] | None:
    """Where such tables of a page begin and end, as indices of lines, and the cells of each line between;
    None where there are none."""
    lines = _without_numbers(lines)
    if sum(any(word.text == BAR for word in line.words) for line in lines) >= BARRED:
        return None
    parts = [_parted(line, WIDE) for line in lines]
    full = [at for at, cells in enumerate(parts) if len(cells) > 2]
    far = sum(len(_parted(lines[at], FAR_APART)) > 2 for at in full)
    kinds = [head.kind for at in full if (head := head_of(parts[at], "")) is not None]
    if (
        len(full) < FEWEST_FULL
        or far < len(full) / 2
        or not {"Play", "Sheet", "Auction"} & {*kinds}
    ):
        return None
    several = [at for at, cells in enumerate(parts) if len(cells) > 1]
    first, last = several[0], several[-1] + 1
    if len(full) < FULL * (last - first):
        return None  # specks about a page make lines of several parts, too
    rows = [lines[at] for at in full]
    capital = sorted(row.capital for row in rows)[len(rows) // 2]
    strips = _strips([word for row in rows for word in row.words], LEAST_PAPER * capital)
    bounds = pairwise([*strips, np.inf])
    edges = [-np.inf, *(x for x, to in bounds if _begin_apart(rows, x, to)), np.inf]
    begun: list[list[float]] = [[] for _ in edges[1:]]
    for row in rows:
        for cell, lefts in zip(cells_between(row, edges), begun, strict=True):
            lefts += [cell[0].left] if cell else []
    columns = [float(np.median(each)) if each else np.inf for each in begun]
    cells = [
        cells_between(lines[at], edges) if at in full else _cells(lines[at], edges, columns)
        for at in range(first, last)
    ]
    return first, last, cells


def _without_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the numbers of a spreadsheet's rows before them; tricks are numbered too, but their
    numbers begin in the midst of a page."""
    numbers = [line.words[0].text.rstrip(".]") for line in lines]
    from_first = Counter(int(n) - at for at, n in enumerate(numbers) if n.isdecimal())
    follow = max(from_first.values(), default=0)
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
    cells: list[list[Word]] = [[] for _ in edges[1:]]
    at, end = -1, -np.inf
    for word in line.words:
        own = int(np.searchsorted(edges, word.left)) - 1
        if word.left - end >= WIDE * line.capital:
            at = min(max(own, at + 1), len(cells) - 1)
        elif end <= edges[own] or abs(columns[own] - word.left) < ALIGNED * line.capital:
            at = own
        cells[at].append(word)
        end = word.right
    return cells


def _parted(line: Line, least: float) -> list[list[Word]]:
    """The words of a line, those together that no wide paper parts."""
    cells: list[list[Word]] = []
    for word in line.words:
        if cells and word.left - cells[-1][-1].right < least * line.capital:
            cells[-1].append(word)
        else:
            cells.append([word])
    return cells


def _begin_apart(rows: Sequence[Line], x: float, to: float) -> bool:
    """Whether what stands between two strips of paper mostly has wide paper before it: the trumps of bids, in
    a column of their own otherwise, never have."""
    gaps = [
        (word.left - before.right) / row.capital
        for row in rows
        for before, word in pairwise(row.words)
        if before.right <= x < word.left < to
    ]
    wide = sum(gap >= WIDE for gap in gaps)
    return wide >= min(WIDE_IN, len(gaps)) and wide > 0
