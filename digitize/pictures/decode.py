"""Bytes to pictures: what a file is, recognised by its first bytes (its name is never believed), and its
pictures.

All of them are measured before they are decoded: TIFF as scanners and fax machines make it, HEIC as iPhones
send it, JPEG, PNG and WebP.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import PurePath
from typing import Final

import cv2
import numpy as np
import pi_heif
import simplejpeg
from PIL import Image as Pillow

from fairdeal.digitize.pictures import pdf
from fairdeal.digitize.pictures.pdf import MOST_PAGES, CheckSize
from fairdeal.digitize.pictures.picture import (
    Image,
    Picture,
    numbered_pages,
    split_page_name,
    to_colour,
    without_sheet,
)
from fairdeal.digitize.trouble import ReadError

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
    (b"\x1aE\xdf\xa3", "a film"),
    (
        b"\xd0\xcf\x11\xe0",
        "a workbook or document of an old Office (.xls, .doc), or one with a password",
    ),
)
_PACKED: Final = (
    (b"xl/workbook.xml", "a spreadsheet of Excel"),
    (b"xl/workbook.bin", "a binary spreadsheet of Excel (.xlsb)"),
    (b"word/document.xml", "a document of Word"),
    (b"ppt/presentation.xml", "a presentation of PowerPoint"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet (.ods)"),
    (b"application/vnd.oasis.opendocument.text", "an OpenDocument text (.odt)"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
    (b"Index/Tables/", "a spreadsheet of Numbers"),
    (b"Index/Document.iwa", "a document of Pages or Numbers"),
)
"""What is packed into a ZIP archive, by a name or text within it."""
ZIP: Final = "a ZIP archive"
_ZIPPED: Final = (".xlsx", ".xlsm", ".xlsb", ".docx", ".pptx", ".ods", ".odt", ".numbers", ".pages")
"""How names of files end that are such archives inside."""
_SPREADSHEETS: Final = ("spreadsheet", "workbook")
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


_STARTS: Final = (
    (b"\xff\xd8\xff", Content.JPEG),
    (b"\x89PNG\r\n\x1a\n", Content.PNG),
    (b"II*\0", Content.TIFF),
    (b"MM\0*", Content.TIFF),
)


def sniff(data: bytes) -> Content:
    """The kind of content; `Content.OTHER` for everything that cannot be read here."""
    for start, content in _STARTS:
        if data.startswith(start):
            return content
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Content.WEBP
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return Content.HEIF
    if b"%PDF-" in data[:1024]:
        return Content.PDF
    control = any(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in data[:TEXT_SAMPLE])
    text = bool(data) and not control and describe_other(data) is None
    return Content.TEXT if text else Content.OTHER


def describe_other(data: bytes) -> str | None:
    """In plain words what a file is that cannot be read here, None where that is not known."""
    for start, words in _OTHER_PICTURES:
        if data.startswith(start):
            return words
    if data.startswith(b"PK\x03\x04"):
        return next((words for mark, words in _PACKED if mark in data), ZIP)
    return "a film or a kind of picture that is not read here" if data[4:8] == b"ftyp" else None


def how_to_send(what: str) -> str:
    """What to do with a file that is not read here, by what it is."""
    if what == ZIP:
        return "Unpack it, and name the files that are in it."
    if any(word in what for word in _SPREADSHEETS):
        return "Save it as .xlsx or CSV."
    return (
        "Save it as PDF and send that." if " of Word" in what or "(.odt)" in what else _AS_PICTURE
    )


_ACCESS: Final = (b"Standard Jet DB", b"Standard ACE DB")
SQUARE: Final = 0.02
"""Pixels whose sides differ by less than this share are square."""
MOST_UNEVEN: Final = 4.0
"""Times that a pixel may be as high as wide: a coarse fax has 2.1. Tags that say more are not believed."""
_KIND: Final = 254  # the tags' numbers, from TIFF 6.0
_SMALLER: Final = 1
"""Bit of it by which an image is a smaller copy of another one in the file."""
_ORIENTATION_TAG: Final = 274
_ACROSS: Final = 282
_DOWN: Final = 283
_ON_THE_SIDE: Final = (5, 6, 7, 8)
_TROUBLE: Final = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    KeyError,
    IndexError,
    TypeError,
    OverflowError,
    AttributeError,
    ZeroDivisionError,
    struct.error,
)
"""What Pillow raises of tags that are not what they should be."""


def tiff_page_count(data: bytes, name: str) -> int:
    """Number of pages. Raises `ReadError` where the file is not a proper TIFF or has too many."""
    with _opened(data, name) as opened:
        return len(_pages(opened, name))


def tiff_pages(
    data: bytes, name: str, only: int | None, check_size: CheckSize
) -> Iterator[Picture]:
    """Every page in colour, or the one page `only` (from 1), upright, its pixels square.

    Names carry ``#page=N`` where the file has more than one page. `check_size` is asked before a page is
    decoded and may raise.
    """
    with _opened(data, name) as opened:
        frames = _pages(opened, name)
        for index, label in numbered_pages(name, len(frames), only):
            with _told(label):
                opened.seek(frames[index])
                image = _decoded_page(opened, label, check_size)
            yield Picture(label, image)


@contextmanager
def _opened(data: bytes, name: str) -> Iterator[Pillow.Image]:
    with _told(name):
        opened = Pillow.open(io.BytesIO(data), formats=["TIFF"])
    with opened:
        yield opened


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Pillow's errors as `ReadError`, its warnings of odd tags not at all."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except Pillow.DecompressionBombError as error:
        raise ReadError(
            "picture-too-large",
            f"{name} is too large to be opened safely.",
            "Scan it again at 300 dpi.",
        ) from error
    except _TROUBLE as error:
        raise ReadError(
            "picture-broken",
            f"{name} is a TIFF file that breaks off or is damaged.",
            "Copy or send the file again; if that does not help, scan it as PDF.",
        ) from error


def _pages(opened: Pillow.Image, name: str) -> list[int]:
    """The images in the file that are pages, from 0: smaller copies of a page are left out."""
    found = []
    with _told(name):
        for frame in range(2 * MOST_PAGES + 1):
            try:
                opened.seek(frame)
            except EOFError:
                break
            if not int(_tag(opened, _KIND, 0)) & _SMALLER:
                found.append(frame)
    if not 1 <= len(found) <= MOST_PAGES:
        count = f"more than {MOST_PAGES}" if found else "no"
        raise ReadError(
            "tiff-pages",
            f"{name} has {count} pages; 1 to {MOST_PAGES} can be read.",
            "Split it into smaller files.",
        )
    return found


def _decoded_page(opened: Pillow.Image, name: str, check_size: CheckSize) -> Image:
    size = _square(*opened.size, _pixel_shape(opened))
    check_size(name, *opened.size)
    check_size(name, *size)
    opened.load()  # and turned upright, as its tag says
    image = to_colour(opened)
    if size == opened.size:
        return image
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _pixel_shape(opened: Pillow.Image) -> float:
    """How high a pixel is beside its width, once the page is turned upright; 1 where that is not said."""
    across, down = _tag(opened, _ACROSS, 0), _tag(opened, _DOWN, 0)
    if not (across > 0 and down > 0):
        return 1.0
    shape = across / down
    if not 1 / MOST_UNEVEN <= shape <= MOST_UNEVEN or abs(shape - 1) < SQUARE:
        return 1.0
    return 1 / shape if _tag(opened, _ORIENTATION_TAG, 1) in _ON_THE_SIDE else shape


def _square(width: int, height: int, shape: float) -> tuple[int, int]:
    """The size with square pixels: stretched, so that nothing of the finer way is lost."""
    return (width, round(height * shape)) if shape > 1 else (round(width / shape), height)


def _tag(opened: Pillow.Image, number: int, otherwise: float) -> float:
    """The value of a tag, the first of several; `otherwise` where it is missing."""
    value = opened.tag_v2.get(number, otherwise)  # type: ignore[attr-defined]
    while isinstance(value, tuple):
        value = value[0] if value else otherwise
    return float(value)


_COLOURS: Final = 3
"""Blue, green, red; a fourth channel is transparency, which no camera makes."""


def decode_heif(data: bytes, name: str, check_size: Callable[[tuple[int, int]], None]) -> Image:
    """The main picture of a HEIC file in colour, turned as the file says.

    `check_size` is called with width and height before anything is decoded and may raise.
    """
    try:
        opened = pi_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True, bgr_mode=True)
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
_PAGES: Final = {Content.PDF: pdf.page_count, Content.TIFF: tiff_page_count}
_AS_PICTURE: Final = "Send the photo as JPEG, PNG, WebP, HEIC, TIFF or PDF."


def page_count(data: bytes, name: str) -> int:
    """How many pictures a file holds: the pages of a PDF or TIFF, else 1. Raises `ReadError`."""
    content = _content(data, name)
    return _PAGES[content](data, name) if content in _PAGES else 1


def pictures(
    data: bytes, name: str, page: int | None = None, enough: int = USEFUL_PIXELS
) -> Iterator[Picture]:
    """Every picture of a file, one after the other so that one page at a time is held in memory.

    `page` (from 1) asks for that page of a PDF or TIFF alone; a JPEG comes smaller where `enough` pixels of
    it will do. Raises `ReadError` where the file is not one of the kinds read here, is too large, or breaks
    off; a page that cannot be drawn raises when its turn comes.
    """
    content = _content(data, name)
    if content is Content.PDF:
        yield from pdf.pages(data, name, page, _check_size)
        return
    if content is Content.TIFF:
        for each in tiff_pages(data, name, page, _check_size):
            yield _useful(each.name, each.image)
        return
    if content is Content.HEIF:
        yield _useful(name, decode_heif(data, name, lambda size: _check_size(name, *size)))
        return
    yield _decode(data, name, content, enough)


def open_photo(data: bytes, name: str, enough: int = USEFUL_PIXELS) -> Picture:
    """The picture that a transcript's `photo` names: the file's, or ``scan.pdf#page=2``; of which of
    several sheets in it the transcript is (``#sheet=2``), is not looked at. Where it is only to be shown
    small, `enough` pixels of it will do.

    Raises `ReadError` as reading the photo does.
    """
    name = without_sheet(name)
    file, page = split_page_name(name)
    if file == name or page_count(data, name) == 1:
        return next(pictures(data, name, enough=enough))
    return next(pictures(data, file, page, enough))


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
    if data[4:19] in _ACCESS:
        raise ReadError(
            "access-database",
            f"{name} is a database of Access, as Bridgemates write it.",
            "Export its table ReceivedData as CSV, and send that.",
        )
    if content is Content.OTHER:
        what = describe_other(data) or "neither a picture nor a PDF"
        if what == ZIP and PurePath(name).suffix.casefold() in _ZIPPED:
            raise ReadError("not-a-picture", f"{name} is damaged.", "Copy or send the file again.")
        raise ReadError("not-a-picture", f"{name} is {what}.", how_to_send(what))
    return content


def _decode(data: bytes, name: str, content: Content, enough: int) -> Picture:
    """A JPEG, PNG or WebP, upright, in colour, no larger than is useful."""
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures and of odd EXIF on its own, some lines for every entry. The limit
            # here is our own and is checked next.
            warnings.simplefilter("ignore")
            opened = Pillow.open(io.BytesIO(data), formats=[content.value.upper()])
            sent = opened.size
            _check_size(name, *sent)
            turn = opened.getexif().get(_ORIENTATION, 1)
            image = _pixels(data, opened, content, enough)
            opened.close()
    except Pillow.DecompressionBombError as error:
        told = re.search(r"\d+", str(error))
        size = f"{int(told[0]) / 1e6:,.0f} megapixels" if told else "far more pixels than any photo"
        raise _too_many(name, size) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise ReadError(
            "picture-broken",
            f"{name} is a {content.value} file that breaks off or is damaged.",
            "Copy or send the file again; if that does not help, take the photo again.",
        ) from error
    picture = _useful(name, image, sent[0])
    if turn not in _UPRIGHT:
        return picture
    return replace(picture, image=np.asarray(_UPRIGHT[turn](picture.image), np.uint8))


def _pixels(data: bytes, opened: Pillow.Image, content: Content, enough: int) -> Image:
    """Decode, not yet turned; a large JPEG at once made smaller. OSError where the data break off."""
    # An end-of-image marker follows the last scan; a broken-off file is left to Pillow, which refuses what is
    # not all there: missing rows would come out grey and be read as blank cells.
    if content is Content.JPEG and data.rfind(b"\xff\xd9") > data.rfind(b"\xff\xda"):
        image = decode_jpeg(data, _useful_size(opened.width, opened.height, enough))
        if image is not None:
            return image
    opened.load()
    return to_colour(opened)


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


def _useful_size(width: int, height: int, enough: int = USEFUL_PIXELS) -> tuple[int, int]:
    """The width and height in which a picture is looked at."""
    pixels = width * height
    if pixels <= enough:
        return width, height
    scale = float(np.sqrt(enough / pixels))
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
