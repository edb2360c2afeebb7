"""Words above a column read by the net that reads handwriting, among the words that clubs use there.

The net was made for entries, not for words, and knows no word that is not in the list. So a reading
counts only where it takes up what the net believes, letter for letter, and where no word of another
meaning comes near; everything else is left to a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.alphabet import fold_text
from fairdeal.digitize.reader.decode import Decoded, decode
from fairdeal.digitize.reader.engine import Engine
from fairdeal.digitize.reader.normalise import normalise
from fairdeal.digitize.reader.vocabulary import Vocabulary
from fairdeal.digitize.reader.weights_store import load_weights
from fairdeal.digitize.ruled.headings.meaning import every_word, sense_of
from fairdeal.digitize.ruled.tables.flat import WHITE

TALL: Final = 56
"""Pixels to which a line is made smaller: about what one of an entry has."""
ROOM: Final = 8
"""Paper shown around it."""
LETTER: Final = 0.55
"""What the net must believe of each letter, taken as if all were alike (the root of the whole)."""
SHORT: Final = 2
"""Words of so few letters are in the list by chance too easily ..."""
SHORT_LETTER: Final = 0.9
"""... and must be clearer."""
ODDS: Final = 30.0
"""A reading must be so many times as likely as the next of another meaning."""


@dataclass(frozen=True, slots=True)
class HandRead:
    """The likeliest words of the list, and how sure they are.

    `belief` is the net's belief in them, `letter` the same taken for one letter, `odds` how much likelier
    than the next words of another meaning. `firm`: sure enough to be taken without a person.
    """

    text: str
    belief: float
    letter: float
    odds: float

    @property
    def firm(self) -> bool:
        short = len(self.text.replace(" ", "")) <= SHORT
        return self.odds >= ODDS and self.letter >= (SHORT_LETTER if short else LETTER)


class HeadingReader:
    """The net with the vocabulary of headings. Not to be shared between threads."""

    def __init__(self) -> None:
        self._engine = Engine(load_weights().nets[0])

    def read(self, lines: Sequence[NDArray[np.uint8]]) -> list[HandRead | None]:
        """Each line (dark on `WHITE`), None where no words of the list are in it at all."""
        inks = [normalise(_sized(line)) for line in lines]
        columns = iter(self._engine.columns([ink for ink in inks if ink is not None]))
        return [
            None if ink is None else _judged(decode(next(columns), words_above())) for ink in inks
        ]


def _sized(line: NDArray[np.uint8]) -> NDArray[np.uint8]:
    scale = min(1.0, TALL / line.shape[0])
    small = cv2.resize(line, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.copyMakeBorder(small, ROOM, ROOM, ROOM, ROOM, cv2.BORDER_CONSTANT, value=(WHITE,)),
        np.uint8,
    )


def _judged(decoded: Decoded) -> HandRead | None:
    if not decoded.masses:
        return None
    text, best = decoded.masses[0]
    sense = sense_of(text)
    others = [mass for other, mass in decoded.masses[1:] if sense_of(other) != sense]
    letters = len(text.replace(" ", ""))
    return HandRead(text, best, best ** (1.0 / letters), best / max([*others, 1e-9]))


@cache
def words_above() -> Vocabulary:
    """One to three words of those that stand above columns, known or known to mean nothing."""
    slot: dict[str, str] = {}
    for word in sorted(every_word()):
        try:
            symbols = fold_text(word)
        except KeyError:  # a sign that the net does not know
            continue
        slot.setdefault(symbols, word)
        slot.setdefault(fold_text(word.upper()), word)
        slot.setdefault(fold_text(word.capitalize()), word)
        slot.setdefault(f"{fold_text(word.capitalize())}.", word)
        slot.setdefault(f"{fold_text(word.upper())}.", word)
    sign = {"/": "/", "-": "-"}
    return Vocabulary([(slot,), (slot, slot), (slot, slot, slot), (slot, sign, slot)], " ".join)
