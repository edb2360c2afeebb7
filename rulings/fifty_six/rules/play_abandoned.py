"""A deal given up after play had begun.

What: the recorder noted a redeal (`! redeal`) after the first card, and nothing in the record makes one
due: no card exposed, no wrong hand, no constraining hand, no defenders void in trumps.

Why: a deal once begun is played to its end, or a side could drop what goes badly.

Article: 4.5 of the international rules (seed document 000); 2.4.5 overrides it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.rules.rule import Rule, acts, make
from fairdeal.rulings.fifty_six.session import Ruled
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import At, Finding


def check(ruled: Ruled) -> Iterator[Finding]:
    replay = ruled.replay
    if not replay.event(EventKind.REDEAL) or not replay.played_on:
        return
    if any(each.remedy.kind == "redeal" for each in ruled.findings):
        return
    for place, event in acts(replay):
        if event.kind is EventKind.REDEAL and place.parts[0].startswith("trick"):
            number = place.number("trick")
            yield make(
                replay, RULE.code, RULE.severity, Place.of(f"trick {number}"),
                f"The deal was given up in trick {number}, and nothing recorded asks for a redeal.",
                at=At(trick=number), span=event.span,
            )  # fmt: skip
            return


RULE = Rule("play-abandoned", "offence", ruled=check, ruled_needs=coverage.PLAY)
