"""Behaviour at the table, as the recorder noted it.

What: a note of a signal, a remark or a pre-arranged term by a seat (`! conduct 2 "tapped the table"`).

Why: partners may tell each other their cards by the approved bids only. What was noted is for the
committee to weigh.

Article: 3.0 with 3.4 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for happening in replay.happenings:
        event = happening.event
        if event.kind is not EventKind.CONDUCT:
            continue
        seat = event.seat.value if event.seat is not None else None
        seat = seat if seat in replay.table.after else None
        place = happening.place or Place.of(f"hand {seat}" if seat else "dealer")
        whose = f"seat {seat}" if seat is not None else "somebody"
        what = f': "{event.text}"' if event.text else ""
        yield Draft(
            place,
            f"The recorder noted the conduct of {whose}{what}.",
            seat=seat,
            span=event.span,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
        )


RULE = Rule("conduct", "offence", deal=check, signs=Sign.EVENT)
