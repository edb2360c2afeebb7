"""Names on a photo covered: every entry of the heading that may hold one, on each page."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from desk.archive.acts import Json

NAMED: Final = ("team A", "team B", "recorder", "seat ")
"""Entries of the heading that hold names. All are covered: which name is in which, handwriting does
not tell surely enough."""
QUALITY: Final = 92
MARGIN: Final = 0.35
"""Of a field's height: handwriting leaves its box."""


def cover(data: bytes, transcripts: list[Json]) -> bytes | None:
    """The photo as JPEG with the names covered; None where no heading was found on it (a person must
    look), or where it is no single picture that can be opened."""
    from digitize import open_photo
    from digitize.trouble import ReadError

    regions = [
        field["region"]
        for transcript in transcripts
        for field in transcript.get("fields", ())
        if holds_name(str(field.get("name", "")))
    ]
    if not regions or not all(map(_shows_names, transcripts)):
        return None
    if any("#page=" in str(transcript.get("photo", "")) for transcript in transcripts):
        return None  # A scan of several pages: it would have to be made anew.
    try:
        picture = open_photo(data, "photo")
    except ReadError:
        return None
    shown = picture.image.copy()
    for region in regions:
        outline = (np.array(region, dtype=np.float64) + 0.5) * picture.scale - 0.5
        if len(outline) < 3:
            return None
        cv2.fillPoly(shown, [_wider(outline)], (0, 0, 0))
    if picture.scale < 1.0:  # As large as it was: what was read in it is found by its pixels.
        height, width = (round(side / picture.scale) for side in shown.shape[:2])
        shown = np.asarray(cv2.resize(shown, (width, height)), dtype=np.uint8)
    done, encoded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes() if done else None


def _shows_names(transcript: Json) -> bool:
    """Whether the names of a sheet in the photo were found, so that they can be covered."""
    return any(
        holds_name(str(field.get("name", ""))) and field.get("region")
        for field in transcript.get("fields", ())
    )


def holds_name(name: str) -> bool:
    """Whether a field of this name may hold a person's name."""
    head, _, what = name.partition(" / ")
    return head == "heading" and what.startswith(NAMED)


def _wider(outline: NDArray[np.float64]) -> NDArray[np.int32]:
    """The outline grown on all sides by a share of its shorter side."""
    centre = outline.mean(axis=0)
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    grow = MARGIN * float(sides.min())
    away = outline - centre
    length = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1.0)
    return np.asarray(np.round(outline + away / length * grow * 1.5), dtype=np.int32)
