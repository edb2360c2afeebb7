"""A call made when the auction was over.

What: a bid, double or redouble after three passes in turn had closed the auction, or a pass beyond them;
after four passes at the start likewise.

Why: the contract is settled, and the hand is to be played.

Article: 7 of the Alberta rules (seed document 003); Law 39 of duplicate bridge.
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
    for made, _shows in calls_with(replay, signs.AFTER_CLOSE):
        message = f"{who(made.seat)} said {said_text(made)} when the auction was over."
        yield call_finding(replay, RULE.code, RULE.severity, made, message)


RULE = BridgeRule(
    "call-after-close", "offence", deal=check, signs=signs.AFTER_CLOSE, needs=coverage.AUCTION,
)  # fmt: skip
