"""A bid of less than one or more than seven.

What: a bid of no odd trick at all, or of more than the seven that thirteen tricks hold. It does not count.

Why: there are thirteen tricks, six of them the book.

Article: 7 of the Alberta rules (seed document 003); Law 38 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, about_call, calls_with, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for made, _shows in calls_with(replay, Sign.RANGE):
        book = replay.table.book
        message = (
            f"{who(made.seat)} bid {said_text(made)}; bids go from {book.lowest} to {book.highest}."
        )
        yield about_call(replay, made, message)


RULE = Rule(
    "bid-range",
    "offence",
    deal=check,
    signs=Sign.RANGE,
    needs=Has.AUCTION,
)
