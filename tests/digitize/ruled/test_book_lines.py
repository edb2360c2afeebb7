"""A writing book's lines go out of a table's cells; nothing that anybody wrote goes with them."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from fairdeal.digitize.ruled.book_lines import FAINT_BESIDE, BookLines, without_book_lines
from fairdeal.digitize.ruled.tables import RuledTable

Plane = NDArray[np.uint8]

ROW = 80.0
EDGE = 24
XS = np.array([24.0, 130.0, 250.0, 400.0, 520.0, 700.0, 860.0])
YS: NDArray[np.float64] = np.arange(24.0, 24.0 + 10 * ROW, ROW)
SIZE = (768, 884)
PEN = 170
LINE = 34
APART = 53.0


def table(
    book: float = LINE,
    apart: float = APART,
    lean: float = 0.004,
    seed: int = 1,
    first: float = 13.0,
) -> Plane:
    """The darkness of a squared-up table with a book's lines of a darkness under it; 0 for none."""
    dark = np.zeros(SIZE, np.uint8)
    if book:
        for y in np.arange(first, SIZE[0] + 20, apart):
            line(dark, (-5, y), (SIZE[1] + 5, y + lean * SIZE[1]), book)
    for y in YS:
        line(dark, (XS[0], y), (XS[-1], y), 180, 4)
    for x in XS:
        line(dark, (x, YS[0]), (x, YS[-1]), 180, 4)
    grain = np.abs(np.random.default_rng(seed).normal(0, 1.0, SIZE))
    return np.asarray(np.clip(dark + grain, 0, 235), np.uint8)


def line(
    dark: Plane, start: tuple[float, float], end: tuple[float, float], level: float, wide: int = 2
) -> None:
    """Ink over what is there: where two lie one over the other, both darken."""
    drawn = np.zeros_like(dark)
    ends = [(round(x * 16), round(y * 16)) for x, y in (start, end)]
    cv2.line(drawn, ends[0], ends[1], (float(level),), wide, cv2.LINE_AA, 4)
    dark[...] = (235 - (235 - dark.astype(np.float64)) * (235 - drawn) / 235).astype(np.uint8)


def taken_out(dark: Plane) -> BookLines | None:
    return without_book_lines(dark, XS, YS, ROW, 1.0)


def inside(plane: Plane) -> Plane:
    """What lies in the cells, clear of the table's rules."""
    parts = [
        plane[round(y) + 11 : round(y + ROW) - 10, round(a) + 11 : round(b) - 10].ravel()
        for y in YS[:-1]
        for a, b in pairwise(XS)
    ]
    return np.asarray(np.concatenate(parts), np.uint8)


@pytest.mark.parametrize("lean", [0.0, 0.004, -0.01])
@pytest.mark.parametrize(("apart", "first"), [(40.0, 13.0), (53.0, 13.0), (80.0, 60.0)])
def test_lines_of_a_book_go_out_of_the_cells(apart: float, first: float, lean: float) -> None:
    before = table(apart=apart, first=first, lean=lean)
    book = taken_out(before)
    assert book is not None
    assert inside(before).max() >= LINE
    # What is left is fainter than any ink that counts.
    assert inside(book.free).max() < 13


def test_squared_paper_has_lines_both_ways() -> None:
    dark = table(lean=0.0)
    for x in np.arange(15.0, SIZE[1], APART):
        line(dark, (x, -5), (x, SIZE[0] + 5), LINE)
    book = taken_out(dark)
    assert book is not None
    assert inside(book.free).max() < 20


def test_sheet_that_is_no_book_is_left_alone() -> None:
    assert taken_out(table(book=0)) is None


def test_rows_struck_out_below_each_other_are_no_book() -> None:
    dark = table(book=0)
    for row in range(3, 7):
        y = YS[row] + 40
        line(dark, (0, y), (SIZE[1], y), LINE)
    assert taken_out(dark) is None


def test_strokes_as_dark_as_the_writing_are_no_book() -> None:
    dark = table(book=0)
    for row in range(9):
        line(dark, (0, YS[row] + 40), (SIZE[1], YS[row] + 40), PEN)
    book = taken_out(dark)
    assert book is not None
    assert not book.fainter_than(PEN)
    assert book.fainter_than(PEN / FAINT_BESIDE + 20)
    assert book.fainter_than(0.0)


def test_dashes_in_every_cell_are_no_book() -> None:
    dark = table(book=0)
    for y in YS[:-1] + 40:
        for left, right in pairwise(XS):
            line(dark, (left + 14, y), (right - 14, y), LINE)
    assert taken_out(dark) is None


def test_lines_that_end_with_the_table_are_no_book() -> None:
    dark = table(book=0)
    for y in YS[:-1] + 40:
        line(dark, (XS[0], y), (XS[-1], y), LINE)
    assert taken_out(dark) is None


def test_faint_line_through_a_row_stays_among_a_book_s_lines() -> None:
    dark = table(lean=0.0)
    struck = 13.0 + 5 * APART + 20
    line(dark, (0, struck), (SIZE[1], struck), LINE)
    book = taken_out(dark)
    assert book is not None
    there = book.free[round(struck) - 1 : round(struck) + 2, 280:380].max(axis=0)
    assert np.median(there) >= LINE - 4
    assert len(inside(book.free)[inside(book.free) >= 13]) < 3 * SIZE[1]


def test_line_through_a_row_stays_where_it_lies_on_a_book_s_line() -> None:
    dark = table(lean=0.0)
    struck = 13.0 + 5 * APART
    line(dark, (0, struck), (SIZE[1], struck), PEN, 3)
    before = dark.copy()
    book = taken_out(dark)
    assert book is not None
    there = slice(round(struck) - 1, round(struck) + 2), slice(280, 380)
    assert (book.free[there] >= 0.95 * before[there]).all()


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(60, 800), st.floats(60, 700), st.floats(-45, 45), st.floats(-45, 45)),
        min_size=1,
        max_size=8,
    ),
    st.integers(0, 9),
)
def test_nothing_written_goes_with_the_lines(
    strokes: list[tuple[float, float, float, float]], seed: int
) -> None:
    dark = table(seed=seed)
    ink = np.zeros_like(dark)
    for x, y, along, down in strokes:
        line(dark, (x, y), (x + along, y + down), PEN, 4)
        line(ink, (x, y), (x + along, y + down), PEN, 4)
    book = taken_out(dark)
    assert book is not None
    core = ink >= 0.9 * PEN
    assert (book.free[core] >= 0.95 * dark[core]).all()


def test_blank_cells_of_a_table_in_a_book_are_blank_and_a_minus_on_a_line_is_not() -> None:
    dark = table(lean=0.0)
    minus = 13.0 + 3 * APART
    line(dark, (180, minus), (215, minus), PEN, 4)
    for row in (3, 5, 6):
        line(dark, (450, YS[row] + 20), (450, YS[row] + 60), PEN, 4)
    picture = cv2.cvtColor(np.asarray(235 - dark, np.uint8), cv2.COLOR_GRAY2BGR)
    nodes = np.stack(np.meshgrid(XS, YS), -1)
    cells = RuledTable(nodes).cells(np.asarray(picture, np.uint8))
    written = {
        (row, column) for row in range(9) for column in range(6) if not cells[row][column].blank
    }
    assert written == {(1, 1), (3, 3), (5, 3), (6, 3)}
