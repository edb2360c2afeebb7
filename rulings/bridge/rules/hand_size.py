"""A hand of more or fewer than thirteen cards.

What: a hand written down with another number of cards than thirteen. Cards that could not be read
count, as they are there. Four equal hands without an auction are the end of a deal, and no fault.

Why: with a wrong number of cards the deal cannot be played out.

Article: 6 with note 2 of the Alberta rules (seed document 003); Law 13 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.replay.places import hand_span
from fairdeal.rulings.replay.signs import Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    hands, full = replay.seen.hands, replay.table.hand
    sizes = {len(hand) for hand in hands.values()}
    if len(sizes) == 1 and len(hands) == 4 and min(sizes) < full and not replay.auction.calls:
        return
    for seat in replay.table.seats:
        hand = hands.get(seat)
        if hand is None or len(hand) == full:
            continue
        count = f"{len(hand)} card" + ("s" if len(hand) != 1 else "")
        yield Draft(
            Place.of(f"hand {seat}"),
            f"{who(seat)} was dealt {count} instead of {full}.",
            seat=seat,
            at=At(seat=seat),
            span=hand_span(replay.deal, seat),
        )


RULE = Rule("hand-size", "offence", deal=check, signs=Sign.HAND_SIZE, needs=Has.HANDS)
