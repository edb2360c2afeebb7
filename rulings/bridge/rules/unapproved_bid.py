"""A bid said in another form than level and denomination.

What: a bid that is not a number and then a suit or no-trumps: the suit before the number, a word that is not
a call. With both clear it stands; else nothing can be bid against it until the next good bid.

Why: other words can tell the partner more than the bid.

Article: 7 of the Alberta rules (seed document 003); Law 18 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_call, calls_with, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for made, _shows in calls_with(replay, Sign.UNAPPROVED):
        stands = made.words.value is not None and made.words.trump is not None
        after = "its meaning is clear, and it stands" if stands else "what it bids is not clear"
        message = f"{who(made.seat)} said {said_text(made)}, which is not a form of bid; {after}."
        yield about_call(replay, made, message)


RULE = Rule(
    "unapproved-bid",
    "offence",
    deal=check,
    signs=Sign.UNAPPROVED,
    needs=Has.AUCTION,
)
