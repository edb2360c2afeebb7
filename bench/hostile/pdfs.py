"""PDFs made to hurt: small files that draw for ever, or unpack to more than any memory."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Final

from bench.hostile.zeros import packed_zeros

A4: Final = b"[0 0 595 842]"
_FLATE: Final = b"/Filter/FlateDecode"


def pdf(objects: Mapping[int, bytes]) -> bytes:
    """A PDF of these objects; number 1 is its root. Its table of objects is right."""
    out = bytearray(b"%PDF-1.7\n")
    places = {}
    for number, body in sorted(objects.items()):
        places[number] = len(out)
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = len(out)
    size = max(objects) + 1
    out += b"xref\n0 %d\n" % size
    for number in range(size):
        place = places.get(number)
        out += b"0000000000 65535 f \n" if place is None else b"%010d 00000 n \n" % place
    out += b"trailer\n<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (size, table)
    return bytes(out)


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>\nstream\n" % (more, len(data)) + data + b"\nendstream"


def one_page(content: bytes, resources: bytes = b"", box: bytes = A4) -> dict[int, bytes]:
    """The objects of a document of one page: 1 to 4, of which 4 is what is drawn."""
    return {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox%s/Contents 4 0 R/Resources<<%s>>>>"
        % (box, resources),
        4: content,
    }


def packed(data: bytes, times: int = 1) -> tuple[bytes, bytes]:
    """Data deflated so many times, and the filters that unpack it."""
    for _ in range(times):
        data = zlib.compress(data, 9)
    return data, b"/Filter[" + b"/FlateDecode" * times + b"]"


def zeros(size: int) -> tuple[bytes, bytes]:
    """So many zero bytes, deflated twice, and the filters that unpack them."""
    return zlib.compress(packed_zeros(size), 9), b"/Filter[/FlateDecode/FlateDecode]"


def nested_forms(deep: int = 9, wide: int = 10) -> bytes:
    """A form that draws another ten times, which draws another ten times, and so on: 2 KB."""
    objects = one_page(stream(b"/F0 Do"), b"/XObject<</F0 5 0 R>>")
    for level in range(deep):
        form = b"/Type/XObject/Subtype/Form/BBox%s" % A4
        uses = b"/Resources<</XObject<</F %d 0 R>>>>" % (6 + level)
        objects[5 + level] = stream(b"/F Do " * wide, form + uses)
    objects[5 + deep] = stream(b"0 0 m 9 9 l S", b"/Type/XObject/Subtype/Form/BBox%s" % A4)
    return pdf(objects)


def many_paths(count: int = 6_000_000) -> bytes:
    """Millions of lines across the page, in some hundred KB."""
    data, filters = packed(b"0 0 m 595 842 l S 0 842 m 595 0 l S\n" * (count // 2), 1)
    return pdf(one_page(stream(data, filters)))


_FONT: Final = b"/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>"


def _text(content: bytes) -> bytes:
    data, filters = packed(b"BT /F 12 Tf " + content + b" ET")
    return pdf(one_page(stream(data, filters), _FONT))


def letters(count: int = 2_000_000) -> bytes:
    """Millions of letters at two places, in turn."""
    return _text(b"1 0 0 1 9 9 Tm (A) Tj 1 0 0 1 9 99 Tm (B) Tj " * (count // 2))


def letters_of_no_size() -> bytes:
    """As many letters as are looked at, as large as the sky, as small as dust, one over the other."""
    sizes = (b"1e30", b"1e-30", b"0", b"-9", b"800", b"1")
    return _text(b"".join(b"%s 0 0 %s 9 9 Tm (ABC) Tj " % (size, size) for size in sizes) * 1_000)


def flate_bomb(size: int = 8_000_000_000) -> bytes:
    """A page whose drawing unpacks to gigabytes, packed more than once."""
    data, filters = zeros(size)
    return pdf(one_page(stream(data, filters)))


def image_bomb(side: int = 60_000) -> bytes:
    """An image of 3,600 megapixels in colour on the page."""
    data, filters = zeros(side * side * 3)
    drawn = stream(b"595 0 0 842 0 0 cm /I Do")
    objects = one_page(drawn, b"/XObject<</I 5 0 R>>")
    objects[5] = stream(
        data,
        b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/DeviceRGB%s"
        % (side, side, filters),
    )
    return pdf(objects)


def jbig2_bomb(side: int = 65_000) -> bytes:
    """A picture in JBIG2 whose few bytes stand for 4,225 megapixels."""
    info = _segment(0, 48, side.to_bytes(4) * 2 + bytes(8) + b"\0\0\0")
    region = side.to_bytes(4) * 2 + bytes(8) + b"\0"
    coded = region + b"\0" + b"\x03\xff\xfd\xff\x02\xfe\xfe\xfe" + bytes(64)
    data = info + _segment(1, 38, coded) + _segment(2, 49, b"")
    objects = one_page(stream(b"595 0 0 842 0 0 cm /I Do"), b"/XObject<</I 5 0 R>>")
    objects[5] = stream(
        data,
        b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 1/ColorSpace/DeviceGray"
        b"/Filter/JBIG2Decode" % (side, side),
    )
    return pdf(objects)


def _segment(number: int, kind: int, data: bytes) -> bytes:
    return number.to_bytes(4) + bytes((kind, 0, 1)) + len(data).to_bytes(4) + data


def many_images(count: int = 100) -> bytes:
    """A page of images of 100 megapixels each, every one of them another."""
    data, filters = zeros(300_000_000)
    names = b"".join(b"/I%d %d 0 R" % (number, 5 + number) for number in range(count))
    drawn = b"".join(b"q 595 0 0 842 0 0 cm /I%d Do Q " % number for number in range(count))
    objects = one_page(stream(drawn), b"/XObject<<%s>>" % names)
    for number in range(count):
        objects[5 + number] = stream(
            data,
            b"/Type/XObject/Subtype/Image/Width 10000/Height 10000/BitsPerComponent 8"
            b"/ColorSpace/DeviceRGB" + filters,
        )
    return pdf(objects)


def huge_page() -> bytes:
    """A page of a million kilometres, and one a millionth as wide as it is high."""
    objects = one_page(stream(b"0 0 m 9 9 l S"), box=b"[0 0 1e30 1e30]")
    objects[2] = b"<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>"
    objects[5] = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 0.001 1000000]/Contents 4 0 R>>"
    return pdf(objects)


def many_pages(count: int = 100, lines: int = 200_000) -> bytes:
    """As many pages as are allowed, each with much to draw."""
    data, filters = packed(b"0 0 m 595 842 l S 0 842 m 595 0 l S\n" * (lines // 2))
    kids = b" ".join(b"%d 0 R" % (5 + number) for number in range(count))
    objects = one_page(stream(data, filters))
    objects[2] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count)
    for number in range(count):
        page = b"<</Type/Page/Parent 2 0 R/MediaBox%s/Contents 4 0 R/Resources<<>>>>" % A4
        objects[5 + number] = page
    return pdf(objects)


def pages_in_a_ring() -> bytes:
    """A tree of pages that is its own branch, and says that it has a hundred pages."""
    objects = one_page(stream(b"0 0 m 9 9 l S"))
    objects[2] = b"<</Type/Pages/Kids[2 0 R 2 0 R 3 0 R]/Count 100/Parent 2 0 R>>"
    return pdf(objects)


def nested_patterns(deep: int = 8) -> bytes:
    """A pattern of tiles, each painted with another pattern of tiles."""
    objects = one_page(stream(b"/Pattern cs /P scn 0 0 595 842 re f"), b"/Pattern<</P 5 0 R>>")
    head = b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 1/YStep 1"
    for level in range(deep):
        uses = b"/Resources<</Pattern<</P %d 0 R>>>>" % (6 + level)
        objects[5 + level] = stream(b"/Pattern cs /P scn 0 0 9 9 re f", head + uses)
    objects[5 + deep] = stream(b"0 0 m 9 9 l S", head + b"/Resources<<>>")
    return pdf(objects)


def deep_arrays(deep: int = 500_000) -> bytes:
    """Brackets within brackets, half a million deep."""
    return pdf(one_page(stream(b"[" * deep + b"]" * deep + b" TJ")) | {5: b"[" * deep})
