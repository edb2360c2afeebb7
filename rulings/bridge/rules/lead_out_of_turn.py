"""A lead by a seat that had not the lead.

What: the first card of a trick comes from another seat than the one left of declarer, or than the one
who won the trick before. One that the record itself marks is found too.

Why: who leads is what winning a trick is for.

Article: 8 of the Alberta rules (seed document 003); Law 53 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import (
    ONLY_MARKED,
    BridgeRule,
    card_finding,
    cards_with,
    who,
)
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Finding


def check(replay: BridgeReplay) -> Iterator[Finding]:
    for fact, index, shows in cards_with(replay, signs.LEAD_TURN, "L"):
        due = (
            f"the first lead was {who(fact.leader)}'s"
            if fact.number == 1
            else f"{who(fact.leader)} had won the trick before"
        )
        message = f"{who(fact.seats[index])} led to trick {fact.number}, but {due}."
        if not shows:
            message = (
                f"The record marks the lead of {who(fact.seats[index])} to trick {fact.number} as "
                f"out of turn{ONLY_MARKED}"
            )
        yield card_finding(
            replay, RULE.code, RULE.severity, fact, index, message, mark="L",
            article="Law 54" if fact.number == 1 else None,
        )  # fmt: skip


RULE = BridgeRule(
    "lead-out-of-turn", "offence", deal=check, signs=signs.LEAD_TURN | signs.MARKED,
    needs=coverage.PLAY, wants=coverage.CONTRACT,
)  # fmt: skip
