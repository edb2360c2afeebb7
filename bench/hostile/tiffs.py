"""TIFFs made to hurt: small files that say they are vast, have pages without end, or tags without measure."""

from __future__ import annotations

import io
import struct
from typing import Final

from PIL import Image

_SHORT: Final = 3
_LONG: Final = 4
_BYTES: Final = 7
_RATIONAL: Final = 5
Tag = tuple[int, int, int, int]
"""Number, type, count, value or place of the value."""


def directory(tags: list[Tag], below: int) -> bytes:
    """An image's tags, and where the next image's stand (0: nowhere)."""
    packed = b"".join(struct.pack("<HHII", *tag) for tag in sorted(tags))
    return struct.pack("<H", len(tags)) + packed + struct.pack("<I", below)


def image(width: int, height: int, at: int = 8, size: int = 8, packed: int = 4) -> list[Tag]:
    """The tags of a picture of black and white whose data stand in one piece."""
    return [
        (256, _LONG, 1, width),
        (257, _LONG, 1, height),
        (258, _SHORT, 1, 1),
        (259, _SHORT, 1, packed),
        (262, _SHORT, 1, 0),
        (273, _LONG, 1, at),
        (278, _LONG, 1, height),
        (279, _LONG, 1, size),
    ]


def _file(tags: list[Tag], more: bytes = b"") -> bytes:
    """A file of one image, `more` behind its 8 bytes of data."""
    body = b"\x00\x10\x01\x00\x10\x01\x00\x00" + more
    return b"II*\0" + struct.pack("<I", 8 + len(body)) + body + directory(tags, 0)


def vast(side: int = 60_000) -> bytes:
    """3,600 megapixels of fax in some hundred bytes."""
    return _file(image(side, side))


def stretched(side: int = 9_900) -> bytes:
    """98 megapixels whose resolution says that each is four times as high as wide."""
    resolution = struct.pack("<4I", 400, 1, 100, 1)
    tags = [*image(side, side), (282, _RATIONAL, 1, 16), (283, _RATIONAL, 1, 24)]
    return _file(tags, resolution)


def blank(side: int = 9_900) -> bytes:
    """98 megapixels of fax, all there."""
    out = io.BytesIO()
    Image.new("1", (side, side), 1).save(out, "TIFF", compression="group4")
    return out.getvalue()


def many_blank_pages(count: int = 6, side: int = 9_900) -> bytes:
    """Some pages as large as is allowed."""
    out = io.BytesIO()
    page = Image.new("1", (side, side), 1)
    page.save(out, "TIFF", compression="group4", save_all=True, append_images=[page] * (count - 1))
    return out.getvalue()


def many_pages(count: int = 700_000) -> bytes:
    """Pages without end, which have all the same picture."""
    out = bytearray(b"II*\0" + struct.pack("<I", 16) + bytes(8))
    size = len(directory(image(300, 300), 0))
    for number in range(count):
        below = 16 + (number + 1) * size if number < count - 1 else 0
        out += directory(image(300, 300), below)
    return bytes(out)


def ring() -> bytes:
    """A page that comes after itself."""
    data = _file(image(300, 300))
    return data[:-4] + struct.pack("<I", 16)


def swollen_tags(count: int = 60_000, size: int = 1_000_000) -> bytes:
    """Tags of a megabyte each, all with the same bytes: 60 GB."""
    own = {tag[0] for tag in image(300, 300)}
    tags = [
        (1_000 + number, _BYTES, size, 16) for number in range(count) if 1_000 + number not in own
    ]
    return _file([*image(300, 300), *tags], bytes(size))
