"""A first call that bids nothing where a bid is due.

What: the first call of a deal is a double, a redouble or a plus bid, which has nothing to add to.

Why: the lead player must open with a bid of his own.

Article: 3.1 with 1.6 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings import coverage
from rulings.finding import Finding
from rulings.replay import signs
from rulings.replay.deal import DealReplay
from rulings.replay.meaning import Kind
from rulings.rules.rule import Rule, call_finding, said_text, who


def check(replay: DealReplay) -> Iterator[Finding]:
    for fact in replay.auction.calls:
        if fact.faults & signs.OPENING:
            why = {
                Kind.BID: "there is no bid yet to add to",
                Kind.PASS: "the first call must be a bid",
            }.get(fact.meaning.kind, "there is no bid yet to double")
            message = f"{who(fact.seat)} opened the auction with {said_text(fact)}: {why}."
            yield call_finding(replay, RULE.code, RULE.severity, fact, message)


RULE = Rule(
    "opening-bid", "offence", deal=check, signs=signs.OPENING,
    needs=coverage.AUCTION, within="auction",
)  # fmt: skip
