"""The bids were reviewed.

What: the recorder noted that the auction was reviewed (`! review auction`; with the seat that asked for
it, `! review 4 auction`). It is excused where a note right after it says that a bid could not be heard
or that something disturbed the table.

Why: remembering the bids is part of the game; a review repeats what they told.

Article: 3.6 of the international rules (seed document 000). In a dispute the committee decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Sign

EXCUSES: Final = ("feeble", "quiet", "hear", "heard", "distract", "disturb", "noise", "interrupt")
"""Words of a note that excuse the review beside it."""


def check(replay: DealReplay) -> Iterator[Draft]:
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        if event.kind is not EventKind.REVIEW or "auction" not in (event.text or "").casefold():
            continue
        if place is None or excused(replay, event):
            continue
        seat = event.seat.value if event.seat is not None else None
        seat = seat if seat in replay.table.after else None
        yield Draft(
            place,
            f"Seat {seat} had the bids reviewed." if seat else "The bids were reviewed.",
            seat=seat,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
            span=event.span,
        )


def excused(replay: DealReplay, review: Event) -> bool:
    """Whether the note right after a review gives one of the reasons that excuse it."""
    events = replay.events
    for event, after in pairwise(events):
        if event is review and after.kind is EventKind.NOTE:
            words = (after.text or "").casefold()
            return any(excuse in words for excuse in EXCUSES)
    return False


RULE = Rule("auction-review", "offence", deal=check, signs=Sign.EVENT)
