"""Playing cards. Two copies of a card are the same `Card`: a pack of 56 holds each one twice."""

from __future__ import annotations

from typing import Final

SUITS: Final = ("C", "D", "H", "S")
"""Clubs, diamonds, hearts, spades."""

NO_TRUMPS: Final = "NT"

DENOMINATIONS: Final = (*SUITS, NO_TRUMPS)

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""Every rank that is printed on a card, in no game's order."""

SUIT_NAMES: Final = {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "NT": "no-trumps",
}


def denomination(trump: str, level: int) -> str:
    """A suit or no-trumps after a number: ``1 spade``, ``4 spades``, ``1 no-trump``."""
    return SUIT_NAMES[trump].removesuffix("s") if level == 1 else SUIT_NAMES[trump]


SUIT_SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

RANK_NAMES: Final = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "10": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}


class Card:
    """A rank and a suit. There is one object for each of the 52, so `is` and `==` agree.

    Get one by `Card.of("10S")` or `CARDS["10S"]`. Its text is rank then suit letter: ``10S``, ``JH``.
    """

    __slots__ = ("rank", "suit", "text")

    rank: str
    suit: str
    text: str

    def __init__(self, rank: str, suit: str) -> None:
        self.rank = rank
        self.suit = suit
        self.text = rank + suit

    @staticmethod
    def of(text: str) -> Card:
        """The card of a canonical text; KeyError where there is none."""
        return CARDS[text]

    @property
    def name(self) -> str:
        """As a person says it: ``jack of hearts``."""
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    @property
    def symbol(self) -> str:
        """As a person writes it: ``J♥``."""
        return self.rank + SUIT_SYMBOLS[self.suit]

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: Card) -> bool:
        """Suit by suit, then by printed rank: an order to list cards in, of no meaning in play."""
        return _SORT[self.text] < _SORT[other.text]

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Card.of, (self.text,))


CARDS: Final[dict[str, Card]] = {rank + suit: Card(rank, suit) for suit in SUITS for rank in RANKS}
_SORT: Final = {text: position for position, text in enumerate(CARDS)}
