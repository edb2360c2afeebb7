"""Pictures made to hurt: few bytes for many pixels, many scans, chunks that unpack, ends that are missing."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

import cv2
import numpy as np
from PIL import Image

from bench.hostile.zeros import packed_zeros

START: Final = b"\x89PNG\r\n\x1a\n"
GREY, COLOUR, PALETTE, COLOUR_AND_ALPHA = 0, 2, 3, 6


def chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def head(width: int, height: int, depth: int, colour: int, laced: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, laced))


def png(first: bytes, data: bytes, more: bytes = b"") -> bytes:
    return START + first + more + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def deep_png(side: int = 7_000) -> bytes:
    """400 KB: 49 megapixels with sixteen bits for each of four colours."""
    return png(head(side, side, 16, COLOUR_AND_ALPHA), packed_zeros(side * (side * 8 + 1)))


def deep_png_at_the_limit() -> bytes:
    """800 KB: 100 megapixels, which is allowed, with sixteen bits for each of four colours."""
    return deep_png(10_000)


def black_and_white_png(side: int = 10_000) -> bytes:
    """12 KB: 100 megapixels of one bit."""
    return png(head(side, side, 1, GREY), packed_zeros(side * (side // 8 + 1)))


def laced_png(side: int = 10_000) -> bytes:
    """100 megapixels in seven passes, the most of them missing."""
    return png(head(side, side, 8, COLOUR, laced=1), packed_zeros(1_000_000))


def vast_png() -> bytes:
    """The head of a picture of 60,000 x 60,000, with hardly anything behind it."""
    return png(head(60_000, 60_000, 8, COLOUR), packed_zeros(1000))


def thin_png() -> bytes:
    """As high as it may be and as narrow."""
    return png(head(200, 499_999, 8, COLOUR), packed_zeros(499_999 * 601))


def overlong_png(size: int = 4_000_000_000) -> bytes:
    """A small picture behind whose rows gigabytes follow."""
    return png(head(400, 400, 8, COLOUR), packed_zeros(size))


def text_png(count: int = 4_000) -> bytes:
    """Thousands of texts, each of which unpacks to a megabyte."""
    packed = zlib.compress(b"a" * 1_000_000, 9)
    texts = chunk(b"zTXt", b"Comment\0\0" + packed) * count
    return png(head(400, 400, 8, COLOUR), packed_zeros(400 * 1201), texts)


def profile_png(size: int = 2_000_000_000) -> bytes:
    """A colour profile that unpacks to gigabytes."""
    profile = chunk(b"iCCP", b"p\0\0" + packed_zeros(size))
    return png(head(400, 400, 8, COLOUR), packed_zeros(400 * 1201), profile)


def film_png() -> bytes:
    """A picture that says it is a film of four thousand million pictures."""
    frames = chunk(b"acTL", struct.pack(">II", 0xFFFFFFFF, 0))
    control = chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, 400, 400, 0, 0, 1, 1, 0, 0))
    return png(head(400, 400, 8, COLOUR), packed_zeros(400 * 1201), frames + control * 1000)


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
    out += [scan] * scans
    return b"".join(out) + b"\xff\xd9"


def _segment(marker: int, data: bytes) -> bytes:
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


def _codes(place: int, values: bytes) -> bytes:
    """A Huffman table of codes of one bit more each: 0, 10, 110."""
    lengths = bytearray(16)
    for index in range(len(values)):
        lengths[index] = 1
    return bytes([place]) + bytes(lengths) + values


def _bits(text: str) -> bytes:
    text += "1" * (-len(text) % 8)
    data = int(text, 2).to_bytes(len(text) // 8)
    return data.replace(b"\xff", b"\xff\0")


def vast_jpeg() -> bytes:
    """The head of a picture of 65,500 x 65,500."""
    start = _segment(0xC0, struct.pack(">BHHB", 8, 65_500, 65_500, 1) + b"\x01\x11\0")
    return b"\xff\xd8" + _segment(0xDB, b"\0" + b"\x01" * 64) + start + bytes(500) + b"\xff\xd9"


def padded_jpeg(size: int = 78_000_000) -> bytes:
    """A photo with as many comments as a file may hold."""
    photo = encoded(wall(), ".jpg")
    comment = _segment(0xFE, b"x" * 65_000)
    return photo[:2] + comment * (size // len(comment)) + photo[2:]


def exif_jpeg() -> bytes:
    """A photo whose notes point to themselves and promise four thousand million values."""
    ring = struct.pack("<HHII", 0x8769, 4, 1, 8) + struct.pack("<HHII", 0x0112, 3, 0xFFFFFFFF, 8)
    notes = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 2) + ring + struct.pack("<I", 8)
    photo = encoded(wall(), ".jpg")
    return photo[:2] + _segment(0xE1, notes) + photo[2:]


def vast_webp(side: int = 10_000) -> bytes:
    """100 megapixels of one colour: some hundred bytes."""
    out = io.BytesIO()
    Image.new("RGBA", (side, side), (250, 250, 250, 200)).save(
        out, "WEBP", lossless=True, method=0, quality=0
    )
    return out.getvalue()


def film_webp(frames: int = 2_000) -> bytes:
    """A film of two thousand pictures, each as large as the canvas."""
    small = io.BytesIO()
    Image.new("RGB", (4_000, 4_000), (9, 9, 9)).save(small, "WEBP", lossless=True, method=0)
    coded = small.getvalue()[12:]
    size = (3_999).to_bytes(3, "little")
    frame = bytes(6) + size + size + (1).to_bytes(3, "little") + b"\0" + coded
    body = b"VP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size + size
    body += b"ANIM" + struct.pack("<I", 6) + bytes(6)
    body += (b"ANMF" + struct.pack("<I", len(frame)) + frame + b"\0" * (len(frame) % 2)) * frames
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def vast_heic(side: int = 60_000) -> bytes:
    """A HEIC whose head says 3,600 megapixels."""
    return _of_size(heic(), side)


def wrong_heic(side: int = 9_000) -> bytes:
    """A HEIC whose head says 81 megapixels where there are fewer."""
    return _of_size(heic(), side)


def heic() -> bytes:
    import pillow_heif

    out = io.BytesIO()
    picture = Image.fromarray(cv2.cvtColor(wall(), cv2.COLOR_BGR2RGB))
    pillow_heif.from_pillow(picture).save(out, quality=50)
    return out.getvalue()


def _of_size(data: bytes, side: int) -> bytes:
    """With another size in its head (the box `ispe`)."""
    at = data.index(b"ispe") + 8
    return data[:at] + struct.pack(">II", side, side) + data[at + 8 :]


def wall() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A picture of nothing that has any paper on it."""
    shade = np.linspace(90, 160, 700 * 900).reshape(700, 900, 1).repeat(3, axis=2).astype(np.uint8)
    shade[200:500, 300:600] = 60
    return shade


