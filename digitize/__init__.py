"""Photo to transcript: forms, page, cells, and the recognisers that read them.

`read_photo` is the whole of it; `open_photo` and `crop` show pieces of the photo beside a reading.
What they need is imported when they are called: printing a form asks for none of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fairdeal.records import Point, Transcript

if TYPE_CHECKING:
    from fairdeal.digitize.pictures import Picture
    from fairdeal.digitize.reader.reading import Recogniser
    from fairdeal.digitize.sheets.layout_file import KnownSheets

# Read when numpy or OpenCV is loaded. The equations here are small: threads that share one of them wait for
# each other far longer than it takes (55 ms instead of 0.1 on a busy machine).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__all__ = ["crop", "open_photo", "read_photo"]


def read_photo(
    data: bytes,
    name: str,
    recogniser: Recogniser | None = None,
    sheets: KnownSheets | None = None,
    done: Callable[[], None] | None = None,
) -> list[Transcript]:
    """Read a photo or every page of a scan; see `digitize.reading.read_photo`."""
    from fairdeal.digitize import reading
    from fairdeal.digitize.sheets.layout_file import NO_SHEETS

    return reading.read_photo(data, name, recogniser, sheets or NO_SHEETS, done)


def open_photo(data: bytes, name: str, enough: int | None = None) -> Picture:
    """The picture that a transcript's `photo` names; see `digitize.pictures.decode`."""
    from fairdeal.digitize.pictures import decode

    return decode.open_photo(data, name, enough or decode.USEFUL_PIXELS)


def crop(photo: Picture, region: Sequence[Point]) -> bytes:
    """A region of a photo as an upright PNG; see `digitize.pictures.picture`."""
    from fairdeal.digitize.pictures import picture

    return picture.crop(photo, region)
