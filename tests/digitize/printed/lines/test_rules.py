"""Ruled lines, and what is left of them where they are printed unevenly."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.lines.marks import marks_of

Page = NDArray[np.uint8]
INK = 40
FAINT = 228


def page(*, ruled: bool) -> Page:
    """A page with a word, and with the pale grid of a spreadsheet that is darker in places."""
    found = np.full((900, 1200), 255, np.uint8)
    if ruled:
        for y in range(100, 900, 100):
            found[y : y + 3, 50:1150] = FAINT
        for x in range(50, 1200, 180):
            found[100:803, x : x + 3] = FAINT
        for y in range(100, 800, 100):  # where lines cross the printer was not even
            found[y - 12 : y + 14, 410:413] = INK
            found[y : y + 3, 398:424] = INK
    cv2.putText(found, "KH 9C", (70, 170), cv2.FONT_HERSHEY_SIMPLEX, 1.2, INK, 3)
    return found


def test_what_is_left_of_a_grid_is_no_letter() -> None:
    bare, ruled = marks_of(page(ruled=False)), marks_of(page(ruled=True))
    assert len(bare.boxes) > 3
    assert sorted(map(tuple, ruled.boxes)) == sorted(map(tuple, bare.boxes))


def test_letters_that_stand_on_long_feet_are_no_rule() -> None:
    """The feet and heads of low serif letters that all but touch run along like pale rules."""
    word = np.full((400, 900), 255, np.uint8)
    for at in range(12):
        left = 100 + 34 * at
        word[192:212, left + 4 : left + 9] = INK
        word[192:212, left + 20 : left + 25] = INK
        word[209:212, left : left + 30] = INK
        word[192:195, left : left + 30] = INK
    assert len(marks_of(word).boxes) == 12
