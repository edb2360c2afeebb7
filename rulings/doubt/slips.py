"""How often the pen slips: the rates by which a world that needs slips is weighed down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CARD_SLIP: Final = 1e-3
"""How often a recorder writes one card for another: one card in a thousand."""

SUM_SLIP: Final = 1e-2
"""How often a count, a sum or a copied figure is written wrong: one in a hundred."""

USUAL_SLIPS: Final = 10
"""Slips of a kind in a page that may still be what it says it is. What needs more of them in its first
reading is compared by how many more or fewer another reading needs: the rates of hundreds of slips would be
too small for a number to hold."""

MOST_SLIPS: Final = 20
"""Slips of a kind beyond which a reading is as good as ruled out."""

MOST_FEWER: Final = 60
"""Slips of a kind that a reading may need fewer than the first one; beyond these its rate would be too large
for a number to hold."""

BY_CHANCE: Final = 0.02
"""How often something else than the readings given is the very thing that would agree: there are
some fifty figures or contracts that it might be."""


@dataclass(frozen=True, slots=True)
class Slips:
    """How many slips a reading of a page needs: wrong cards, and wrong counts, sums or copied figures."""

    cards: int = 0
    sums: int = 0

    def rate(self, first: Slips | None = None) -> float:
        """The rate of them, beside that of the page's `first` reading where that needs very many."""
        usual = first or self
        cards = self.cards - max(0, usual.cards - USUAL_SLIPS)
        sums = self.sums - max(0, usual.sums - USUAL_SLIPS)
        return CARD_SLIP ** _bounded(cards) * SUM_SLIP ** _bounded(sums)


def _bounded(count: int) -> int:
    return max(-MOST_FEWER, min(count, MOST_SLIPS))
