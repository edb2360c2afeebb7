"""A closed trick looked at again too late.

What: the recorder noted a look back at a trick (`! review trick`) when both sides had already played to
a later one. Until one's own side has led or played to the next trick it is allowed.

Why: remembering what was played is part of the game.

Article: 8 of the Alberta rules (seed document 003); Law 66 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.record import EventKind
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import card_place
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    team = replay.table.team
    for place, (seen, fact) in enumerate(zip(replay.seen.tricks, replay.play.tricks, strict=True)):
        for before, event in seen.events:
            if event.kind is not EventKind.REVIEW or event.text != "trick" or not place:
                continue
            sides = {team[seat] for seat in fact.seats[:before] if seat is not None}
            if len(sides) < 2 or before >= replay.table.players:
                continue
            yield Draft(
                card_place(fact, before - 1),
                f"A closed trick was looked at again when both sides had played to trick "
                f"{fact.number}.",
                at=At(trick=fact.number, position=before),
                span=event.span,
            )


RULE = Rule("trick-review", "offence", deal=check, signs=Sign.EVENT, needs=Has.PLAY)
