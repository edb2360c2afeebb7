"""A double that there was nothing to double for.

What: a double of the own side's bid, of a bid already doubled, or with no bid standing. A double out
of turn that is otherwise good stands.

Why: a double answers the other side's bid. One that answers nothing is void and leaves things as they
were.

Article: 3.8 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.calls import CallFact
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, by_seat, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.DOUBLE:
            message = f"{who(fact.seat)} doubled, but {_why(replay, fact)}."
            yield about_call(replay, fact, message)


def _why(replay: DealReplay, fact: CallFact) -> str:
    bid = fact.standing
    if bid is None:
        return "there was no bid to double"
    if fact.doubled > 1:
        return f"the bid of {bid.value}{by_seat(bid.by)} was doubled already"
    team = replay.table.team
    if bid.by is not None and fact.seat is not None and team[bid.by] == team[fact.seat]:
        return f"the bid of {bid.value} by seat {bid.by} was by its own side"
    return f"the bid of {bid.value} may not be doubled"


RULE = Rule(
    "double-inadmissible",
    "offence",
    deal=check,
    signs=Sign.DOUBLE,
    needs=Has.AUCTION,
    within="auction",
)
