"""What each tap does to a deal under way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from fairdeal.desk.tapping.draft import Step
from fairdeal.desk.tapping.taken import (
    HAND,
    PARTS,
    TAGS,
    Asked,
    Taken,
    calls_in,
    cards_in,
    count_of,
    events_in,
    hands_in,
    one_line,
    result_of,
    seat_in,
    unknown,
)
from fairdeal.desk.trouble import DeskError
from fairdeal.grammar import doubt
from fairdeal.grammar.notation.drafts import DealDraft, HandDraft, TrickDraft
from fairdeal.records.cards import NUMBERED, Card, Seat, next_seat
from fairdeal.records.doubt import Entry, Standing, absent
from fairdeal.records.place import Place
from fairdeal.records.record import Call, Event, EventKind, Play

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


T = TypeVar("T")


def taken(steps: Iterable[Step], players: int) -> Taken:
    """What steps come to, one after the other. Raises as `take` does."""
    found = Taken(players)
    for step in steps:
        take(found, step)
    return found


def take(found: Taken, step: Step) -> None:
    """One tap more. Raises DeskError where the page has no such key, or nothing can be made of what was
    typed."""
    if step.do not in _DOES or (step.seat and step.seat not in (*NUMBERED, "-")):
        raise unknown(step)
    _DOES[step.do](found, step)


def players_of(steps: Iterable[Step], default: Callable[[str], int]) -> int:
    """How many play: as the heading says, else `default` of the rulebook that it names."""
    heading: dict[str, str] = {}
    for step in steps:
        if step.do == "heading":
            heading = _texts(step)
    said = heading.get("Players", "")
    return int(said) if said in ("4", "6", "8") else default(heading.get("Rules", ""))


# --- the heading and the parts of the page ------------------------------------------------------------


def _heading(found: Taken, step: Step) -> None:
    given = _texts(step)
    found.tags = {name: given[name] for name in TAGS if given.get(name)}
    found.number = given.get("number", "")
    for deal in found.deals:
        deal.number = doubt.read_entry(found.number, doubt.read_text) if found.number else None


def _texts(step: Step) -> dict[str, str]:
    """The texts of a form, by the names of its fields."""
    try:
        given = json.loads(step.value)
        return {str(name): " ".join(str(text).split()) for name, text in given.items()}
    except (ValueError, AttributeError, RecursionError) as error:
        raise unknown(step) from error


def _dealer(found: Taken, step: Step) -> None:
    found.deal.dealer = seat_in(step)


def _part(found: Taken, step: Step) -> None:
    if step.value not in PARTS:
        raise unknown(step)
    found.part, found.chosen = step.value, ""


def _who(found: Taken, step: Step) -> None:
    seat_in(step)
    if found.part != "hands":
        found.chosen = step.value
    elif step.value in NUMBERED:
        found.hand = step.value


def _acting(found: Taken, step: Step, *, first: bool) -> Entry[Seat] | None:
    """The seat to be written before an entry: one that was chosen, or of the first the one that was shown."""
    said = found.chosen or (step.seat if first else "")
    found.chosen = ""
    return doubt.read_entry(said, doubt.read_seat) if said else None


# --- calls --------------------------------------------------------------------------------------------


def _word(found: Taken, step: Step) -> None:
    found.words.append(one_line(step.value))


def _say(found: Taken, step: Step) -> None:
    if found.words:
        said = " ".join(found.words)
        found.words = []
        _call(found, replace(step, value=said))


def _call(found: Taken, step: Step) -> None:
    label = _acting(found, step, first=not found.deal.auction)
    found.deal.add_calls([Call(doubt.read_call(one_line(step.value)), label)])


# --- cards --------------------------------------------------------------------------------------------


def _card(found: Taken, step: Step) -> None:
    """A card for whatever asks for one: an event, a hand, a trick."""
    card = doubt.read_entry(step.value, doubt.parse_card)
    if card is None:
        raise unknown(step)
    if found.asked is not None:
        card_of_event(found, card)
    elif found.part == "hands":
        _dealt(found, found.hand, card)
    else:
        _play(found, card, _acting(found, step, first=found.opens_trick))


def _dealt(found: Taken, seat: Seat, card: Entry[Card]) -> None:
    deal = found.deal
    deal.hands = deal.hands if deal.hands is not None else []
    hand = next((each for each in deal.hands if each.seat == seat), None)
    if hand is None:
        hand = HandDraft(seat, [])
        deal.hands.append(hand)
    hand.cards.append(card)
    if len(hand.cards) == HAND and seat == found.hand and int(seat) < found.players:
        found.hand = next_seat(seat, found.players)


def _play(found: Taken, card: Entry[Card], label: Entry[Seat] | None) -> None:
    deal, first = found.deal, found.opens_trick
    deal.tricks = deal.tricks if deal.tricks is not None else []
    if first:
        due = deal.tricks[-1].number + 1 if deal.tricks else 1
        deal.tricks.append(TrickDraft(found.trick, due, lines=1))
        found.closed, found.skipped = False, 0
    if first or count_of(deal.tricks[-1]) >= found.players:
        found.more = False
    deal.tricks[-1].items.append(Play(card, label))


def _trick(found: Taken, step: Step) -> None:
    """Where the next card goes: on to the same trick (``more``), or to the one after it (``next``)."""
    if step.value not in ("more", "next"):
        raise unknown(step)
    if step.value == "more":
        found.more, found.closed, found.skipped = bool(found.deal.tricks), False, 0
    elif found.opens_trick:
        found.skipped += 1
    else:
        found.closed, found.more = True, False


# --- doubts, the result, and what was typed -------------------------------------------------------------


def _doubt(found: Taken, step: Step) -> None:
    """The last entry of this part may be something else."""
    deal = found.deal
    if found.part == "hands" and deal.hands and deal.hands[-1].cards:
        cards = deal.hands[-1].cards
        cards[-1] = _doubted(cards[-1])
    elif found.part == "auction" and deal.auction and isinstance(deal.auction[-1], Call):
        call = deal.auction[-1]
        text = doubt.written_call(call.said)
        said = doubt.read_call(text if text.endswith("?") else f"{text}?")
        deal.auction[-1] = replace(call, said=said)
    elif found.part == "play" and deal.tricks:
        items = deal.tricks[-1].items
        if items and isinstance(items[-1], Play):
            items[-1] = replace(items[-1], card=_doubted(items[-1].card))


def _doubted(entry: Entry[T]) -> Entry[T]:
    return replace(entry, standing=Standing.DOUBTED) if entry.clear else entry


def _result(found: Taken, step: Step) -> None:
    found.result = {name: text for name, text in _texts(step).items() if text}
    found.deal.result = result_of(found.result)


def _typed(found: Taken, step: Step) -> None:
    """What was typed instead of being tapped, in the notation of its part."""
    line = one_line(step.value)
    if line.startswith("!"):
        for event in events_in(line.removeprefix("!").strip()):
            happened(found, event)
    elif found.part == "hands":
        for hand in hands_in(line, found.hand):
            for card in hand.cards:
                _dealt(found, hand.seat, card)
    elif found.part == "auction":
        _calls_typed(found, line, step)
    elif found.part == "play":
        for play in cards_in(line):
            shown = _acting(found, step, first=found.opens_trick)
            _play(found, play.card, play.label or shown)
            step = Step("typed")  # The page showed whose turn it was before the first card only.
    else:
        raise DeskError("Nothing is typed here.", "", "Go to the hands, the auction or the play.")


def _calls_typed(found: Taken, line: str, step: Step) -> None:
    for call in calls_in(line):
        label = _acting(found, step, first=not found.deal.auction)
        found.deal.add_calls([call if call.label is not None else replace(call, label=label)])


_DOES: Final[dict[str, Callable[[Taken, Step], None]]] = {
    "heading": _heading,
    "dealer": _dealer,
    "part": _part,
    "who": _who,
    "word": _word,
    "say": _say,
    "call": _call,
    "card": _card,
    "trick": _trick,
    "event": event,
    "end": end,
    "back": back,
    "doubt": _doubt,
    "result": _result,
    "typed": _typed,
}
"""What each kind of tap does."""
