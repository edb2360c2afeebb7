"""The ways to look at a picture of print."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fairdeal.digitize.printed.looks import Look, looks
from fairdeal.digitize.printed.page_words import standing_on
from fairdeal.digitize.printed.readers.tesseract_lines import TesseractLines
from fairdeal.digitize.printed.straighten import as_drawn


def test_faint_print_is_looked_at() -> None:
    """Thermal paper that has faded: its letters are little darker than the paper."""
    image = np.full((1500, 1000, 3), 255, np.uint8)
    for y in range(200, 1000, 80):
        cv2.putText(image, "KH 9C 10S", (150, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (202, 202, 202), 4)
    assert next(looks(image, TesseractLines()), None) is not None


@pytest.mark.parametrize(
    ("letters", "sense", "upright"),
    [(50, 0.85, True), (50, 0.75, False), (160, 0.75, True), (160, 0.65, False), (20, 0.9, False)],
)
def test_a_page_that_makes_sense_is_not_turned_further(
    letters: int, sense: float, upright: bool
) -> None:
    """On its head print makes 0.65 at most: a page of short words was looked at from every side."""
    page = as_drawn(np.full((300, 200, 3), 255, np.uint8))
    look = Look(page, standing_on(page.grey), TesseractLines())
    look.__dict__.update(letters=letters, sense=sense)
    assert look.upright is upright
