"""Slips of the pen in the hand rows: cards left off, too many or written for others, and rows swapped."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fairdeal.records.cards import Card
from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.records.seats import Seat
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.pen.candidates import Clues, Slip, for_another, likeliest
from fairdeal.rulings.frame.finding import Misread
from fairdeal.rulings.replay.signs import Sign


def in_hands(clues: Clues) -> Iterator[Slip]:
    """The slips that the hand rows may hold."""
    yield from _left_off(clues)
    yield from _too_many(clues)
    yield from _for_others(clues)
    yield from _swapped(clues)


def _left_off(clues: Clues) -> Iterator[Slip]:
    """Cards left off a hand row: those that its seat played and that are not in it."""
    for seat, hand in clues.seen.hands.items():
        missing = sorted(clues.lacked(seat), key=lambda card: card.text)
        if missing and len(hand) + len(missing) <= clues.table.hand:
            names = " ".join(card.text for card in missing)
            entry = Misread(Place.of(f"hand {seat}"), f"{len(hand)} cards", f"{names} as well")
            rate = slip_rates.LEFT_OFF ** min(2, len(missing))
            yield Slip((entry,), ((("hands", seat), [*hand, *missing]),), rate)


def _too_many(clues: Clues) -> Iterator[Slip]:
    """A card too many in a hand row: one that its seat did not play, or that the pack has no more of."""
    if clues.replay.event(EventKind.REDEAL):
        return  # found too many at the table
    whole = sum(clues.dealt.values()) <= clues.table.pack_size
    for seat, hand in clues.seen.hands.items():
        if len(hand) <= clues.table.hand:
            continue
        suspects = clues.too_many if whole else clues.unplayed(seat)
        done: set[Card] = set()
        for n, card in enumerate(hand):
            if card is None or card in done or not (card in suspects or card in clues.too_many):
                continue
            done.add(card)
            twice = hand.count(card) > 1
            entry = Misread(Place.of(f"hand {seat}", str(n + 1)), card.text, "no card")
            rate = slip_rates.ADDED * (slip_rates.TWICE if twice else 1.0)
            yield Slip((entry,), ((("hands", seat), [*hand[:n], *hand[n + 1 :]]),), rate)


def _for_others(clues: Clues) -> Iterator[Slip]:
    """A card written for another: one that its seat did not play, or that the pack has no more of."""
    for seat, hand in clues.seen.hands.items():
        lacked, unplayed = clues.lacked(seat), clues.unplayed(seat)
        for n, card in enumerate(hand):
            if card is None:
                continue
            place = Place.of(f"hand {seat}", str(n + 1))
            others: set[Card] = set(lacked) if card in unplayed else set()
            if card in clues.too_many or (not lacked and place.parts in clues.shown_by):
                others = others or set(clues.too_few)
            for other in likeliest(card, others):
                yield for_another(("hands", seat, n), place, card, other)


def _swapped(clues: Clues) -> Iterator[Slip]:
    """Two hand rows swapped, one of which has not what its seat played or bid."""
    hands = clues.seen.hands
    amiss: set[Seat] = {seat for seat in hands if clues.lacked(seat)}
    amiss |= {
        call.seat
        for call in clues.replay.auction.calls
        if call.faults & (Sign.SUIT_NOT_HELD | Sign.NOES) and call.seat in hands
    }
    for one, two in combinations(hands, 2):
        if one not in amiss and two not in amiss:
            continue
        entries = (
            Misread(Place.of(f"hand {one}"), f"hand {one}", f"hand {two}"),
            Misread(Place.of(f"hand {two}"), f"hand {two}", f"hand {one}"),
        )
        values = (("hands", one), hands[two]), (("hands", two), hands[one])
        yield Slip(entries, values, slip_rates.HANDS)
