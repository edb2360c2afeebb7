"""The pieces of a line of the notation, and words taken apart into them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.digitize.printed.arranged.slots import NOT_SO, Readings, Slot, weighed
from fairdeal.digitize.printed.words import Box, Word

IN_PIECES: Final = 0.6
"""How sure a figure is at most that stands in several words: what stands between may be a bar or a side."""
MOST_JOINED: Final = 4
"""Readings kept of words put together."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry of a line, or a word that is none (`slot` is FREE). `before` and `after` are signs of the
    notation that stand close to it, such as the comma after a call. Without a box nothing of it is on the
    paper."""

    readings: Readings
    box: Box | None = None
    slot: Slot = Slot.FREE
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        return self.readings[0][0]


Row = tuple[Piece, ...]
"""The pieces of one line of the notation."""


def word_piece(word: Word, slot: Slot = Slot.FREE, after: str = "") -> Piece:
    """A word in its place."""
    return Piece(weighed(slot, word.readings), word.box, slot, after=after)


def said(text: str) -> Piece:
    """A sign of the notation that the paper does not have."""
    return Piece(((text, 1.0),))


def in_doubt(piece: Piece, share: float) -> Piece:
    """A piece of which every reading is less likely by this share."""
    return replace(piece, readings=tuple((text, p * share) for text, p in piece.readings))


def cut(word: Word, pattern: re.Pattern[str]) -> list[Word] | None:
    """A word taken apart into the groups of a pattern of its whole text, where most of its readings fit.

    Each part has the readings that it has in those of the word; where the word may be one that does not fit,
    none of them is sure.
    """
    found = [(pattern.fullmatch(text), probability) for text, probability in word.readings]
    matches = [(match, probability) for match, probability in found if match]
    total = sum(probability for _, probability in matches)
    if not matches or found[0][0] is None or total < 0.5:
        return None
    total *= 1 + NOT_SO * (1 - total)
    first = matches[0][0]
    parts = []
    for group in range(1, pattern.groups + 1):
        if first[group] is None:
            continue
        weights: dict[str, float] = {}
        for match, probability in matches:
            text = match[group] or ""
            weights[text] = weights.get(text, 0.0) + probability / total
        readings = tuple(sorted(weights.items(), key=lambda each: -each[1]))
        parts.append(replace(word, readings=readings, box=_part(word, first.span(group))))
    return parts


def _part(word: Word, span: tuple[int, int]) -> Box:
    """About where a stretch of the likeliest text stands."""
    left, top, right, bottom = word.box
    step = (right - left) / max(1, len(word.text))
    return left + span[0] * step, top, left + span[1] * step, bottom


def joined(words: Sequence[Word], between: str = " ") -> Word:
    """Words as one: the likeliest ways to read them together."""
    readings: list[tuple[str, float]] = [("", 1.0)]
    for at, word in enumerate(words):
        glue = between if at else ""
        readings = [
            (head + glue + text, share * probability)
            for head, share in readings
            for text, probability in word.readings
        ]
        readings = sorted(readings, key=lambda each: -each[1])[: MOST_JOINED * 2]
    boxes = [word.box for word in words]
    box = (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
    kept = tuple(readings[:MOST_JOINED])
    return Word(kept, box, words[0].gap)
