"""Entries as a net would see them: for each character its beliefs, a column each, blanks between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.decode import Columns
from fairdeal.digitize.reader.naming import Measure
from fairdeal.digitize.reader.vocabulary import BLANK, INDEX, SYMBOLS
from fairdeal.digitize.reader.written import FAINTEST

Belief = Mapping[str, float]

LIKE_SEVEN: Belief = {"7": 0.99, "1": 0.004, "T": 0.003}
"""A 1 with a long upstroke."""
SEVEN: Belief = {"7": 0.99, "Z": 0.004, "F": 0.003}
"""A 7 with a bar."""
LIKE_NINE: Belief = {"9": 0.9, "A": 0.06, "Q": 0.02}
"""An A closed to a loop."""


def clear(sign: str) -> Belief:
    """A sign that the net is sure of; the rest lies where it lies for no other sign."""
    return {sign: 0.999, SYMBOLS[1 + (SYMBOLS.index(sign) + 12) % 40]: 5e-4}


def belief(of: Belief) -> NDArray[np.float32]:
    found = np.full(len(SYMBOLS), FAINTEST, np.float32)
    for sign, share in of.items():
        found[INDEX[sign]] += share
    return np.asarray(np.log(found), np.float32)


def box(*characters: Belief) -> Columns:
    """The columns of a box: a blank, and after each character another."""
    rows = np.zeros((2 * len(characters) + 1, len(SYMBOLS)), np.float32)
    rows[:, BLANK] = 1.0
    for place, of in enumerate(characters):
        row = rows[2 * place + 1]
        row[:] = 0.0
        for sign, share in of.items():
            row[INDEX[sign]] = share
        row[BLANK] = 1.0 - row.sum()
    return rows


def measure() -> Measure:
    """One that takes every belief for as telling as every other."""
    size = len(SYMBOLS)
    mean = np.full(size, np.log(FAINTEST), np.float32)
    return Measure(mean, np.eye(size, dtype=np.float32))


def texts(*characters: Sequence[Belief]) -> list[Columns]:
    return [box(*each) for each in characters]
