"""A bid in a form that the rulebook neither approves nor bars.

What: after the first call, plus with no-trumps, or plus noes without a number.

Why: the lists leave these forms open, so it is for the committee to say how it takes them. This is
advice, not an offence, and the bid stands.

Article: 3.4 of the international rules (seed document 000), which bars them as the first call only.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.UNLISTED:
            message = f"{who(fact.seat)} said {said_text(fact)}: this form is neither approved nor barred."
            yield about_call(replay, fact, message, setting="unlisted-forms")


RULE = Rule(
    "unlisted-bid",
    "advice",
    deal=check,
    signs=Sign.UNLISTED,
    needs=Has.AUCTION,
    within="auction",
)
