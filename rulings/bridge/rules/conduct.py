"""Behaviour at the table, as the recorder noted it.

What: a note of a remark or a gesture by a seat (`! conduct E "sighed at the lead"`). Under the Alberta
rules the pair's first is a warning, each later one costs it 100 points. What dummy says of the play is
`dummy-play`.

Why: partners may tell each other things by their calls and plays only.

Article: 13 of the Alberta rules (seed document 003); Law 73 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.replay.signs import Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for happening in replay.happenings:
        event = happening.event
        if event.kind is not EventKind.CONDUCT:
            continue
        seat = event.seat.value if event.seat is not None else None
        seat = seat if seat in replay.table.after else None
        place = happening.place or Place.of(f"hand {seat}" if seat else "dealer")
        if seat is not None and seat == replay.dummy and place.parts[0].startswith("trick"):
            continue
        what = f': "{event.text}"' if event.text else ""
        yield Draft(
            place,
            f"The recorder noted the conduct of {who(seat)}{what}.",
            seat=seat,
            span=event.span,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
        )


RULE = Rule("conduct", "offence", deal=check, signs=Sign.EVENT)
