"""Files made to hurt: few bytes for many pixels, pages without end, records of much of one thing."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np

Files = Mapping[str, Callable[[], bytes]]

_PIECE: Final = 1_000_000


def packed_zeros(size: int) -> bytes:
    """So many zero bytes as zlib packs them: the same piece again and again, about a thousandth.

    The sum at the end (Adler-32) of n zero bytes is 1 and n, modulo 65521.
    """
    packer = zlib.compressobj(9, wbits=-15)
    piece = packer.compress(bytes(_PIECE)) + packer.flush(zlib.Z_FULL_FLUSH)
    last = zlib.compressobj(9, wbits=-15)
    end = last.compress(bytes(size % _PIECE)) + last.flush()
    adler = (size % 65_521) << 16 | 1
    return b"\x78\xda" + piece * (size // _PIECE) + end + adler.to_bytes(4)


# PDF.

A4: Final = b"[0 0 595 842]"
_LINES: Final = b"0 0 m 595 842 l S 0 842 m 595 0 l S\n"


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


def one_page(content: bytes, resources: bytes = b"") -> dict[int, bytes]:
    """The objects of a document of one page: 1 to 4, of which 4 is what is drawn."""
    return {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox%s/Contents 4 0 R/Resources<<%s>>>>"
        % (A4, resources),
        4: content,
    }


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
    data = zlib.compress(_LINES * (count // 2), 9)
    return pdf(one_page(stream(data, b"/Filter/FlateDecode")))


_TWICE: Final = b"/Filter[/FlateDecode/FlateDecode]"


def flate_bomb(size: int = 8_000_000_000) -> bytes:
    """A page whose drawing unpacks to gigabytes, packed more than once."""
    return pdf(one_page(stream(zlib.compress(packed_zeros(size), 9), _TWICE)))


def image_bomb(side: int = 60_000) -> bytes:
    """An image of 3,600 megapixels in colour on the page."""
    objects = one_page(stream(b"595 0 0 842 0 0 cm /I Do"), b"/XObject<</I 5 0 R>>")
    head = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/DeviceRGB"
    data = zlib.compress(packed_zeros(side * side * 3), 9)
    objects[5] = stream(data, head % (side, side) + _TWICE)
    return pdf(objects)


def deep_arrays(deep: int = 500_000) -> bytes:
    """Brackets within brackets, half a million deep."""
    return pdf(one_page(stream(b"[" * deep + b"]" * deep + b" TJ")) | {5: b"[" * deep})


# TIFF.

_SHORT: Final = 3
_LONG: Final = 4
_BYTES: Final = 7
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


def tiff(tags: list[Tag], more: bytes = b"") -> bytes:
    """A file of one image, `more` behind its 8 bytes of data."""
    body = b"\x00\x10\x01\x00\x10\x01\x00\x00" + more
    return b"II*\0" + struct.pack("<I", 8 + len(body)) + body + directory(tags, 0)


def vast_tiff(side: int = 60_000) -> bytes:
    """3,600 megapixels of fax in some hundred bytes."""
    return tiff(image(side, side))


def many_pages_tiff(count: int = 700_000) -> bytes:
    """Pages without end, which have all the same picture."""
    out = bytearray(b"II*\0" + struct.pack("<I", 16) + bytes(8))
    size = len(directory(image(300, 300), 0))
    for number in range(count):
        below = 16 + (number + 1) * size if number < count - 1 else 0
        out += directory(image(300, 300), below)
    return bytes(out)


def swollen_tags_tiff(count: int = 60_000, size: int = 1_000_000) -> bytes:
    """Tags of a megabyte each, all with the same bytes: 60 GB."""
    tags = [(1_000 + number, _BYTES, size, 16) for number in range(count)]
    return tiff([*image(300, 300), *tags], bytes(size))


# PNG and JPEG.


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(width: int, height: int, size: int, depth: int = 8, more: bytes = b"") -> bytes:
    """A PNG in colour and with its opacity, of so many bytes of nothing unpacked."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 6, 0, 0, 0))
    data = _chunk(b"IDAT", packed_zeros(size)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + more + data


def many_scans_jpeg(side: int = 8_000, scans: int = 10_000) -> bytes:
    """A JPEG in ten thousand scans, each of which goes over the whole picture."""
    blocks = (side // 8) ** 2
    out = [b"\xff\xd8", _segment(0xDB, b"\0" + b"\x01" * 64)]
    out.append(_segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + b"\x01\x11\0"))
    out.append(_segment(0xC4, _codes(0x00, b"\0") + _codes(0x10, b"\xe0\0")))
    out.append(_segment(0xDA, b"\x01\x01\x00\x00\x00\x00") + _bits("0" * blocks))
    # Each code "14 zero-runs" stands for 2^14 to 2^15 - 1 blocks without anything.
    run = "0" + "1" * 14
    full, rest = divmod(blocks, 2**15 - 1)
    last = "10" * rest if rest < 50 else run
    scan = _segment(0xDA, b"\x01\x01\x10\x01\x3f\x00") + _bits(run * full + last)
    return b"".join([*out, *[scan] * scans]) + b"\xff\xd9"


def _segment(marker: int, data: bytes) -> bytes:
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


def _codes(place: int, values: bytes) -> bytes:
    """A Huffman table of codes of one bit more each: 0, 10, 110."""
    lengths = bytes(int(index < len(values)) for index in range(16))
    return bytes([place]) + lengths + values


def _bits(text: str) -> bytes:
    text += "1" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8).replace(b"\xff", b"\xff\0")


