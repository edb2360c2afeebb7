"""How often the pen slips: the rates by which a world that needs slips is weighed down."""

from __future__ import annotations

from typing import Final

CARD_SLIP: Final = 1e-3
"""How often a recorder writes one card for another: one card in a thousand."""

SUM_SLIP: Final = 1e-2
"""How often a count, a sum or a copied figure is written wrong: one in a hundred."""

BY_CHANCE: Final = 0.02
"""How often something else than the readings given is the very thing that would agree: there are
some fifty figures or contracts that it might be."""
