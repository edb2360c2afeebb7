"""A card exposed while the cards were dealt.

What: the recorder noted, before the first call, that a card of a hand was seen (`! exposed 5:JS`).
Cards shown later, in the auction or the play, are not this.

Why: everybody has seen a card that only one should know. The same dealer deals again.

Article: 2.4.1 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    early = [*replay.deal.events, *(e for before, e in replay.seen.call_events if not before)]
    for event in early:
        if event.kind is not EventKind.EXPOSED or event.seat is None:
            continue
        seat = event.seat.value
        if seat not in replay.table.after:
            continue
        card = event.cards[0].value if event.cards else None
        name = f"The {card.name}" if card is not None else "A card"
        yield Draft(
            Place.of(f"hand {seat}"),
            f"{name} in the hand of seat {seat} was seen while the cards were dealt.",
            seat=seat,
            at=At(seat=seat),
            span=event.span,
        )


RULE = Rule("card-exposed", "ruling", deal=check, signs=Sign.EVENT)
