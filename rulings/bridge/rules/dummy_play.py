"""Dummy taking part in the play.

What: the recorder noted a claim by dummy, or an impropriety of dummy's once the play had begun
(`! claim S: AS KS`, `! conduct S "told declarer where to win"`).

Why: declarer plays both hands alone; dummy's cards lie open and its player has no say.

Article: 8 of the Alberta rules (seed document 003); Law 43 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.events import EventKind
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import BridgeRule, make, who
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.rules.rule import act_of
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import At, Finding

_ACTS = {EventKind.CLAIM: "claimed tricks", EventKind.CONDUCT: "took part in the play"}


def check(replay: BridgeReplay) -> Iterator[Finding]:
    dummy = replay.dummy
    for event in replay.events:
        seat = event.seat.value if event.seat is not None else None
        if dummy is None or seat != dummy or event.kind not in _ACTS:
            continue
        place = act_of(replay, event)
        if place is None or not place.parts[0].startswith("trick"):
            continue
        what = f': "{event.text}"' if event.text else ""
        yield make(
            replay, RULE.code, RULE.severity, place,
            f"{who(dummy)}, who was dummy, {_ACTS[event.kind]}{what}.",
            seat=dummy, span=event.span, at=At(trick=place.number("trick"), seat=dummy),
        )  # fmt: skip


RULE = BridgeRule(
    "dummy-play", "offence", deal=check, signs=signs.EVENT, needs=coverage.PLAY | coverage.CONTRACT
)
