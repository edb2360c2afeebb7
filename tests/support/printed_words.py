"""Pages of words as if they were read from print, and the text that comes of them: no picture is made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from fairdeal.digitize.printed.notation import page_rows, written
from fairdeal.digitize.printed.words import BAR, Box, Line, PageWords, Row, Word
from fairdeal.records import Point

LETTER: Final = 20.0
"""Width of every letter in pixels."""
CAPITAL: Final = 28.0
LINE: Final = 60.0
"""From one line of text to the next."""
NOTHING: Final = np.empty((0, 4), np.int32)


def word(*readings: str | tuple[str, float], column: float = 0, row: float = 0) -> Word:
    """A word with its readings, those without a probability surely read."""
    named = tuple((each, 1.0) if isinstance(each, str) else each for each in readings)
    left, base = column * LETTER, (row + 1) * LINE
    right = left + max(1, len(named[0][0])) * LETTER
    return Word(named, (left, base - 1.15 * CAPITAL, right, base + 0.3 * CAPITAL))


def words(text: str, row: float = 0) -> list[Word]:
    """The words of a line, each where it stands in the text, surely read."""
    found, column = [], 0
    for each in text.split(" "):
        if each:
            found.append(word(each, column=column, row=row))
        column += len(each) + 1
    return found


def line(text: str, row: float = 0) -> Line:
    """A line of words surely read."""
    return line_of(words(text, row), row)


def line_of(found: Sequence[Word], row: float = 0) -> Line:
    """A line of these words."""
    return Line(tuple(found), (row + 1) * LINE - CAPITAL / 2, CAPITAL)


def page(text: str) -> PageWords:
    """A page of a text, its lines surely read."""
    lines = [line(each, row) for row, each in enumerate(text.splitlines()) if each.strip()]
    return PageWords(tuple(lines), NOTHING, NOTHING)


def table(rows: Sequence[Sequence[str]], above: str = "") -> PageWords:
    """A ruled table below some lines, each cell 20 letters wide."""
    start = len(above.splitlines())
    lines = list(page(above).lines)
    for row, cells in enumerate(rows, start):
        placed = [
            word(text, column=20 * at + 1 + shift, row=row)
            for at, cell in enumerate(cells)
            for shift, text in _placed(cell)
        ]
        if placed:
            lines.append(line_of(placed, row))
    width = 20 * max(map(len, rows))
    tops = [round((start + n) * LINE + 10) for n in range(len(rows) + 1)]
    sides = [round(20 * n * LETTER) for n in range(width // 20 + 1)]
    across = np.array([(0, y, sides[-1], y + 3) for y in tops], np.int32)
    down = np.array([(x, tops[0], x + 3, tops[-1]) for x in sides], np.int32)
    return PageWords(tuple(lines), across, down)


def _placed(cell: str) -> list[tuple[int, str]]:
    texts = cell.split()
    shifts = [0]
    for before, _ in pairwise(texts):
        shifts.append(shifts[-1] + len(before) + 1)
    return list(zip(shifts, texts, strict=False))


def bar(column: float, row: float = 0) -> Word:
    """A bar between two cells."""
    return word(BAR, column=column, row=row)


def boxed(box: Box) -> tuple[Point, ...]:
    """The corners of a box, on a page that is its own photo."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def text_of(rows: Sequence[Row]) -> str:
    """Rows as text, without the line's end after the last."""
    return written(rows, boxed)[0].rstrip("\n")


def log(found: PageWords) -> str:
    """The text that comes of a page."""
    return text_of(page_rows(found))


def log_of(text: str) -> str:
    """The text that comes of a page with this text on it, every word surely read."""
    return log(page(text))
