"""The rules: what each looks for, by which signs, and what the record must have for it.

The function of a rule is named for the offence: `revoke` finds `revoke`. What it looks for, why, and by
which article, it says itself.
"""

from __future__ import annotations

from typing import Final

from fairdeal.rulings import rules
from fairdeal.rulings.bridge.rules import auction, award, claims, copies, dealt, entries, play
from fairdeal.rulings.bridge.scoring.sheets import Rule
from fairdeal.rulings.replay.signs import Has, Sign

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "hand-size",
        "ruling",
        deal=rules.hand_size,
        maybe=rules.possible_hand_size,
        signs=Sign.HAND_SIZE,
        needs=Has.HANDS,
    ),
    Rule("card-exposed", "ruling", deal=rules.card_exposed, signs=Sign.EVENT),
    Rule("pack", "entry", deal=rules.pack, signs=Sign.PACK, wants=Has.WHOLE_HANDS),
    Rule(
        "dealer-rotation",
        "offence",
        deal=dealt.dealer_rotation,
        session=dealt.dealer_rotation_by_session,
        sheet=dealt.dealer_rotation_on_sheet,
        needs=Has.DEALER,
        sheet_needs=(("dealer",), ("deal",)),
    ),
    Rule(
        "unapproved-bid",
        "offence",
        deal=auction.unapproved_bid,
        signs=Sign.UNAPPROVED,
        needs=Has.AUCTION,
    ),
    Rule(
        "insufficient-bid",
        "offence",
        deal=auction.insufficient_bid,
        signs=Sign.INSUFFICIENT | Sign.MARKED,
        needs=Has.AUCTION,
    ),
    Rule("bid-range", "offence", deal=auction.bid_range, signs=Sign.RANGE, needs=Has.AUCTION),
    Rule(
        "call-out-of-turn",
        "offence",
        deal=auction.call_out_of_turn,
        signs=Sign.CALL_TURN | Sign.MARKED,
        needs=Has.AUCTION,
        wants=Has.DEALER,
    ),
    Rule("missing-call", "offence", deal=rules.missing_call, signs=Sign.SILENCE, needs=Has.AUCTION),
    Rule(
        "double-inadmissible",
        "offence",
        deal=auction.double_inadmissible,
        signs=Sign.DOUBLE,
        needs=Has.AUCTION,
    ),
    Rule(
        "redouble-inadmissible",
        "offence",
        deal=auction.redouble_inadmissible,
        signs=Sign.REDOUBLE,
        needs=Has.AUCTION,
    ),
    Rule(
        "call-after-close",
        "offence",
        deal=auction.call_after_close,
        signs=Sign.AFTER_CLOSE,
        needs=Has.AUCTION,
    ),
    Rule(
        "revoke",
        "offence",
        deal=play.revoke,
        maybe=rules.possible_revoke,
        signs=Sign.REVOKE | Sign.MARKED,
        needs=Has.PLAY,
        wants=Has.WHOLE_HANDS,
    ),
    Rule(
        "lead-out-of-turn",
        "offence",
        deal=play.lead_out_of_turn,
        signs=Sign.LEAD_TURN | Sign.MARKED | Sign.EVENT,
        needs=Has.PLAY,
        wants=Has.CONTRACT,
    ),
    Rule(
        "play-out-of-turn",
        "offence",
        deal=play.play_out_of_turn,
        signs=Sign.PLAY_TURN | Sign.MARKED | Sign.EVENT,
        needs=Has.PLAY,
    ),
    Rule("penalty-card", "offence", deal=play.penalty_card, signs=Sign.EVENT),
    Rule(
        "card-not-held",
        "entry",
        deal=rules.card_not_held,
        signs=Sign.NOT_HELD,
        needs=Has.PLAY | Has.HANDS,
    ),
    Rule(
        "trick-winner",
        "entry",
        deal=rules.trick_winner,
        signs=Sign.WINNER,
        needs=Has.PLAY | Has.WINNERS,
        wants=Has.CONTRACT | Has.WHOLE_PLAY,
    ),
    Rule(
        "dummy-play",
        "offence",
        deal=play.dummy_play,
        signs=Sign.EVENT,
        needs=Has.PLAY | Has.CONTRACT,
    ),
    Rule(
        "claim-defeated",
        "ruling",
        deal=claims.claim_defeated,
        signs=Sign.EVENT,
        needs=Has.PLAY | Has.CONTRACT,
    ),
    Rule(
        "claim-stands",
        "ruling",
        deal=claims.claim_stands,
        signs=Sign.EVENT,
        needs=Has.PLAY | Has.CONTRACT,
    ),
    Rule("play-abandoned", "offence", ruled=play.play_abandoned),
    Rule("trick-review", "offence", deal=play.trick_review, signs=Sign.EVENT, needs=Has.PLAY),
    Rule("conduct", "offence", deal=play.conduct, signs=Sign.EVENT),
    Rule(
        "contract-entry",
        "entry",
        deal=entries.contract_entry,
        sheet=entries.contract_entry_on_sheet,
        needs=Has.WRITTEN_CONTRACT,
        wants=Has.AUCTION | Has.MADE_CONTRACT,
        sheet_needs=(("contract", "bidder", "x"), ("deal",)),
    ),
    Rule(
        "points-entry",
        "entry",
        ruled=entries.points_entry,
        sheet=entries.points_entry_on_sheet,
        ruled_needs=Has.WRITTEN_POINTS,
        wants=Has.WHOLE_PLAY,
        sheet_needs=(("points NS", "points EW"),),
    ),
    Rule(
        "award-entry",
        "entry",
        ruled=award.award_entry,
        session=award.award_entry_by_session,
        sheet=award.award_entry_on_sheet,
        wants=Has.WRITTEN_SCORE | Has.AWARD,
        sheet_needs=(("score NS", "score EW", "we", "they"),),
    ),
    Rule(
        "penalty-entry",
        "entry",
        ruled=entries.penalty_entry,
        sheet=entries.penalty_entry_on_sheet,
        ruled_needs=Has.WRITTEN_PENALTY | Has.AWARD,
        sheet_needs=(("score NS", "score EW", "penalty NS", "penalty EW"), ("deal",)),
    ),
    Rule(
        "total-entry",
        "entry",
        sheet=entries.total_entry,
        sheet_needs=(("total NS", "total EW", "we", "they"),),
    ),
    Rule("match-points-entry", "entry", sheet=entries.match_points_entry),
    Rule(
        "deal-count",
        "entry",
        session=dealt.deal_count,
        sheet=dealt.deal_count_on_sheet,
        sheet_needs=(("deal",),),
    ),
    Rule("copies-disagree", "entry", session=copies.copies_disagree),
)
"""Every rule, in the order in which they are listed: deal, auction, play, entries."""

RULE_OF: Final = {each.code: each for each in RULES}
"""Every rule by its code."""
