"""A field's columns with what the page says of its glyphs in the place of what each looks like by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.hand.glyphs import Glyph
from fairdeal.digitize.reader.alphabet import BLANK
from fairdeal.digitize.reader.decode import Columns

FAINT: Final = 1e-4
"""Belief or probability under which a sign is none that the ink about a glyph may be."""

TRACE: Final = 1e-9

Named = tuple[NDArray[np.int64], NDArray[np.float64]]
"""Signs that a glyph may be, and the probability of each, that of none of them last."""


def rewritten(columns: Columns, glyphs: Sequence[Glyph], named: Sequence[Named | None]) -> Columns:
    """The columns of a field whose glyphs (in order) are named; None leaves one as it is.

    The sign stands in the glyph's strongest column alone. How much of the ink is a character there at all
    is left as it was.
    """
    found = columns.copy()
    free = np.ones(len(columns), bool)
    for glyph in glyphs:
        free[glyph.first : glyph.end] = False
    for glyph, name in zip(glyphs, named, strict=True):
        if name is not None:
            # That nothing stands here all columns of the glyph would have to say.
            empty = float(columns[glyph.first : glyph.end, BLANK].prod())
            _quieten(found, glyph, *name, free)
            found[glyph.peak] = _sign(columns[glyph.peak], *name, 1.0 - empty)
    return found


def _sign(
    peak: Columns, signs: NDArray[np.int64], chances: NDArray[np.float64], ink: float
) -> NDArray[np.float32]:
    """The strongest column with the named signs in it; `ink`: how sure it is that a character stands here."""
    new = peak.copy()
    new[BLANK], new[signs] = 0.0, 0.0
    new += TRACE  # where the net sees nothing else, the rest is anything else, and no blank
    new[BLANK], new[signs] = 0.0, 0.0
    new *= ink * float(chances[-1]) / float(new.sum())
    new[signs] = ink * chances[:-1]
    new[BLANK] = 1.0 - ink
    return new


def _quieten(
    columns: Columns,
    glyph: Glyph,
    signs: NDArray[np.int64],
    chances: NDArray[np.float64],
    free: NDArray[np.bool_],
) -> None:
    """Take from the columns about the strongest what would spell the same glyph a second time."""
    likely = columns[glyph.peak][signs] > FAINT
    touched = sorted({glyph.symbol, *signs[likely | (chances[:-1] > FAINT)].tolist()})
    for place in range(max(0, glyph.first - 1), min(len(columns), glyph.end + 1)):
        if glyph.first <= place < glyph.end or free[place]:
            row = columns[place]
            row[BLANK] += row[touched].sum()
            row[touched] = 0.0
