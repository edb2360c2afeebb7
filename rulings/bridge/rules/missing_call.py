"""A turn to call that was skipped without a word.

What: the recorder noted that a seat let its turn go by without a word (`! silence E`). A turn that was
merely overtaken by a call out of turn is not this: it belongs to the one who called.

Why: everyone must call at each turn; silence may not be taken as a pass.

Article: 7 of the Alberta rules (seed document 003); Law 17 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for before, event in replay.auction.silences:
        seat = event.seat.value if event.seat else None
        if seat is None or seat not in replay.table.after:
            continue
        number = before + 1
        yield Draft(
            Place.of(f"call {number}"),
            f"{who(seat)} said nothing when it was their turn to call.",
            seat=seat,
            at=At(call=number, seat=seat),
            span=event.span,
        )


RULE = Rule("missing-call", "offence", deal=check, signs=Sign.SILENCE, needs=Has.AUCTION)
