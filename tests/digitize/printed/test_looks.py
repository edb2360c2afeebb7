"""The ways to look at a picture of print."""

from __future__ import annotations

import cv2
import numpy as np

from fairdeal.digitize.printed.looks import looks
from fairdeal.digitize.printed.readers.tesseract_lines import TesseractLines


def test_faint_print_is_looked_at() -> None:
    """Thermal paper that has faded: its letters are little darker than the paper."""
    image = np.full((1500, 1000, 3), 255, np.uint8)
    for y in range(200, 1000, 80):
        cv2.putText(image, "KH 9C 10S", (150, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (202, 202, 202), 4)
    assert next(looks(image, TesseractLines()), None) is not None
