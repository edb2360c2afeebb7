"""The table of a bridge rulebook: turns, the next dealer, and what the boards say."""

from __future__ import annotations

from functools import cache
from typing import Final

from fairdeal.records.cards import COMPASS, Seat, Team
from fairdeal.records.place import figure
from fairdeal.rulings.bridge.book import BridgeBook
from fairdeal.rulings.replay.table import Seating

TEAMS: Final[tuple[Team, Team]] = ("NS", "EW")

NOBODY: Final[frozenset[Team]] = frozenset()
VULNERABLE: Final[dict[str, frozenset[Team]]] = {
    "None": NOBODY,
    "NS": frozenset({"NS"}),
    "EW": frozenset({"EW"}),
    "All": frozenset(TEAMS),
}
"""The sides vulnerable, by the word for them."""

WORDS: Final = {
    NOBODY: "nobody",
    VULNERABLE["NS"]: "NS",
    VULNERABLE["EW"]: "EW",
    VULNERABLE["All"]: "both sides",
}

_CYCLE: Final = ("None", "NS", "EW", "All")
BOARDS: Final = 16
"""Dealer and vulnerability come round after so many boards."""


class BridgeTable(Seating):
    """A table of bridge. Seats are ``N E S W`` in turn."""

    __slots__ = ("book",)

    def __init__(self, book: BridgeBook) -> None:
        super().__init__(book, 4)
        self.book = book
        self.bids = range(book.lowest, book.highest + 1)


@cache
def bridge_table(book: BridgeBook) -> BridgeTable:
    return BridgeTable(book)


def partner(seat: Seat) -> Seat:
    return COMPASS[(COMPASS.index(seat) + 2) % 4]


def board_dealer(board: int) -> Seat:
    """Who deals a board: north the first, and on clockwise."""
    return COMPASS[(board - 1) % 4]


def board_vulnerable(board: int) -> str:
    """Who is vulnerable on a board, as the record says it: ``None``, ``NS``, ``EW``, ``All``."""
    place = (board - 1) % BOARDS
    return _CYCLE[(place + place // 4) % 4]


def board_number(label: str | None) -> int | None:
    """The number of a board, None where the label is none."""
    text = (label or "").strip()
    number = figure(text) if text.isascii() else None
    return number if number is not None and 0 < number < 10_000 else None
