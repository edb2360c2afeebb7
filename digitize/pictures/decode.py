"""HEIC pictures, as iPhones send them. This module alone calls libheif (by pillow-heif)."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pillow_heif
import simplejpeg
from PIL import Image as Pillow

from fairdeal.digitize.pictures import pdf, tiff
from fairdeal.digitize.pictures.picture import Image, Picture, to_colour
from fairdeal.digitize.pictures.sniff import Content, describe_other, sniff
from fairdeal.digitize.trouble import ReadError

_COLOURS: Final = 3
"""Blue, green, red; a fourth channel is transparency, which no camera makes."""


def decode_heif(data: bytes, name: str, check_size: Callable[[tuple[int, int]], None]) -> Image:
    """The main picture of a HEIC file in colour, turned as the file says.

    `check_size` is called with width and height before anything is decoded and may raise.
    """
    try:
        opened = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True, bgr_mode=True)
        check_size(opened.size)
        shown = np.asarray(opened, np.uint8)
    except (ReadError, MemoryError):
        raise
    except Exception as error:  # libheif's wrapper raises several unrelated kinds
        raise ReadError(
            "picture-broken",
            f"{name} is a HEIC file that breaks off or is damaged.",
            "Copy or send the file again, or send the photo as JPEG.",
        ) from error
    if shown.ndim == 2:
        return np.asarray(cv2.cvtColor(shown, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(shown[:, :, :_COLOURS])


_HARMLESS: Final = (
    "extraneous bytes before marker",
    "unknown JFIF revision",
    "Unknown Adobe color transform",
    "bad ICC marker",
    "Inconsistent progression sequence",
)
"""Complaints after which the picture is what was photographed: stray bytes are the habit of some phones."""
_DAMAGE: Final = (
    "premature end of data segment",
    "bad Huffman code",
    "Invalid SOS parameters",
    "instead of RST",
    "bad arithmetic code",
    "Premature end of JPEG file",
)
"""Complaints after which it is not."""


def decode_jpeg(data: bytes, least: tuple[int, int] | None = None) -> Image | None:
    """The picture in colour, not turned; None where it is of a kind that only Pillow can read (CMYK).

    `least` are a width and a height that are enough: the picture comes as small as it can be without being
    smaller, which takes much less memory. Raises OSError where it is damaged.
    """
    try:
        return _decoded(data, least, strict=True)
    except ValueError as error:
        said = str(error)
    if any(each in said for each in _DAMAGE):
        raise OSError("damaged JPEG")
    if any(each in said for each in _HARMLESS):
        return _decoded(data, least, strict=False)
    return None


def _decoded(data: bytes, least: tuple[int, int] | None, *, strict: bool) -> Image:
    width, height = least or (0, 0)
    found = simplejpeg.decode_jpeg(
        data, "BGR", min_width=width, min_height=height, min_factor=1.0, strict=strict
    )
    return np.asarray(found, np.uint8)


MOST_BYTES: Final = 80_000_000
"""A 12-megapixel photo has 3 to 8 MB; a scanned PDF of a match some tens."""
MOST_PIXELS: Final = 100_000_000
"""Phones make up to 50 megapixels by default; 100 take 300 MB once decoded."""
USEFUL_PIXELS: Final = 25_000_000
"""More than this tells nothing new of an A4 page (12 to 15 pixels a millimetre): halved before use."""
FEWEST_SIDE: Final = 200
"""A picture with a shorter side than this cannot hold a page that anybody could read."""
MOST_STRETCHED: Final = 20
"""Times that one side may be as long as the other. Of a longer strip nothing would be left where it is
looked at smaller; a long screenshot has some 10."""

_UPRIGHT: Final[dict[int, Callable[[Image], object]]] = {
    2: lambda image: cv2.flip(image, 1),
    3: lambda image: cv2.rotate(image, cv2.ROTATE_180),
    4: lambda image: cv2.flip(image, 0),
    5: cv2.transpose,
    6: lambda image: cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE),
    7: lambda image: cv2.rotate(cv2.transpose(image), cv2.ROTATE_180),
    8: lambda image: cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
_ORIENTATION: Final = 0x0112
_OF_PAGES: Final = {Content.PDF: pdf, Content.TIFF: tiff}
_AS_PICTURE: Final = "Send the photo as JPEG, PNG, WebP, HEIC, TIFF or PDF."


def page_count(data: bytes, name: str) -> int:
    """How many pictures a file holds: the pages of a PDF or TIFF, else 1. Raises `ReadError`."""
    content = _content(data, name)
    return _OF_PAGES[content].page_count(data, name) if content in _OF_PAGES else 1


def pictures(data: bytes, name: str, page: int | None = None) -> Iterator[Picture]:
    """Every picture of a file, one after the other so that one page at a time is held in memory.

    `page` (from 1) asks for that page of a PDF or TIFF alone. Raises `ReadError` where the file is none
    of the kinds read here, is too large, or breaks off; a page that cannot be drawn raises when its turn
    comes.
    """
    content = _content(data, name)
    if content is Content.PDF:
        yield from pdf.pages(data, name, page, _check_size)
        return
    if content is Content.TIFF:
        for each in tiff.pages(data, name, page, _check_size):
            yield _useful(each.name, each.image)
        return
    if content is Content.HEIF:
        yield _useful(name, decode_heif(data, name, lambda size: _check_size(name, *size)))
        return
    yield _decode(data, name, content)


def _content(data: bytes, name: str) -> Content:
    if not data:
        raise ReadError("empty-file", f"{name} is empty (0 bytes).", "Copy or send the file again.")
    if len(data) > MOST_BYTES:
        raise ReadError(
            "file-too-large",
            f"{name} has {len(data) / 1e6:.0f} MB; {MOST_BYTES / 1e6:.0f} MB is the limit.",
            "Send single pages, or a smaller picture.",
        )
    content = sniff(data)
    if content is Content.TEXT:
        raise ReadError(
            "not-a-picture",
            f"{name} is a text, not a picture.",
            "If it is a hand record, give it the ending .hrn or .txt; else send the photo itself.",
        )
    if content is Content.OTHER:
        what = describe_other(data) or "neither a picture nor a PDF"
        raise ReadError("not-a-picture", f"{name} is {what}.", _AS_PICTURE)
    return content


def _decode(data: bytes, name: str, content: Content) -> Picture:
    """A JPEG, PNG or WebP, upright, in colour, no larger than is useful."""
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures and of odd EXIF by itself, some lines for every entry. The limit
            # here is our own and is checked next.
            warnings.simplefilter("ignore")
            opened = Pillow.open(io.BytesIO(data), formats=[content.value.upper()])
            sent = opened.size
            _check_size(name, *sent)
            turn = opened.getexif().get(_ORIENTATION, 1)
            image = _pixels(data, opened, content)
            opened.close()
    except Pillow.DecompressionBombError as error:
        told = re.search(r"\d+", str(error))
        size = f"{int(told[0]) / 1e6:,.0f} megapixels" if told else "far more pixels than any photo"
        raise _too_many(name, size) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise _broken(name, content) from error
    picture = _useful(name, image, sent[0])
    if turn not in _UPRIGHT:
        return picture
    return replace(picture, image=np.asarray(_UPRIGHT[turn](picture.image), np.uint8))


def _pixels(data: bytes, opened: Pillow.Image, content: Content) -> Image:
    """Decode, not yet turned; a large JPEG at once made smaller. OSError where the data break off."""
    if content is Content.JPEG and _complete_jpeg(data):
        image = decode_jpeg(data, _useful_size(opened.width, opened.height))
        if image is not None:
            return image
    opened.load()
    return to_colour(opened)


def _complete_jpeg(data: bytes) -> bool:
    """True where an end-of-image marker follows the last scan; a broken-off file is left to Pillow,

    which refuses what is not all there: missing rows would come out grey and be read as blank cells.
    """
    return data.rfind(b"\xff\xd9") > data.rfind(b"\xff\xda")


def _check_size(name: str, width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _too_many(name, f"{width:,} x {height:,} pixels")
    if max(width, height) > MOST_STRETCHED * min(width, height):
        raise ReadError(
            "picture-a-strip",
            f"{name} is a strip of {width:,} x {height:,} pixels: no page has that shape.",
            "Send a photo of the whole page.",
        )
    if min(width, height) < FEWEST_SIDE:
        raise ReadError(
            "picture-too-small",
            f"{name} has only {width} x {height} pixels.",
            "Send the photo in its full size, not a preview of it.",
        )


def _useful_size(width: int, height: int) -> tuple[int, int]:
    """The width and height in which a picture is looked at."""
    pixels = width * height
    if pixels <= USEFUL_PIXELS:
        return width, height
    scale = float(np.sqrt(USEFUL_PIXELS / pixels))
    return round(width * scale), round(height * scale)


def _useful(name: str, image: Image, sent: int | None = None) -> Picture:
    """The picture, made smaller where it has more pixels than help. `sent` is its width as it was sent,
    where it was decoded smaller."""
    height, width = image.shape[:2]
    size = _useful_size(width, height)
    if size != (width, height):
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Picture(name, image, size[0] / (sent or width))


def _too_many(name: str, size: str) -> ReadError:
    return ReadError(
        "picture-too-large",
        f"{name} is too large to be opened safely ({size}); the limit is"
        f" {MOST_PIXELS / 1e6:.0f} megapixels.",
        "Send the photo as the phone took it.",
    )


def _broken(name: str, content: Content) -> ReadError:
    return ReadError(
        "picture-broken",
        f"{name} is a {content.value} file that breaks off or is damaged.",
        "Copy or send the file again; if that does not help, take the photo again.",
    )
