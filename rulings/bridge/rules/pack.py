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

from rulings import coverage
from rulings.bridge.deal import BridgeReplay
from rulings.bridge.rules.rule import BridgeRule, make
from rulings.finding import Finding
from rulings.replay import signs
from rulings.rules.pack import excess, here_too, spot


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
