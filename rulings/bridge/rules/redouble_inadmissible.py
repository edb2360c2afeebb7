"""A redouble that was not allowed.

What: a redouble where nothing has been doubled, of the other side's bid, or of a bid that is redoubled
already. It changes nothing, and is not one of the passes that end the auction.

Why: only one's own side's bid, doubled by the others, can be redoubled, once.

Article: 7 of the Alberta rules (seed document 003); Law 36 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_call, calls_with, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for made, _shows in calls_with(replay, Sign.REDOUBLE):
        if made.doubled == 1:
            why = "nothing was doubled"
        elif made.doubled > 2:
            why = "the bid was redoubled already"
        else:
            why = "the bid doubled was the other side's"
        message = f"{who(made.seat)} redoubled, but {why}."
        yield about_call(replay, made, message)


RULE = Rule(
    "redouble-inadmissible",
    "offence",
    deal=check,
    signs=Sign.REDOUBLE,
    needs=Has.AUCTION,
)
