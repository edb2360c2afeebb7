"""What is written in training: single characters by how boxes use them, and texts of every form.

The texts are drawn without regard to the rules of the game, and a good part of them without regard
to any grammar, so that the net learns to read ink and not to expect words.
"""

from __future__ import annotations

import random
from typing import Final

DIGITS: Final = "0123456789"
RANKS: Final = "AKQJT"
LETTER_SUITS: Final = "CDHS"
DRAWN_SUITS: Final = "♣♦♥♠"
_OTHERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SMALL: Final = "abcdefghijklmnopqrstuvwxyz"
SUIT_WORDS: Final = (
    "Clubs",
    "Club",
    "Diamonds",
    "Diamond",
    "Hearts",
    "Heart",
    "Spades",
    "Spade",
)
_WORDS: Final = (
    "Pass Pass P Plus Plus NT NT NS Noes Nos No Minus Dbl Double Redouble Rdbl X XX X XX "
    "One Two Three Trump Trumps more AP All AK Yes ok NIL A B NS EW N E W S"
)
WORDS: Final = tuple(_WORDS.split())


def single(rng: random.Random) -> str:
    """A character for a box of its own."""
    way = rng.random()
    if way < 0.46:
        return rng.choice(DIGITS)
    if way < 0.56:
        return rng.choice(RANKS)
    if way < 0.66:
        return rng.choice(LETTER_SUITS)
    if way < 0.78:
        return rng.choice(DRAWN_SUITS)
    if way < 0.83:
        return rng.choice("PXNEWSBM")
    if way < 0.87:
        return rng.choice("kqjatcdhspxnyew")
    if way < 0.93:
        return rng.choice("+-✓✓/?+-X")
    if way < 0.98:
        return rng.choice(_OTHERS)
    return rng.choice(_SMALL)


def couple(rng: random.Random) -> str:
    """Two characters for a box of their own."""
    way = rng.random()
    if way < 0.6:
        return str(rng.randrange(10, 100))
    return (
        rng.choice(("10", "XX", "NT", "NS")) if way < 0.8 else rng.choice(RANKS + "9") + _mark(rng)
    )


def _mark(rng: random.Random) -> str:
    return rng.choice(LETTER_SUITS + DRAWN_SUITS)


def _number(rng: random.Random) -> str:
    way = rng.random()
    if way < 0.75:
        return str(rng.randrange(10, 100))
    return str(rng.randrange(0, 10)) if way < 0.87 else str(rng.randrange(100, 1000))


def _suit(rng: random.Random) -> str:
    way = rng.random()
    if way < 0.4:
        return rng.choice(LETTER_SUITS)
    if way < 0.75:
        return rng.choice(DRAWN_SUITS)
    if way < 0.8:
        return rng.choice("cdhs")
    return _case(rng, rng.choice(SUIT_WORDS)) if way < 0.88 else rng.choice(("NT", "NS", "N", "nt"))


def _case(rng: random.Random, word: str) -> str:
    way = rng.random()
    return word if way < 0.5 else word.upper() if way < 0.8 else word.lower()


def _card(rng: random.Random) -> str:
    rank = rng.choice("23456789") if rng.random() < 0.35 else rng.choice(("10", *RANKS, "9", "Q"))
    suit = rng.choice(LETTER_SUITS + DRAWN_SUITS * 2)
    if rng.random() < 0.1:
        rank, suit = rank.lower(), suit.lower()
    return rank + suit if rng.random() < 0.75 else suit + rank


def _scramble(rng: random.Random) -> str:
    pool = rng.choice(
        (
            DIGITS,
            DIGITS + RANKS + LETTER_SUITS,
            _OTHERS,
            _SMALL,
            DIGITS + _OTHERS + DRAWN_SUITS + "+-/?✓",
        )
    )
    return "".join(rng.choice(pool) for _ in range(rng.randrange(2, 6)))


def _close(rng: random.Random) -> str:
    """What is easily misread when written close: double crosses, a plus and its figure, plain ones
    beside letters, calls of words."""
    way = rng.random()
    if way < 0.25:
        return rng.choice(("XX", "XX", "XX", "X", "xx"))
    if way < 0.45:
        return f"+{rng.randrange(1, 10)}{rng.choice(('', ' ' + _suit(rng)))}"
    if way < 0.55:
        return f"{rng.choice('12345')}1{rng.choice(('', ' '))}{_suit(rng)}"
    if way < 0.6:
        return f"1{rng.randrange(10)}{rng.choice('0123456789')}"
    word = _case(rng, rng.choice(("Noes", "Nos", "Pass", "Plus", "NT", "NS", "No", "Dbl")))
    return f"{_number(rng)} {word}" if rng.random() < 0.5 else f"{word} {rng.randrange(1, 10)}"


def whole(rng: random.Random) -> str:
    """A text for a box that takes it whole; blanks are where a writer leaves more room."""
    way = rng.random()
    if way < 0.2:
        return _number(rng)
    if way < 0.36:
        return f"{_number(rng)} {_suit(rng)}"
    if way < 0.43:
        return f"{_suit(rng)} {_number(rng)}"
    if way < 0.56:
        return _card(rng)
    plus = rng.choice(("+", "+", "+", "Plus", "-", "P"))
    small = str(rng.randrange(0, 10))
    if way < 0.66:
        parts = [plus, small, _suit(rng)] if rng.random() < 0.6 else [_suit(rng), plus, small]
        if rng.random() < 0.15:
            parts.remove(small)
        return " ".join(parts)
    if way < 0.74:
        return " ".join(_case(rng, rng.choice(WORDS)) for _ in range(rng.choice((1, 1, 1, 2))))
    if way < 0.79:
        return f"{_number(rng)} {_case(rng, rng.choice(WORDS))}"
    if way < 0.82:
        return f"{_number(rng)} {_suit(rng)} {rng.choice(('X', 'XX', 'x'))}"
    if way < 0.84:
        return rng.choice(("+", "-", "+", "/")) + _number(rng)
    if way < 0.88:
        return _close(rng)
    return _scramble(rng)
