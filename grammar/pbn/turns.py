"""Who led each trick, where the play gives a card by seat: PBN writes columns, not an order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fairdeal.records.cards import Card

ANYBODY: Final = frozenset(range(4))
"""Every column."""

_STRENGTH: Final = {
    rank: index
    for index, rank in enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))
}

Row = Sequence[Card | None]
"""The cards of one trick by column, None for one that is not known."""


def leaders(
    rows: Sequence[Row],
    first: frozenset[int],
    trumps: Sequence[str | None],
    marked: Sequence[int | None],
) -> list[frozenset[int]]:
    """The columns of those who may have led each trick: one where it can be told.

    `first` are the columns that may have led the first trick; `trumps` the denominations that may have
    been played (empty where nothing is recorded of it); `marked` the column of the card that the record
    marks as a lead out of turn, trick by trick.
    """
    found: list[frozenset[int]] = []
    able = first
    for row, mark in zip(rows, marked, strict=True):
        if mark is not None:
            able = frozenset((mark,))
        elif len(able) > 1:
            cards = {column for column, card in enumerate(row) if card is not None}
            if len(cards) == 1:
                able = able & cards or able
        found.append(able)
        able = _winners(row, able, trumps)
    return found


def _winners(row: Row, able: frozenset[int], trumps: Sequence[str | None]) -> frozenset[int]:
    cards = [card for card in row if card is not None]
    if len(cards) < 4:
        return ANYBODY
    if not trumps:
        # Whatever was trumps, the highest of a suit that all four played has won.
        if len({card.suit for card in cards}) > 1:
            return ANYBODY
        return frozenset((winner(cards, 0, None),))
    return frozenset(winner(cards, leader, trump) for leader in able for trump in trumps)


def winner(cards: Sequence[Card], leader: int, trump: str | None) -> int:
    """The column that wins a trick of four cards led from `leader`. `trump` is a suit, or ``NT``."""
    best = leader
    for turn in range(1, 4):
        column = (leader + turn) % 4
        card, held = cards[column], cards[best]
        if card.suit == held.suit:
            if _STRENGTH[card.rank] > _STRENGTH[held.rank]:
                best = column
        elif card.suit == trump:
            best = column
    return best
