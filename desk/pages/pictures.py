"""Photos and pieces of them as the pages show them, decoded a few at a time."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

import cv2

from fairdeal.desk.confined import Work, workers
from fairdeal.desk.intake.documents import Document
from fairdeal.desk.once import Once
from fairdeal.desk.report.ink import smaller
from fairdeal.desk.trouble import DeskError
from fairdeal.digitize import crop, open_photo
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Field, Transcript

WIDEST: Final = 1800
"""Pixels of a whole photo's longer side: enough to zoom into a cell."""
QUALITY: Final = 82
_KEPT: Final = 3
"""Decoded photos kept: one of 12 megapixels takes 36 MB."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A photo as JPEG, with the size in which its transcript's outlines are given."""

    jpeg: bytes
    size: tuple[float, float]


THUMBNAIL: Final = 320
"""Pixels of a thumbnail's longer side: enough to tell a sheet from a log on any screen."""
_MOST_THUMBNAILS: Final = 400
_thumbnails: Once[tuple[str, str], bytes] = Once(_MOST_THUMBNAILS)
_pictures: Once[tuple[str, str], Any] = Once(_KEPT)
_shown: Once[tuple[str, str], Shown] = Once(_KEPT)


def _now(data: bytes) -> str:
    """What the photo is now: after a name was covered in it, it is still called by its first digest."""
    return hashlib.sha256(data).hexdigest()


def _picture(data: bytes, name: str) -> Any:
    """The photo, decoded by a worker."""
    return _pictures.get(
        (_now(data), name), lambda: workers().call(Work.photo(name), open_photo, data, name)
    )


def photo_of(data: bytes, name: str) -> Shown:
    """A whole photo. Raises DeskError where it cannot be decoded (any more)."""
    return _shown.get((_now(data), name), lambda: _smaller(_picture(data, name)))


def thumbnail_of(data: bytes, name: str) -> bytes:
    """A photo as a small JPEG. Raises DeskError where it cannot be decoded (any more)."""
    return _thumbnails.get(
        (_now(data), name), lambda: _smaller(_picture(data, name), THUMBNAIL).jpeg
    )


def _smaller(picture: Any, widest: int = WIDEST) -> Shown:
    height, width = picture.image.shape[:2]
    scale = min(1.0, widest / max(height, width))
    small = cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return Shown(encoded.tobytes(), (width / picture.scale, height / picture.scale))


def crop_of(document: Document, transcript: Transcript, field: Field) -> bytes | None:
    """One field as JPEG, None where it cannot be cut out."""
    if len(field.region) != 4 or not document.data:
        return None
    try:
        picture = _picture(document.data, transcript.photo)
        return smaller(crop(picture, field.region))
    except (DeskError, ReadError, ValueError, OverflowError, cv2.error):
        return None
