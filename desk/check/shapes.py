"""Shapes of a hand that may be one of two signs, in one plain sentence: one look settles many entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from fairdeal.desk import words
from fairdeal.records.place import Place
from fairdeal.records.transcript import OpenShape, Transcript

MOST: Final = 3
"""Entries named in which a shape stands: enough to see how the hand writes."""


def shapes_asked(transcripts: Iterable[Transcript]) -> Iterator[str]:
    """``sheet.jpg: in this hand one shape may be a 7 or a 1; it stands in 12 entries. One look answers them:
    open the photo at the desk, or see row 2, score A; row 3, total A; row 5, total B.``"""
    for transcript in transcripts:
        for shape in transcript.open_shapes:
            yield f"{transcript.photo}: {_may_be(shape)}. {_settled_by(shape)}."


def _may_be(of: OpenShape) -> str:
    one, other = map(words.sign, of.signs)
    entries = words.count(len(of.names), "entry", "entries")
    return f"in this hand one shape may be {one} or {other}; it stands in {entries}"


def _settled_by(of: OpenShape) -> str:
    them = "it" if len(of.names) == 1 else "them"
    where = "; ".join(words.inside(Place.parse(name)) for name in of.names[:MOST])
    return f"One look answers {them}: open the photo at the desk, or see {where}"
