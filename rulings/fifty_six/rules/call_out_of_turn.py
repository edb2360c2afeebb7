"""A call made when it was another seat's turn.

What: a call, pass or double by a seat that was not next. It stands. The seat passed over may then
call, or the turn goes on from the one who acted; neither is a further fault.

Why: a call out of turn tells the partners something before its time. The first time costs the team
a warning, after that a point, if the other side objects.

Article: 3.2 of the international rules (seed document 000). To whom the warning is given, and for how
long it counts, is the setting `warning-scope`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_call, said_text, who
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for fact in replay.auction.calls:
        if fact.faults & Sign.CALL_TURN:
            message = f"{who(fact.seat)} said {said_text(fact)} when it was seat {fact.due}'s turn."
            yield about_call(replay, fact, message, setting="warning-scope")


RULE = Rule(
    "call-out-of-turn",
    "offence",
    deal=check,
    signs=Sign.CALL_TURN,
    needs=Has.AUCTION,
    within="auction",
    wants=Has.DEALER,
)