def _drawn(side: int, step: int) -> bytes:
    """A page of nothing but ruled lines (`step` 0: of nothing but noise)."""
    picture = np.random.default_rng(0).integers(0, 256, (side, side), np.uint8)
    if step:
        picture[:] = 245
        picture[::step], picture[:, ::step] = 20, 20
    return cv2.imencode(".png", picture)[1].tobytes()


PICTURES: Final[Files] = {
    "nested-forms.pdf": nested_forms,
    "many-paths.pdf": many_paths,
    "flate.pdf": flate_bomb,
    "image.pdf": image_bomb,
    "brackets.pdf": deep_arrays,
    "vast.tif": vast_tiff,
    "many-pages.tif": many_pages_tiff,
    "tags.tif": swollen_tags_tiff,
    "deep.png": lambda: png(7_000, 7_000, 7_000 * 56_001, 16),
    "vast.png": lambda: png(60_000, 60_000, 1000),
    "overlong.png": lambda: png(400, 400, 4_000_000_000),
    "film.png": lambda: png(400, 400, 640_400, more=_chunk(b"acTL", b"\xff" * 8) * 1000),
    "scans.jpg": many_scans_jpeg,
    "lines.png": lambda: _drawn(5_000, 12),
    "noise.png": lambda: _drawn(3_500, 0),
    "cut.jpg": lambda: many_scans_jpeg(800, 3)[:90],
    "office.jpg": lambda: b"PK\x03\x04" + bytes(500),
}
"""Pictures and scans, none of which can be read as a page."""


# Records.

DEAL: Final = '[Rules "international"]\n[Deal "1"]\n[Dealer "2"]\n'
AUCTION: Final = "Auction:\n3: 28 S, P, P, P, P, P\n"
HONEST: Final = DEAL + AUCTION + "Result:\npoints A 20 B 36\n"
_DOUBT: Final = "{JH|9D|AC}"
_GAME: Final = '[Board "1"]\n[Dealer "N"]\n'


def _text(*parts: str) -> Callable[[], bytes]:
    return lambda: "".join(parts).encode()


RECORDS: Final[Files] = {
    "one-card.hrn": _text(DEAL, "Hands:\n1: ", "JH " * 3_000),
    "one-trick.hrn": _text(DEAL, AUCTION, "Play:\n4: ", "JH 9D " * 10_000),
    "long-auction.hrn": _text(DEAL, "Auction:\n3: ", "28 S, 29 H, " * 10_000, "P"),
    "many-blocks.hrn": _text(DEAL, "Auction:\n3: 28 S\n! objection A\n" * 5_000),
    "unclear-call.hrn": _text(DEAL, "Auction:\n3: ", "{28|29} " * 40, "S"),
    "nested-braces.hrn": _text(DEAL, "Auction:\n3: ", "{28 " * 20_000, "}" * 20_000),
    "doubtful-hands.hrn": _text(
        DEAL,
        "Hands:\n",
        "".join(f"{seat}: {f'{_DOUBT} ' * 8}\n" for seat in range(1, 7)),
        AUCTION,
        "Play:\n",
        (f"{_DOUBT} " * 6 + "\n") * 8,
    ),
    "doubtful-sheet.hrn": _text(
        "Sheet:\ndeal | dealer | bidder | contract | points A | total A\n",
        "{1|7} | {1|4} | {2|5} | {28|29} {S|H} | {17|11} | {0|6}\n" * 40,
    ),
    "many-sheets.hrn": _text(
        *(f"Sheet:\ndeal | points A\n1 | {number}\n" for number in range(300))
    ),
    "many-deals.hrn": _text((DEAL + "Auction:\n3: 28 S\n") * 1_000),
    "many-events.hrn": _text(DEAL, AUCTION, "Play:\n3:JS\n", "! swap-teams\n! redeal\n" * 10_000),
    "one-line.hrn": _text(DEAL, '! note "', '\\"' * 1_000_000),
    "large-figures.hrn": _text(DEAL, f"Result:\npoints A {'9' * 5_000} B -{'9' * 5_000}\n"),
    "names.hrn": _text(
        '[TeamA "<script>alert(1)</script>"]\n[TeamB "\x1b[2J\u202e=1+1"]\n', HONEST
    ),
    "unclosed.pbn": _text((_GAME + "{ not closed\n\n") * 2_000),
    "tags.pbn": _text(_GAME, *(f'[Tag{number} "x"]\n' for number in range(50_000))),
    "table.pbn": _text(_GAME, '[OptimumResultTable "Declarer\\999999999R"]\nN\n'),
    "hand.pbn": _text(_GAME, f'[Deal "N:{" ".join(["A" * 3_000 + "..."] * 4)}"]\n'),
    "auction.pbn": _text(_GAME, '[Auction "N"]\n', "1C =1= ! 7NT X\n" * 10_000),
    "brackets.pbn": _text(_GAME, "[" * 100_000, '"' * 100_000, "{" * 100_000),
    "bars.lin": _text("qx|o1|", "|" * 1_000_000),
    "hands.lin": _text("qx|o1|md|1S", "A" * 50_000, "H,S,S|sv|o|\n"),
}
"""Typed records, each much of one thing."""
