"""Reads one card: rank and suit in either order, letters or symbols, any case."""

from __future__ import annotations

from typing import Final

from fairdeal.records.cards import CARDS, RANKS, Card

_SUIT_MARKS: Final = {
    "C": "Cc♣♧",
    "D": "Dd♦♢",
    "H": "Hh♥♡",
    "S": "Ss♠♤",
}
_VARIATIONS: Final = ("", "\ufe0e", "\ufe0f")
"""What may follow a suit's symbol: nothing, or the mark for its text or its picture form."""


def _table() -> dict[str, Card]:
    table: dict[str, Card] = {}
    for suit, marks in _SUIT_MARKS.items():
        for rank in RANKS:
            ranks = {rank, rank.lower()} | ({"T", "t"} if rank == "10" else set())
            for mark in marks:
                for variation in _VARIATIONS if not mark.isascii() else ("",):
                    for written in ranks:
                        table[written + mark + variation] = CARDS[rank + suit]
                        table[mark + variation + written] = CARDS[rank + suit]
    return table


WRITTEN_CARDS: Final = _table()
"""Every way to write a card, with the card."""


def parse_card(text: str) -> Card | None:
    """The card that a text names, None where it names none.

    >>> parse_card("10S"), parse_card("j♥"), parse_card("DT"), parse_card("1S")
    (Card(10S), Card(JH), Card(10D), None)
    """
    return WRITTEN_CARDS.get(text) or WRITTEN_CARDS.get(text.strip())
