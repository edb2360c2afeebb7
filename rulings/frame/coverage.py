"""What the record must have for a rule to be checked, and the words for what it lacks."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.frame.finding import Coverage

AUCTION: Final = 1 << 0
DEALER: Final = 1 << 1
HANDS: Final = 1 << 2
WHOLE_HANDS: Final = 1 << 3
PLAY: Final = 1 << 4
WHOLE_PLAY: Final = 1 << 5
CONTRACT: Final = 1 << 6
WINNERS: Final = 1 << 7
WRITTEN_CONTRACT: Final = 1 << 8
WRITTEN_POINTS: Final = 1 << 9
WRITTEN_SCORE: Final = 1 << 10
AWARD: Final = 1 << 11
READABLE: Final = 1 << 12
AUCTION_READABLE: Final = 1 << 13
MADE_CONTRACT: Final = 1 << 14
WRITTEN_PENALTY: Final = 1 << 15

NOTHING_WRITTEN: Final = {
    WINNERS: "no winners of tricks written that could be wrong",
    WRITTEN_CONTRACT: "no contract written that could be wrong",
    WRITTEN_POINTS: "no points written that could be wrong",
    WRITTEN_PENALTY: "no score written that could lack a penalty",
}
"""Entries that need not be there: where they are not, there is nothing left to check."""

WHY: Final = {
    READABLE: "the deal could not be read",
    AUCTION: "no auction recorded",
    AUCTION_READABLE: "part of the auction cannot be read",
    DEALER: "dealer not recorded",
    HANDS: "no hands recorded",
    WHOLE_HANDS: "not every card dealt is known",
    PLAY: "no play recorded",
    WHOLE_PLAY: "the play is not recorded in full",
    CONTRACT: "no contract can be told",
    MADE_CONTRACT: "the auction does not tell the contract",
    WRITTEN_SCORE: "no score recorded",
    AWARD: "the award cannot be told",
}


def has(replay: DealReplay) -> int:
    """What a deal's record has, as bits."""
    if replay.has < 0:
        replay.has = _has(replay)
    return replay.has


def _has(replay: DealReplay) -> int:
    seen, auction = replay.seen, replay.auction
    bits = 0 if replay.deal.unread else READABLE
    if seen.said:
        bits |= AUCTION
        if not auction.unknown_end and None not in seen.said:
            bits |= AUCTION_READABLE
    if seen.head["dealer"] is not None:
        bits |= DEALER
    if seen.hands:
        bits |= HANDS
    if replay.hands_known():
        bits |= WHOLE_HANDS | HANDS
    if replay.played_on:
        bits |= PLAY
        if replay.play.complete:
            bits |= WHOLE_PLAY
    if replay.contract is not None:
        bits |= CONTRACT
        if replay.source != "record":
            bits |= MADE_CONTRACT
    if seen.winners:
        bits |= WINNERS
    if "contract" in seen.head:
        bits |= WRITTEN_CONTRACT
    if seen.points:
        bits |= WRITTEN_POINTS
    if seen.score:
        bits |= WRITTEN_SCORE | WRITTEN_PENALTY
    return bits


@lru_cache(maxsize=4096)
def lacking(needs: int, bits: int) -> str | None:
    """Why something cannot be checked: what is lacking first; None where nothing is."""
    missing = needs & ~bits
    if not missing or nothing_written(needs, bits):
        return None
    for need, why in WHY.items():
        if missing & need:
            return why
    return None


@lru_cache(maxsize=4096)
def nothing_written(needs: int, bits: int) -> str | None:
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
