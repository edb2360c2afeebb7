"""A bid of less than one or more than seven.

What: a bid of no odd trick at all, or of more than the seven that thirteen tricks hold. It does not count.

Why: there are thirteen tricks, six of them the book.

Article: 7 of the Alberta rules (seed document 003); Law 38 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import (
    BridgeRule,
    call_finding,
    calls_with,
    said_text,
    who,
)
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Finding


def check(replay: BridgeReplay) -> Iterator[Finding]:
    for made, _shows in calls_with(replay, signs.RANGE):
        book = replay.table.book
        message = (
            f"{who(made.seat)} bid {said_text(made)}; bids go from {book.lowest} to {book.highest}."
        )
        yield call_finding(replay, RULE.code, RULE.severity, made, message)


RULE = BridgeRule(
    "bid-range", "offence", deal=check, signs=signs.RANGE, needs=coverage.AUCTION,
)  # fmt: skip
