"""The writers of whole pages that the reader has never met, and the seed of what is drawn from them."""

from __future__ import annotations

from typing import Final

from bench.reader import cells
from samples.making.hand.handwriting import writers

SEED: Final = 56


def held_back(part: str = "test") -> list[str]:
    """The writers of whole pages that neither training nor its choices have met, as training splits them."""
    known = set(writers())
    return [hand.name for hand in cells.held_back(part) if hand.name in known]
