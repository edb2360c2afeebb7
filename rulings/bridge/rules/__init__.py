"""The rules of bridge, one small file each, named for the offence: `revoke.py` finds `revoke`."""

from __future__ import annotations

from typing import Final

from fairdeal.rulings.bridge.rules import (
    award_entry,
    bid_range,
    call_after_close,
    call_out_of_turn,
    card_exposed,
    card_not_held,
    claim_defeated,
    claim_stands,
    conduct,
    contract_entry,
    copies_disagree,
    deal_count,
    dealer_rotation,
    double_inadmissible,
    dummy_play,
    hand_size,
    insufficient_bid,
    lead_out_of_turn,
    match_points_entry,
    missing_call,
    pack,
    penalty_card,
    penalty_entry,
    play_abandoned,
    play_out_of_turn,
    points_entry,
    redouble_inadmissible,
    revoke,
    total_entry,
    trick_review,
    trick_winner,
    unapproved_bid,
)
from fairdeal.rulings.bridge.rules.rule import Rule

RULES: Final[tuple[Rule, ...]] = tuple(
    module.RULE
    for module in (
        hand_size,
        card_exposed,
        pack,
        dealer_rotation,
        unapproved_bid,
        insufficient_bid,
        bid_range,
        call_out_of_turn,
        missing_call,
        double_inadmissible,
        redouble_inadmissible,
        call_after_close,
        revoke,
        lead_out_of_turn,
        play_out_of_turn,
        penalty_card,
        card_not_held,
        trick_winner,
        dummy_play,
        claim_defeated,
        claim_stands,
        play_abandoned,
        trick_review,
        conduct,
        contract_entry,
        points_entry,
        award_entry,
        penalty_entry,
        total_entry,
        match_points_entry,
        deal_count,
        copies_disagree,
    )
)
"""Every rule, in the order in which they are listed: deal, auction, play, entries."""
