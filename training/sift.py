"""Finds characters that the source mislabels or cuts short (a bar for an S), and those that are hard.

A first net looks at every character, drawn cleanly several times. What it calls another character
each time, surely, is left out of training. Held-back hands are looked at by the same rule, only to
say how many of their characters are such; figures are given with and without them. What the net
hardly reads, and is not sure to be another, is hard: it is shown more often.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from fairdeal.digitize.reader.decode import Columns
from fairdeal.digitize.reader.engine import Engine, normalise
from fairdeal.digitize.reader.vocabulary import INDEX, fold
from training.compose import Scribe
from training.hands import Glyph, Hand

LOOKS: Final = 4
UNLIKELY: Final = 0.02
"""Mean belief in the label under which a character is suspect ..."""
SURE: Final = 0.6
"""... where another single character has at least this."""
HARD: Final = (0.05, 0.6)
"""Mean belief in the label of a figure or capital that is hard."""
CHUNK: Final = 2000


def sift(engine: Engine, hands: list[Hand], seed: int = 5) -> tuple[frozenset[int], frozenset[int]]:
    """Numbers of characters to leave out, and of hard ones."""
    scribe = Scribe([], [], seed, 0.0)
    listed = [
        (glyph, label)
        for hand in hands
        for label, glyphs in hand.glyphs.items()
        for glyph in glyphs
        if glyph.number >= 0
    ]
    suspects: list[tuple[Glyph, str]] = []
    hard: set[int] = set()
    for start in range(0, len(listed), CHUNK):
        part = listed[start : start + CHUNK]
        beliefs = _beliefs(engine, scribe, part)
        suspects += [
            item
            for item, b in zip(part, beliefs, strict=True)
            if b[INDEX[fold(item[1])]] < 2 * UNLIKELY
        ]
        hard |= {
            glyph.number
            for (glyph, label), b in zip(part, beliefs, strict=True)
            if HARD[0] <= b[INDEX[fold(label)]] < HARD[1] and not label.islower()
        }
    total = np.sum([_beliefs(engine, scribe, suspects) for _ in range(LOOKS)], axis=0) / LOOKS
    drop = frozenset(
        glyph.number
        for (glyph, label), belief in zip(suspects, total, strict=True)
        if belief[INDEX[fold(label)]] < UNLIKELY and belief.max() > SURE
    )
    return drop, frozenset(hard)


def _beliefs(
    engine: Engine, scribe: Scribe, listed: list[tuple[Glyph, str]]
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """(N, symbols): how likely each box holds just the one symbol."""
    boxes = [normalise(scribe.plain(glyph, label).grey) for glyph, label in listed]
    present = [k for k, ink in enumerate(boxes) if ink is not None]
    columns = engine.columns([ink for ink in boxes if ink is not None])
    beliefs = np.zeros((len(listed), len(INDEX)))
    for k, found in zip(present, columns, strict=True):
        beliefs[k] = one_symbol(found)
    return beliefs


def one_symbol(columns: Columns) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """CTC probability of each single symbol; the first entry is that of nothing."""
    blank = columns[:, 0].astype(np.float64)
    before = np.zeros(columns.shape[1])
    inside, after, silent = before.copy(), before.copy(), 1.0
    for t in range(len(columns)):
        row = columns[t].astype(np.float64)
        after, inside = (after + inside) * blank[t], (inside + silent) * row
        silent *= blank[t]
    alone: np.ndarray[tuple[int], np.dtype[np.float64]] = inside + after
    alone[0] = silent
    return alone
