"""An outline that runs through lines of print is a fold of the paper, not its edge."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.digitize.page.sheet import _to_the_end
from fairdeal.digitize.page.sheet_net import SIDE
from fairdeal.digitize.page.through_print import through_print

Picture = NDArray[np.uint8]
HALF = np.array([(450.0, 100.0), (800.0, 100.0), (800.0, 1100.0), (450.0, 1100.0)])


def picture(lines: int, left: int = 150, right: int = 750) -> Picture:
    """Lines of a log on paper of which the left half is darker."""
    found = np.full((1200, 900, 3), 235, np.uint8)
    found[:, :450] = 205
    for line in range(lines):
        for x in range(left, right, 14):
            cv2.putText(found, "K8Q4"[x % 4], (x, 200 + 40 * line), 0, 0.5, (40,) * 3, 1)
    return found


@pytest.mark.parametrize(
    ("lines", "left", "right", "halved"),
    [
        (4, 150, 750, True),
        (3, 150, 750, False),
        (8, 480, 750, False),  # a margin within
        (8, 150, 445, False),  # print of the sheet beneath, up to the edge
        (
            8,
            150,
            448,
            False,
        ),  # ... of which a letter is within an outline that was seen a little off
    ],
)
def test_print_on_both_sides_shows_a_fold(lines: int, left: int, right: int, halved: bool) -> None:
    """Half of a log was cut off where its paper was folded, and nobody was asked."""
    found = through_print(picture(lines, left, right), HALF)
    assert found.tolist() == [False, False, False, halved]


def test_a_dark_pattern_beyond_is_no_print() -> None:
    found = picture(8)
    found[::2, :450] = 40
    assert not through_print(found, HALF).any()


def test_a_side_through_print_is_moved_out_until_nothing_of_the_picture_is_beyond_it() -> None:
    """The paper lay askew: where the side ended at the upper edge of the picture a corner stayed outside."""
    corners = np.array([(0.5, 0.1), (0.9, 0.3), (0.9, 0.9), (0.5, 0.9)]) * SIDE
    halved = np.array([False, False, False, True])
    seen = np.where(halved, 0.0, 1.0)
    whole, cut = (_to_the_end(corners, seen, each) for each in (halved, np.zeros(4, np.bool_)))
    assert whole[0, 0] < 0.11 * SIDE and whole[0, 1] < 0
    assert cut[0, 0] > 0.25 * SIDE and cut[0, 1] >= -0.01
