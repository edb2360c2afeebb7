"""A redouble without a double of the own side's bid.

What: a redouble when the bid standing is not doubled, or is the other side's, or is redoubled.

Why: a redouble answers a double of one's own side's bid and ends the auction. One that answers nothing
is void: the auction goes on.

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
        if fact.faults & Sign.REDOUBLE:
            message = f"{who(fact.seat)} redoubled, but {_why(fact)}."
            yield about_call(replay, fact, message)


def _why(fact: CallFact) -> str:
    bid = fact.standing
    if bid is None:
        return "there was no bid"
    if fact.doubled == 1:
        return f"the bid of {bid.value}{by_seat(bid.by)} had not been doubled"
    return f"the bid of {bid.value} was made by the other side, seat {bid.by}"


RULE = Rule(
    "redouble-inadmissible",
    "offence",
    deal=check,
    signs=Sign.REDOUBLE,
    needs=Has.AUCTION,
    within="auction",
)
