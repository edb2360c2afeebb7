"""A card that is in the deal twice.

What: the hands (or, without them, the play) have a card a second time. There is one finding for each
card in excess, none for the card that is then missing; one finding counts them all where a card is
there more than three times too often.

Why: the pack has each card once. The second was written for another, or came from another pack.

Article: 3 of the Alberta rules (seed document 003); Law 1 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import BridgeRule, make
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.rules.pack import excess, here_too, spot
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import Finding


def check(replay: BridgeReplay) -> Iterator[Finding]:
    for each in excess(replay):
        place, seat, at, span = spot(replay, each.where)
        found = make(
            replay, RULE.code, RULE.severity, place,
            f"The {each.card.name} is there {each.count} times; the pack has it once.",
            seat=seat, at=at, span=span, related=here_too(place, each),
        )  # fmt: skip
        yield replace(found, count=each.found) if each.found > 1 else found


RULE = BridgeRule("pack", "offence", deal=check, signs=signs.PACK, wants=coverage.WHOLE_HANDS)
