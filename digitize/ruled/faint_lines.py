"""Tables on paper that has lines of its own: a writing book's, squared paper's.

Its lines are fainter than what was ruled over them. With all that is faint taken for paper, the table is
found alone; where the faint lines are the table, the photo as it is shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from digitize.ruled.tables import RuledTable, coloured, find_tables
from digitize.ruled.trimming import trimmed

STRONG: Final = 0.78
"""Ink is darker than this share of the paper's light; a writing book's lines have nine tenths."""
FADE: Final = 0.12
"""Between paper and ink, as a share of the paper's light."""
SMALLER: Final = 8
"""The paper's light is worked out in a picture smaller by this."""
MORE: Final = 1.7
"""A table with so many times the rows of the strong lines' one has the paper's lines among its own."""

Picture = NDArray[np.uint8]


def ruled_tables(picture: Picture) -> list[RuledTable]:
    """The tables of a photo, best first: as it is, then those of its strong lines alone."""
    plain = [trimmed(picture, table) for table in find_tables(picture)]
    strong = [trimmed(picture, table) for table in find_tables(strong_ink(picture))]
    if plain and strong and plain[0].rows > MORE * strong[0].rows:
        return [*strong, *plain]
    return [*plain, *strong]


def one_by_one(picture: Picture, most: int) -> Iterator[RuledTable]:
    """The same as long as one is wanted: strong lines are looked for after the others only."""
    for table in find_tables(picture)[:most]:
        yield trimmed(picture, table)
    for table in find_tables(strong_ink(picture))[:most]:
        yield trimmed(picture, table)


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
