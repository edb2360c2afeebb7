"""A double that was not allowed.

What: a double where nothing has been bid, of one's own side's bid, or of a bid that is doubled already.
It changes nothing.

Why: only the last bid of the other side can be doubled, once.

Article: 7 of the Alberta rules (seed document 003); Law 36 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import BridgeRule, call_finding, calls_with, who
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Finding


def check(replay: BridgeReplay) -> Iterator[Finding]:
    for made, _shows in calls_with(replay, signs.DOUBLE):
        bid = made.standing
        if bid is None:
            why = "nothing had been bid"
        elif made.doubled > 1:
            why = "the bid was doubled already"
        else:
            why = f"the {bid.value} {bid.trump} was its own side's"
        message = f"{who(made.seat)} doubled, but {why}."
        yield call_finding(replay, RULE.code, RULE.severity, made, message)


RULE = BridgeRule(
    "double-inadmissible", "offence", deal=check, signs=signs.DOUBLE, needs=coverage.AUCTION,
)  # fmt: skip
