"""A first call that bids nothing where a bid is due.

What: the first call of a deal is a double, a redouble or a plus bid, which has nothing to add to.

Why: the lead player must open with a bid of his own.

Article: 3.1 with 1.6 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.OPENING:
            why = {
                Kind.BID: "there is no bid yet to add to",
                Kind.PASS: "the first call must be a bid",
            }.get(fact.meaning.kind, "there is no bid yet to double")
            message = f"{who(fact.seat)} opened the auction with {said_text(fact)}: {why}."
            yield about_call(replay, fact, message)


RULE = Rule(
    "opening-bid",
    "offence",
    deal=check,
    signs=Sign.OPENING,
    needs=Has.AUCTION,
    within="auction",
)
