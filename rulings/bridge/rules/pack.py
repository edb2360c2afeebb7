"""A card that is in the deal twice.

What: the hands (or, without them, the play) have a card a second time. There is one finding for each
card in excess, none for the card that is then missing.

Why: the pack has each card once. The second was written for another, or came from another pack.

Article: 3 of the Alberta rules (seed document 003); Law 1 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from records.cards import Card
from records.place import Place, Span
from records.seats import Seat
from rulings import coverage
from rulings.bridge.deal import BridgeReplay
from rulings.bridge.rules.rule import BridgeRule, make
from rulings.finding import At, Finding, Related
from rulings.replay import signs
from rulings.rules.rule import card_place, card_span, hand_span

_Spot = tuple[Place, Seat, At, Span | None]


def check(replay: BridgeReplay) -> Iterator[Finding]:
    found: dict[Card, list[Place]] = {}
    for card, (place, seat, at, span) in _spots(replay):
        places = found.setdefault(card, [])
        if len(places) >= replay.table.copies:
            yield make(
                replay, RULE.code, RULE.severity, place,
                f"The {card.name} is there {len(places) + 1} times; the pack has it once.",
                seat=seat, at=at, span=span,
                related=tuple(Related(other, f"{card.text} here too") for other in places),
            )  # fmt: skip
        places.append(place)


def _spots(replay: BridgeReplay) -> Iterator[tuple[Card, _Spot]]:
    """Every card dealt, where it is written: in a hand or, for hands not written, in the play."""
    for seat in replay.table.seats:
        for index, card in enumerate(replay.seen.hands.get(seat) or ()):
            if card is not None:
                place = Place.of(f"hand {seat}", str(index + 1))
                yield card, (place, seat, At(seat=seat), hand_span(replay.deal, seat, index))
    for fact in replay.play.tricks:
        for index, (player, card) in enumerate(zip(fact.seats, fact.cards, strict=True)):
            if card is not None and player is not None and player not in replay.seen.hands:
                at = At(trick=fact.number, seat=player, position=index + 1)
                span = card_span(replay.deal, fact.number, index)
                yield card, (card_place(fact, index), player, at, span)


RULE = BridgeRule("pack", "offence", deal=check, signs=signs.PACK, wants=coverage.WHOLE_HANDS)
