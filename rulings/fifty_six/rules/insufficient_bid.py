"""A bid that is not above the last one.

What: a bid whose value is not higher than that of the bid standing.

Why: every bid must raise the contract. One that does not leaves the bid before it standing; where it
is the last word of the auction, the contract is for the committee.

Article: 3.1 with 3.4 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, by_seat, said_text, who
from fairdeal.rulings.frame.finding import Related
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        bid = fact.standing
        if not fact.faults & Sign.INSUFFICIENT or bid is None:
            continue
        message = (
            f"{who(fact.seat)} bid {said_text(fact)}: {fact.value} is not above the {bid.value} bid"
            f"{by_seat(bid.by)}."
        )
        first = replay.auction.calls[bid.call - 1]
        if first.meaning.kind is Kind.PASS:
            message = (
                f"{who(fact.seat)} bid {said_text(fact)}: seat {first.seat}'s first Pass counts as "
                f"{bid.value} no-trumps, and {fact.value} is not above that."
            )
        before = Related(Place.of(f"call {bid.call}"), f"{bid.value} {bid.trump} stood")
        yield about_call(replay, fact, message, related=(before,))


RULE = Rule(
    "insufficient-bid",
    "offence",
    deal=check,
    signs=Sign.INSUFFICIENT,
    needs=Has.AUCTION,
    within="auction",
    wants=Has.AUCTION_READABLE,
)