def encoded(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], kind: str) -> bytes:
    done, data = cv2.imencode(kind, image)
    assert done, kind
    return data.tobytes()


def grid(side: int = 5_000, step: int = 12) -> bytes:
    """A page of nothing but ruled lines: a table of 170,000 cells."""
    image = np.full((side, side, 3), 245, np.uint8)
    image[::step, :] = 20
    image[:, ::step] = 20
    return encoded(image, ".png")


def noise(side: int = 3_500) -> bytes:
    """Twelve megapixels of noise: specks everywhere, lines nowhere."""
    image = np.random.default_rng(0).integers(0, 256, (side, side), np.uint8)
    return encoded(np.where(image > 200, 0, 255).astype(np.uint8), ".png")


def marks(side: int = 5_000, step: int = 60) -> bytes:
    """Seven thousand of the black square marks that stand on our forms' corners."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    tile = np.full((step, step), 255, np.uint8)
    image = np.full((side, side), 255, np.uint8)
    for number, (top, left) in enumerate(_tiles(side, step)):
        mark = cv2.aruco.generateImageMarker(dictionary, number % 50, step - 12)
        tile[6:-6, 6:-6] = mark
        image[top : top + step, left : left + step] = tile
    return encoded(image, ".png")


def _tiles(side: int, step: int) -> Iterator[tuple[int, int]]:
    for top in range(0, side - step, step):
        for left in range(0, side - step, step):
            yield top, left


def print_everywhere(side: int = 5_000) -> bytes:
    """A page full of print: fifteen thousand words that are no record."""
    image = np.full((side, side), 255, np.uint8)
    for row, top in enumerate(range(30, side, 40)):
        line = f"{row} thirty two spades {row * 7} pass double 28 H JS 9D " * 6
        cv2.putText(image, line, (10, top), cv2.FONT_HERSHEY_SIMPLEX, 0.9, 0, 2)
    return encoded(image, ".png")


def others() -> Iterable[tuple[str, bytes]]:
    """Files of kinds that are not read, under names that promise a photo."""
    out = io.BytesIO()
    Image.new("L", (20_000, 20_000)).save(out, "GIF")
    yield "film.gif", out.getvalue()
    yield "scan.tiff", b"II*\0" + struct.pack("<IHHHII", 8, 1, 0x0100, 4, 0xFFFFFFFF, 8)
    yield (
        "drawing.svg",
        b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    )
    yield "office.jpg", b"PK\x03\x04" + bytes(500)
    yield "zeros.png", bytes(50_000)


def truncated() -> Iterable[tuple[str, bytes]]:
    """Photos of every kind that break off: after the first bytes, in the head, in the middle, at the end."""
    kinds = {
        "jpg": encoded(wall(), ".jpg"),
        "png": encoded(wall(), ".png"),
        "webp": encoded(wall(), ".webp"),
        "heic": heic(),
        "pdf": _scan("PDF"),
        "tif": _scan("TIFF"),
    }
    for ending, data in kinds.items():
        for at in (12, len(data) // 20, len(data) // 2, len(data) - 30):
            yield f"cut-{at}.{ending}", data[:at]


def _scan(kind: str) -> bytes:
    out = io.BytesIO()
    Image.fromarray(wall()).save(out, kind)
    return out.getvalue()
