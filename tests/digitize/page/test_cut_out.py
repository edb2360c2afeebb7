"""What the edge of a sheet that was cut out goes through."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fairdeal.digitize.page.cut_out import DEEPEST_PX, only_sheet
from fairdeal.digitize.page.sheet import Sheet
from fairdeal.digitize.page.sheet_net import SIDE

PAPER, INK = 220, 30


def left_of(
    box: tuple[int, int, int, int], blue: int = INK, green: int = INK, beside: int = 0
) -> int:
    """How many pixels are left of a mark (left, top, right, bottom) on a sheet whose left edge is at
    column 300 of a picture of 1200 pixels."""
    picture = np.full((1200, 1200, 3), PAPER, np.uint8)
    left, top, right, bottom = box
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), (blue, green, blue), -1)
    if beside:  # another mark, so far behind it
        picture[top:bottom, right + beside : right + beside + 1] = blue
    cover = np.zeros((SIDE, SIDE), np.float32)
    cover[SIDE // 4 - 10 : -20, SIDE // 4 : -20] = 1
    alone = only_sheet(picture, Sheet(cover, None, False))
    return int((np.abs(alone[..., 0].astype(int) - blue) <= 5).sum())


@pytest.mark.parametrize(("beyond", "green"), [(290, INK), (300, INK), (290, PAPER)])
def test_a_letter_that_the_edge_cuts_through_is_not_of_the_sheet(beyond: int, green: int) -> None:
    """The newspaper below a page, or a green cloth: bits along its edge were entries that nobody can read."""
    assert left_of((beyond, 600, 312, 620), green=green) == 0


def test_what_stands_on_the_sheet_near_its_edge_stays() -> None:
    assert left_of((306, 600, 314, 620)) == 8 * 20


@pytest.mark.parametrize(("beside", "left"), [(10, 20 + 12 * 20), (60, 20)])
def test_where_print_goes_up_to_the_edge_what_is_cut_may_be_the_sheets(
    beside: int, left: int
) -> None:
    """The last rank of a suit may be cut: painted over, its hand would be a card short, for certain."""
    assert left_of((300, 600, 312, 620), beside=beside) == left


def test_what_goes_further_into_the_sheet_than_a_letter_stays() -> None:
    """The rules of a table that is as wide as its paper, and a thumb."""
    assert left_of((290, 600, 300 + 2 * DEEPEST_PX, 604)) >= 4 * 2 * (DEEPEST_PX - 1)


def test_a_shadow_on_the_paper_is_no_letter() -> None:
    assert left_of((290, 600, 312, 620), PAPER - 30, PAPER - 30) > 0
