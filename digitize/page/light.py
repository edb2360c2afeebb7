"""Light evened out: how dark each point is beside the bare paper around it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

PAPER_MM: Final = 9.0
"""Bare paper is looked for within this distance: wider than a solid scribble in a box of 8.5 mm is
thick, and narrow enough to follow the edge of a shadow."""
COARSE_PX_MM: Final = 2.5
"""Pixels a millimetre in which paper is looked for: the edge of a hand's shadow is 1 to 3 mm wide, and
what is not followed of it looks like a broad faint stroke."""
SMOOTH_MM: Final = 0.7
"""The paper's brightness is smoothed over this distance, less than a shadow's edge is wide."""


def brightness_of_paper(image: NDArray[np.uint8], px_mm: float) -> NDArray[np.float32]:
    """What bare paper would measure around each point of a squared-up page, at `COARSE_PX_MM`.

    A morphological closing of each colour (the brightness that no ink thinner than `PAPER_MM` can
    have lowered), smoothed. Grey or colour in, the same out, as many times smaller.
    """
    scale = min(1.0, COARSE_PX_MM / px_mm)
    coarse = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # Grain, not paper, would set the level if single bright pixels counted.
    coarse = cv2.medianBlur(np.asarray(coarse, np.uint8), 3)
    size = round(PAPER_MM * px_mm * scale) | 1
    kernel = np.ones((size, size), np.uint8)  # a square is quick; any convex shape keeps an edge
    paper = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, kernel).astype(np.float32)
    smooth = cv2.GaussianBlur(paper, (0, 0), SMOOTH_MM * px_mm * scale)
    return np.asarray(np.maximum(smooth, 1.0), np.float32)


def even_light(image: NDArray[np.uint8], px_mm: float, white: int = 235) -> NDArray[np.uint8]:
    """The page with its paper brought to `white` in every colour; ink keeps its share of the light."""
    gain = np.float32(white) / brightness_of_paper(image, px_mm)
    # A colour at a time: the factors of a whole page take 25 MB for each.
    planes = zip(cv2.split(image), cv2.split(gain), strict=True)
    even = [_times(plane, factors) for plane, factors in planes]
    return np.asarray(cv2.merge(even), np.uint8)


def _times(plane: cv2.typing.MatLike, factors: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """A plane with every point times its factor; the plane of factors is many times smaller."""
    height, width = plane.shape
    fine = cv2.resize(factors, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(plane, fine, dtype=cv2.CV_8U)


WHITE: Final = 235
"""Brightness of bare paper in the squared-up page."""
