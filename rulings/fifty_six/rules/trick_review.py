"""A closed trick looked at again after the next lead.

What: the recorder noted a look back at a trick (`! review trick`) when a card of a later trick was
already on the table. Before the next lead it is allowed.

Why: remembering what was played is part of the game.

Article: 4.6 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.auction_review import excused
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import card_place
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    size = replay.table.players
    for place, (seen, fact) in enumerate(zip(replay.seen.tricks, replay.play.tricks, strict=True)):
        for before, event in seen.events:
            trick = event.kind is EventKind.REVIEW and event.text == "trick"
            if not trick or not place or not 0 < before < size or excused(replay, event):
                continue
            act = card_place(fact, before - 1)
            yield Draft(
                act,
                f"A closed trick was looked at again after trick {fact.number} had begun.",
                at=At(trick=fact.number, position=before),
                span=event.span,
            )


RULE = Rule("trick-review", "offence", deal=check, signs=Sign.EVENT, needs=Has.PLAY)
