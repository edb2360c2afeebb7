"""What a file is, told by its first bytes. Its name is never believed."""

from __future__ import annotations

from enum import Enum
from typing import Final

_HEIF_BRANDS: Final = (
    b"heic",
    b"heix",
    b"heim",
    b"heis",
    b"hevc",
    b"hevx",
    b"hevm",
    b"hevs",
    b"mif1",
    b"msf1",
)
_OTHER_PICTURES: Final = (
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II+\0", "a TIFF picture of the kind for more than 4 GB"),
    (b"MM\0+", "a TIFF picture of the kind for more than 4 GB"),
    (b"8BPS", "a Photoshop file"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1aE\xdf\xa3", "a film"),
)
_TIFF_STARTS: Final = (b"II*\0", b"MM\0*")
TEXT_SAMPLE: Final = 4096
"""Bytes looked at to tell a text from other content."""


class Content(Enum):
    """What can be read, and the rest."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    HEIF = "HEIC"
    TIFF = "TIFF"
    PDF = "PDF"
    TEXT = "text"
    OTHER = "other"


def sniff(data: bytes) -> Content:
    """The kind of content; `Content.OTHER` for everything that cannot be read here."""
    if data.startswith(b"\xff\xd8\xff"):
        return Content.JPEG
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return Content.PNG
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Content.WEBP
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return Content.HEIF
    if data.startswith(_TIFF_STARTS):
        return Content.TIFF
    if b"%PDF-" in data[:1024]:
        return Content.PDF
    if describe_other(data) is None and _is_text(data[:TEXT_SAMPLE]):
        return Content.TEXT
    return Content.OTHER


def describe_other(data: bytes) -> str | None:
    """In plain words what a file is that cannot be read here, None where that is not known."""
    for start, words in _OTHER_PICTURES:
        if data.startswith(start):
            return words
    if data[4:8] == b"ftyp":
        return "a film or a kind of picture that is not read here"
    return None


def _is_text(sample: bytes) -> bool:
    control = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in sample)
    return bool(sample) and control == 0
