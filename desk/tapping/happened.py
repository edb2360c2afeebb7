"""What happened beside calls and cards, tapped: events, their cards, and a card taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from fairdeal.desk.tapping.draft import Step
from fairdeal.desk.tapping.lines import events_in
from fairdeal.desk.tapping.taken import Asked, Taken, count_of, one_line, seat_in
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import doubt
from fairdeal.grammar.notation.drafts import DealDraft, TrickDraft
from fairdeal.records.cards import Card
from fairdeal.records.deal import Play
from fairdeal.records.doubt import Entry, absent
from fairdeal.records.events import Event, EventKind
from fairdeal.records.place import Place
from fairdeal.records.seats import Seat

WITH_CARDS: Final = {"exposed": EventKind.EXPOSED, "claim": EventKind.CLAIM}
"""Events of which the cards are tapped afterwards."""


def event(found: Taken, step: Step) -> None:
    """An event in the notation, without its cards where these are tapped: ``exposed 2``, ``objection A``."""
    word, _, who = step.value.partition(" ")
    if word in WITH_CARDS:
        made = Event(WITH_CARDS[word], seat=seat_in(replace(step, value=who)))
        items = happened(found, made)
        found.asked = Asked(made, items, len(items) - 1)
        return
    for each in events_in(one_line(step.value)):
        happened(found, each)


def happened(found: Taken, event: Event) -> list[Any]:
    """Put an event where it happened; returns what it stands among, as its last."""
    deal = found.deal
    deal.event_count += 1
    items: list[Any] = deal.events
    if found.part == "auction":
        items = deal.auction = deal.auction if deal.auction is not None else []
    elif found.part == "play":
        deal.tricks = deal.tricks or [TrickDraft(1, lines=1)]
        items = deal.tricks[-1].items
    elif found.part == "result":
        items = deal.closing
    items.append(event)
    if event.kind is EventKind.REDEAL:
        found.deals.append(DealDraft(len(found.deals) + 1, 1, deal.number))
        found.part, found.hand, found.result, found.asked = "start", "1", {}, None
    return items


def card_of_event(found: Taken, card: Entry[Card]) -> None:
    """The next card of the event that asks for it."""
    assert found.asked is not None
    event, items, place = found.asked
    if event.kind is EventKind.RETRACTED:
        found.asked = None
        items[place : place + 1] = [
            replace(event, replaced_by=card),
            replace(items[place], card=card),
        ]
        return
    event = items[place] = replace(event, cards=(*event.cards, card))
    found.asked = None if event.kind is EventKind.EXPOSED else Asked(event, items, place)


def end(found: Taken, step: Step) -> None:
    """No further card belongs to the event."""
    found.asked = None


def back(found: Taken, step: Step) -> None:
    """The last card of the trick is taken back: the next card is the one that stood."""
    if not found.deal.tricks or not count_of(found.deal.tricks[-1]):
        raise DeskError("No card was played yet.", "", "Tap the card first, then take it back.")
    trick = found.deal.tricks[-1]
    place, play = next(
        (n, item) for n, item in reversed(list(enumerate(trick.items))) if isinstance(item, Play)
    )
    seat = play.label or _seat_shown(step)
    at = None
    if count_of(trick) == 1 and seat.value is not None:
        # An event before the first card of a trick stands in the trick before, unless it names its own.
        at = Place((f"trick {trick.number}", f"seat {seat.value}"))
    event = Event(EventKind.RETRACTED, seat=seat, cards=(play.card,), at=at)
    found.asked = Asked(event, trick.items, place)


def _seat_shown(step: Step) -> Entry[Seat]:
    """The seat that the page showed as the one whose card it was."""
    return (doubt.read_entry(step.seat, doubt.read_seat) if step.seat else None) or absent()
