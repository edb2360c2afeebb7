"""The seats of a page are numbers or letters of the compass, not both: a 5 may look like an S."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import Piece, Row
from fairdeal.digitize.printed.arranged.slots import Slot

SURE: Final = 0.98
"""A seat shows what kind all are if it is so likely, and the others do not bear on it."""
FEWEST: Final = 4
"""Seats that must be sure, all of one kind."""
OTHER_KIND: Final = 0.02
"""How much a reading of the other kind counts then, where the print leaves both open."""


def one_kind_of_seats(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, where all seats that are sure are of one kind with those in doubt weighed by it.
    What is read for sure stays as it is."""
    sure = [
        piece.text.isdigit()
        for row in rows
        for piece in row
        if piece.slot is Slot.SEAT and piece.box is not None and piece.readings[0][1] >= SURE
    ]
    if len(sure) < FEWEST or len(set(sure)) != 1:
        return list(rows)
    return [tuple(_weighed(piece, figures=sure[0]) for piece in row) for row in rows]


def _weighed(piece: Piece, *, figures: bool) -> Piece:
    if piece.slot is not Slot.SEAT or piece.readings[0][1] >= SURE:
        return piece
    weights = [
        (text, p * (OTHER_KIND if text.isalnum() and text.isdigit() is not figures else 1.0))
        for text, p in piece.readings
    ]
    share = sum(p for _, p in piece.readings) / sum(p for _, p in weights)
    found = sorted(((text, p * share) for text, p in weights), key=lambda each: -each[1])
    return replace(piece, readings=tuple(found))
