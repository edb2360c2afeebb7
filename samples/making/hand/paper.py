"""What else is on a page: stains of cups and drops, the look of a carbon copy; and pens of other kinds."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.making.hand.handwriting import Pen, Rng

BALLPOINT: Final = Pen(0.5, (25, 35, 110), 0.9, 0.15)
GEL: Final = Pen(0.62, (12, 12, 20), 0.98, 0.03)
FELT: Final = Pen(1.0, (20, 20, 30), 0.96, 0.05)
PENCIL: Final = Pen(0.45, (95, 95, 100), 0.55, 0.5)

COFFEE: Final = (0.80, 0.66, 0.45)
"""How much of red, green and blue a full stain lets through."""
CARBON: Final = (62, 66, 140)
FAINT: Final = 0.62
"""How much of the original's ink comes through to the copy."""

Picture = NDArray[Any]


def stained(picture: Picture, rng: Rng) -> Picture:
    """The page with rings of a cup and some drops, through which the ink still shows."""
    high, wide = picture.shape[:2]
    depth = np.zeros((high, wide), np.uint8)
    for _ in range(3):
        centre = (int(rng.integers(wide)), int(rng.integers(high)))
        radius = int(wide * rng.uniform(0.14, 0.2))
        start = float(rng.uniform(0, 360))
        for depth_of, thick in ((70, 0.011), (200, 0.004)):  # a rim dries darker than its inside
            ring = (depth, centre, (radius, radius), 0, start, start + 290, depth_of)
            cv2.ellipse(*ring, round(wide * thick))
    for _ in range(12):
        centre = (int(rng.integers(wide)), int(rng.integers(high)))
        cv2.circle(depth, centre, int(wide * rng.uniform(0.004, 0.018)), 130, -1)
    share = cv2.GaussianBlur(depth, (0, 0), wide * 0.0015).astype(np.float32)[..., None] / 255
    through = 1 - share * (1 - np.array(COFFEE, np.float32))
    return np.asarray((picture * through).astype(np.uint8))


def carbon_copy(picture: Picture, blank: Picture, rng: Rng) -> Picture:
    """The copy under a carbon sheet: print as it is, writing blue, blurred, faint, uneven; smudges."""
    ink = (blank.astype(np.float32) - picture).max(axis=2).clip(0, 255) / 255
    ink = cv2.GaussianBlur(ink, (0, 0), 2.2)
    press = cv2.resize(
        rng.uniform(0.55, 1.0, (picture.shape[0] // 60, picture.shape[1] // 60)).astype(np.float32),
        (picture.shape[1], picture.shape[0]),
        interpolation=cv2.INTER_CUBIC,
    )
    smudge = cv2.GaussianBlur(rng.random(ink.shape, np.float32), (0, 0), 6.0) - 0.5
    cover = np.clip(1.25 * FAINT * ink * press + np.clip(smudge, 0.0, 0.08), 0, 1)[..., None]
    return np.asarray((blank * (1 - cover) + np.array(CARBON, np.float32) * cover).astype(np.uint8))
