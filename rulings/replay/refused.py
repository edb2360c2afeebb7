"""Leads and plays out of turn that were taken back, another seat playing in their place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairdeal.records.cards import Card, Seat
from fairdeal.records.record import Event, EventKind
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.events import Happening
from fairdeal.rulings.replay.play import TrickFact


@dataclass(frozen=True, slots=True)
class Refused:
    """A card of `seat` that did not stand, and the one (`index`, from 0) that did in its place."""

    event: Event
    seat: Seat
    fact: TrickFact
    index: int

    @property
    def cards(self) -> list[Card]:
        return [card.value for card in self.event.cards if card.value is not None]


def refused(replay: Replayed[Any, Any]) -> Iterator[Refused]:
    """Every such card, in the order noted. A card taken back whose turn it was is none."""
    for happening in replay.happenings:
        event = happening.event
        seat = event.seat.value if event.seat is not None else None
        if event.kind is not EventKind.RETRACTED or event.replaced_seat is None or seat is None:
            continue
        found = _stood(replay, happening)
        if found is None or seat not in replay.table.after:
            continue
        fact, index = found
        due = fact.leader if not index else fact.seats[index]
        if due is not None and due != seat:
            yield Refused(event, seat, fact, index)


def _stood(replay: Replayed[Any, Any], happening: Happening) -> tuple[TrickFact, int] | None:
    """Where the card that stood was played: an event before a trick's first card may be of that trick."""
    card = happening.event.replaced_by.value if happening.event.replaced_by is not None else None
    at = happening.place.number("trick") if happening.place is not None else None
    for fact in replay.play.tricks:
        if fact.number in (at or 0, (at or 0) + 1) and card is not None and card in fact.cards:
            return fact, fact.cards.index(card)
    return None
