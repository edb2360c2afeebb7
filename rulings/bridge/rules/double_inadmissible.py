"""A double that was not allowed.

What: a double where nothing has been bid, of one's own side's bid, or of a bid that is doubled already.
It changes nothing, and is not one of the passes that end the auction.

Why: only the last bid of the other side can be doubled, once.

Article: 7 of the Alberta rules (seed document 003); Law 36 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_call, calls_with, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for made, _shows in calls_with(replay, Sign.DOUBLE):
        bid = made.standing
        if bid is None:
            why = "nothing had been bid"
        elif made.doubled > 1:
            why = "the bid was doubled already"
        else:
            why = f"the {bid.value} {bid.trump} was by its own side"
        message = f"{who(made.seat)} doubled, but {why}."
        yield about_call(replay, made, message)


RULE = Rule(
    "double-inadmissible",
    "offence",
    deal=check,
    signs=Sign.DOUBLE,
    needs=Has.AUCTION,
)
