"""What the record must have for a rule to be checked, and the words for what it lacks."""

from __future__ import annotations

from enum import IntFlag
from functools import lru_cache
from typing import Final

from fairdeal.rulings.frame.finding import Coverage


class Has(IntFlag):
    """What the record of a deal has."""

    AUCTION = 1 << 0
    DEALER = 1 << 1
    HANDS = 1 << 2
    """Some hands: written, or shown in full by the cards played."""
    WHOLE_HANDS = 1 << 3
    PLAY = 1 << 4
    WHOLE_PLAY = 1 << 5
    CONTRACT = 1 << 6
    WINNERS = 1 << 7
    WRITTEN_CONTRACT = 1 << 8
    WRITTEN_POINTS = 1 << 9
    WRITTEN_SCORE = 1 << 10
    AWARD = 1 << 11
    READABLE = 1 << 12
    AUCTION_READABLE = 1 << 13
    MADE_CONTRACT = 1 << 14
    WRITTEN_PENALTY = 1 << 15


NOTHING_WRITTEN: Final = {
    Has.WINNERS: "no trick winners written, so none to check",
    Has.WRITTEN_CONTRACT: "no contract written, so none to check",
    Has.WRITTEN_POINTS: "no points written, so none to check",
    Has.WRITTEN_PENALTY: "no score written, so no penalty to check",
}
"""Entries that need not be there: where they are not, there is nothing left to check."""

WHY: Final = {
    Has.READABLE: "the deal could not be read",
    Has.AUCTION: "no auction recorded",
    Has.AUCTION_READABLE: "part of the auction cannot be read",
    Has.DEALER: "dealer not recorded",
    Has.HANDS: "no hands recorded",
    Has.WHOLE_HANDS: "not every card dealt is known",
    Has.PLAY: "no play recorded",
    Has.WHOLE_PLAY: "the play is not recorded in full",
    Has.CONTRACT: "the contract is not known",
    Has.MADE_CONTRACT: "the auction does not show the contract",
    Has.WRITTEN_SCORE: "no score recorded",
    Has.AWARD: "the award is not known",
}


@lru_cache(maxsize=4096)
def lacking(needs: Has, bits: Has) -> str | None:
    """Why something cannot be checked: what is lacking first; None where nothing is."""
    missing = needs & ~bits
    if not missing or nothing_written(needs, bits):
        return None
    for need, why in WHY.items():
        if missing & need:
            return why
    return None


@lru_cache(maxsize=4096)
def nothing_written(needs: Has, bits: Has) -> str | None:
    """What is not written, where a rule is about an entry that is not there at all."""
    missing = needs & ~bits
    for need, why in NOTHING_WRITTEN.items():
        if missing & need:
            return why
    return None


@lru_cache(maxsize=65536)
def covered(rule: str, deal: str | None, game: int | None, why: str | None, done: bool) -> Coverage:
    """The one object that says so: they are alike for thousands of deals."""
    return Coverage(rule, deal, done, why, game)
