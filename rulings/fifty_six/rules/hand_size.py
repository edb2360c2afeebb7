"""A hand of more or fewer cards than are dealt.

What: a hand written down with another number of cards than eight. Cards that could not be read count,
as they are there.

Why: with a wrong number of cards the deal cannot be played out; the same dealer deals again.

Article: 2.4.2 with 1.5 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.replay.places import hand_span
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for seat in replay.table.seats:
        hand = replay.seen.hands.get(seat)
        if hand is None or len(hand) == replay.table.hand:
            continue
        count = f"{len(hand)} card" + ("s" if len(hand) != 1 else "")
        yield Draft(
            Place.of(f"hand {seat}"),
            f"Seat {seat} was dealt {count} instead of {replay.table.hand}.",
            seat=seat,
            at=At(seat=seat),
            span=hand_span(replay.deal, seat),
        )


RULE = Rule("hand-size", "offence", deal=check, signs=Sign.HAND_SIZE, needs=Has.HANDS)
