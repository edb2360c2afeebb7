"""Files made to hurt: each is small, and asks for far more than it is."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
from PIL import Image


def _pdf(objects: list[bytes]) -> bytes:
    """A PDF of these objects, the first of which is its catalogue."""
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    out.write(
        b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    )
    return out.getvalue()


def _stream(head: bytes, body: bytes) -> bytes:
    packed = zlib.compress(body, 9)
    return b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (head, len(packed), packed)


def _page(resources: bytes, content: bytes, *more: bytes) -> bytes:
    return _pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<%s>>>>"
            % resources,
            _stream(b"", content),
            *more,
        ]
    )


def nested_forms(deep: int = 9, wide: int = 10) -> bytes:
    """Two kilobytes of PDF: forms that draw the next one ten times each, a thousand million in all."""
    forms = []
    for level in range(deep):
        last = level == deep - 1
        body = b"0 0 10 10 re f" if last else b"/F Do " * wide
        uses = b"" if last else b"/Resources<</XObject<</F %d 0 R>>>>" % (6 + level)
        forms.append(_stream(b"/Type/XObject/Subtype/Form/BBox[0 0 595 842]" + uses, body))
    return _page(b"/XObject<</F 5 0 R>>", b"/F Do", *forms)


def endless_paths(points: int = 3_000, times: int = 5_000) -> bytes:
    """Twelve kilobytes of PDF: one shape whose three thousand lines cross the page, filled five thousand
    times."""
    chance = np.random.default_rng(1)
    corners = chance.integers(0, 800, (points, 2))
    shape = b"0 0 m\n" + b"".join(b"%d %d l\n" % tuple(map(int, each)) for each in corners) + b"f*"
    form = _stream(b"/Type/XObject/Subtype/Form/BBox[0 0 800 850]", shape)
    return _page(b"/XObject<</F 5 0 R>>", b"/F Do " * times, form)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def deep_png(side: int = 9_900, *, more: bytes = b"") -> bytes:
    """A few hundred kilobytes of PNG: 98 megapixels of 16 bits in four channels, 784 MB unpacked."""
    head = struct.pack(">IIBBBBB", side, side, 16, 6, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + side * 8)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + more
        + _chunk(b"IDAT", data)
        + _chunk(b"IEND", b"")
    )


def swollen_text_png() -> bytes:
    """A PNG whose remarks unpack to a gigabyte."""
    remark = zlib.compress(bytes(1_000_000_000 // 200), 9)
    chunks = b"".join(_chunk(b"zTXt", b"k%d\0\0" % n + remark) for n in range(200))
    return deep_png(300, more=chunks)


def exif_bomb(tags: int = 4000, size: int = 1_000_000) -> bytes:
    """A WebP of a megabyte whose EXIF names the same megabyte four thousand times."""
    entries = b"".join(
        struct.pack("<HHII", 0x100 + number, 1, size, 8 + 2 + 12 * tags + 4)
        for number in range(tags)
    )
    exif = b"II*\0" + struct.pack("<IH", 8, tags) + entries + bytes(4) + bytes(size)
    out = io.BytesIO()
    Image.new("RGB", (300, 300), "white").save(out, "WEBP", exif=b"Exif\0\0" + exif)
    return out.getvalue()


def many_scans(side: int = 8_000, scans: int = 2_000) -> bytes:
    """A progressive JPEG whose last scan is there two thousand times: each goes over every pixel."""
    out = io.BytesIO()
    Image.new("L", (side, side), 200).save(out, "JPEG", progressive=True, quality=30)
    data = out.getvalue()
    last = data.rfind(b"\xff\xda")
    return data[:last] + data[last:-2] * scans + data[-2:]
