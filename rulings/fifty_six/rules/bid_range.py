"""A bid below the lowest or above the highest that there is.

What: a bid that comes to less than 28 or more than 56.

Why: there are 56 points in the pack, and half of them is the least a side may undertake.

Article: 3.1 with 1.5, above the highest bid 1.6, of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    bids = replay.book.bids
    for fact in replay.auction.calls:
        if fact.faults & Sign.RANGE and fact.value is not None:
            limit = (
                f"below the lowest bid, {bids.lowest}"
                if fact.value < bids.lowest
                else f"above the highest bid, {bids.highest}"
            )
            message = f"{who(fact.seat)} bid {said_text(fact)}: {fact.value} is {limit}."
            # 1.6 names the highest bid; 3.1 the lowest.
            article = "1.6" if fact.value > bids.highest else None
            yield about_call(replay, fact, message, article=article)


RULE = Rule(
    "bid-range",
    "offence",
    deal=check,
    signs=Sign.RANGE,
    needs=Has.AUCTION,
    within="auction",
    wants=Has.AUCTION_READABLE,
)
