"""A bid that is not above the last one.

What: the level is lower than that of the last bid, or the same in a denomination that is not higher (clubs,
diamonds, hearts, spades, no-trumps). It does not displace the last bid. One that the record itself
marks as insufficient is found too.

Why: the auction goes up, so that it ends.

Article: 7 with 3 of the Alberta rules (seed document 003); Law 27 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import (
    ONLY_MARKED,
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
    for made, shows in calls_with(replay, signs.INSUFFICIENT, "I"):
        last = made.standing
        over = f"{last.value} {last.trump}" if last is not None else "any bid"
        message = f"{who(made.seat)} bid {said_text(made)}, which is not above {over}."
        if not shows:
            message = f"The record marks {said_text(made)} of {who(made.seat)} as insufficient{ONLY_MARKED}"
        yield call_finding(
            replay, RULE.code, RULE.severity, made, message, mark="I",
            setting="insufficient-stands",
        )  # fmt: skip


RULE = BridgeRule(
    "insufficient-bid", "offence", deal=check, signs=signs.INSUFFICIENT | signs.MARKED,
    needs=coverage.AUCTION,
)  # fmt: skip
