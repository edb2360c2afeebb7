"""Dummy taking part in the play.

What: the recorder noted a claim by dummy, or an impropriety of dummy's once the play had begun
(`! claim S: AS KS`, `! conduct S "told declarer where to win"`).

Why: declarer plays both hands alone; dummy's cards lie open and its player has no say.

Article: 8 of the Alberta rules (seed document 003); Law 43 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.record import EventKind
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has, Sign

_ACTS = {EventKind.CLAIM: "claimed tricks", EventKind.CONDUCT: "took part in the play"}


def check(replay: BridgeReplay) -> Iterator[Draft]:
    dummy = replay.dummy
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        seat = event.seat.value if event.seat is not None else None
        if dummy is None or seat != dummy or event.kind not in _ACTS:
            continue
        if place is None or not place.parts[0].startswith("trick"):
            continue
        what = f': "{event.text}"' if event.text else ""
        yield Draft(
            place,
            f"{who(dummy)}, who was dummy, {_ACTS[event.kind]}{what}.",
            seat=dummy,
            span=event.span,
            at=At(trick=place.number("trick"), seat=dummy),
        )


RULE = Rule("dummy-play", "offence", deal=check, signs=Sign.EVENT, needs=Has.PLAY | Has.CONTRACT)
