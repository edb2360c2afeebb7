"""A hand of more or fewer than thirteen cards.

What: a hand written down with more cards than thirteen, or with fewer where the record shows that no
more were dealt: it says that the deal was dealt again or found short, or all hands and the whole play
agree, or the pack stands in the hands whole, or nothing was called or played. Any other row of fewer
cards is a row not wholly written. Cards that could not be read count, as they are there. Four equal
hands without an auction are the end of a deal, and no fault.

Why: with a wrong number of cards the deal cannot be played out. Nobody committed an offence.

Article: 6 with note 2 of the Alberta rules (seed document 003); Law 13 of duplicate bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.cards import Card, Seat
from fairdeal.records.place import Place
from fairdeal.rulings.bridge.replay.deal import BridgeReplay, is_end
from fairdeal.rulings.bridge.rules.rule import Rule, who
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft
from fairdeal.rulings.replay.contradictions import all_but_whole, count_words, why_short
from fairdeal.rulings.replay.play import hand_span
from fairdeal.rulings.replay.signs import Has, Sign


def check(replay: BridgeReplay) -> Iterator[Draft]:
    if is_end(replay.seen, replay.table):
        return
    dealt, short = replay.table.hand, why_short(replay)
    for seat, row in _wrong(replay):
        if len(row) > dealt or short:
            why = f", and {short}" if short and len(row) < dealt else ""
            yield _draft(replay, seat, f"has {count_words(len(row))} instead of {dealt}{why}.")


def maybe(replay: BridgeReplay) -> Iterator[Draft]:
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


def _wrong(replay: BridgeReplay) -> Iterator[tuple[Seat, list[Card | None]]]:
    """The rows of another number of cards than are dealt."""
    for seat in replay.table.seats:
        row = replay.seen.hands.get(seat)
        if row is not None and len(row) != replay.table.hand:
            yield seat, row


def _draft(replay: BridgeReplay, seat: Seat, what: str) -> Draft:
    return Draft(
        Place.of(f"hand {seat}"),
        f"The hand of {who(seat)} as written {what}",
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
