"""How sharp a photo is, measured where the paper itself has a sharp edge: at its markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.page.markers import Sighting

MIDDLE: Final = 0.6
"""Share of a marker's side that is measured; its corners are left out."""
ACROSS: Final = 0.14
"""Measured this share of the side to both sides of an edge: black border within (1/6 of the side)."""
SAMPLES: Final = 41
LINES: Final = 15
RISE: Final = (0.2, 0.8)
"""The edge's width is where brightness rises from 20 to 80 %: less shy of noise than 10 to 90 %."""
LEAST_CONTRAST: Final = 25.0
"""Grey levels between border and paper; with fewer the edge is not measured."""


@dataclass(frozen=True, slots=True)
class Edges:
    """How wide sharp edges are: the usual one, and those that run in the direction of the widest.

    A phone that moved smears edges across its way and leaves those along it sharp.
    """

    usual: float
    widest: float


def edge_widths(grey: NDArray[np.uint8], sightings: Sequence[Sighting]) -> Edges:
    """Median widths of the markers' outer edges as shares of the marker's side; 0 where none shows."""
    found: dict[int, list[float]] = {0: [], 1: []}
    for sighting in sightings:
        for side in range(4):
            width = _side_width(grey, sighting, side)
            if width is not None:
                found[side % 2].append(width)
    every = found[0] + found[1]
    if not every:
        return Edges(0.0, 0.0)
    return Edges(
        float(np.median(every)), max(float(np.median(each)) for each in found.values() if each)
    )


def _side_width(grey: NDArray[np.uint8], sighting: Sighting, side: int) -> float | None:
    start, end = sighting.corners[side], sighting.corners[(side + 1) % 4]
    inwards = sighting.corners.mean(0) - (start + end) / 2
    inwards /= np.linalg.norm(inwards)
    along = np.linspace((1 - MIDDLE) / 2, (1 + MIDDLE) / 2, LINES)[:, None, None]
    across = np.linspace(-ACROSS, ACROSS, SAMPLES)[None, :, None] * sighting.side
    points = (start + along * (end - start) + across * inwards).astype(np.float32)
    profile = cv2.remap(
        grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mean = np.asarray(profile, np.float64).mean(0)
    light, dark = mean[: SAMPLES // 4].mean(), mean[-SAMPLES // 4 :].mean()
    if light - dark < LEAST_CONTRAST:
        return None
    share = (mean - dark) / (light - dark)
    high = int(np.argmax(share < RISE[1]))
    low = int(np.argmax(share < RISE[0]))
    if low <= high:
        return None
    return (low - high) * 2 * ACROSS / (SAMPLES - 1)
