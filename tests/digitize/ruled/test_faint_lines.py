"""A score sheet ruled in a writing book: the book's own lines are no rows of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.faint_lines import even, one_by_one, ruled_tables, strong_ink
from fairdeal.digitize.ruled.tables import RuledTable


def book(own: int, table: int) -> NDArray[np.uint8]:
    """A page with lines of its own and a table of five columns and ten rows over them, so dark."""
    picture = np.full((1400, 1000, 3), 245, np.uint8)
    for y in range(60, 1380, 38):
        cv2.line(picture, (0, y), (999, y), (own, own, own), 2)
    for x in range(100, 901, 160):
        cv2.line(picture, (x, 120), (x, 1220), (table, table, table), 3)
    for y in range(120, 1221, 110):
        cv2.line(picture, (100, y), (900, y), (table, table, table), 3)
    return picture


def test_table_in_a_writing_book_is_found_without_the_books_lines() -> None:
    first = ruled_tables(book(212, 60))[0]
    assert (first.rows, first.columns) == (10, 5)


def test_table_of_faint_lines_alone_is_found() -> None:
    first = ruled_tables(book(245, 205))[0]
    assert (first.rows, first.columns) == (10, 5)


def test_strong_ink_stays_and_faint_goes() -> None:
    strong = strong_ink(book(212, 60))
    assert strong[130, 500].min() > 230 and strong[98, 500].min() > 225
    assert strong[230, 500].max() < 110


def dotted(apart: int = 5) -> NDArray[np.uint8]:
    """A table whose rows are parted by dots; frame and columns are drawn."""
    picture = np.full((1500, 1000, 3), 240, np.uint8)
    for y in range(100, 1361, 70):
        for x in range(80, 921, apart):
            cv2.circle(picture, (x * 16, y * 16), 14, (90, 90, 90), -1, cv2.LINE_AA, 4)
    for y in (100, 1360):
        cv2.line(picture, (80, y), (920, y), (60, 60, 60), 2)
    for x in range(80, 921, 140):
        cv2.line(picture, (x, 100), (x, 1360), (60, 60, 60), 2)
    return picture


def test_rows_parted_by_fine_dots_are_found() -> None:
    picture = dotted()
    first = ruled_tables(picture)[0]
    assert (first.rows, first.columns) == (18, 6)
    sizes = [(table.rows, table.columns) for table in one_by_one(picture, 3)]
    assert (18, 6) in sizes


def test_a_missed_line_makes_a_table_uneven() -> None:
    def rows(*ys: float) -> RuledTable:
        across, down = np.meshgrid((0.0, 50.0, 100.0), ys)
        return RuledTable(np.stack((across, down), axis=-1))

    assert even(rows(0, 7, 17, 27, 37, 47))
    assert even(rows(0, 40, 50, 60, 70)), "headings that run upwards"
    assert not even(rows(0, 7, 17, 37, 47, 57))
