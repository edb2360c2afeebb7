"""Pillow's pictures, of whatever mode, as colour."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from PIL import Image as Pillow

from fairdeal.digitize.pictures.picture import Image

_DEEP: Final = ("I", "I;16", "I;16B", "F")
"""Pillow's names of pictures with more than eight bits a pixel, in shades of grey."""
STRIP: Final = 1_000_000
"""Pixels that are turned to colour at once: some megabytes."""


def to_colour(picture: Pillow.Image) -> Image:
    """Blue, green, red of any Pillow picture; what is transparent is white paper.

    Some rows at a time: a picture with transparency would else be held five times over.
    """
    width, height = picture.size
    found = np.empty((height, width, 3), np.uint8)
    # Sixteen bits, unless none of its figures is larger than eight bits hold.
    divided = 257.0 if picture.mode in _DEEP and _largest(picture) > 255 else 1.0
    rows = max(1, STRIP // max(1, width))
    for top in range(0, height, rows):
        below = min(top + rows, height)
        found[top:below] = _strip(picture.crop((0, top, width, below)), divided)
    return found


def _largest(picture: Pillow.Image) -> float:
    """The largest figure of a picture in shades of grey."""
    most = picture.getextrema()[1]
    return float(most) if isinstance(most, int | float) else 0.0


def _strip(picture: Pillow.Image, divided: float) -> Image:
    """Some rows in colour."""
    if picture.mode in _DEEP:
        deep = np.asarray(picture, np.float64)
        grey = np.clip(deep / divided, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if "A" in picture.getbands() or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        paper = Pillow.new("RGBA", picture.size, (255, 255, 255, 255))
        picture = Pillow.alpha_composite(paper, picture)
    rgb = np.asarray(picture.convert("RGB"), np.uint8)
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)
