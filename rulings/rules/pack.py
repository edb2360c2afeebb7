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
from rulings.replay.play import TrickFact
from rulings.rules.rule import Replayed, Rule, card_place, card_span, hand_span, make

Spot = tuple[Place, Seat | None, At, Span | None]
Where = tuple[Seat, int, TrickFact | None]
"""A card's seat and its index, in a trick or (None) in the seat's hand."""


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
    met: dict[Card, list[Where]] = {}
    pack, copies = replay.table.pack, replay.table.copies
    for card, where in _cards(replay):
        others = met.setdefault(card, [])
        if len(others) >= (copies if card in pack else 0):
            yield card, _spot(replay, where), [_place(other) for other in others]
        others.append(where)


def here_too(card: Card, others: list[Place]) -> tuple[Related, ...]:
    return tuple(Related(other, f"{card.text} here too") for other in others)


def _cards(replay: Replayed) -> Iterator[tuple[Card, Where]]:
    """Every card dealt: those of the hands and, for hands not written, those of the play."""
    hands = replay.seen.hands
    for seat in replay.table.seats:
        for index, card in enumerate(hands.get(seat) or ()):
            if card is not None:
                yield card, (seat, index, None)
    if len(hands) == replay.table.players:
        return
    for fact in replay.play.tricks:
        for index, (player, card) in enumerate(zip(fact.seats, fact.cards, strict=True)):
            if card is not None and player is not None and player not in hands:
                yield card, (player, index, fact)


def _place(where: Where) -> Place:
    seat, index, fact = where
    return card_place(fact, index) if fact is not None else Place.of(f"hand {seat}", str(index + 1))


def _spot(replay: Replayed, where: Where) -> Spot:
    seat, index, fact = where
    if fact is None:
        return _place(where), seat, At(seat=seat), hand_span(replay.deal, seat, index)
    at = At(trick=fact.number, seat=seat, position=index + 1)
    return _place(where), seat, at, card_span(replay.deal, fact.number, index)


RULE = Rule("pack", "offence", deal=check, signs=signs.PACK, wants=coverage.WHOLE_HANDS)
