"""Where a photo is dark in thin lines, and which way these lines run.

Lines are ridges of darkness (C. Steger, "An unbiased detector of curvilinear structures", IEEE PAMI 20,
1998): places where the second derivative across is strongly negative. Only the ratio to the paper
beside counts, so that a shadow changes nothing and its edge is no line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

LONG_SIDE: Final = 1600
"""Pixels of the longer side of the picture in which lines are looked for: a rule of 0.2 mm on a sheet
of A4 that fills it is then one pixel wide."""
SHRINK: Final = 8
"""The paper's brightness is worked out in a picture smaller by this."""
PAPER: Final = 9
"""... as the brightest within this many of its pixels, so that heading bars do not count as paper."""
FINE: Final = 1.1
"""Standard deviation in pixels of the smoothing for thin lines ..."""
COARSE: Final = 2.4
"""... and for thick ones: bars of up to 8 pixels."""
LEAST: Final = 0.011
"""The faintest ridge: a line of one pixel that is 4 in 100 darker than its paper."""
ABOVE_GRAIN: Final = 3.0
"""A ridge is this many times stronger than the usual one around it."""
BLOCK: Final = 64
"""The usual ridge is taken over blocks of so many pixels."""

NONE: Final = 255
"""Where no line runs any way."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Ridges:
    """A smaller copy of the photo: `scale` of its pixels make one pixel of the photo.

    `dark` is 0 for paper, 1 for black; `strength` how much a point lies on a dark line (0 where it
    does not); `way` which way the line runs there, in degrees from 0 (along the rows) to 179, `NONE`
    where there is no line.
    """

    scale: float
    dark: Floats
    strength: Floats
    way: NDArray[np.uint8]

    def along(self, direction: float, width: float) -> NDArray[np.uint8]:
        """1 where a line runs this way (radians), to within a width, and 0 elsewhere."""
        degrees = np.arange(256)
        off = degrees - np.degrees(direction)
        near = np.abs(off - 180.0 * np.round(off / 180.0)) <= np.degrees(width)
        table = (near & (degrees < 180)).astype(np.uint8)
        return np.asarray(cv2.LUT(self.way, table), np.uint8)

    @property
    def diagonal(self) -> float:
        return float(np.hypot(*self.dark.shape))


def find_ridges(picture: NDArray[np.uint8]) -> Ridges:
    """Dark lines of a picture (blue, green, red)."""
    scale = min(1.0, LONG_SIDE / max(picture.shape[:2]))
    if scale < 1.0:
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(small, np.uint8)
    dark = darkness(picture)
    fine, fine_angle = _ridges(dark, FINE)
    half = cv2.resize(dark, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    coarse, coarse_angle = _ridges(np.asarray(half, np.float32), COARSE / 2)
    size = (dark.shape[1], dark.shape[0])
    coarse = np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR), np.float32)
    coarse_angle = np.asarray(
        cv2.resize(coarse_angle, size, interpolation=cv2.INTER_NEAREST), np.float32
    )
    strength = np.maximum(fine, coarse)
    angle = np.where(coarse > fine, coarse_angle, fine_angle)
    none = strength < _threshold(strength)
    strength[none] = 0.0
    way = cv2.convertScaleAbs(angle, alpha=90.0 / np.pi * 2)
    way[way >= 180] = 0
    way[none] = NONE
    return Ridges(scale, dark, strength, np.asarray(way, np.uint8))


def darkness(picture: NDArray[np.uint8]) -> Floats:
    """How much darker than the paper around each point is, in the colour that shows it best."""
    size = (max(2, picture.shape[1] // SHRINK), max(2, picture.shape[0] // SHRINK))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    kernel = np.ones((PAPER, PAPER), np.uint8)
    paper = cv2.erode(cv2.dilate(small, kernel), kernel)
    paper = cv2.GaussianBlur(paper, (0, 0), sigmaX=PAPER / 3)
    paper = cv2.resize(paper, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    share = cv2.divide(picture, cv2.max(paper, np.full_like(paper, 8)), scale=200.0)
    channels = cv2.split(share)
    least = channels[0]
    for channel in channels[1:]:
        least = cv2.min(least, channel)
    return np.asarray(np.clip(1.0 - least.astype(np.float32) / 200.0, 0.0, 1.0), np.float32)


def _ridges(dark: Floats, sigma: float) -> tuple[Floats, Floats]:
    """Strength (the negative second derivative across, in units of darkness) and direction."""
    smooth = cv2.GaussianBlur(dark, (0, 0), sigmaX=sigma)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3, scale=0.25 * sigma**2)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3, scale=0.25 * sigma**2)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3, scale=0.25 * sigma**2)
    spread, double = cv2.cartToPolar(xx - yy, 2.0 * xy)
    # The larger eigenvalue belongs to the direction along the line, the smaller one across.
    strength = 0.5 * (spread - xx - yy)
    angle = 0.5 * double  # from 0 to pi
    return np.asarray(np.maximum(strength, 0.0), np.float32), np.asarray(angle, np.float32)


def _threshold(strength: Floats) -> Floats:
    """What a ridge must have, at each point."""
    height, width = strength.shape
    rows, columns = max(1, height // BLOCK), max(1, width // BLOCK)
    cut = strength[: rows * (height // rows), : columns * (width // columns)]
    blocks = cut.reshape(rows, height // rows, columns, width // columns)
    blocks = blocks.transpose(0, 2, 1, 3).reshape(rows, columns, -1)[:, :, ::5]
    usual = np.median(blocks, axis=2).astype(np.float32)
    level = np.maximum(LEAST, ABOVE_GRAIN * usual)
    return np.asarray(
        cv2.resize(level, (width, height), interpolation=cv2.INTER_LINEAR), np.float32
    )
