"""Cards taken back after they were exposed: which card it was, and whether the next lead had been made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairdeal.records.cards import Card
from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.replay.deal import refused
from fairdeal.rulings.replay.play import TrickFact


@dataclass(frozen=True, slots=True)
class Retraction:
    """A card `back` of a trick taken back for another, that `stood`. `index` counts its cards from 0.

    `late`: named only after the next lead.
    """

    fact: TrickFact
    index: int
    back: Card | None
    stood: Card | None
    late: bool

    @property
    def slip(self) -> bool:
        """Whether the card taken back did not follow suit, and the one that stood does."""
        lead = self.fact.cards[0]
        if not self.index or lead is None or self.back is None or self.stood is None:
            return False
        return self.back.suit != lead.suit and self.stood.suit == lead.suit


def retractions(replay: DealReplay) -> Iterator[Retraction]:
    """Every card taken back, in the order noted."""
    tricks = replay.play.tricks
    out_of_turn = [each.event for each in refused(replay)]
    for number, seen in enumerate(replay.seen.tricks):
        for before, event in seen.events:
            if event.kind is EventKind.RETRACTED and event not in out_of_turn:
                yield from _retraction(replay, event, number, before)
    for event in replay.deal.closing:
        if event.kind is EventKind.RETRACTED and event.at is not None and tricks:
            yield from _retraction(replay, event, len(tricks) - 1, len(tricks[-1].cards))


def _retraction(replay: DealReplay, event: Event, number: int, before: int) -> Iterator[Retraction]:
    """The card that an event is about; it stands in a trick (from 0) after so many of its cards."""
    here = replay.play.tricks[number]
    fact, seat = here, event.seat.value if event.seat is not None else None
    if event.at is not None:
        at = event.at.within_deal()
        named = at.number("trick")
        found = [each for each in replay.play.tricks if each.number == named]
        if not found:
            return
        fact = found[0]
    if seat in fact.seats:
        index = fact.seats.index(seat)
    elif before and fact is here:
        index = before - 1
    else:
        return
    led = here.number if before else here.number - 1
    back = event.cards[0].value if event.cards else None
    stood = event.replaced_by.value if event.replaced_by is not None else fact.cards[index]
    yield Retraction(fact, index, back, stood, led > fact.number)
