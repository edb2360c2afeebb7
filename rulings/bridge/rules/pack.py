"""A card that is in the deal twice.

What: the hands (or, without them, the play) have a card a second time. There is one finding for each
card in excess, none for the card that is then missing; one finding counts them all where a card is
there more than three times too often.

Why: the pack has each card once. The second was written for another, or came from another pack;
nobody is blamed for it.

Article: 3 of the Alberta rules (seed document 003); Law 1 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.contradictions import excess, here_too, spot
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    for each in excess(replay):
        place, seat, at, span = spot(replay, each.where)
        found = Draft(
            place,
            f"The {each.card.name} is written {each.count} times; the pack has it once.",
            seat=seat,
            at=at,
            span=span,
            related=here_too(place, each),
        )
        yield replace(found, count=each.found) if each.found > 1 else found


RULE = Rule("pack", "entry", deal=check, signs=Sign.PACK, wants=Has.WHOLE_HANDS)
