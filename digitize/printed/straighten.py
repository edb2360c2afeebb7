"""A photographed printed page, straightened: the sheet of paper cut out, lines of text level."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.light import even_light

SEARCH_SIDE: Final = 800
"""Pixels of the longer side in which the sheet and the slope of its lines are looked for."""
LEAST_SHEET: Final = 0.2
"""Share of the picture that the sheet takes at least; smaller bright things are something else."""
PAGE_PX: Final = 3000
"""Pixels of the straightened page's longer side: capitals of 11 points on A4 are then 28 high."""
STEEPEST: Final = 12.0
"""Degrees by which lines may slope once the sheet is cut out; more is a wrong sheet."""
NOMINAL_PX_MM: Final = PAGE_PX / 297.0


def straighten(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The page in grey with level lines and even light: ink dark on 255, `PAGE_PX` high or wide."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    sheet = find_sheet(grey)
    flat = _cut_out(grey, sheet) if sheet is not None else resized(grey, PAGE_PX)
    even = even_light(flat, NOMINAL_PX_MM, 255)
    return level(even)


def find_sheet(grey: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """Corners (4, 2) of the largest bright four-cornered thing, clockwise; None where there is none."""
    scale = min(1.0, SEARCH_SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # Text is closed away, so that the sheet is one bright thing.
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    _, bright = cv2.threshold(
        cv2.GaussianBlur(closed, (5, 5), 0), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU
    )
    contours, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < LEAST_SHEET * small.size:
        return None
    hull = cv2.convexHull(largest)
    quad = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    if len(quad) != 4:
        return None
    corners = (quad.astype(np.float64) + 0.5) / scale - 0.5
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    return np.asarray(np.roll(corners, -int(np.argmin(corners.sum(1))), axis=0), np.float64)


def _cut_out(grey: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = PAGE_PX / max(width, height)
    size = (round(width * scale), round(height * scale))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(grey, warp, size, flags=cv2.INTER_AREA | cv2.INTER_CUBIC), np.uint8
    )


def resized(grey: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """A grey picture of which the longer side has so many pixels."""
    scale = side / max(grey.shape)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def level(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turned so that the lines of text are level: the turn whose row sums differ most."""
    small = resized(grey, SEARCH_SIDE)
    ink = (255 - small).astype(np.float32)
    best = max(np.arange(-STEEPEST, STEEPEST + 0.1, 0.5), key=lambda angle: _stripes(ink, angle))
    fine = max(np.arange(best - 0.4, best + 0.41, 0.1), key=lambda angle: _stripes(ink, angle))
    if abs(fine) < 0.05:
        return grey
    return np.asarray(_turned(grey, float(fine), 255), np.uint8)


def _stripes(ink: NDArray[np.float32], angle: float) -> float:
    rows = _turned(ink, float(angle), 0).mean(1)
    return float(np.square(np.diff(rows)).sum())


def _turned(
    image: NDArray[np.uint8] | NDArray[np.float32], angle: float, border: int
) -> NDArray[np.float32]:
    height, width = image.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    turned = cv2.warpAffine(
        image, turn, (width, height), flags=cv2.INTER_LINEAR, borderValue=(border,)
    )
    return np.asarray(turned)
