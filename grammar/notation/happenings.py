"""Reads the events of a record and puts each where it happened."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Final

from lark import Token, Tree

from fairdeal.grammar import doubt
from fairdeal.grammar.notation.drafts import Node, RecordDraft, TrickDraft
from fairdeal.records.cards import Card, Seat, Team
from fairdeal.records.doubt import Entry
from fairdeal.records.place import Place
from fairdeal.records.record import Event, EventKind, Play

_KINDS = {kind.value: kind for kind in EventKind if kind is not EventKind.OTHER}


_ANYBODY: Final = frozenset({"SEAT", "LABEL", "GROUP", "UNSEEN"})
_WHOM: Final = defaultdict[str, frozenset[str]](
    frozenset,
    {
        "seat_event": _ANYBODY,
        "card_event": frozenset({"SEAT", "LABEL"}),
        "conduct": _ANYBODY,
        "review": _ANYBODY,
    },
)
"""The tokens that name a seat, by the rule of an event."""


def take(draft: RecordDraft, node: Node) -> None:
    """Read an event and put it into the deal, trick or auction at hand."""
    event = _read(draft, node)
    if event is None:
        return
    if event.kind is EventKind.RETRACTED and draft.block == "play" and _lifted(draft, event):
        return
    put(draft, event)


def put(draft: RecordDraft, event: Event, trick: TrickDraft | None = None) -> None:
    """Put an event where it happened: into a `trick`, if not into the one at hand."""
    deal = draft.deal
    if deal is None:
        draft.events.append(event)
        draft.anchor = f"session event {len(draft.events)}"
        return
    deal.event_count += 1
    deal.redealt |= event.kind is EventKind.REDEAL
    draft.anchor = f"event {deal.event_count}"
    if draft.block == "auction":
        deal.auction = deal.auction if deal.auction is not None else []
        deal.auction.append(event)
    elif draft.block == "play":
        deal.tricks = deal.tricks if deal.tricks is not None else []
        if not deal.tricks:
            deal.tricks.append(TrickDraft(1))
        items = (trick or deal.tricks[-1]).items
        items.append(event)
        if trick is not None and event.replaced_by is None:
            deal.tricks[-1].taken_back = (items, len(items) - 1)
    elif draft.block in ("result", "sheet"):
        deal.closing.append(event)
    else:
        deal.events.append(event)


def _lifted(draft: RecordDraft, event: Event) -> bool:
    """Whether the card written last is the very one taken back, for another seat's: it is not of the trick.

    The event stands before the trick then, and names it.
    """
    tricks = draft.deal.tricks if draft.deal is not None else None
    trick = tricks[-1] if tricks else None
    last = trick.items[-1] if trick is not None and trick.items else None
    if tricks is None or trick is None or not isinstance(last, Play) or event.at is not None:
        return False
    seat = event.seat or last.label
    alone = len(trick.items) == 1
    if seat is None or [last.card] != list(event.cards) or last.label not in (None, seat):
        return False
    if event.replaced_seat is None and (event.replaced_by is not None or not alone):
        return False
    trick.items.pop()
    at = Place.of(f"trick {trick.number}", f"seat {seat.value}")
    if alone:
        trick.lines, trick.rows = 0, ()
    put(draft, replace(event, seat=seat, at=at), tricks[-2] if alone and len(tricks) > 1 else trick)
    return True


def _read(draft: RecordDraft, node: Node) -> Event | None:
    body = next(child for child in node.children if isinstance(child, Tree))
    at = next((child for child in node.children if isinstance(child, Token)), None)
    words = [child for child in body.children if isinstance(child, Token)]
    nodes = [child for child in body.children if isinstance(child, Tree)]
    start = (words[0].start_pos or 1) - 1
    ends = [
        token.end_pos or 0 for token in node.scan_values(lambda value: isinstance(value, Token))
    ]
    span = draft.span(start, max(ends))
    place = Place.parse(at[1:]) if at is not None else None
    place = place if place is None or place.parts else None
    if at is not None and place is None:
        draft.report("warning", "there is no place after the @", at.start_pos or 0)
    word = words[0].lower().rstrip(":")
    kind = _KINDS.get(word)
    if kind is None:
        text = " ".join(" ".join(words).split())
        draft.report(
            "warning",
            f"“{words[0]}” is an unknown event; it is kept as written",
            start,
        )
        return Event(EventKind.OTHER, text=text, at=place, span=span)
    rest = words[1:]
    team: Entry[Team] | None = None
    seat: Entry[Seat] | None = None
    cards: list[Entry[Card]] = []
    replaced: Entry[Card] | None = None
    instead: Entry[Seat] | None = None
    text_of: str | None = None
    if rest and body.data == "team_event":
        team = draft.team(rest[0])
    elif rest and rest[0].type in _WHOM[body.data]:
        seat = draft.seat(rest.pop(0))
    if rest and rest[0].type in ("STRING", "PLAIN"):
        string = rest[0].type == "STRING"
        text_of = doubt.unquoted(rest[0]) if string else " ".join(rest[0].split())
    elif body.data == "card_event":
        cards = [draft.card(token) for token in rest]
    elif body.data == "retracted":
        seat, cards, replaced, instead = _retracted(draft, body)
    names = tuple(_naming(draft, child) for child in nodes if child.data == "naming")
    return Event(
        kind, team, seat, tuple(cards), replaced, text_of, names, place, span, replaced_seat=instead
    )


def _naming(draft: RecordDraft, node: Node) -> tuple[Seat, str]:
    seat, name = (child for child in node.children if isinstance(child, Token))
    if seat.endswith("?"):
        message = "a doubt about the seat in a seat change is left out"
        draft.report("warning", message, seat.start_pos or 0)
    text = doubt.unquoted(name) if name.type == "STRING" else str(name)
    return doubt.read_seat(seat.removesuffix("?")) or "", text


def _retracted(
    draft: RecordDraft, body: Node
) -> tuple[Entry[Seat] | None, list[Entry[Card]], Entry[Card] | None, Entry[Seat] | None]:
    """The seat, the cards taken back, the card that stood in the end, and whose that is if another's."""
    seat: Entry[Seat] | None = None
    cards: list[Entry[Card]] = []
    replaced: Entry[Card] | None = None
    instead: Entry[Seat] | None = None
    after = False
    for child in body.children:
        if isinstance(child, Token):
            after = after or child.type == "ARROW"
            continue
        play = draft.play(child)
        if play.label is not None and seat is not None and play.label != seat:
            if after:
                instead = play.label
            else:
                message = f"one event names two seats; seat {seat.value or '??'} is used for both"
                draft.report("warning", message)
        seat = seat if seat is not None else play.label
        if after:
            replaced = play.card
        else:
            cards.append(play.card)
    return seat, cards, replaced, instead
