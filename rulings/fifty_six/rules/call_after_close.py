"""A call when the auction was already over.

What: any call after a redouble, or a pass or double after all the others have passed. The bidder's own
pass then only declines the self-raise and is nothing; a bid then is judged as a self-raise.

Why: the contract is made, and what is said afterwards can only inform the partners.

Article: 3.3 with 1.2, after a redouble 3.8, of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign

_HOW = {
    "redouble": "the redouble had ended the auction",
    "passes": "all the others had passed and the auction was over",
    "raised": "only a double was still allowed after the self-raise",
    "final": "the auction was over",
    "highest": "the highest bid had ended the auction",
}


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.AFTER_CLOSE and fact.after is not None:
            message = f"{who(fact.seat)} said {said_text(fact)} after {_HOW[fact.after]}."
            article = "3.8" if fact.after == "redouble" else "3.3"
            yield about_call(
                replay,
                fact,
                message.replace("after only", "when only"),
                article=article,
            )


RULE = Rule(
    "call-after-close",
    "offence",
    deal=check,
    signs=Sign.AFTER_CLOSE,
    needs=Has.AUCTION,
    within="auction",
    wants=Has.AUCTION_READABLE,
)
