"""What stands beside all text: columns of its own, or what lies on the table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fairdeal.digitize.printed.runs import find_runs, without_strays
from tests.digitize.printed.test_runs import letters, marks

Box = tuple[int, int, int, int]


def kept(*boxes: Box) -> list[int]:
    """The left ends of the runs that are kept."""
    found = marks(*boxes)
    return sorted(run.left for run in without_strays(find_runs(found), found))


def lines(count: int) -> list[Box]:
    """Lines of six letters one below the other."""
    return [box for row in range(count) for box in letters(6, top=100 + 60 * row)]


def test_cards_in_columns_beside_the_text_are_kept() -> None:
    """A spreadsheet without rules lost all columns but those of its words."""
    cells = [
        box
        for left in (400, 600)
        for row in range(5)
        for box in letters(2, top=100 + 60 * row, left=left)
    ]
    assert kept(*lines(5), *cells).count(400) == 5
    assert kept(*lines(5), *cells).count(600) == 5


def test_single_marks_beside_the_text_are_not() -> None:
    assert max(kept(*lines(5), *letters(2, top=160, left=700))) == 0


def test_marks_between_the_lines_are_not() -> None:
    specks = [box for row in range(5) for box in letters(1, top=130 + 60 * row, left=700)]
    assert max(kept(*lines(5), *specks)) == 0


def test_the_head_of_a_column_beside_the_text_is_kept_with_it() -> None:
    """The last two columns of a spreadsheet stood in one run, and the letters above each were lost."""
    cells = [
        box
        for row in range(1, 6)
        for left in (400, 520)
        for box in letters(2, top=100 + 60 * row, left=left)
    ]
    assert kept(*lines(6), *cells, (404, 100, 418, 128), (534, 100, 548, 128)).count(404) == 1
    wider = (540, 100, 590, 128)  # of which the letters touch: ``Deal`` over a column of seats
    assert kept(*lines(6), *cells, (404, 100, 418, 128), wider).count(540) == 1


def test_what_lies_across_the_edge_of_a_screen_is_no_text() -> None:
    """The shadow of a screen looked like letters on the lines of the text."""
    shadow = [box for row in range(5) for box in letters(1, top=100 + 60 * row, left=1998)]
    found = marks(*lines(5), *shadow)
    across = np.array([(0, y, 2000, y + 3) for y in (70, 2900)], np.int32)
    down = np.array([(x, 70, x + 3, 2903) for x in (-30, 2000)], np.int32)
    framed = replace(found, across=across, down=down)
    assert max(run.right for run in without_strays(find_runs(framed), framed)) < 1900


@pytest.mark.parametrize(
    ("box", "stays"),
    [((30, 204, 88, 262), False), ((60, 214, 80, 242), True), ((60, 224, 78, 242), True)],
)
def test_a_hole_beside_a_table_is_not_and_a_figure_may_be(box: Box, stays: bool) -> None:
    """The hole of a binder beside a table was a row of its own, and the page was held for it."""
    found = marks(
        *(box for row in range(5) for box in letters(6, top=100 + 60 * row, left=300)), box
    )
    across = np.array([(250, y, 900, y + 3) for y in range(80, 381, 60)], np.int32)
    down = np.array([(x, 80, x + 3, 383) for x in (250, 700, 900)], np.int32)
    ruled = replace(found, across=across, down=down)
    lefts = {run.left for run in without_strays(find_runs(ruled), ruled)}
    assert (box[0] in lefts) is stays and 300 in lefts
