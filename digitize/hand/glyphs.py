"""Where in a field's columns the net sees a character, and what it makes of each by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.alphabet import BLANK, INDEX, STRUCK
from fairdeal.digitize.reader.decode import Columns

FAINTEST: Final = 1e-13
"""Beliefs under this all count alike: the net says no more than "not this"."""
CLEAR: Final = 0.6
"""Belief, over all characters together, that a column holds one at all."""
_NO_CHARACTER: Final = (BLANK, INDEX[STRUCK])


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """A character in a field: its columns from `first` up to `end`, the strongest at `peak`, and the log of
    what the net believes there of every symbol."""

    first: int
    end: int
    peak: int
    belief: NDArray[np.float32]

    @property
    def symbol(self) -> int:
        """The channel that the net believes most."""
        return int(self.belief[1:].argmax()) + 1


def glyphs_of(columns: Columns) -> list[Glyph]:
    """The characters along the net's best path, in order.

    A run of one symbol is one character; blank columns and struck ink lie between.
    """
    best = columns.argmax(1)
    turns = np.flatnonzero(np.diff(best)) + 1
    starts = [0, *turns.tolist()]
    found = []
    for first, end in zip(starts, [*starts[1:], len(best)], strict=True):
        symbol = int(best[first])
        if symbol in _NO_CHARACTER:
            continue
        peak = first + int(columns[first:end, symbol].argmax())
        if 1.0 - float(columns[peak, BLANK]) >= CLEAR:
            belief = np.log(np.maximum(columns[peak], FAINTEST)).astype(np.float32)
            found.append(Glyph(first, end, peak, belief))
    return found
