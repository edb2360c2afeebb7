"""Pieces of a photo to show beside a reading: upright, with some paper around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.pictures import (
    Picture,
    page_count,
    pictures,
    split_page_name,
    without_sheet,
)
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Point

MARGIN: Final = 0.25
"""Paper shown around a region, as a share of its shorter side."""
TALLEST: Final = 160
WIDEST: Final = 900
"""Pixels; a report has many crops, and a box of the form shown larger than this tells no more."""


def open_photo(data: bytes, name: str) -> Picture:
    """The picture that a transcript's `photo` names: the file's, or ``scan.pdf#page=2``; of which of
    several sheets in it the transcript is (``#sheet=2``), is not looked at.

    Raises `ReadError` as reading the photo does.
    """
    name = without_sheet(name)
    file, page = split_page_name(name)
    if file == name or page_count(data, name) == 1:
        return next(pictures(data, name))
    return next(pictures(data, file, page))


def crop(photo: Picture, region: Sequence[Point]) -> bytes:
    """A region of a photo as PNG, turned upright. ValueError where the region is no quadrilateral.

    `region` is clockwise from the top left, in pixels of the photo, as in `records.transcript.Field`.
    """
    if len(region) != 4:
        raise ValueError(f"a region has four corners, not {len(region)}")
    corners = (np.array(region, np.float64) + 0.5) * photo.scale - 0.5
    width = (
        float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    )
    height = (
        float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    )
    if min(width, height) < 1.0:
        raise ValueError("a region without extent")
    margin = MARGIN * min(width, height)
    full = (width + 2 * margin, height + 2 * margin)
    scale = min(1.0, WIDEST / full[0], TALLEST / full[1])
    size = (max(1, round(full[0] * scale)), max(1, round(full[1] * scale)))
    square = np.array(
        [
            (margin, margin),
            (margin + width, margin),
            (margin + width, margin + height),
            (margin, margin + height),
        ]
    )
    image, shrunk = _shrunk(photo.image, scale)
    warp = cv2.getPerspectiveTransform(
        ((corners + 0.5) * shrunk - 0.5).astype(np.float32), (square * scale).astype(np.float32)
    )
    piece = cv2.warpPerspective(
        image, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    done, data = cv2.imencode(".png", piece)
    if not done:
        raise ReadError("crop-failed", "Part of the photo could not be drawn.", "Report this.")
    return data.tobytes()


def _shrunk(image: NDArray[np.uint8], scale: float) -> tuple[NDArray[np.uint8], float]:
    """The image made smaller beforehand where much of it goes into few pixels."""
    if scale > 0.5:
        return image, 1.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale
