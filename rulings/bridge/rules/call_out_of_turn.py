"""A call made when it was another seat's turn.

What: a call, pass or double by a seat that was not next. The seat passed over may then call, or the turn goes
on from the one who acted; neither is a further fault. Where the turn goes back the call is cancelled: later
calls are not compared with it, and it may be made again in turn. A call at the turn of a player who has to
pass is in turn. One that the record itself marks is found too.

Why: a call out of turn tells the partner something before its time.

Article: 5 with 7 and 12 of the Alberta rules (seed document 003); Law 29 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import (
    Rule,
    Wrong,
    about_call,
    calls_with,
    only_marked,
    said_text,
    who,
)
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for made, shows in calls_with(replay, Sign.CALL_TURN, "S"):
        message = f"{who(made.seat)} said {said_text(made)} when it was {who(made.due)}'s turn."
        more = Wrong()
        if not shows:
            in_turn = made.seat is not None and made.seat == made.due
            alone = in_turn and not replay.signs & Sign.CALL_TURN
            but = f"it was {who(made.due)}'s turn" if alone else None
            what = f"{said_text(made)} of {who(made.seat)}"
            message, more = only_marked(what, "out of turn", but)
        yield about_call(replay, made, message, mark="S", **more)


RULE = Rule(
    "call-out-of-turn",
    "offence",
    deal=check,
    signs=Sign.CALL_TURN | Sign.MARKED,
    needs=Has.AUCTION,
    wants=Has.DEALER,
)
