"""Runs in the cells of a table, put together to be read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fairdeal.digitize.printed.gaps import ReadRow, Span, read_rows, strip_of
from fairdeal.digitize.printed.marks import Marks
from fairdeal.digitize.printed.runs import Run
from tests.support.printed_words import NOTHING


def run(left: int, count: int, base: float = 100, capital: float = 30) -> Run:
    """A run of letters 20 wide."""
    members = np.arange(left // 20, left // 20 + count, dtype=np.int64)
    return Run(members, left, left + 20 * count, (0.0, base), capital)


def rows(*runs: Run) -> list[ReadRow]:
    return read_rows(runs, [[Span(each.left, each.right)] for each in runs])


def parts(*runs: Run) -> list[tuple[int, ...]]:
    return sorted(row.parts for row in rows(*runs))


def test_cells_on_a_line_are_read_together() -> None:
    assert parts(run(0, 2), run(100, 2), run(200, 2, 102)) == [(0, 1, 2)]


def test_lines_of_text_and_cells_of_other_rows_are_read_apart() -> None:
    assert parts(run(0, 2), run(100, 12), run(400, 2, 140)) == [(0,), (1,), (2,)]
    assert parts(run(0, 2), run(100, 2, capital=45)) == [(0,), (1,)]


def test_a_cell_begins_a_word_whatever_stands_between() -> None:
    (row,) = rows(run(0, 2), run(60, 2))
    assert [span.cell for span in row.spans] == [False, True]
    assert row.spans[1].wide and not row.spans[1].open_before


def test_what_stands_between_cells_is_not_shown() -> None:
    left, right = run(0, 2), run(100, 2)
    both = Run(np.arange(4), 0, 140, left.base, left.capital)
    (row,) = rows(left, right)
    page = np.full((200, 300), 255, np.uint8)
    page[:, 68:72] = 0  # a rule
    boxes = np.array([(at, 70, at + 18, 100) for at in (0, 20, 100, 120)], np.int32)
    numbers = np.arange(1, 5, dtype=np.int32)
    labels = np.zeros((200, 300), np.int32)
    labels[199, 296:300] = numbers
    marks = Marks(boxes, numbers, labels, NOTHING, NOTHING, NOTHING)
    assert strip_of(page, marks, both, row.spans).grey.min() == 255


@pytest.mark.parametrize("rule", [(12, 0, 16, 200), (72, 0, 76, 200), (0, 60, 300, 64)])
@pytest.mark.parametrize("ruled", [True, False])
def test_the_sides_of_a_cell_are_not_shown(rule: tuple[int, ...], ruled: bool) -> None:
    """The rule behind ``48 NT`` was a 1, and a J between two rules an E."""
    left, top, right, bottom = rule
    page = np.full((200, 300), 255, np.uint8)
    page[top:bottom, left:right] = 0
    labels = np.zeros((200, 300), np.int32)
    labels[70:100, 20:60] = 1
    page[70:100, 20:60] = 90
    boxes = np.array([(20, 70, 60, 100)], np.int32)
    found = np.array([rule], np.int32) if ruled else NOTHING
    lying = (found, NOTHING) if top else (NOTHING, found)
    marks = Marks(boxes, np.array([1], np.int32), labels, *lying, NOTHING)
    cell = replace(run(20, 1), members=np.arange(1), left=20, right=60)
    grey = strip_of(page, marks, cell, [Span(20.0, 60.0, np.inf)]).grey
    assert (grey.min() > 50) == ruled
    assert (grey < 100).sum() > 1000


@pytest.mark.parametrize("top", [62, 98])
def test_a_letter_that_touches_a_rule_is_shown_whole(top: int) -> None:
    page = np.full((200, 300), 255, np.uint8)
    page[60:100, 20:60] = 90
    labels = np.zeros((200, 300), np.int32)
    labels[64:94, 20:60] = 1  # the rest lies under the rule, or is too pale for a mark
    boxes = np.array([(20, 64, 60, 94)], np.int32)
    rule = np.array([(0, top, 300, top + 3)], np.int32)
    marks = Marks(boxes, np.array([1], np.int32), labels, rule, NOTHING, NOTHING)
    cell = replace(run(20, 1), members=np.arange(1), left=20, right=60)
    grey = strip_of(page, marks, cell, [Span(20.0, 60.0, np.inf)]).grey
    assert (grey[:, 30] < 150).sum() >= 38, top


@pytest.mark.parametrize(("arm", "shown"), [(15, True), (18, False), (50, True)])
def test_pale_ink_is_of_the_letter_that_it_is_nearest_to(arm: int, shown: bool) -> None:
    """The arms of a T beside a suit symbol were taken out with it, and each ten was a J or an I."""
    page = np.full((200, 300), 255, np.uint8)
    labels = np.zeros((200, 300), np.int32)
    page[70:100, 10:14], labels[70:100, 10:14] = 40, 1
    page[70:100, 20:30], labels[70:100, 20:30] = 0, 2
    page[70:100, arm : arm + 2] = 200
    boxes = np.array([(10, 70, 14, 100), (20, 70, 30, 100)], np.int32)
    marks = Marks(boxes, np.array([1, 2], np.int32), labels, NOTHING, NOTHING, NOTHING)
    letter = Run(np.arange(1), 10, 60, (0.0, 100.0), 30.0)
    strip = strip_of(page, marks, letter, [Span(10.0, 60.0, np.inf)])
    own = np.abs(strip.columns - arm - 0.5) < 1
    assert (strip.grey[:, own] < 230).any() == shown
