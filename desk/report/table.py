"""A deal as a picture: who sits where, trick by trick, with the trick that a finding is about first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from fairdeal.desk.report.shown import DealView, Mark, SeatHead, TrickView

_COMPASS: Final = {"S": 0.0, "W": 0.25, "N": 0.5, "E": 0.75}
"""Where the seats of bridge are, in turns clockwise from the bottom."""


def around(heads: Sequence[SeatHead], clockwise: bool) -> dict[str, tuple[int, int]]:
    """Where each seat is at the table, in hundredths of its width from the left and of its height from the
    top. At bridge north is at the top; else the first seat is at the bottom."""
    found = {}
    for place, head in enumerate(sorted(heads, key=lambda each: each.seat)):
        turn = _COMPASS.get(head.seat, (place if clockwise else -place) / len(heads))
        angle = 2 * pi * turn
        found[head.seat] = (round(50 - 37 * sin(angle)), round(50 + 37 * cos(angle)))
    return found


@dataclass(frozen=True, slots=True)
class CardTable:
    """A deal at the table, for one finding."""

    deal: DealView
    number: int
    """The finding's number."""
    places: dict[str, tuple[int, int]]
    """Of each seat, as `around` gives them."""
    at: int
    """The trick that is shown first; 0 is the auction."""
    marked: frozenset[int]
    """Tricks that the finding points to; 0 where it points to a call."""
    hands: bool
    """Whether it points to a card of a hand."""


def table_of(deal: DealView, number: int, clockwise: bool) -> CardTable | None:
    """The deal as a finding needs it; None where the finding points to no call, card or hand of it."""
    tricks = {trick.number: _kinds(_of_trick(trick), number) for trick in deal.tricks}
    calls = (token.marks for cells in deal.rounds for cell in cells for token in cell)
    kinds = {0: _kinds(calls, number), **tricks}
    marked = frozenset(place for place, found in kinds.items() if found)
    hands = bool(_kinds(_of_hands(deal), number))
    elsewhere = hands or _kinds((deal.contract_marks,), number)
    if not (marked or elsewhere) or not (deal.rounds or deal.tricks):
        return None
    fault = [place for place, found in kinds.items() if "fault" in found]
    first = 1 if deal.tricks else 0
    at = min(fault, default=min(marked, default=first))
    heads = deal.players or deal.callers
    return CardTable(deal, number, around(heads, clockwise), at, marked, hands)


def _of_trick(trick: TrickView) -> Iterable[Sequence[Mark]]:
    yield trick.marks
    for cell in trick.cells:
        for token in cell:
            yield token.marks


def _of_hands(deal: DealView) -> Iterable[Sequence[Mark]]:
    for hand in deal.hands:
        yield hand.marks
        for suit in hand.suits:
            for token in suit.cards:
                yield token.marks


def _kinds(marks: Iterable[Sequence[Mark]], number: int) -> set[str]:
    """How a finding marks something: as the act itself, as what proves it."""
    return {mark.kind for each in marks for mark in each if mark.number == number}
