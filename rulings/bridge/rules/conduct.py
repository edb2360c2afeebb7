"""Behaviour at the table, as the recorder noted it.

What: a note of a remark or a gesture by a seat (`! conduct E "sighed at the lead"`). Whether it tells
something to the partner is for the Director: it is an infraction where his warning to the pair is noted
after it (`! warning EW`). Under the Alberta rules a pair's first infraction is that warning, and each
later one costs it 100 points. What dummy says of the play is `dummy-play`.

Why: partners may tell each other things by their calls and plays only.

Article: 13 of the Alberta rules (seed document 003); Law 73 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from fairdeal.records.cards import Seat
from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.finding import At, Remedy
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.deal import Happening
from fairdeal.rulings.replay.signs import Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    by_warning = replay.table.book.findings["conduct"].remedy == "warning"
    for number, happening in enumerate(replay.happenings):
        event = happening.event
        if event.kind is not EventKind.CONDUCT:
            continue
        seat = event.seat.value if event.seat is not None else None
        seat = seat if seat in replay.table.after else None
        place = happening.place or Place.of(f"hand {seat}" if seat else "dealer")
        if seat is not None and seat == replay.dummy and place.parts[0].startswith("trick"):
            continue
        unjudged = by_warning and not _warned(replay.happenings[number + 1 :], replay, seat)
        what = f': "{event.text}"' if event.text else ""
        yield Draft(
            place,
            f"The recorder noted the conduct of {who(seat)}{what}.",
            seat=seat,
            span=event.span,
            remedy=Remedy("committee") if unjudged else None,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
        )


def _warned(later: Sequence[Happening], replay: BridgeReplay, seat: Seat | None) -> bool:
    """Whether the seat's pair is warned before anything else is noted of anybody's conduct."""
    events = takewhile(lambda event: event.kind is not EventKind.CONDUCT, (h.event for h in later))
    teams = [each.team for each in events if each.kind is EventKind.WARNING]
    pair = replay.table.team[seat] if seat is not None else None
    return any(team is not None and team.value == pair for team in teams)


RULE = Rule("conduct", "offence", deal=check, signs=Sign.EVENT)
