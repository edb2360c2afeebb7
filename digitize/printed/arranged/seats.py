"""The seats of a page are numbers or letters of the compass, not both: a 5 may look like an S. And each has
one hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import Piece, Row
from fairdeal.digitize.printed.arranged.slots import Slot

SURE: Final = 0.98
"""A seat shows what kind all are if it is so likely, and the others do not bear on it."""
FEWEST: Final = 4
"""Seats that must be sure, all of one kind."""
FEW_ODD: Final = 0.2
"""Share of those that are sure and of the other kind nevertheless: old figures look like letters."""
HALF: Final = 0.5
"""How sure it is then that such a seat is what it was read as, and none of the others' kind like it."""
_ALIKE: Final = {"S": "5", "5": "S"}
"""The seats of either kind that print makes alike."""
HANDS: Final = "Hands:"
OTHER_KIND: Final = 0.02
"""How much a reading of the other kind counts then, where the print leaves both open ..."""
ANOTHER_HAND: Final = 0.02
"""... and that of a seat that surely has another hand."""


def one_kind_of_seats(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, where the seats that are sure are of one kind with those in doubt weighed by it.
    What is read for sure stays as it is; a few of the other kind are as likely what they look like."""
    sure = [
        piece.text.isdigit()
        for row in rows
        for piece in row
        if piece.slot is Slot.SEAT and piece.box is not None and piece.readings[0][1] >= SURE
    ]
    figures = sum(sure) * 2 > len(sure)
    odd = sum(each is not figures for each in sure)
    if len(sure) < FEWEST or odd > FEW_ODD * len(sure):
        return list(rows)
    return [tuple(_weighed(piece, figures=figures) for piece in row) for row in rows]


def one_hand_each(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page, seats of hands that the print leaves open weighed by those that surely have another
    one in the same block. A seat leads several tricks: those are left as they are."""
    found = list(rows)
    block: list[tuple[int, int]] = []
    in_hands = False
    for at, row in enumerate(rows):
        if _heads(row):
            _weigh_hands(found, block)
            block, in_hands = [], row[0].text == HANDS
        seat = next((n for n, piece in enumerate(row[:2]) if _begins_hand(piece)), None)
        if in_hands and seat is not None:
            block.append((at, seat))
    _weigh_hands(found, block)
    return found


def _heads(row: Row) -> bool:
    """Whether a row heads a block, or is a tag, of the next deal say."""
    return bool(row) and (row[0].text.endswith(":") or row[0].before.startswith("["))


def _begins_hand(piece: Piece) -> bool:
    return piece.slot is Slot.SEAT and piece.after == ":"


def _weigh_hands(rows: list[Row], block: Sequence[tuple[int, int]]) -> None:
    firsts = [rows[at][seat].readings[0] for at, seat in block]
    taken = {text.upper() for text, p in firsts if p >= SURE}
    for at, seat in block:
        piece = rows[at][seat]
        if piece.readings[0][1] < SURE:
            less = {text: ANOTHER_HAND for text, _ in piece.readings if text.upper() in taken}
            rows[at] = (*rows[at][:seat], _less_likely(piece, less), *rows[at][seat + 1 :])


def _less_likely(piece: Piece, less: Mapping[str, float]) -> Piece:
    """A piece of which some readings count so much less; all together are as likely as before."""
    weights = [(text, p * less.get(text, 1.0)) for text, p in piece.readings]
    share = sum(p for _, p in piece.readings) / sum(p for _, p in weights)
    found = sorted(((text, p * share) for text, p in weights), key=lambda each: -each[1])
    return replace(piece, readings=tuple(found))


def _weighed(piece: Piece, *, figures: bool) -> Piece:
    if piece.slot is not Slot.SEAT:
        return piece
    first = piece.text
    if piece.readings[0][1] >= SURE:
        if not first.isalnum() or first.isdigit() is figures or piece.box is None:
            return piece
        other = _ALIKE.get(first.upper())  # one that is like none of the others is not sure
        return replace(piece, readings=((first, HALF), *(((other, HALF),) if other else ())))
    odd = [text for text, _ in piece.readings if text.isalnum() and text.isdigit() is not figures]
    return _less_likely(piece, dict.fromkeys(odd, OTHER_KIND))
