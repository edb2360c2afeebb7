"""A bid that is not above the last one.

What: a bid whose value is not higher than that of the bid standing.

Why: every bid must raise the contract. One that does not leaves the bid before it standing; where it
is the last word of the auction, the contract is for the committee.

Article: 3.1 with 3.4 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, by_seat, call_finding, said_text, who
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Finding, Related


def check(replay: DealReplay) -> Iterator[Finding]:
    for fact in replay.auction.calls:
        bid = fact.standing
        if not fact.faults & signs.INSUFFICIENT or bid is None:
            continue
        message = (
            f"{who(fact.seat)} bid {said_text(fact)}, which comes to {fact.value}: not above the "
            f"{bid.value} bid{by_seat(bid.by)}."
        )
        before = Related(Place.of(f"call {bid.call}"), f"{bid.value} {bid.trump} stood")
        yield call_finding(replay, RULE.code, RULE.severity, fact, message, related=(before,))


RULE = Rule(
    "insufficient-bid", "offence", deal=check, signs=signs.INSUFFICIENT, needs=coverage.AUCTION,
    within="auction", wants=coverage.AUCTION_READABLE,
)  # fmt: skip
