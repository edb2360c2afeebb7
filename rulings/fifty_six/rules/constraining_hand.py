"""A hand that may not be played was dealt, and was not played.

What: eight cards of one suit, or all eight jacks, in one hand: disclosed before the first lead, or
with no play recorded. Played on without a word it is `constraining-hand-undisclosed` instead. Where points
or a score are recorded and no play, both are reported, each with its share.

Why: such a hand alone decides the deal. Whoever holds it must say so, and the same dealer deals
again.

Article: 2.4.3 (one suit) and 2.4.4 (jacks) with 4.8 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records.cards import SUIT_NAMES, Seat
from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.fifty_six.replay.deal import DealReplay, constrains
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At, Certainty
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.play import hand_span
from fairdeal.rulings.replay.signs import Has, Sign


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


PLAYED_ON: Final = 0.75
"""How likely a deal with such a hand was played on, where what it came to is recorded and nothing else is:
else somebody wrote the result of the redeal under it."""


def results_written(replay: DealReplay) -> tuple[Place, ...]:
    """The points and scores under a deal without a play; none where a redeal of it is recorded."""
    if replay.played_on or replay.event(EventKind.REDEAL):
        return ()
    figures = {"points": replay.seen.points, "score": replay.seen.score}
    return tuple(
        Place.of(f"{kind} {team}")
        for kind, written in figures.items()
        for team, figure in written.items()
        if figure
    )


def check(replay: DealReplay) -> Iterator[Draft]:
    for seat, what in constrained(replay):
        told = disclosed(replay, seat)
        if replay.played_on and not told:
            continue
        said = "and said so before the first lead" if told else "which may not be played"
        found = _dealt(replay, seat, what, said)
        results = () if told else results_written(replay)
        if results and "constraining-hand-undisclosed" in replay.book.findings:
            found.message += " If it was dealt again, nothing in this deal scores."
            found.certainty, found.probability = Certainty.DEPENDS, 1.0 - PLAYED_ON
            found.depends_on = results
        yield found


def _dealt(replay: DealReplay, seat: Seat, what: str, said: str) -> Draft:
    return Draft(
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
