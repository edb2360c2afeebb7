"""A first call that bids nothing where a bid is due, or a plus bid before any other.

What: the first call of a deal is a double or a redouble, or somebody says plus while nothing has been
bid, so that there is nothing to add to.

Why: the lead player must open with a bid of his own, and plus adds to the bid before.

Article: 3.1 with 1.6, for a later call 3.4, of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.OPENING:
            why = {
                Kind.BID: "there is no bid yet to add to",
                Kind.PASS: "the first call must be a bid",
            }.get(fact.meaning.kind, "there is no bid yet to double")
            first = fact.number == 1
            did = "opened the auction with" if first else "said"
            message = f"{who(fact.seat)} {did} {said_text(fact)}: {why}."
            yield about_call(replay, fact, message, article=None if first else "3.4")


RULE = Rule(
    "opening-bid",
    "offence",
    deal=check,
    signs=Sign.OPENING,
    needs=Has.AUCTION,
    within="auction",
)
