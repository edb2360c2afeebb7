"""Entries of a page that one reader read alone: none is surer than that reader was of its words.

Two readers that agree are sure, and what may stand in a place tells for one reading against another. With one
reader neither makes it surer: what it saw may be something that it did not name.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fairdeal.digitize.printed.arranged.pieces import Piece, Row
from fairdeal.digitize.printed.words import Box, Word


def no_surer(rows: Iterable[Row], words: Sequence[Word]) -> list[Row]:
    """The rows, with the readings of each entry as likely at most as those of its words together
    (`Word.surest`)."""
    return [tuple(_limited(piece, words) for piece in row) for row in rows]


def _limited(piece: Piece, words: Sequence[Word]) -> Piece:
    if piece.box is None:
        return piece
    box = piece.box
    most = math.prod(word.surest for word in words if _in_one(box, word.box))
    if piece.readings[0][1] <= most:
        return piece
    share = most / piece.readings[0][1]
    return replace(piece, readings=tuple((text, share * p) for text, p in piece.readings))


def _in_one(box: Box, other: Box) -> bool:
    """Whether the middle of either stands in the other."""
    return _holds(box, other) or _holds(other, box)


def _holds(box: Box, other: Box) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
