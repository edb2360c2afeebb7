"""A hand that may not be played, and was not.

What: eight cards of one suit, or all eight jacks, in one hand: disclosed before the first lead, or
with no play recorded. Played on without a word it is `constraining-hand-undisclosed` instead.

Why: such a hand decides the deal by itself. Whoever holds it must say so, and the same dealer deals
again.

Article: 2.4.3 (one suit) and 2.4.4 (jacks) with 4.8 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import SUIT_NAMES
from fairdeal.records.events import EventKind
from fairdeal.records.place import Place
from fairdeal.records.seats import Seat
from fairdeal.rulings.fifty_six.replay.deal import DealReplay, constrains
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.coverage import Has
from fairdeal.rulings.frame.draft import Draft
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.replay.places import hand_span
from fairdeal.rulings.replay.signs import Sign


def constrained(replay: DealReplay) -> list[tuple[Seat, str]]:
    """The seats that hold a constraining hand, with what it is."""
    found = []
    for seat, hand in replay.dealt.items():
        if hand.unknown or len(hand.cards) != replay.table.hand:
            continue
        kind = constrains(hand, replay.table)
        if kind == "suit":
            found.append((seat, f"eight {SUIT_NAMES[hand.cards[0].suit]}"))
        elif kind == "jacks":
            found.append((seat, "all eight jacks"))
    return found


def disclosed(replay: DealReplay, seat: Seat) -> bool:
    """Whether the seat disclosed its hand before the first card was led."""
    early = [*replay.deal.events, *(event for _, event in replay.seen.call_events)]
    for trick in replay.seen.tricks[:1]:
        early += [event for before, event in trick.events if not before]
    return any(
        event.kind is EventKind.DISCLOSED and event.seat is not None and event.seat.value == seat
        for event in early
    )


def check(replay: DealReplay) -> Iterator[Draft]:
    for seat, what in constrained(replay):
        told = disclosed(replay, seat)
        if replay.played_on and not told:
            continue
        said = "and said so before the first lead" if told else "which may not be played"
        yield Draft(
            Place.of(f"hand {seat}"),
            f"Seat {seat} was dealt {what}, {said}.",
            seat=seat,
            at=At(seat=seat),
            span=hand_span(replay.deal, seat),
            article="2.4.4" if "jacks" in what else "2.4.3",
        )


RULE = Rule(
    "constraining-hand",
    "ruling",
    deal=check,
    signs=Sign.CONSTRAINING,
    needs=Has.HANDS,
    wants=Has.WHOLE_HANDS,
)
