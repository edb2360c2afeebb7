"""A hand of more or fewer cards than are dealt.

What: a hand written down with more cards than eight, or with fewer where the record shows that no more
were dealt: it says that the deal was dealt again or found short, or all hands and the whole play agree,
or the pack stands in the hands whole, or nothing was called or played. Any other row of fewer cards is a
row not wholly written. Cards that could not be read count, as they are there.

Why: with a wrong number of cards the deal cannot be played out; the same dealer deals again.
Nobody committed an offence.

Article: 2.4.2 with 1.5 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Card, Seat
from fairdeal.records.place import Place
from fairdeal.rulings.fifty_six.replay.deal import DealReplay
from fairdeal.rulings.fifty_six.rules.rule import Rule
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.contradictions import all_but_whole, count_words, why_short
from fairdeal.rulings.replay.play import hand_span
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: DealReplay) -> Iterator[Draft]:
    dealt, short = replay.table.hand, why_short(replay)
    for seat, row in _wrong(replay):
        if len(row) > dealt or short:
            why = f", and {short}" if short and len(row) < dealt else ""
            yield _draft(replay, seat, f"has {count_words(len(row))} instead of {dealt}{why}.")


def maybe(replay: DealReplay) -> Iterator[Draft]:
    """Rows that lack a card or two, which were left off or not dealt."""
    if why_short(replay):
        return
    for seat, row in _wrong(replay):
        if all_but_whole(replay, seat):
            yield _draft(
                replay,
                seat,
                f"has {count_words(len(row))}; whether more were dealt is not recorded.",
            )


def _wrong(replay: DealReplay) -> Iterator[tuple[Seat, list[Card | None]]]:
    """The rows of another number of cards than are dealt."""
    for seat in replay.table.seats:
        row = replay.seen.hands.get(seat)
        if row is not None and len(row) != replay.table.hand:
            yield seat, row


def _draft(replay: DealReplay, seat: Seat, what: str) -> Draft:
    return Draft(
        Place.of(f"hand {seat}"),
        f"The hand of seat {seat} as written {what}",
        seat=seat,
        at=At(seat=seat),
        span=hand_span(replay.deal, seat),
    )


RULE = Rule(
    "hand-size",
    "ruling",
    deal=check,
    maybe=maybe,
    signs=Sign.HAND_SIZE,
    needs=Has.HANDS,
)
