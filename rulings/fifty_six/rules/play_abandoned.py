"""A deal given up after play had begun.

What: the recorder noted a redeal (`! redeal`) after the first card, and nothing in the record makes one
due: no card exposed, no wrong hand, no constraining hand, no defenders void in trumps.

Why: a deal once begun is played to its end, or a side could drop what goes badly.

Article: 4.5 of the international rules (seed document 000); 2.4.5 overrides it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.ruled import Ruled
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Has


def check(ruled: Ruled) -> Iterator[Draft]:
    replay = ruled.replay
    if not replay.played_on:
        return
    if any(each.remedy.kind == "redeal" for each in ruled.findings):
        return
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        number = place.number("trick") if place is not None else None
        if event.kind is EventKind.REDEAL and number is not None:
            yield Draft(
                Place.of(f"trick {number}"),
                f"The deal was given up in trick {number}, but the record shows no reason to deal again.",
                at=At(trick=number),
                span=event.span,
            )
            return


RULE = Rule("play-abandoned", "offence", ruled=check, ruled_needs=Has.PLAY)
