"""A bid after the close that is not a proper self-raise.

What: when all the others have passed, a bid by another seat than the bidder, in another suit, to
something else than a higher one of 40, 48 and 56, a second time, after the bidder's own Pass, or
over a double let stand. A bid after a redouble is `call-after-close`.

Why: the bidder alone may lift his own contract, once, to the next rungs of the award table. Anything
else reopens an auction that is over; the contract before it stays.

Article: 3.3 with 3.8 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.calls import CallFact
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.SELF_RAISE:
            reason = next(_why(replay, fact), "it is not allowed here")
            message = (
                f"{who(fact.seat)} bid {said_text(fact)} after the auction was over: {reason}."
            )
            yield about_call(replay, fact, message)


def _why(replay: DealReplay, fact: CallFact) -> Iterator[str]:
    """Why the bid is not a self-raise, what decides first: who may raise at all, then how."""
    bid = fact.standing
    rungs = replay.book.auction.self_raise
    if bid is None or fact.seat != bid.by:
        yield "only the bidder may raise"
    if fact.after in ("raised", "final"):
        yield "the contract was raised already"
    if bid is not None and fact.seat == bid.by and _declined(replay, fact):
        yield "the bidder had passed after all the others"
    if fact.doubled > 1:
        yield "a doubled contract is not raised"
    if bid is not None and fact.trump is not None and fact.trump != bid.trump:
        yield "the suit may not change"
    if fact.value not in rungs or (bid is not None and fact.value <= bid.value):
        *others, last = map(str, rungs)
        yield f"a raise must be to {', '.join(others)} or {last}, and above the bid"


def _declined(replay: DealReplay, fact: CallFact) -> bool:
    """Whether the bidder had passed when the others had let the bid stand."""
    return any(
        each.after == "passes" and each.meaning.kind is Kind.PASS and each.seat == fact.seat
        for each in replay.auction.calls[: fact.number - 1]
    )


RULE = Rule(
    "self-raise",
    "offence",
    deal=check,
    signs=Sign.SELF_RAISE,
    needs=Has.AUCTION,
    within="auction",
    wants=Has.AUCTION_READABLE,
)
