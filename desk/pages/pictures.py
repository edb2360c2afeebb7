"""Photos and pieces of them as the pages show them, decoded a few at a time."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

import cv2

from desk.crops import smaller
from desk.documents import Document
from records.transcript import Field, Transcript

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


_pictures: OrderedDict[tuple[str, str], Any] = OrderedDict()
_shown: OrderedDict[tuple[str, str], Shown] = OrderedDict()
_lock = Lock()


def _now(data: bytes) -> str:
    """What the photo is now: after a name was covered in it, it is still called by its first digest."""
    return hashlib.sha256(data).hexdigest()


def _picture(data: bytes, name: str) -> Any:
    from digitize import open_photo

    with _lock:
        key = (_now(data), name)
        if key not in _pictures:
            _pictures[key] = open_photo(data, name)
            while len(_pictures) > _KEPT:
                _pictures.popitem(last=False)
        _pictures.move_to_end(key)
        return _pictures[key]


def photo_of(data: bytes, name: str) -> Shown:
    """A whole photo. Raises ReadError where it cannot be decoded (any more)."""
    key = (_now(data), name)
    with _lock:
        if key in _shown:
            return _shown[key]
    picture = _picture(data, name)
    height, width = picture.image.shape[:2]
    scale = min(1.0, WIDEST / max(height, width))
    small = cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    made = Shown(encoded.tobytes(), (width / picture.scale, height / picture.scale))
    with _lock:
        _shown[key] = made
        while len(_shown) > _KEPT:
            _shown.popitem(last=False)
    return made


def crop_of(document: Document, transcript: Transcript, field: Field) -> bytes | None:
    """One field as JPEG, None where it cannot be cut out."""
    from digitize import crop
    from digitize.trouble import ReadError

    if len(field.region) != 4 or not document.data:
        return None
    try:
        picture = _picture(document.data, transcript.photo)
        return smaller(crop(picture, field.region))
    except (ReadError, ValueError):
        return None
