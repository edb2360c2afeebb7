"""Notes on the cards laid down in a claim (4.10). They decide nothing by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fairdeal.records.cards import Card, Seat
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.claim import ClaimFact
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.frame.finding import Note


def notes_on_claims(world: DealReplay) -> list[Note]:
    """Cards of a claim that its seat had not left, and two cards exposed that may have been a claim."""
    claim = world.claim
    return list(_not_left(world, claim) if claim is not None else _exposed(world))


def _not_left(world: DealReplay, claim: ClaimFact) -> Iterator[Note]:
    hand = world.dealt.get(claim.seat)
    played = Counter(_played_before(world, claim))
    left = None if hand is None or hand.unknown else Counter(hand.cards) - played
    for entry in claim.event.cards:
        card = entry.value
        if card is None or left is None or left[card]:
            continue
        what = "had played already" if played[card] else "does not hold"
        words = (
            f"The claim of seat {claim.seat} names the {card.name}, which it {what}; the claim is "
            "judged by the cards that were left."
        )
        yield Note(words, world.seen.game, span=claim.event.span, severity="warning")


def _played_before(world: DealReplay, claim: ClaimFact) -> Iterator[Card]:
    for fact in world.play.tricks:
        count = claim.index if fact.number == claim.trick else len(fact.cards)
        if fact.number > claim.trick:
            return
        for seat, card in list(zip(fact.seats, fact.cards, strict=True))[:count]:
            if seat == claim.seat and card is not None:
                yield card


def _exposed(world: DealReplay) -> Iterator[Note]:
    """Two cards or more that a seat laid down during the play, with no claim recorded."""
    exposed: Counter[Seat] = Counter()
    for trick in world.seen.tricks:
        for _, event in trick.events:
            if event.kind is EventKind.EXPOSED and event.seat is not None and event.seat.value:
                exposed[event.seat.value] += len(event.cards)
    for seat, count in exposed.items():
        if count > 1:
            words = (
                f"Seat {seat} exposed {count} cards during the play. By 4.10 two cards laid down claim "
                "all tricks that remain; no claim is recorded, so none is judged."
            )
            yield Note(words, world.seen.game)
