"""One decoded picture and the name it goes by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Grey (height, width) or colour (height, width, 3) in the order blue, green, red."""

_PAGE: Final = re.compile(r"^(?P<file>.*)#page=(?P<page>[1-9][0-9]*)$", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture as a person sees it: upright after its EXIF turn, in colour.

    `name` is the file's, with ``#page=2`` behind it for the pages of a PDF or TIFF. `scale` is how many
    pixels of `image` make one pixel of the photo: 1 unless the photo was larger than is useful.
    """

    name: str
    image: Image
    scale: float = 1.0


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
