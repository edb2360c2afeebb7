"""A turn to call that was skipped without a word.

What: the recorder noted that a seat let its turn go by without a word (`! silence`). A turn that was
merely overtaken by a call out of turn is not this: it belongs to the one who called.

Why: everyone must bid or pass at each turn; silence may not be taken as a pass.

Article: 3.1 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for before, event in replay.auction.silences:
        seat = event.seat.value if event.seat else None
        if seat is None or seat not in replay.table.after:
            continue
        number = before + 1
        yield Draft(
            Place.of(f"call {number}"),
            f"Seat {seat} said nothing when it was its turn to call.",
            seat=seat,
            at=At(call=number, seat=seat),
            span=event.span,
        )


RULE = Rule("missing-call", "offence", deal=check, signs=Sign.SILENCE, needs=Has.AUCTION)
