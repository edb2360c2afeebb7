"""The two sides of a match, in the order in which reports name them."""

from __future__ import annotations

from typing import Final

from fairdeal.records.cards import Team
from fairdeal.rulings.games import game_of
from fairdeal.rulings.rulebooks.rulebook import Rulebook

Sides = tuple[Team, Team]

TEAMS: Final[Sides] = ("A", "B")
PAIRS: Final[Sides] = ("NS", "EW")


def sides_of(book: Rulebook) -> Sides:
    """``A`` and ``B`` at 56, ``NS`` and ``EW`` at bridge."""
    return game_of(book).sides
