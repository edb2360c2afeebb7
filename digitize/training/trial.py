"""Fields written by hands that the net has not seen, to choose, calibrate and measure with."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from digitize.reader.alphabet import fold_text
from digitize.reader.reading import CellInk
from digitize.reader.vocabulary import vocabulary
from digitize.training import drawn
from digitize.training.compose import Scribe
from digitize.training.hands import Hand

SUITS: Final = "CDHS"
SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
KINDS: Final = (
    "number boxed", "seat boxed", "card boxed, letter", "card boxed, drawn suit", "doubling boxed",
    "number", "card, letter", "card, drawn suit", "contract, letter", "contract, drawn suit", "call",
)  # fmt: skip
"""Sorts of fields, by how they are filled."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field with what was truly written; `trouble` names what else was done to it."""

    sort: str
    ink: CellInk
    truth: str | None
    writer: str
    trouble: str = ""


def written(rng: random.Random, sort: str) -> str:
    """A text for a field of this sort, of every form, allowed or not."""
    name, _, suits = sort.replace(" boxed", "").partition(", ")
    suit = rng.choice(SUITS)
    if suits == "drawn suit":
        suit = SYMBOLS[suit]
    number = str(rng.randrange(10, 100) if rng.random() < 0.5 else rng.randrange(28, 57))
    if name == "number":
        return rng.choice((number, number, str(rng.randrange(0, 10)), str(rng.randrange(100, 400))))
    if name == "seat":
        return str(rng.randrange(1, 9)) if rng.random() < 0.9 else rng.choice("NESW")
    if name == "card":
        rank = rng.choice(("9", "10", "J", "Q", "K", "A", "9", "10", "J", "Q", "K", "A", "T", "8",
                           "7", "6", "5", "4", "3", "2"))
        return rank + suit
    if name == "doubling":
        return rng.choice(("X", "XX"))
    if name == "contract":
        return rng.choice((f"{number} {suit}", f"{number} {suit}", f"{suit} {number}",
                           f"{number} {suit}", f"+{number[0]} {suit}", f"{number} NT"
                           if suits == "letter" else f"{suit} + {number[1]}"))
    small = str(rng.randrange(1, 9))
    return rng.choice((
        f"{number} {suit}", f"{suit} {number}", f"+{small} {suit}", f"{suit} + {small}", "Pass", "P",
        "X", "XX", f"{number} NT", f"{number} NS", f"Plus {small} {suit}", f"{number} Pass",
        f"NT {number}", f"{small} + {suit}", f"+{small} NS", f"{number} Noes", f"Pass {number}",
        f"Plus {suit}", f"+{suit}", number))


def truth_of(kind: str, text: str) -> str:
    """The canonical text of what was written."""
    words = vocabulary(kind)
    assert words is not None
    return words.read(fold_text(text))


PHONE: Final = (0.3, 0.6, 0.9)
"""How bad the photos are, 0 to 1."""
MILD: Final = (0.0, 0.15)
"""For characters that have been photographed before."""


def field(
    scribe: Scribe, sort: str, hand: Hand, trouble: str = "", strengths: tuple[float, ...] = PHONE
) -> Field:
    """A field of the sort filled by the hand, as a phone may show it."""
    rng = scribe.rng
    kind = sort.split(",")[0].replace(" boxed", "")
    text = written(rng, sort)
    if trouble == "wrong kind":
        text = rng.choice({"number": ("AK", "QS", "HJ", "KH"), "card": ("57", "NT", "82"),
                           "seat": ("K", "H", "Q"), "doubling": ("28", "K", "7")}.get(
                               kind, ("KQ", "J9A", "QK7", "BJ")))
    strength = rng.choice(strengths)
    if "boxed" in sort:
        cells = [scribe.boxed(c, strength, hand, clean=True) for c in text.replace(" ", "")]
        if trouble == "struck":
            at = rng.randrange(len(cells))
            cells[at] = scribe.struck(text[at], strength, hand)
        boxes = tuple(cell.grey for cell in cells)
    elif trouble == "struck":
        boxes = (scribe.struck(text, strength, hand, whole=True).grey,)
    else:
        boxes = (scribe.lined(text, strength, hand, clean=True).grey,)
    truth = None if trouble else truth_of(kind, text)
    return Field(sort, CellInk(kind, boxes), truth, hand.name, trouble)


def fields(
    hands: list[Hand],
    seed: int,
    each: int,
    trouble: str = "",
    strengths: tuple[float, ...] = PHONE,
) -> list[Field]:
    """`each` fields of every sort, the hands taking turns; a hand writes what it has."""
    scribe = Scribe(hands, [], seed, 0.0)
    made = []
    for sort in KINDS:
        turn = 0
        while turn < each:
            hand = hands[scribe.rng.randrange(len(hands))]
            if _able(hand, sort):
                made.append(field(scribe, sort, hand, trouble, strengths))
                turn += 1
    return made


def _able(hand: Hand, sort: str) -> bool:
    """Whether the hand has the characters that the sort needs, save those that are drawn."""
    needed = "0123456789" if "doubling" not in sort else "X"
    if "card" in sort or "letter" in sort or "call" in sort:
        needed += "AKQJTCDHSNP" if "call" in sort or "card" in sort else "CDHS"
    have = sum(bool(hand.glyphs.get(c)) or c in drawn.ONLY_DRAWN for c in needed)
    return have >= 0.8 * len(needed)
