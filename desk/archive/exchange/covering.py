"""Names on a photo covered: every entry of the heading that may hold one, and the signatures, on each
page."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.desk.archive.acts import Json
from fairdeal.desk.confined import ConfinedError, Work, more_time, workers
from fairdeal.digitize.forms.layout import Box, Layout, UnknownFormError, load

if TYPE_CHECKING:
    from fairdeal.digitize.pictures import Picture

NAMED: Final = ("team A", "team B", "recorder", "seat ")
"""Entries of the heading that hold names. All are covered: which name is in which, handwriting does
not tell surely enough."""
QUALITY: Final = 92
MARGIN: Final = 0.35
"""Of a field's height: handwriting leaves its box."""
SIGNED_MARGIN: Final = 0.1
"""The same for a box to sign in, which is higher and lies beside the marks by which the form is found."""
DOTS_PER_INCH: Final = 300
"""At which pages of a PDF are drawn (`digitize.pictures.pdf`). A page made anew is drawn as large
again, since what was read in it is found by its pixels. Drawing rounds up, so a page is made half a
pixel smaller than its picture."""

_Shown = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Covered:
    """A photo or scan with the names covered, None where they were covered on none of its pages; and
    the pages (from 1) on which they were not: a person must look."""

    data: bytes | None
    left: tuple[int, ...] = ()
    pages: int = 1


_NOT: Final = Covered(None, (1,))


def cover(data: bytes, transcripts: Sequence[Json]) -> Covered:
    """The names of a photo or of every page of a scan covered, by where the reader saw the heading.

    A photo becomes a JPEG. A scan of several pages becomes a PDF of pictures of them, also of those on
    which nothing was covered: text behind a page, and what pages share, may hold the name too.
    """
    from fairdeal.digitize.pictures import page_count, pictures
    from fairdeal.digitize.trouble import ReadError

    try:
        count = page_count(data, "photo")
        if count == 1:
            shown = _covered(next(pictures(data, "photo")), transcripts)
            return Covered(_jpeg(shown)) if shown is not None else _NOT
        return _scan(data, transcripts, count)
    except (ReadError, cv2.error, ValueError):
        return _NOT


def cover_confined(data: bytes, transcripts: Sequence[Json], name: str) -> Covered:
    """The same by a worker: what takes more than it may could not be covered."""
    try:
        return workers().call(Work.photo(name), cover, data, transcripts)
    except ConfinedError:
        return _NOT


def _scan(data: bytes, transcripts: Sequence[Json], count: int) -> Covered:
    from fairdeal.digitize.pictures import pictures

    left: list[int] = []

    def drawn() -> Iterator[_Shown]:
        for page, picture in enumerate(pictures(data, "photo"), 1):
            mine = [each for each in transcripts if _page(each) == page]
            shown = _covered(picture, mine)
            if shown is None:
                left.append(page)
            yield picture.image if shown is None else shown
            more_time()

    made = _as_pdf(drawn())
    if made is None or len(left) == count:
        return Covered(None, tuple(range(1, count + 1)), count)
    return Covered(made, tuple(left), count)


def _page(transcript: Json) -> int:
    from fairdeal.digitize.pictures import split_page_name, without_sheet

    return split_page_name(without_sheet(str(transcript.get("photo", ""))))[1]


def _covered(picture: Picture, transcripts: Sequence[Json]) -> _Shown | None:
    """A page with the names of all its sheets covered, as large as it was sent; None where they were
    not found on each of them."""
    if not transcripts or not all(map(_shows_names, transcripts)):
        return None
    shown = picture.image.copy()
    for region, margin in _regions(transcripts):
        outline = (region + 0.5) * picture.scale - 0.5
        if len(outline) < 3:
            return None
        cv2.fillPoly(shown, [_wider(outline, margin)], (0, 0, 0))
    if picture.scale < 1.0:  # As large as it was: what was read in it is found by its pixels.
        height, width = (round(side / picture.scale) for side in shown.shape[:2])
        shown = np.asarray(cv2.resize(shown, (width, height)), dtype=np.uint8)
    return shown


def _regions(transcripts: Sequence[Json]) -> Iterator[tuple[NDArray[np.float64], float]]:
    """What is covered, in pixels of the photo, and by how much more, as a share of its height."""
    for transcript in transcripts:
        for field in transcript.get("fields", ()):
            if holds_name(str(field.get("name", ""))):
                yield np.array(field["region"], np.float64), MARGIN
        for box in _signed(transcript):
            yield box, SIGNED_MARGIN


def _signed(transcript: Json) -> list[NDArray[np.float64]]:
    """Where a form was signed, by where its page lies in the photo: nothing is read there."""
    try:
        layout = load(str(transcript.get("form")))
    except UnknownFormError:
        return []
    corners = np.array(transcript.get("corners", ()), np.float32)
    if corners.shape != (4, 2):
        return []
    paper = np.array(Box(0.0, 0.0, *layout.page).corners, np.float32)
    lies = cv2.getPerspectiveTransform(paper, corners)
    boxes = np.array([box.corners for box in signing_boxes(layout)], np.float64)
    return list(np.asarray(cv2.perspectiveTransform(boxes, lies), np.float64))


def signing_boxes(layout: Layout) -> list[Box]:
    """The boxes of a form to sign in: those below all that is read."""
    foot = max(field.outline.y + field.outline.height for field in layout.fields)
    return [box for box in layout.areas if box.y >= foot]


def _jpeg(shown: _Shown) -> bytes:
    done, encoded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError("the picture cannot be written as JPEG")
    return encoded.tobytes()


def _as_pdf(pages: Iterable[_Shown]) -> bytes | None:
    """Pictures as a PDF, a page each; None where it would have more bytes than can be opened again."""
    from fpdf import FPDF

    from fairdeal.digitize.pictures.decode import MOST_BYTES

    made, held = FPDF(unit="pt"), 0
    made.set_margin(0)
    made.set_auto_page_break(False)
    for shown in pages:
        jpeg = _jpeg(shown)
        held += len(jpeg)
        if held > MOST_BYTES:
            return None
        height, width = ((side - 0.5) * 72 / DOTS_PER_INCH for side in shown.shape[:2])
        made.add_page(format=(width, height))
        made.image(io.BytesIO(jpeg), 0, 0, width, height)
    data = bytes(made.output())
    return data if len(data) <= MOST_BYTES else None


def _shows_names(transcript: Json) -> bool:
    """Whether the names of a sheet in the photo were found, so that they can be covered."""
    return any(
        holds_name(str(field.get("name", ""))) and field.get("region")
        for field in transcript.get("fields", ())
    )


def holds_name(name: str) -> bool:
    """Whether a field of this name may hold a person's name."""
    head, _, what = name.partition(" / ")
    return head == "heading" and what.startswith(NAMED)


def _wider(outline: NDArray[np.float64], share: float) -> NDArray[np.int32]:
    """The outline grown on all sides by a share of its shorter side."""
    centre = outline.mean(axis=0)
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    grow = share * float(sides.min())
    away = outline - centre
    length = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1.0)
    return np.asarray(np.round(outline + away / length * grow * 1.5), dtype=np.int32)
