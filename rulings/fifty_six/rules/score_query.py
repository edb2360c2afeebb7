"""A question about the score once the bidding has begun.

What: the recorder noted that a seat asked or remarked about the score (`! score-query 4`) after the
first call of a deal and before its end.

Why: who knows the score bids to it; it may be checked between deals. Up to two points, for the
committee to set, if the other side asks for it.

Article: 5.5 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, who
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        if event.kind is not EventKind.SCORE_QUERY or event.seat is None:
            continue
        if place is None or happening.when == "closing":
            continue
        seat = event.seat.value if event.seat.value in replay.table.after else None
        yield Draft(
            place,
            f"{who(seat)} asked about the score when the bidding had begun.",
            seat=seat,
            span=event.span,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
        )


RULE = Rule("score-query", "offence", deal=check, signs=Sign.EVENT)
