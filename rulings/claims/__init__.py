"""Claims of all remaining tricks: article 4.10 of the international rulebook."""

from fairdeal.rulings.claims.best_play import best_play
from fairdeal.rulings.claims.duel import ClaimUndecided
from fairdeal.rulings.claims.hidden import OverDeals, Unseen, over_deals
from fairdeal.rulings.claims.position import (
    Line,
    LineError,
    Position,
    PositionError,
    Trick,
    check_line,
)
from fairdeal.rulings.claims.solve import refute

__all__ = [
    "ClaimUndecided",
    "Line",
    "LineError",
    "OverDeals",
    "Position",
    "PositionError",
    "Trick",
    "Unseen",
    "best_play",
    "check_line",
    "over_deals",
    "refute",
]
