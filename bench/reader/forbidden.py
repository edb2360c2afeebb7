"""Entries that the rules forbid, written on purpose: does the reader read them as what they are?

What is allowed is told by the international rulebook itself: its list of forms, its range of bids, its
pack and its table. The reader never asks; the bench does, of what was written and of what was read.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Final

from bench.reader.cells import SUITS, SYMBOLS, kind_of
from fairdeal.digitize.training import trial
from fairdeal.grammar.calls import parse_call
from fairdeal.rulings.fifty_six.book import FiftySixBook
from fairdeal.rulings.fifty_six.game import FIFTY_SIX
from fairdeal.rulings.fifty_six.replay.meaning import meaning_of
from fairdeal.rulings.replay.calls import Kind

PLAYERS: Final = 6
SEATS: Final = frozenset("123456")
RAISES: Final = range(1, 29)
"""Steps from the lowest bid to the highest."""


@functools.cache
def _book() -> FiftySixBook:
    return FIFTY_SIX.load("international")


@functools.cache
def allowed(kind: str, text: str) -> bool | None:
    """Whether the rulebook allows an entry; None where it does not say (unlisted forms, half a card).

    Of a number it is asked whether it can be the card points of a deal. What comes before and after
    the entry is not looked at: a bid may still be too low for its place.
    """
    book = _book()
    if kind in ("call", "contract"):
        return _call_allowed(text)
    if kind == "card":
        rank, suit = text[:-1], text[-1:]
        return rank in book.packs[PLAYERS] if rank and suit in SUITS else None
    if kind == "seat":
        return text in SEATS if text not in ("", "?", "-") else None
    if kind == "number":
        return text.isdigit() and int(text) <= book.bids.highest if text[-1:].isdigit() else None
    return None


def _call_allowed(text: str) -> bool | None:
    book = _book()
    meaning = meaning_of(parse_call(text), book)
    if meaning.kind is Kind.UNKNOWN or meaning.unlisted or meaning.form in book.bids.unlisted:
        return None
    if meaning.kind is not Kind.BID or not meaning.approved:
        return meaning.approved
    if meaning.number is not None:
        return book.bids.lowest <= meaning.number <= book.bids.highest
    return meaning.plus in RAISES


def _bid_out_of_range(rng: random.Random) -> tuple[str, str]:
    suit, drawn = _suit(rng)
    number = rng.choice((rng.randrange(20, 28), rng.randrange(57, 66), rng.randrange(1, 100)))
    sort = f"{rng.choice(('call', 'contract'))}, {'drawn suit' if drawn else 'letter'}"
    return sort, rng.choice((f"{number} {suit}", f"{number} {suit}", f"{suit} {number}"))


def _bid_of_three_figures(rng: random.Random) -> tuple[str, str]:
    suit, drawn = _suit(rng)
    return f"call, {'drawn suit' if drawn else 'letter'}", f"{rng.randrange(100, 157)} {suit}"


def _form_not_approved(rng: random.Random) -> tuple[str, str]:
    suit, drawn = _suit(rng)
    number, small = rng.randrange(28, 57), rng.randrange(1, 9)
    sort = "call, drawn suit" if drawn else "call, letter"
    with_suit = (
        f"{number} + {suit}",
        f"{small} + {suit}",
        f"One plus {suit}",
        f"minus {small} {suit}",
        f"- {small} {suit}",
    )
    without = (f"Pass {number}", f"P {number}", f"NT {number}", f"NS {number}", f"{small} + NS")
    return (
        (sort, rng.choice(with_suit))
        if rng.random() < 0.6
        else ("call, words", rng.choice(without))
    )


def _card_not_in_the_pack(rng: random.Random) -> tuple[str, str]:
    suit, drawn = _suit(rng)
    boxed = rng.choice(("card boxed", "card"))
    return f"{boxed}, {'drawn suit' if drawn else 'letter'}", rng.choice("2345678") + suit


def _seat_not_at_the_table(rng: random.Random) -> tuple[str, str]:
    return "seat boxed", rng.choice("7890")


def _compass_letter(rng: random.Random) -> tuple[str, str]:
    return "seat boxed", rng.choice("NEW")


def _points_beyond_the_pack(rng: random.Random) -> tuple[str, str]:
    return rng.choice(("number", "number boxed")), str(rng.randrange(57, 100))


def _suit(rng: random.Random) -> tuple[str, bool]:
    letter, drawn = rng.choice(SUITS), rng.random() < 0.5
    return (SYMBOLS[letter] if drawn else letter), drawn


MAKERS: Final[dict[str, Callable[[random.Random], tuple[str, str]]]] = {
    "bid out of range": _bid_out_of_range,
    "bid of three figures": _bid_of_three_figures,
    "form not approved": _form_not_approved,
    "card not in the pack": _card_not_in_the_pack,
    "seat not at the table": _seat_not_at_the_table,
    "compass letter for a seat": _compass_letter,
    "points beyond the pack": _points_beyond_the_pack,
}


def forbidden_texts(rng: random.Random, each: int) -> list[tuple[str, str, str]]:
    """`each` entries of every class: sort of cell, text as written, name of the class."""
    found = []
    for demand, make in MAKERS.items():
        count = 0
        while count < each:
            sort, text = make(rng)
            kind = kind_of(sort)
            if allowed(kind, trial.truth_of(kind, text)) is not True:
                found.append((sort, text, demand))
                count += 1
    return found
