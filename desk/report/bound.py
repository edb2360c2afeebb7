"""All papers of an event, match by match, and the pages that were signed, as one PDF: to keep, to send, or to
print when the prizes are given."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal import templates
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.files import is_typed
from fairdeal.desk.judging import text_of
from fairdeal.desk.report.pdf import joined, pdf_of
from fairdeal.templates.language import Language

WIDEST: Final = 1600
"""Pixels of a photo's longer side: as sharp as it is printed on a page."""
QUALITY: Final = 72
AT_ONCE: Final = 30
"""Papers that are laid out together: Chromium holds all of their photos in memory."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A paper of a match: which match, what the paper is called, and what is in it."""

    match: str
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of it as it is shown: a picture (as an address that holds it) or a text; `why` there is
    neither."""

    match: str
    name: str
    picture: str = ""
    text: str = ""
    why: str = ""


def bound(
    title: str, papers: Sequence[Bound], signed: Sequence[bytes], language: Language
) -> bytes:
    """The whole as one PDF. `signed` are reports as they were signed. Raises DeskError where there is no
    Chromium, or it fails."""
    leaves = [leaf for paper in papers for leaf in _leaves(paper)]
    parts = [
        templates.render(
            "bound.html", language, title=title, leaves=leaves[begin : begin + AT_ONCE]
        )
        for begin in range(0, len(leaves), AT_ONCE)
    ]
    printed = [pdf_of(part.encode("utf-8", "surrogatepass")) for part in parts]
    return joined([*printed, *map(pdf_of, signed)])


def _leaves(paper: Bound) -> Iterator[Leaf]:
    """The pages of a paper; a text is one."""
    try:
        if is_typed(paper.data):
            yield Leaf(paper.match, paper.name, text=text_of(paper.data, paper.name))
            return
        shown = workers().call(Work.photo(paper.name), pictures_of, paper.data, paper.name)
    except ConfinedError as error:
        yield Leaf(paper.match, paper.name, why=error.message)
        return
    for each in shown:
        picture = "data:image/jpeg;base64," + base64.b64encode(each).decode("ascii")
        yield Leaf(paper.match, paper.name, picture)


def pictures_of(data: bytes, name: str) -> list[bytes]:
    """In a worker: every page of a photo or scan as a JPEG to print. Raises ReadError where one cannot be
    decoded."""
    import cv2

    from fairdeal.digitize.pictures.decode import pictures

    found = []
    for picture in pictures(data, name, enough=WIDEST * WIDEST):
        height, width = picture.image.shape[:2]
        scale = min(1.0, WIDEST / max(height, width))
        small = cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        found.append(encoded.tobytes())
    return found
