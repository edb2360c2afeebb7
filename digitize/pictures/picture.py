"""One decoded picture, the name it goes by, and pieces of it to show beside a reading: upright, with some
paper around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Point

Image = NDArray[np.uint8]
"""Grey (height, width) or colour (height, width, 3) in the order blue, green, red."""

_PAGE: Final = re.compile(r"^(?P<file>.*)#page=(?P<page>[1-9][0-9]*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Character:
    """A character of a page's text, in pixels of its picture.

    `box` (left, top, right, bottom) is about what is drawn of it, `base` the height that it stands on,
    `start` and `end` the columns that the font gives it, with the paper on either side. A blank has no box.
    """

    text: str
    box: tuple[float, float, float, float] | None
    base: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class PageText:
    """What a file says stands on a page, and what shows whether it is what the page shows.

    `hidden` is how many characters it says are not drawn, as those that a scanner puts behind its picture;
    `unknown` how many have no meaning that the file gives, or do not stand level. `pictured` is the share of
    the page under pictures; `marked` whether notes, stamps or fields to fill in lie over it.
    """

    characters: tuple[Character, ...]
    hidden: int = 0
    unknown: int = 0
    pictured: float = 0.0
    marked: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture as a person sees it: upright after its EXIF turn, in colour.

    `name` is the file's, with ``#page=2`` behind it for the pages of a PDF or TIFF. `scale` is how many
    pixels of `image` make one pixel of the photo: 1 unless the photo was larger than is useful. `text`
    is what the file itself says stands on the page, None where it says nothing, or far too much.
    """

    name: str
    image: Image
    scale: float = 1.0
    text: PageText | None = None


def as_sent(places: NDArray[np.float64], scale: float) -> tuple[Point, ...]:
    """Places (n, 2) in a picture as pixels of the photo as it was sent, to a tenth."""
    sent = (np.asarray(places, np.float64) + 0.5) / scale - 0.5
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in sent)


def in_picture(places: Sequence[Point] | NDArray[np.float64], scale: float) -> NDArray[np.float64]:
    """Pixels of the photo as it was sent (n, 2) as places in the picture: `as_sent` the other way."""
    return np.asarray((np.asarray(places, np.float64) + 0.5) * scale - 0.5, np.float64)


_SHEET: Final = re.compile(r"#sheet=[1-9][0-9]*$")


def sheet_name(picture: str, number: int) -> str:
    """How one of several sheets in a photo is named, counting from 1: ``photo.jpg#sheet=2``."""
    return f"{picture}#sheet={number}"


def without_sheet(name: str) -> str:
    """The photo's own name."""
    return _SHEET.sub("", name)


def page_name(file: str, page: int) -> str:
    """How a page of a PDF or TIFF is named, pages counting from 1: ``scan.pdf#page=2``."""
    return f"{file}#page={page}"


def split_page_name(name: str) -> tuple[str, int]:
    """File and page of a picture's name; page 1 where the name has none."""
    match = _PAGE.match(name)
    return (match["file"], int(match["page"])) if match else (name, 1)


def numbered_pages(name: str, count: int, only: int | None) -> Iterator[tuple[int, str]]:
    """Number (from 0) and name of every page of a file, or of the one page `only` (from 1)."""
    if only is not None and only > count:
        raise ReadError(
            "page-missing",
            f"{name} has {count} pages; there is no page {only}.",
            "Ask for one of its pages.",
        )
    for number in range(1, count + 1) if only is None else (only,):
        yield number - 1, page_name(name, number) if count > 1 else name


_DEEP: Final = ("I", "I;16", "I;16B", "F")
"""Pillow's names of pictures with more than eight bits a pixel, in shades of grey."""
STRIP: Final = 1_000_000
"""Pixels that are turned to colour at once: some megabytes."""


def to_colour(picture: Pillow.Image) -> Image:
    """Blue, green, red of any Pillow picture; what is transparent is white paper.

    Some rows at a time: a picture with transparency would else be held five times over.
    """
    width, height = picture.size
    found = np.empty((height, width, 3), np.uint8)
    # Sixteen bits, unless none of its figures is larger than eight bits hold.
    divided = 257.0 if picture.mode in _DEEP and _largest(picture) > 255 else 1.0
    rows = max(1, STRIP // max(1, width))
    for top in range(0, height, rows):
        below = min(top + rows, height)
        found[top:below] = _strip(picture.crop((0, top, width, below)), divided)
    return found


def _largest(picture: Pillow.Image) -> float:
    """The largest figure of a picture in shades of grey."""
    most = picture.getextrema()[1]
    return float(most) if isinstance(most, int | float) else 0.0


def _strip(picture: Pillow.Image, divided: float) -> Image:
    """Some rows in colour."""
    if picture.mode in _DEEP:
        deep = np.asarray(picture, np.float64)
        grey = np.clip(deep / divided, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if "A" in picture.getbands() or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        paper = Pillow.new("RGBA", picture.size, (255, 255, 255, 255))
        picture = Pillow.alpha_composite(paper, picture)
    rgb = np.asarray(picture.convert("RGB"), np.uint8)
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


MARGIN: Final = 0.25
"""Paper shown around a region, as a share of its shorter side."""
TALLEST: Final = 160
WIDEST: Final = 900
"""Pixels; a report has many crops, and a box of the form shown larger than this tells no more."""


def crop(photo: Picture, region: Sequence[Point]) -> bytes:
    """A region of a photo as PNG, turned upright. ValueError where the region is not a quadrilateral.

    `region` is clockwise from the top left, in pixels of the photo, as in `records.transcript.Field`.
    """
    if len(region) != 4:
        raise ValueError(f"a region has four corners, not {len(region)}")
    corners = in_picture(region, photo.scale)
    width = (
        float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    )
    height = (
        float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    )
    if min(width, height) < 1.0:
        raise ValueError("a region without extent")
    margin = MARGIN * min(width, height)
    full = (width + 2 * margin, height + 2 * margin)
    scale = min(1.0, WIDEST / full[0], TALLEST / full[1])
    size = (max(1, round(full[0] * scale)), max(1, round(full[1] * scale)))
    square = np.array(
        [
            (margin, margin),
            (margin + width, margin),
            (margin + width, margin + height),
            (margin, margin + height),
        ]
    )
    image, shrunk = _shrunk(photo.image, scale)
    warp = cv2.getPerspectiveTransform(
        ((corners + 0.5) * shrunk - 0.5).astype(np.float32), (square * scale).astype(np.float32)
    )
    piece = cv2.warpPerspective(
        image, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    done, data = cv2.imencode(".png", piece)
    if not done:
        raise ReadError("crop-failed", "Part of the photo could not be drawn.", "Report this.")
    return data.tobytes()


def upright(image: Image, quarters: int) -> Image:
    """The image turned clockwise by quarters (`records.transcript.Transcript.quarters`)."""
    return np.ascontiguousarray(np.rot90(image, -quarters)) if quarters else image


def as_jpeg(image: NDArray[Any], quality: int, scale: float = 1.0) -> bytes:
    """The image as a JPEG, made smaller where `scale` is below 1. Raises ValueError where that cannot be."""
    if scale < 1.0:
        height, width = (max(1, round(side * scale)) for side in image.shape[:2])
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture cannot be written as JPEG")
    return data.tobytes()


def _shrunk(image: NDArray[np.uint8], scale: float) -> tuple[NDArray[np.uint8], float]:
    """The image made smaller beforehand where much of it goes into few pixels."""
    if scale > 0.5:
        return image, 1.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale
