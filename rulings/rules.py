"""Rules that are the same in both games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.records import COMPASS_NAMES, SUIT_NAMES, Card, EventKind, Place, Seat
from fairdeal.rulings.frame.finding import At, Related
from fairdeal.rulings.frame.rule import (
    Draft,
    Drafted,
    about_act,
    about_card,
    shared,
    who,
    whom,
)
from fairdeal.rulings.replay.contradictions import (
    Excess,
    NotInRow,
    all_but_whole,
    count_words,
    excess,
    here_too,
    not_in_row,
    spot,
    why_short,
)
from fairdeal.rulings.replay.deal import AnyReplay as Deal
from fairdeal.rulings.replay.play import act_of, card_place, hand_span
from fairdeal.rulings.replay.signs import Sign


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
        place = Place.of(f"call {before + 1}")
        yield Draft(
            place,
            f"{who(seat)} said nothing when it was {turn} to call.",
            seat=seat,
            at=At(call=before + 1, seat=seat),
            span=event.span,
        )


def pack(replay: Deal) -> Iterator[Drafted]:
    """A card that the pack does not hold, or holds less often.

    What: the hands (or, without them, the play) have a card more often than the pack (a third copy in 56, a
    second at bridge), or one of a rank that is not in the pack. There is one finding for each card in excess,
    none for the card that is then missing; one finding counts them all where a card is there more than three
    times too often.

    Why: two packs of 56 give two of each card, a pack of bridge one. One more was written for another, or
    strayed in from elsewhere; nobody is blamed for it.

    Article: 1.5 of the international rules (seed document 000); 3 of the Alberta rules (seed document 003);
    Law 1 of duplicate bridge.
    """
    yield from (shared(_in_excess, each) for each in excess(replay))


def _in_excess(replay: Deal, each: Excess) -> Draft:
    copies = replay.table.copies
    count = f"is written {each.count} times; the pack has {'it once' if copies == 1 else copies}"
    what = count if each.card in replay.table.pack else "is not in the pack"
    if what != count and each.found > 1:
        what += f"; it is written {each.count} times"
    place, seat, at, span = spot(replay, each.where)
    return Draft(
        place,
        f"The {each.card.name} {what}.",
        seat=seat,
        at=at,
        span=span,
        related=here_too(place, each),
        count=each.found,
    )


def possible_revoke(replay: Deal) -> Iterator[Draft]:
    """Discards by seats that may have held the suit led: hands are not recorded."""
    for fact, index in replay.play.with_fault(Sign.MAYBE_REVOKE):
        card, lead, seat = fact.cards[index], fact.cards[0], fact.seats[index]
        if card is not None and lead is not None:
            held = "there was one to follow with" if seat in COMPASS_NAMES else "it held one"
            message = (
                f"{who(seat)} played the {card.name} on {SUIT_NAMES[lead.suit]} led in trick "
                f"{fact.number}; whether {held} is not recorded."
            )
            yield about_card(replay, fact, index, message)


def card_not_held(replay: Deal) -> Iterator[Drafted]:
    """A card played that is not in the seat's hand as written, or a second time.

    What: a card that the seat played and that is not in its hand as written down, or no longer, because it
    was played before. A row that lacks more than two cards was not meant to be whole: a card that may be one
    of those contradicts nothing.

    Why: every card is dealt to one seat and played once, so one of the two entries is wrong: the hand or the
    play. Nobody is blamed for that.

    Article: 1.5 of the international rules (seed document 000): eight cards to each player; 3 of the Alberta
    rules (seed document 003); Law 44 of duplicate bridge.
    """
    for fact, index in replay.play.with_fault(Sign.NOT_HELD):
        card = fact.cards[index]
        if card is not None:
            yield shared(_not_held, not_in_row(replay, act_of(fact, index), card))


def _not_held(replay: Deal, what: NotInRow) -> Draft:
    return about_act(replay, what.act, what.message(whom(what.act[2] or "")), related=what.related)


def trick_winner(replay: Deal) -> Iterator[Draft]:
    """A seat recorded as winning a trick that it did not win.

    What: the line of trick winners names another seat than the one whose card won. A wrong lead to the next
    trick is not this but a lead out of turn.

    Why: whose trick it is decides the points or the result, and the next lead.

    Article: 4.2 of the international rules (seed document 000); 8 of the Alberta rules (seed document 003);
    Law 44 of duplicate bridge.
    """
    for fact, written, index, span in replay.wrong_winners():
        card, won = fact.cards[index], whom(fact.winner or "")
        best = f"the {card.name} of {won}" if card else won
        how = "for" if written in COMPASS_NAMES else "as won by"
        yield Draft(
            Place.of(f"trick {fact.number}", "winner"),
            f"Trick {fact.number} is recorded {how} {whom(written)}, but {best} won it.",
            seat=written,
            at=At(trick=fact.number, seat=written),
            span=span,
            related=(Related(card_place(fact, index), f"{card} won the trick"),),
        )


def about_number(replay: Deal, message: str, article: str | None = None) -> Draft:
    """A draft about the number of a deal."""
    number = replay.deal.number
    span = number.span if number is not None else None
    return Draft(Place.of("deal"), message, article=article, at=At(), span=span, of=replay)


DOUBLING_WORDS: Final = {1: "not doubled", 2: "doubled", 4: "redoubled"}


def tells_no_bid(replay: Deal) -> bool:
    """Whether the auction, if there is one, tells neither the contract nor a bid beyond the limits, which
    is found on its own."""
    made = replay.contract is not None and replay.source != "record"
    return not made and not replay.auction.faults & Sign.RANGE


def beyond(value: int | None, bids: range) -> str:
    """Why no auction makes a contract of this value, in words; empty where one may."""
    if value is None or value in bids:
        return ""
    if value < bids[0]:
        return f"{value} is below the lowest bid, {bids[0]}"
    return f"{value} is above the highest bid, {bids[-1]}"


def bid_made(replay: Deal) -> tuple[Related, ...]:
    """The bid that became the contract, as evidence."""
    bid = replay.auction.standing
    words = "the bid that became the contract"
    return (Related(Place.of(f"call {bid.call}"), words),) if bid else ()
