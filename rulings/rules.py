"""Rules that are the same in both games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairdeal.records.cards import COMPASS_NAMES, Card, Seat
from fairdeal.records.place import Place
from fairdeal.records.record import EventKind
from fairdeal.rulings.frame.finding import At
from fairdeal.rulings.frame.rule import Draft, who, whom
from fairdeal.rulings.replay.contradictions import all_but_whole, count_words, why_short
from fairdeal.rulings.replay.deal import Replayed
from fairdeal.rulings.replay.play import hand_span

Deal = Replayed[Any, Any]


def hand_size(replay: Deal) -> Iterator[Draft]:
    """A hand of more or fewer cards than are dealt.

    What: a hand written down with more cards than are dealt (eight in 56, thirteen at bridge), or with fewer
    where the record shows that no more were dealt: it says that the deal was dealt again or found short, or
    all hands and the whole play agree, or the pack stands in the hands whole, or nothing was called or
    played. Any other row of fewer cards is a row not wholly written. Cards that could not be read count, as
    they are there. Four equal hands of bridge without an auction are the end of a deal, and no fault.

    Why: with a wrong number of cards the deal cannot be played out; in 56 the same dealer deals again. Nobody
    committed an offence.

    Article: 2.4.2 with 1.5 of the international rules (seed document 000); 6 with note 2 of the Alberta rules
    (seed document 003); Law 13 of duplicate bridge.
    """
    dealt, short = replay.table.hand, why_short(replay)
    for seat, row in _wrong_rows(replay) if not replay.end else ():
        if len(row) > dealt or short:
            why = f", and {short}" if short and len(row) < dealt else ""
            yield _hand(replay, seat, f"has {count_words(len(row))} instead of {dealt}{why}.")


def possible_hand_size(replay: Deal) -> Iterator[Draft]:
    """Rows that lack a card or two, which were left off or not dealt."""
    if why_short(replay):
        return
    for seat, row in _wrong_rows(replay):
        if all_but_whole(replay, seat):
            words = f"has {count_words(len(row))}; whether more were dealt is not recorded."
            yield _hand(replay, seat, words)


def _wrong_rows(replay: Deal) -> Iterator[tuple[Seat, list[Card | None]]]:
    """The rows of another number of cards than are dealt."""
    for seat in replay.table.seats:
        row = replay.seen.hands.get(seat)
        if row is not None and len(row) != replay.table.hand:
            yield seat, row


def _hand(replay: Deal, seat: Seat, what: str) -> Draft:
    return Draft(
        Place.of(f"hand {seat}"),
        f"The hand of {whom(seat)} as written {what}",
        seat=seat,
        at=At(seat=seat),
        span=hand_span(replay.deal, seat),
    )


def card_exposed(replay: Deal) -> Iterator[Draft]:
    """A card exposed while the cards were dealt.

    What: the recorder noted, before the first call, that a card of a hand was seen (`! exposed 5:JS`, `!
    exposed N: KS`). Cards shown later, in the auction or the play, are not this.

    Why: everybody has seen a card that only one should know. In 56 the same dealer deals again.

    Article: 2.4.1 of the international rules (seed document 000); 6 with note 2 of the Alberta rules
    (seed document 003); Law 24 of duplicate bridge.
    """
    early = [*replay.deal.events, *(e for before, e in replay.seen.call_events if not before)]
    for event in early:
        seat = event.seat.value if event.seat is not None else None
        if event.kind is not EventKind.EXPOSED or seat is None or seat not in replay.table.after:
            continue
        card = event.cards[0].value if event.cards else None
        name = f"The {card.name}" if card is not None else "A card"
        yield Draft(
            Place.of(f"hand {seat}"),
            f"{name} in the hand of {whom(seat)} was seen while the cards were dealt.",
            seat=seat,
            at=At(seat=seat),
            span=event.span,
        )


def missing_call(replay: Deal) -> Iterator[Draft]:
    """A turn to call that was skipped without a word.

    What: the recorder noted that a seat let its turn go by without a word (`! silence`). A turn that was
    merely overtaken by a call out of turn is not this: it belongs to the one who called.

    Why: everyone must call at each turn; silence may not be taken as a pass.

    Article: 3.1 of the international rules (seed document 000); 7 of the Alberta rules (seed document 003);
    Law 17 of duplicate bridge.
    """
    for before, event in replay.auction.silences:
        seat = event.seat.value if event.seat else None
        if seat is None or seat not in replay.table.after:
            continue
        turn = "their turn" if seat in COMPASS_NAMES else "its turn"
        yield Draft(
            Place.of(f"call {before + 1}"),
            f"{who(seat)} said nothing when it was {turn} to call.",
            seat=seat,
            at=At(call=before + 1, seat=seat),
            span=event.span,
        )
