"""Tables whose lines are not plainly there: among a writing book's own lines, or made of dots.

A book's lines are fainter than what was ruled over them. With all that is faint taken for paper, the
table is found alone; where the faint lines are the table, the photo as it is shows it. Where rows seem
to be missing, the dots of dotted lines are joined and the table is looked for once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.lines.dark import LONG_SIDE, find_ridges
from fairdeal.digitize.ruled.lines.rules import directions
from fairdeal.digitize.ruled.sheets.fitting import shares_of
from fairdeal.digitize.ruled.tables.find import RuledTable, coloured, find_tables
from fairdeal.digitize.ruled.tables.trimming import trimmed

STRONG: Final = 0.78
"""Ink is darker than this share of the paper's light; a writing book's lines have nine tenths."""
FADE: Final = 0.12
"""Between paper and ink, as a share of the paper's light."""
SMALLER: Final = 8
"""The paper's light is worked out in a picture smaller by this."""
MORE: Final = 1.7
"""A table with so many times the rows of the strong lines' one has the paper's lines among its own."""
DOTS: Final = 9
"""Pixels of the picture in which lines are looked for: dots nearer than this are joined to a line. A line
of dots 1 mm apart on a page that fills the photo has one in 5."""
UNEVEN: Final = 1.6
"""A row so many times as high as the usual one has lines in it that were not seen."""
PART: Final = 0.8
"""Parts of a row are lower than this share of the usual row ..."""
REGULAR: Final = 0.2
"""... and rows of one height, a fold's bend included, differ by less than this share of it."""
LEAST_EVEN: Final = 6
"""Fewer rows do not tell what is usual."""

Picture = NDArray[np.uint8]


def ruled_tables(picture: Picture) -> list[RuledTable]:
    """The tables of a photo, best first: as it is, then those of its strong lines alone, and of its
    dotted lines where rows seem to be missing."""
    plain = [trimmed(picture, table) for table in find_tables(picture)]
    ink = strong_ink(picture)
    strong = [trimmed(picture, table) for table in find_tables(ink)]
    found = [*plain, *strong]
    if plain and strong and plain[0].rows > MORE * strong[0].rows:
        found = [*strong, *plain]
    if found and even(found[0]):
        return found
    dotted = [trimmed(picture, table) for table in find_tables(dots_joined(ink))]
    better = dotted and even(dotted[0]) and (not found or dotted[0].rows > found[0].rows)
    return [*dotted, *found] if better else [*found, *dotted]


def one_by_one(picture: Picture, most: int) -> Iterator[RuledTable]:
    """The same as long as one is wanted: strong and dotted lines are looked for after the others only."""
    for table in find_tables(picture)[:most]:
        yield trimmed(picture, table)
    ink = strong_ink(picture)
    for table in find_tables(ink)[:most]:
        yield trimmed(picture, table)
    for table in find_tables(dots_joined(ink))[:most]:
        yield trimmed(picture, table)


def even(table: RuledTable) -> bool:
    """Whether no row of a table is so high that some of its lines must have been missed; the first may
    hold headings that run upwards."""
    high = np.diff(shares_of(table.nodes)[1])[1:]
    return bool(high.max() <= UNEVEN * float(np.median(high)))


def split_row(table: RuledTable, headings: int) -> int | None:
    """The row, counted from 0 under the headings, that a fold's shadow taken for a line may part in two.

    All other rows are of one height, and this one and the next are lower and together as high. At the
    foot a sheet may well have lower rows: the last two are not asked.
    """
    high = np.diff(shares_of(table.nodes)[1])[headings:]
    if len(high) < LEAST_EVEN:
        return None
    usual = float(np.median(high))
    for row in range(len(high) - 2):
        pair, rest = high[row : row + 2], np.delete(high, [row, row + 1])
        regular = float(np.abs(rest[:-1] - usual).max()) < REGULAR * usual
        if regular and is_parted(pair, usual):
            return row
    return None


def is_parted(pair: NDArray[np.float64], usual: float) -> bool:
    """Whether two rows, by their heights, may be one of the usual height with a line too many in it."""
    return bool(pair.max() < PART * usual and abs(pair.sum() - usual) < REGULAR * usual)


def dots_joined(strong: Picture) -> Picture:
    """A picture of strong ink alone with its dots joined, along the two ways that its lines run."""
    scale = min(1.0, LONG_SIDE / max(strong.shape[:2]))
    ways = directions(find_ridges(strong))
    if ways is None:
        return strong
    grey = strong[:, :, 0]
    joined = grey
    for way in ways:
        opened = cv2.morphologyEx(grey, cv2.MORPH_OPEN, _stroke(way, round(DOTS / scale) | 1))
        joined = np.asarray(cv2.min(joined, opened), np.uint8)
    return np.asarray(cv2.merge([joined, joined, joined]), np.uint8)


def _stroke(way: float, size: int) -> Picture:
    """A line through the middle of a square (an odd number of pixels) that runs this way (radians)."""
    stroke = np.zeros((size, size), np.uint8)
    middle = size // 2
    x, y = round(middle * float(np.cos(way))), round(middle * float(np.sin(way)))
    ends = (middle - x, middle - y), (middle + x, middle + y)
    return np.asarray(cv2.line(stroke, *ends, (1,), 1), np.uint8)


def strong_ink(picture: Picture) -> Picture:
    """A grey picture in three colours with faint ink gone."""
    least = np.asarray(coloured(picture).min(axis=2), np.uint8)
    size = (max(3, least.shape[1] // SMALLER), max(3, least.shape[0] // SMALLER))
    small = cv2.resize(least, size, interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    paper = cv2.resize(cv2.medianBlur(closed, 5), (least.shape[1], least.shape[0]))
    share = least.astype(np.float32) / np.maximum(paper, 8)
    ink = np.clip((STRONG - share) / FADE, 0.0, 1.0)
    grey = np.asarray(paper * (1.0 - ink) + least * ink, np.uint8)
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)
