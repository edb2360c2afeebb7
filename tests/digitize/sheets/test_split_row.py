"""A fold's shadow taken for a line: a sheet is not taught from such a photo."""

from __future__ import annotations

import numpy as np
import pytest

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.ruled.faint_lines import LEAST_EVEN, split_row
from fairdeal.digitize.ruled.tables import RuledTable
from fairdeal.digitize.sheets.learning import _refuse_split
from fairdeal.digitize.trouble import ReadError


def table(*heights: float) -> RuledTable:
    """A table of five columns with rows of these heights."""
    lines = np.concatenate(([0.0], np.cumsum(heights)))
    xs, ys = np.meshgrid(np.linspace(0, 500, 6), lines)
    return RuledTable(np.stack([xs, ys], -1))


@pytest.mark.parametrize("parts", [(15, 26), (8.4, 32.4)])
@pytest.mark.parametrize("headings", [1, 2])
def test_row_that_a_fold_parts_is_told(headings: int, parts: tuple[float, float]) -> None:
    """Of the second the sheet that was taught had a row that nobody could write in."""
    split = table(*[30.0] * headings, 40, 42, 39, *parts, 41, 40, 40, 40)
    assert split_row(split, headings) == 3


@pytest.mark.parametrize(
    "heights",
    [
        (30, 40, 42, 38, 41, 40, 40, 39, 40),  # even rows
        (30, 40, 42, 60, 28, 33, 41, 52, 36),  # drawn by hand
        (30, 40, 40, 40, 40, 40, 40, 20, 20),  # two lower rows at the foot
        (30, 40, 40, 40, 12, 12, 40, 40, 40),  # two low rows that are no row together
        (30, 20, 20, 20, 20, 20, 20, 20, 20),  # two lines a deal
    ],
)
def test_rows_of_other_heights_are_left_as_they_are(heights: tuple[float, ...]) -> None:
    assert split_row(table(*heights), 1) is None


def test_few_rows_tell_nothing() -> None:
    heights = [20.0, 20.0, *[40.0] * (LEAST_EVEN - 2)]
    assert split_row(table(30.0, *heights), 1) == 0
    assert split_row(table(30.0, *heights[:-1]), 1) is None


def test_sheet_is_not_taught_from_a_photo_with_a_row_in_two() -> None:
    picture = Picture("club.jpg", np.zeros((4, 4, 3), np.uint8))
    _refuse_split(picture, table(30, *[40.0] * 9), 1)
    with pytest.raises(ReadError, match=r"Rows 2 and 3 of club\.jpg") as refused:
        _refuse_split(picture, table(30, 40, 18, 22, *[40.0] * 8), 1)
    assert refused.value.code == "row-in-two"
