"""What two readers of print make of a word together: readings with their probabilities.

Where both see the same, the word is sure. Where they differ both stand as rivals, with what either thinks
next likely. A reader says nothing of signs that it does not know.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

PRINTED: Final = frozenset(string.ascii_letters + string.digits + string.punctuation)
SUITS: Final = frozenset("♣♦♥♠♧♢♡♤")


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of a line, never a blank. `x` is the column of its middle on the page; `others` are what
    else it may be, the likelier first, with how likely the reader takes them for."""

    text: str
    x: float
    probability: float
    others: tuple[tuple[str, float], ...] = ()
    after_blank: bool = False
    """Whether the reader sees a blank before it."""
    placed: bool = False
    """Whether `x` is that of its own ink, not a reader's guess."""


UNSEEN: Final = 0.004
"""How likely one reader is to overlook what is printed altogether, and to see just a given other text."""
TWICE: Final = 0.02
"""How much a reading of several signs counts where one mark stands: a W alone is seen as "Ww"."""
LOST: Final = 0.1
"""How much a reading counts for each sign that it has less than there are letters: readers overlook signs
that stand close to each other. Print that breaks has more marks than letters, whatever it is read as."""
LOW: Final = frozenset(",.;:'`_-")
"""Signs that are lower than any letter."""
LEAST: Final = 0.0005
"""Less likely readings are left out."""
MOST: Final = 6
MILD: Final = 0.7
"""The readers' own probabilities are a little too sure: logarithms are taken times this."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


ASCENT: Final = 1.15
DESCENT: Final = 0.3
"""What a word's box has above its base and below it, in heights of a capital."""


def box_of(left: float, right: float, base: float, capital: float) -> Box:
    """The box of a word by the line that it stands on."""
    return left, base - ASCENT * capital, right, base + DESCENT * capital


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a page. `readings` are texts with their probabilities, likeliest first, at least one
    (which may be empty); `box` is where it stands on the straightened page; `gap` is the blank before it, in
    heights of a capital."""

    readings: tuple[tuple[str, float], ...]
    box: Box
    gap: float = 0.0
    surest: float = 1.0
    """How sure its reader is of it, where only one read the page: no entry made of it is surer."""

    @property
    def text(self) -> str:
        return self.readings[0][0]

    @property
    def probability(self) -> float:
        return self.readings[0][1]

    @property
    def left(self) -> float:
        return self.box[0]

    @property
    def right(self) -> float:
        return self.box[2]


def readings_of(
    seen: Sequence[Sequence[Sign]],
    knows: Sequence[frozenset[str]],
    *,
    single: bool = False,
    letters: int = 0,
) -> tuple[tuple[str, float], ...]:
    """The readings of one word by what each reader sees in it. `single`: one mark that is no wider than a
    letter. `letters` is how many marks as high as a letter it has."""
    variants = [_variants(signs) for signs in seen]
    texts = dict.fromkeys(text for each in variants for text in each)
    weights = {
        text: math.prod(
            _says(text, each, known) for each, known in zip(variants, knows, strict=True)
        )
        for text in texts
    }
    if letters and not any(set(text) - LOW for text in texts):
        return (("", 1.0),)  # of a letter nobody saw more than the comma before it
    if single:
        weights = {text: w * (TWICE if len(text) > 1 else 1.0) for text, w in weights.items()}
    weights = {text: w * LOST ** max(0, letters - len(text)) for text, w in weights.items()}
    total = sum(weights.values())
    if total <= 0:
        return (("", 1.0),)
    found = sorted(((text, w / total) for text, w in weights.items()), key=lambda pair: -pair[1])
    return tuple(pair for pair in found[:MOST] if pair[1] >= LEAST) or tuple(found[:1])


def surest_of(signs: Sequence[Sign]) -> float:
    """How sure one reader is of all that it sees."""
    return math.prod(sign.probability for sign in signs)


def _variants(signs: Sequence[Sign]) -> dict[str, float]:
    """What a reader may have seen: its text, and the text with any one sign as something else."""
    text = "".join(sign.text for sign in signs)
    whole = math.prod(sign.probability for sign in signs) ** MILD
    found = {text: whole}
    for at, sign in enumerate(signs):
        head = "".join(each.text for each in signs[:at])
        tail = "".join(each.text for each in signs[at + 1 :])
        for other, probability in sign.others:
            share = (probability / max(sign.probability, 1e-6)) ** MILD
            found[head + other + tail] = max(found.get(head + other + tail, 0.0), whole * share)
    return found


def _says(text: str, variants: dict[str, float], known: frozenset[str]) -> float:
    """How likely a reader sees what it does if this text is printed."""
    if text in variants:
        return max(variants[text], UNSEEN)
    if SUITS & set(text) and not SUITS & known:
        shape = re.compile("".join(".{0,2}" if sign in SUITS else re.escape(sign) for sign in text))
        likely = [p for seen, p in variants.items() if shape.fullmatch(seen)]
        if likely:
            return max(likely)
    return UNSEEN


BAR: Final = "|"


@dataclass(frozen=True, slots=True)
class Line:
    """Words that stand in one line, from the left. `middle` is its height on the page, `capital` that of its
    capitals."""

    words: tuple[Word, ...]
    middle: float
    capital: float

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True, eq=False)
class PageWords:
    """The lines of a page from the top, and its ruled lines."""

    lines: tuple[Line, ...]
    across: NDArray[np.int32]
    down: NDArray[np.int32]
