"""A score sheet ruled in a writing book: the book's own lines are no rows of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.ruled.faint_lines import ruled_tables, strong_ink


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
