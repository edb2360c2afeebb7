"""A card that the pack does not hold, or holds less often.

What: the hands (or, without them, the play) have a third copy of a card, or a card of a rank that is
not in the pack. There is one finding for each card in excess, none for the card that is then missing.

Why: two packs give two of each card. A third was written for another, or strayed in from elsewhere.

Article: 1.5 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from records.cards import Card
from records.place import Place, Span
from records.seats import Seat
from rulings import coverage
from rulings.finding import At, Finding, Related
from rulings.replay import signs
from rulings.replay.deal import DealReplay
from rulings.rules.rule import Rule, card_place, card_span, hand_span, make

_Spot = tuple[Place, Seat | None, At, Span | None]


def check(replay: DealReplay) -> Iterator[Finding]:
    found: dict[Card, list[Place]] = {}
    copies = replay.table.copies
    for card, (place, seat, at, span) in _spots(replay):
        places = found.setdefault(card, [])
        allowed = copies if card in replay.table.pack else 0
        if len(places) >= allowed:
            count = f"is there {len(places) + 1} times; the pack has {copies}"
            message = f"The {card.name} " + (count if allowed else "is not in the pack") + "."
            yield make(
                replay, RULE.code, RULE.severity, place, message, seat=seat, at=at, span=span,
                related=tuple(Related(other, f"{card.text} here too") for other in places),
            )  # fmt: skip
        places.append(place)


def _spots(replay: DealReplay) -> Iterator[tuple[Card, _Spot]]:
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


RULE = Rule("pack", "offence", deal=check, signs=signs.PACK, wants=coverage.WHOLE_HANDS)
