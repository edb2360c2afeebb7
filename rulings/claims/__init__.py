"""Claims of all remaining tricks: article 4.10 of the international rulebook."""

from rulings.claims.best_play import best_play
from rulings.claims.duel import ClaimUndecided
from rulings.claims.hidden import OverDeals, Unseen, over_deals
from rulings.claims.position import (
    Line,
    LineError,
    Position,
    PositionError,
    Trick,
    check_line,
)
from rulings.claims.solve import refute

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
