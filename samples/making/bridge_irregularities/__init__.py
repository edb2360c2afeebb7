"""Boards of bridge with one irregularity each, and the complete list of what must be found in them.

What is to be found is stated from the printed rules and the table of findings alone, never asked of the
rulings. After an irregularity the rest goes on within the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from samples.making.bridge_irregularities import calls, cards, entries
from samples.making.bridge_irregularities.bent import bent
from samples.making.bridge_irregularities.scene import BridgeCase, NoChanceError, Wanted

__all__ = ["KINDS", "BridgeCase", "Wanted", "bent", "make"]

KINDS: Final[dict[str, Callable[[Random], BridgeCase]]] = {
    "insufficient-bid": calls.insufficient,
    "insufficient-marked": calls.marked_insufficient,
    "bid-range": calls.out_of_range,
    "double-inadmissible": calls.bad_double,
    "redouble-inadmissible": calls.bad_redouble,
    "call-out-of-turn": calls.call_out_of_turn,
    "call-after-close": calls.call_after_close,
    "unapproved-bid": calls.unapproved,
    "missing-call": calls.silence,
    "auction-abandoned": calls.given_up,
    "revoke": cards.revoke,
    "lead-out-of-turn": cards.lead_out_of_turn,
    "play-out-of-turn": cards.play_out_of_turn,
    "play-abandoned": cards.given_up,
    "card-not-held": cards.card_not_held,
    "trick-winner": cards.wrong_winner,
    "hand-size": entries.hand_size,
    "pack": entries.twice_in_the_pack,
    "wrong-dealer": entries.wrong_dealer,
    "wrong-vulnerability": entries.wrong_vulnerability,
    "contract-entry": entries.wrong_contract,
    "points-entry": entries.wrong_tricks,
    "award-entry": entries.wrong_score,
    "conduct": entries.conduct,
    "dummy-play": entries.dummy_plays,
}
"""Every kind of irregularity."""


def make(kind: str, seed: int) -> BridgeCase:
    """A case of a kind; the same seed gives the same case."""
    rng = Random(f"{kind} {seed}")
    while True:
        try:
            return KINDS[kind](rng)
        except NoChanceError:
            continue
