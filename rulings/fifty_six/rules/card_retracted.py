"""A card taken back after it was exposed.

What: the recorder noted that a seat took back a card it had played and put another in its place
(`! retracted 4:KS -> 4:QD`). It is excused where the first card was a slip that did not follow suit,
the second does, and it was named before the next lead.

Why: a card that has been seen is played. Taking it back, above all for another of the same suit, gives
away what is held.

Article: 4.4 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.events import Event, EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule, about_card, who
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.signs import Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    for seen, fact in zip(replay.seen.tricks, replay.play.tricks, strict=True):
        for before, event in seen.events:
            if event.kind is not EventKind.RETRACTED:
                continue
            index = _card(fact, event, before)
            if index is None or _excused(fact, event, index):
                continue
            back = event.cards[0].value if event.cards else None
            stood = fact.cards[index]
            swap = f"for the {stood.name} " if stood is not None else ""
            message = (
                f"{who(fact.seats[index])} took back the "
                f"{back.name if back is not None else 'card'} {swap}in trick {fact.number}."
            )
            yield about_card(replay, fact, index, message)


def _card(fact: TrickFact, event: Event, before: int) -> int | None:
    """Which card of the trick the event is about: the seat's own, else the one just before it."""
    seat = event.seat.value if event.seat is not None else None
    if seat in fact.seats:
        return fact.seats.index(seat)
    return before - 1 if before else None


def _excused(fact: TrickFact, event: Event, index: int) -> bool:
    """A slip that broke the cardinal rule, put right before the next lead (`fact` has the event)."""
    lead = fact.cards[0]
    back = event.cards[0].value if event.cards else None
    stood = event.replaced_by.value if event.replaced_by is not None else fact.cards[index]
    if not index or lead is None or back is None or stood is None or event.at is not None:
        return False
    return back.suit != lead.suit and stood.suit == lead.suit


RULE = Rule("card-retracted", "offence", deal=check, signs=Sign.EVENT, needs=Has.PLAY)
