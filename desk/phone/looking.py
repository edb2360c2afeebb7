"""What is seen in a photo before it is put into the case: whether a form is there, whole and sharp.

It is said, and nothing more: what the person still sends is taken, as evidence is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

WIDEST: Final = 900
"""Pixels of the small picture that is shown: a phone's screen."""
QUALITY: Final = 80
KINDS: Final = {
    "score-sheet": "score sheet",
    "hand-log": "hand log",
    "dispute-slip": "dispute slip",
}
"""What our forms are called."""
OTHER: Final = (
    "If it is another sheet, or a typed log, put it into the case. If it is one of our forms, take it again: "
    "flat, sharp and with all four corners in it."
)
_GOOD: Final = (74, 122, 31)
_BAD: Final = (0, 119, 199)


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen. `good`: at least one form, and nothing wrong with any. `picture` is a small JPEG with
    the corners drawn in, empty where nothing could be decoded."""

    good: bool
    words: str
    remedy: str = ""
    picture: bytes = b""
    other: bool = False
    """Whether no form of ours is in it at all: it may be another sheet, or a typed log."""


def look(data: bytes, name: str) -> Look:
    """In a worker: look at a photo. Raises ReadError where it cannot be decoded."""
    import cv2
    import numpy as np

    from fairdeal.digitize import open_photo
    from fairdeal.digitize.page import find_pages
    from fairdeal.digitize.page.find import corners_of

    image = open_photo(data, name).image
    pages, refused = find_pages(image, "this photo")
    small, scale = _small(image)
    for page in pages:
        corners = np.round(corners_of(page) * scale).astype(np.int32)
        cv2.polylines(small, [corners], True, _BAD if refused else _GOOD, 6, cv2.LINE_AA)
    _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    picture = encoded.tobytes()
    if refused:
        error = refused[0]
        said = f"{error.message[:1].upper()}{error.message[1:]}"
        other = all(each.code == "page-not-found" for each in refused)
        return Look(False, said, OTHER if other else error.remedy, picture, other)
    kinds = [page.layout.form.split("/")[0] for page in pages]
    named = " and a ".join(KINDS.get(kind, "form") for kind in kinds)
    return Look(True, f"A {named}: all corners are seen, and it is sharp.", "", picture)


def _small(image: Any) -> tuple[Any, float]:
    import cv2

    height, width = image.shape[:2]
    scale = min(1.0, WIDEST / max(height, width))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small, scale
