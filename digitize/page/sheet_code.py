"""The QR code of a squared-up page: which form it is, and the sheet's own id."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.forms import code
from fairdeal.digitize.forms.layout import Box, Layout
from fairdeal.digitize.page.shape.rectify import PX_MM

QUIET_MM: Final = 3.0
"""Paper around the code that the detector needs to see."""
SCALES: Final = (1.0, 0.5, 2.0)
"""Sizes tried: a sharp photo is read as it is, a coarse one smoothed or enlarged."""


def read_sheet_code(image: NDArray[np.uint8], layout: Layout) -> tuple[str, str] | None:
    """Form (``score-sheet/1``) and sheet id, None where the code is hidden or not ours."""
    grey = cv2.cvtColor(_cut(image, layout.qr), cv2.COLOR_BGR2GRAY)
    detector = cv2.QRCodeDetector()
    for scale in SCALES:
        seen = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        try:
            text, _, _ = detector.detectAndDecode(seen)
        except cv2.error:
            # A code that is damaged in certain ways makes the detector fail on its own checks.
            continue
        found = code.read(text) if text else None
        if found is not None:
            return found
    return None


def _cut(image: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    top, left = (max(0, round((edge - QUIET_MM) * PX_MM)) for edge in (box.y, box.x))
    below = round((box.y + box.height + QUIET_MM) * PX_MM)
    return image[top:below, left : round((box.x + box.width + QUIET_MM) * PX_MM)]
