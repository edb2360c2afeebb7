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
from rulings.rules.rule import Replayed, Rule, card_place, card_span, hand_span, make

Spot = tuple[Place, Seat | None, At, Span | None]


def check(replay: DealReplay) -> Iterator[Finding]:
    for card, (place, seat, at, span), others in excess(replay):
        count = f"is there {len(others) + 1} times; the pack has {replay.table.copies}"
        what = count if card in replay.table.pack else "is not in the pack"
        yield make(
            replay, RULE.code, RULE.severity, place, f"The {card.name} {what}.", seat=seat, at=at,
            span=span, related=here_too(card, others),
        )  # fmt: skip


def excess(replay: Replayed) -> Iterator[tuple[Card, Spot, list[Place]]]:
    """Every card written oftener than the pack has it, and the places where it stands before."""
    met: dict[Card, list[Place]] = {}
    for card, spot in _spots(replay):
        places = met.setdefault(card, [])
        if len(places) >= (replay.table.copies if card in replay.table.pack else 0):
            yield card, spot, list(places)
        places.append(spot[0])


def here_too(card: Card, others: list[Place]) -> tuple[Related, ...]:
    return tuple(Related(other, f"{card.text} here too") for other in others)


def _spots(replay: Replayed) -> Iterator[tuple[Card, Spot]]:
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
