"""The words of the table: cards, seats and teams, calls, contracts.

Two copies of a card are the same `Card`: a pack of 56 holds each one twice. A seat of 56 is a number in turn
order, of bridge a compass letter. The words of a call are kept as terms, however wrong; the order of their
kinds is the call's *form*, the name that a rulebook's lists of approved and barred forms use:
``number suit``, ``plus number noes``, ``pass``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
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


Seat = str
"""``1`` to ``8`` in turn order (the next in turn has the next number), or ``N E S W``."""

UNREAD: Final[Seat] = "??"
"""Before a call: a seat is written that nobody can read. Whoever it was, it need not be the seat whose turn
it was: most people write a seat only where it is not that one."""

Team = str
"""``A`` (odd seats), ``B`` (even seats); in bridge ``NS`` and ``EW``."""

COMPASS: Final = ("N", "E", "S", "W")
COMPASS_NAMES: Final[dict[Seat, str]] = {"N": "North", "E": "East", "S": "South", "W": "West"}
NUMBERED: Final = ("1", "2", "3", "4", "5", "6", "7", "8")

_TEAMS: Final[dict[Seat, Team]] = {
    **{seat: "A" if int(seat) % 2 else "B" for seat in NUMBERED},
    "N": "NS",
    "S": "NS",
    "E": "EW",
    "W": "EW",
}
_OTHER: Final[dict[Team, Team]] = {"A": "B", "B": "A", "NS": "EW", "EW": "NS"}


def team_of(seat: Seat) -> Team:
    """The team that a seat plays for."""
    return _TEAMS[seat]


def other_team(team: Team) -> Team:
    return _OTHER[team]


def next_seat(seat: Seat, players: int) -> Seat:
    """The next in turn, whatever the direction of play: seats are numbered in turn order."""
    if seat in COMPASS:
        return COMPASS[(COMPASS.index(seat) + 1) % 4]
    return str(int(seat) % players + 1)


def seats(players: int) -> tuple[Seat, ...]:
    """The seats of a table of 56 in turn order."""
    return NUMBERED[:players]


DOUBLED: Final[Mapping[str, int]] = {"": 1, "X": 2, "XX": 4}
"""What a contract is multiplied by, by the mark beside it."""


def times(mark: str | None) -> int:
    """1, 2 or 4: how often a contract counts with a mark; 1 where there is none, or none that is known."""
    return DOUBLED.get(mark or "", 1)


class TermKind(Enum):
    """The kinds of words in a call (six terms of article 3.4 of the international rules, and others)."""

    NUMBER = "number"
    SUIT = "suit"
    NO_TRUMP = "no-trump"
    NOES = "noes"
    PASS = "pass"
    PLUS = "plus"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    ALL_PASS = "all-pass"
    """``AP``: everyone else passes. A shorthand of the recorder's, not a word said."""
    WORD = "word"
    """Any other word: ``minus``, ``more``, ``adhikam``; kept as it was said."""


_CALLS: Final = (
    TermKind.NUMBER,
    TermKind.PASS,
    TermKind.DOUBLE,
    TermKind.REDOUBLE,
    TermKind.ALL_PASS,
)
"""Words of which a call has one."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a call.

    `text` is canonical for known words (``28``, ``S``, ``NT``, ``NS``, ``Pass``, ``+``, ``X``, ``XX``,
    ``AP``) and as written for others. `doubted` marks a part read with doubt, as in ``28? S``.
    """

    kind: TermKind
    text: str
    doubted: bool = False

    @property
    def number(self) -> int | None:
        return int(self.text) if self.kind is TermKind.NUMBER else None


_APART: Final = re.compile(r"\+ (?![-_/])")


@dataclass(frozen=True, slots=True)
class Said:
    """The words of one call in the order they were said.

    `unclear` is True where the words do not show what was meant without guessing: a lone ``D``
    (diamonds or double), or two calls that ran together. An unclear call is a problem of the record,
    never an offence.
    """

    terms: tuple[Term, ...]
    unclear: bool = False
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The same words are looked up in every auction: their hash is worked out once.
        object.__setattr__(self, "_hash", hash((self.terms, self.unclear)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Said], tuple[tuple[Term, ...], bool]]:
        """The hash of a text is another one in every process."""
        return Said, (self.terms, self.unclear)

    @property
    def form(self) -> str:
        """The kinds of the terms in order: ``suit plus number``."""
        return " ".join(term.kind.value for term in self.terms)

    @property
    def text(self) -> str:
        """The canonical text: ``28 S``, ``+ 1 D`` is written ``+1 D``; ``+ -`` stays apart, for a stroke with
        letters on both sides says nothing."""
        words = " ".join(term.text + ("?" if term.doubted else "") for term in self.terms)
        return _APART.sub("+", words) if words.startswith("+ ") else words

    @property
    def may_be_several(self) -> bool:
        """Whether an unclear call may be more than one: words of several stand in it."""
        calls = sum(term.kind in _CALLS for term in self.terms)
        return self.unclear and calls > 1

    @property
    def number(self) -> int | None:
        """The only number said; None where there is none or more than one."""
        numbers = [term.number for term in self.terms if term.number is not None]
        return numbers[0] if len(numbers) == 1 else None

    @property
    def suit(self) -> str | None:
        """The only suit said, as its letter; None where there is none or more than one."""
        found = [term.text for term in self.terms if term.kind is TermKind.SUIT]
        return found[0] if len(found) == 1 else None

    def has(self, kind: TermKind) -> bool:
        return any(term.kind is kind for term in self.terms)


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract as the auction made it. `doubled` is 1, 2 (doubled) or 4 (redoubled)."""

    value: int
    trump: str
    by: Seat
    doubled: int = 1

    @property
    def text(self) -> str:
        """As a person writes it: ``32 clubs doubled, by seat 1``, ``4 spades, by North``."""
        doubled = {1: "", 2: " doubled", 4: " redoubled"}[self.doubled]
        by = COMPASS_NAMES.get(self.by, f"seat {self.by}")
        return f"{self.value} {denomination(self.trump, self.value)}{doubled}, by {by}"


def shown(value: object) -> str:
    """An entry's value as a person wrote it."""
    return value.text if isinstance(value, Said) else str(value)
