"""A bid below the lowest or above the highest that there is.

What: a bid that comes to less than 28 or more than 56.

Why: there are 56 points in the pack, and half of them is the least a side may undertake.

Article: 3.1 with 1.5 and 1.6 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, call_finding, said_text, who
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Finding


def check(replay: DealReplay) -> Iterator[Finding]:
    bids = replay.book.bids
    for fact in replay.auction.calls:
        if fact.faults & signs.RANGE and fact.value is not None:
            limit = (
                f"below the lowest bid, {bids.lowest}"
                if fact.value < bids.lowest
                else f"above the highest bid, {bids.highest}"
            )
            message = f"{who(fact.seat)} bid {said_text(fact)}: {fact.value} is {limit}."
            yield call_finding(replay, RULE.code, RULE.severity, fact, message)


RULE = Rule(
    "bid-range", "offence", deal=check, signs=signs.RANGE, needs=coverage.AUCTION,
    within="auction", wants=coverage.AUCTION_READABLE,
)  # fmt: skip
