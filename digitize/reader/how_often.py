"""How often a text is written in a field, whether it is allowed or not: what weighs beside the ink.

Ink that is clear is read, whatever it says; ink that leaves two texts open is more likely the one that
people write. The weights are beside an ordinary entry of the field, and are about ways of writing alone: 27 S
and 28 S weigh the same, NT 30 and 30 NT, 57 H and 56 H, and every form that a rulebook bars by name (minus, a
pass before a number, a number before plus, plus noes without a number). What nobody says, with or without
rules, is a slip of the pen: a figure by itself, a bid of three figures, a number and a plus without a suit.

Counts. Two in three calls of a recorded auction are passes: 9 or 10 of 14 in the made deals of 56, 65 of 100
in recorded bridge. A slip of the kinds named here stands in less than one call in a thousand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

SELDOM: Final = 0.05
"""What is seldom written at all: half a card, T for a ten, a seat of bridge on a sheet of 56."""

PASS: Final = 10.0
"""A pass, beside any one bid. Two calls in three are passes and no bid is one in a hundred, so this is
little: it settles what the ink leaves open, and reads no clear bid away."""

LEFT_OFF: Final = 0.02
"""A bid of which the suit or the number was left off: 28, H, + 2."""

SLIP: Final = 1e-3
"""What is written by a slip alone: 9, 528, 5 +, 281 X."""

OTHER_PACK: Final = 0.1
"""A card of a rank that 56 does not play with: on its forms, a slip or a house rule."""

_FIGURE_ALONE: Final = re.compile(r"\d")
_THREE_FIGURES: Final = re.compile(r"\d{3}")
_PIPS: Final = re.compile(r"[2-8][CDHS]|[CDHS][2-8]")

_NO_SEAT: Final = {"7": 0.1, "8": 0.1, "9": LEFT_OFF, "0": LEFT_OFF}
"""Figures in a field for a seat: tables of eight are rare, larger ones unheard of."""

_FORMS: Final[Mapping[str, float]] = {
    "P": PASS,
    "N": LEFT_OFF,
    "S": LEFT_OFF,
    "T": LEFT_OFF,
    "O": LEFT_OFF,
    "+": LEFT_OFF,
    "+N": LEFT_OFF,
    "N+": SLIP,
    "NX": LEFT_OFF,
    "NR": LEFT_OFF,
}
"""Forms of calls (`_form`) that weigh something else than a bid. Words that say nothing together weigh
`LEFT_OFF` as well."""

_TRIPLES: Final = (
    "+NS +SN N+S NS+ S+N SN+ +NT N+T T+N NT+ TN+ +TN +NO N+O O+N NO+ ON+ +ON +NP N+P P+N"
)
_SAID: Final = frozenset(
    f"P X R A NS SN NT TN NO ON NP PN +S S+ +T T+ +O O+ +P P+ {_TRIPLES}".split(" ")
)
"""Forms in which bids are said, approved, barred or named by nobody."""


def as_call(text: str) -> float:
    """How often a call is written, beside a bid with its number and its suit."""
    if _FIGURE_ALONE.fullmatch(text) or _THREE_FIGURES.search(text):
        return SLIP
    form = _form(text)
    if form in _FORMS:
        return _FORMS[form]
    if form in _SAID or "W" in form:
        return 1.0
    return LEFT_OFF


def _form(text: str) -> str:
    """The kinds of a call's words, a letter each: N number, S suit, T no-trump, O noes, W any other."""
    return "".join(_kind(word) for word in text.replace("+", " + ").split())


def _kind(word: str) -> str:
    if word.isdigit():
        return "N"
    return _WORDS.get(word, "W")


_WORDS: Final = {
    "C": "S",
    "D": "S",
    "H": "S",
    "S": "S",
    "Diamonds": "S",
    "NT": "T",
    "NS": "O",
    "Pass": "P",
    "AP": "A",
    "+": "+",
    "X": "X",
    "XX": "R",
}


def as_card(text: str) -> float:
    """How often a card is written, beside one of the six ranks of 56."""
    return OTHER_PACK if _PIPS.fullmatch(text) else 1.0


def as_seat(text: str) -> float:
    """How often a seat is written, beside 1 to 6."""
    return _NO_SEAT.get(text, 1.0)
