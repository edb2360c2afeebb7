"""A call made when it was another seat's turn.

What: a call, pass or double by a seat that was not next. The seat passed over may then call, or the turn goes
on from the one who acted; neither is a further fault. One that the record itself marks is found too.

Why: a call out of turn tells the partner something before its time.

Article: 5 with 7 and 12 of the Alberta rules (seed document 003); Law 29 of duplicate bridge.
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
    for made, shows in calls_with(replay, signs.CALL_TURN, "S"):
        message = f"{who(made.seat)} said {said_text(made)} when it was {who(made.due)}'s turn."
        if not shows:
            message = f"The record marks {said_text(made)} of {who(made.seat)} as out of turn{ONLY_MARKED}"
        yield call_finding(replay, RULE.code, RULE.severity, made, message, mark="S")


RULE = BridgeRule(
    "call-out-of-turn", "offence", deal=check, signs=signs.CALL_TURN | signs.MARKED,
    needs=coverage.AUCTION, wants=coverage.DEALER,
)  # fmt: skip
