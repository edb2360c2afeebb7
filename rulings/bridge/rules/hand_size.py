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
from fairdeal.rulings.bridge.rules.rule import BridgeRule, make, who
from fairdeal.rulings.fifty_six.replay import signs
from fairdeal.rulings.fifty_six.rules.rule import hand_span
from fairdeal.rulings.frame import coverage
from fairdeal.rulings.frame.finding import At, Finding


def check(replay: BridgeReplay) -> Iterator[Finding]:
    hands, full = replay.seen.hands, replay.table.hand
    sizes = {len(hand) for hand in hands.values()}
    if len(sizes) == 1 and len(hands) == 4 and min(sizes) < full and not replay.auction.calls:
        return
    for seat in replay.table.seats:
        hand = hands.get(seat)
        if hand is None or len(hand) == full:
            continue
        count = f"{len(hand)} card" + ("s" if len(hand) != 1 else "")
        yield make(
            replay, RULE.code, RULE.severity, Place.of(f"hand {seat}"),
            f"{who(seat)} was dealt {count} instead of {full}.",
            seat=seat, at=At(seat=seat), span=hand_span(replay.deal, seat),
        )  # fmt: skip


RULE = BridgeRule("hand-size", "offence", deal=check, signs=signs.HAND_SIZE, needs=coverage.HANDS)
