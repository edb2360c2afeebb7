"""How far what the net makes of one character scatters within one hand, on hands it never learned from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from numpy import array

from fairdeal.digitize.hand.glyphs import glyphs_of
from fairdeal.digitize.hand.shapes import Measure, scatter
from fairdeal.digitize.reader.alphabet import SYMBOLS, fold
from fairdeal.digitize.reader.engine import Engine
from fairdeal.digitize.reader.normalise import normalise
from fairdeal.digitize.training.cells.compose import Scribe
from fairdeal.digitize.training.glyphs.hands import Hand
from fairdeal.digitize.training.trial import LEAST_WRITTEN, PHONE, as_cut

EACH: Final = 24
"""Boxes with each character that a hand has, in other pens and photos."""
SIGNS: Final = "0123456789AKQJTCDHSNPX"
"""The characters that fill the forms."""


def measured(engine: Engine, hands: Sequence[Hand], seed: int = 31, each: int = EACH) -> Measure:
    """The measure by boxes that these hands fill with single characters."""
    pages = []
    for number, hand in enumerate(hands):
        if sum(map(len, hand.glyphs.values())) < LEAST_WRITTEN:
            continue
        scribe = Scribe([hand], [], seed + number, 0.0)
        inks, truth = [], []
        for character in SIGNS:
            for _ in range(each if hand.glyphs.get(character) else 0):
                cell = scribe.boxed(character, scribe.rng.choice(PHONE), hand, clean=True)
                ink = normalise(as_cut(cell.grey))
                if ink is not None:
                    inks.append(ink)
                    truth.append(fold(character))
        found = [
            (glyphs[0].belief, sign)
            for columns, sign in zip(engine.columns(inks), truth, strict=True)
            if len(glyphs := glyphs_of(columns)) == 1
        ]
        if found:
            beliefs = array([belief for belief, _ in found])
            assert beliefs.shape[1] == len(SYMBOLS)
            pages.append((beliefs, [sign for _, sign in found]))
    return scatter(pages)
