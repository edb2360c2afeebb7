"""The rules, one small file each, named for the offence: `revoke.py` finds `revoke`."""

from __future__ import annotations

from typing import Final

from rulings.rules import (
    award_entry,
    bid_range,
    call_after_close,
    call_out_of_turn,
    card_not_held,
    constraining_hand,
    constraining_hand_undisclosed,
    contract_entry,
    dealer_rotation,
    double_inadmissible,
    hand_size,
    insufficient_bid,
    lead_out_of_turn,
    missing_call,
    noes_with_suit,
    opening_bid,
    pack,
    penalty_entry,
    play_out_of_turn,
    points_entry,
    redouble_inadmissible,
    revoke,
    self_raise,
    suit_not_held,
    total_entry,
    trick_winner,
    unapproved_bid,
    unlisted_bid,
    void_trump_redeal,
)
from rulings.rules.rule import Rule

RULES: Final[tuple[Rule, ...]] = tuple(
    module.RULE
    for module in (
        hand_size,
        constraining_hand,
        constraining_hand_undisclosed,
        pack,
        dealer_rotation,
        unapproved_bid,
        unlisted_bid,
        insufficient_bid,
        bid_range,
        opening_bid,
        call_out_of_turn,
        missing_call,
        suit_not_held,
        noes_with_suit,
        double_inadmissible,
        redouble_inadmissible,
        call_after_close,
        self_raise,
        revoke,
        lead_out_of_turn,
        play_out_of_turn,
        card_not_held,
        trick_winner,
        void_trump_redeal,
        contract_entry,
        points_entry,
        award_entry,
        penalty_entry,
        total_entry,
    )
)
"""Every rule, in the order in which they are listed: deal, auction, play, entries."""

BY_CODE: Final = {rule.code: rule for rule in RULES}
