"""A bid that is not above the last one.

What: the level is lower than that of the last bid, or the same in a denomination that is not higher (clubs,
diamonds, hearts, spades, no-trumps). Where the next player calls, later bids have to be above this one, but
alone it makes no contract. Where the same player calls again, it is cancelled, and that call takes its place.
One that the record itself marks as insufficient is found too.

Why: the auction goes up, so that it ends.

Article: 7 with 3 of the Alberta rules (seed document 003); Law 27 of duplicate bridge.
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
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for made, shows in calls_with(replay, Sign.INSUFFICIENT, "I"):
        last = made.standing
        over = f"{last.value} {last.trump}" if last is not None else "any bid"
        message = f"{who(made.seat)} bid {said_text(made)}, which is not above {over}."
        more = Wrong()
        if not shows:
            but = f"it is above {over}" if made.words.value and last is not None else None
            if last is None or made.words.kind in (Kind.PASS, Kind.DOUBLE, Kind.REDOUBLE):
                but = "nothing was bid before" if last is None else "it is not a bid"
            what = f"{said_text(made)} of {who(made.seat)}"
            message, more = only_marked(what, "insufficient", but)
        yield about_call(
            replay,
            made,
            message,
            mark="I",
            setting="insufficient-stands",
            **more,
        )


RULE = Rule(
    "insufficient-bid",
    "offence",
    deal=check,
    signs=Sign.INSUFFICIENT | Sign.MARKED,
    needs=Has.AUCTION,
)
