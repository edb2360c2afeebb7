"""A call made when the auction was over.

What: a bid, double or redouble after three passes in turn had closed the auction, or a pass beyond them;
after four passes at the start likewise.

Why: the contract is settled, and the hand is to be played.

Article: 7 of the Alberta rules (seed document 003); Law 39 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_call, calls_with, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for made, _shows in calls_with(replay, Sign.AFTER_CLOSE):
        message = f"{who(made.seat)} said {said_text(made)} when the auction was over."
        yield about_call(replay, made, message)


RULE = Rule(
    "call-after-close",
    "offence",
    deal=check,
    signs=Sign.AFTER_CLOSE,
    needs=Has.AUCTION,
)
