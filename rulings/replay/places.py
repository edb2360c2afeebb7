"""Where the acts of a deal stand: their places, and their spans in the text."""

from __future__ import annotations

from fairdeal.records.cards import Seat
from fairdeal.records.place import Place, Span
from fairdeal.records.record import Deal
from fairdeal.rulings.replay.play import TrickFact
from fairdeal.rulings.replay.seen import Seen

Act = tuple[int, int, Seat | None]
"""A card played: the trick, which of its cards from 0, and who played it."""


def act_of(fact: TrickFact, index: int) -> Act:
    return (fact.number, index, fact.seats[index])


def card_place(fact: TrickFact, index: int) -> Place:
    return act_place(act_of(fact, index))


def act_place(act: Act) -> Place:
    trick, index, seat = act
    return Place.of(f"trick {trick}", f"seat {seat}" if seat is not None else f"card {index + 1}")


def join(first: Span | None, last: Span | None) -> Span | None:
    """The stretch from one span to the end of another."""
    if first is None or last is None:
        return last or first
    return Span(first.line, first.column, last.end_line, last.end_column)


def call_span(seen: Seen, number: int) -> Span | None:
    """Where a call stands in the text, with the seat written before it."""
    call = seen.where.call(number)
    return join(call.label.span if call.label else None, call.span) if call is not None else None


def card_span(seen: Seen, trick: int, index: int) -> Span | None:
    """Where a card of a trick stands in the text."""
    found = seen.where.card(trick, index)
    if found is None:
        return None
    row, play = found
    return play.card.span or row.spans.of(index)


def hand_span(deal: Deal, seat: Seat, index: int | None = None) -> Span | None:
    """Where a hand, or one of its cards (from 0), stands in the text."""
    hand = deal.hand(seat)
    if hand is None or not hand.cards:
        return None
    if index is not None:
        return hand.span_of(index) if index < len(hand.cards) else None
    return join(hand.span_of(0), hand.span_of(len(hand.cards) - 1))


def contract_span(deal: Deal) -> Span | None:
    """Where the contract is written under a deal, with who plays it."""
    written = deal.result.contract if deal.result else None
    return join(written.said.span, written.by.span if written.by else None) if written else None
