"""Pages of a TIFF, as scanners and fax machines make it, decoded by Pillow (libtiff within it)."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import cv2
import numpy as np
from PIL import Image as Pillow

from fairdeal.digitize.pictures.pdf import MOST_PAGES, CheckSize
from fairdeal.digitize.pictures.picture import Image, Picture, page_name, to_colour
from fairdeal.digitize.trouble import ReadError

SQUARE: Final = 0.02
"""Pixels whose sides differ by less than this share are square."""
MOST_UNEVEN: Final = 4.0
"""Times that a pixel may be as high as wide: a coarse fax has 2.1. Tags that say more are not believed."""
_KIND: Final = 254  # the tags' numbers, from TIFF 6.0
_SMALLER: Final = 1
"""Bit of it by which an image is a smaller copy of another one in the file."""
_ORIENTATION: Final = 274
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


def page_count(data: bytes, name: str) -> int:
    """Number of pages. Raises `ReadError` where the file is no proper TIFF or has too many."""
    with _opened(data, name) as opened:
        return len(_pages(opened, name))


def pages(data: bytes, name: str, only: int | None, check_size: CheckSize) -> Iterator[Picture]:
    """Every page in colour, or the one page `only` (from 1), upright, its pixels square.

    Names carry ``#page=N`` where the file has more than one page. `check_size` is asked before a page is
    decoded and may raise.
    """
    with _opened(data, name) as opened:
        frames = _pages(opened, name)
        if only is not None and only > len(frames):
            raise ReadError(
                "page-missing",
                f"{name} has {len(frames)} pages; there is no page {only}.",
                "Ask for one of its pages.",
            )
        for number in range(1, len(frames) + 1) if only is None else (only,):
            label = page_name(name, number) if len(frames) > 1 else name
            with _told(label):
                opened.seek(frames[number - 1])
                image = _decoded(opened, label, check_size)
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


def _decoded(opened: Pillow.Image, name: str, check_size: CheckSize) -> Image:
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
    return 1 / shape if _tag(opened, _ORIENTATION, 1) in _ON_THE_SIDE else shape


def _square(width: int, height: int, shape: float) -> tuple[int, int]:
    """The size with square pixels: stretched, so that nothing of the finer way is lost."""
    return (width, round(height * shape)) if shape > 1 else (round(width / shape), height)


def _tag(opened: Pillow.Image, number: int, otherwise: float) -> float:
    """The value of a tag, the first of several; `otherwise` where it is missing."""
    value = opened.tag_v2.get(number, otherwise)  # type: ignore[attr-defined]
    while isinstance(value, tuple):
        value = value[0] if value else otherwise
    return float(value)
