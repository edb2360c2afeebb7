"""Rules about the auction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from fairdeal.records import SUIT_NAMES, Event, EventKind, Place, Seat
from fairdeal.rulings.fifty_six.auction import FiftySixCall
from fairdeal.rulings.fifty_six.deal import DealReplay
from fairdeal.rulings.frame.finding import At, Related
from fairdeal.rulings.frame.rule import Draft, about_call, said_text, who
from fairdeal.rulings.replay.calls import Kind
from fairdeal.rulings.replay.signs import Sign

# --- unapproved-bid ----------------------------------------------------------------------------------


def unapproved_bid(replay: DealReplay) -> Iterator[Draft]:
    """A bid in words, or in an order of words, that the rulebook does not allow.

    What: a call whose words are on the list of forms not approved, or on no list at all: other words (minus,
    more), a number before plus, pass before its number, a bare number or suit, more than three terms, and as
    the very first call the plus forms that are barred there.

    Why: the words are how partners tell each other their cards. A team with words of its own has an
    advantage, so the lists are strict. A bid whose meaning is clear stands unless it is withdrawn.

    Article: 3.4 with 3.0 of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.UNAPPROVED):
        message = f"{who(fact.seat)} said {said_text(fact)}, {_unapproved_bid_why(replay, fact)}."
        yield about_call(replay, fact, message)


def _unapproved_bid_why(replay: DealReplay, fact: FiftySixCall) -> str:
    meaning, said = fact.meaning, fact.said
    if fact.number == 1 and meaning.barred_first:
        return "which is not allowed as the very first call"
    if said is not None and len(said.terms) > replay.book.bids.most_terms:
        return f"more than {replay.book.bids.most_terms} terms in one bid"
    if "word" in meaning.form.split():
        return "a word that is not allowed"
    return f"a form ({meaning.form.replace(' ', ', ')}) that is not approved"


# --- unlisted-bid ------------------------------------------------------------------------------------


def unlisted_bid(replay: DealReplay) -> Iterator[Draft]:
    """A bid in a form that the rulebook neither approves nor bars.

    What: after the first call, plus with no-trumps, or plus noes without a number.

    Why: the lists leave these forms open, so it is for the committee to say how it takes them. This is
    advice, not an offence, and the bid stands.

    Article: 3.4 of the international rules (seed document 000), which bars them as the first call only.
    """
    for fact in replay.auction.with_fault(Sign.UNLISTED):
        message = (
            f"{who(fact.seat)} said {said_text(fact)}: this form is neither approved nor barred."
        )
        yield about_call(replay, fact, message, setting="unlisted-forms")


# --- insufficient-bid --------------------------------------------------------------------------------


def insufficient_bid(replay: DealReplay) -> Iterator[Draft]:
    """A bid that is not above the last one.

    What: a bid whose value is not higher than that of the bid standing.

    Why: every bid must raise the contract. One that does not leaves the bid before it standing; where it is
    the last word of the auction, the contract is for the committee.

    Article: 3.1 with 3.4 of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.INSUFFICIENT):
        bid = fact.standing
        if bid is None:
            continue
        message = (
            f"{who(fact.seat)} bid {said_text(fact)}: {fact.value} is not above the {bid.value} bid"
            f"{by_seat(bid.by)}."
        )
        first = replay.auction.calls[bid.call - 1]
        if first.kind is Kind.PASS:
            message = (
                f"{who(fact.seat)} bid {said_text(fact)}: seat {first.seat}'s first Pass counts as "
                f"{bid.value} no-trumps, and {fact.value} is not above that."
            )
        before = Related(Place.of(f"call {bid.call}"), f"{bid.value} {bid.trump} stood")
        yield about_call(replay, fact, message, related=(before,))


# --- bid-range ---------------------------------------------------------------------------------------


def bid_range(replay: DealReplay) -> Iterator[Draft]:
    """A bid below the lowest or above the highest that there is.

    What: a bid that comes to less than 28 or more than 56.

    Why: there are 56 points in the pack, and half of them is the least a side may undertake.

    Article: 3.1 with 1.5, above the highest bid 1.6, of the international rules (seed document 000).
    """
    bids = replay.book.bids
    for fact in replay.auction.with_fault(Sign.RANGE):
        if fact.value is not None:
            limit = (
                f"below the lowest bid, {bids.lowest}"
                if fact.value < bids.lowest
                else f"above the highest bid, {bids.highest}"
            )
            message = f"{who(fact.seat)} bid {said_text(fact)}: {fact.value} is {limit}."
            # 1.6 names the highest bid; 3.1 the lowest.
            article = "1.6" if fact.value > bids.highest else None
            yield about_call(replay, fact, message, article=article)


# --- opening-bid -------------------------------------------------------------------------------------


def opening_bid(replay: DealReplay) -> Iterator[Draft]:
    """A first call that bids nothing where a bid is due, or a plus bid before any other.

    What: the first call of a deal is a double or a redouble, or somebody says plus while nothing has been
    bid, so that there is nothing to add to.

    Why: the lead player must open with a bid of his own, and plus adds to the bid before.

    Article: 3.1 with 1.6, for a later call 3.4, of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.OPENING):
        why = {
            Kind.BID: "there is no bid yet to add to",
            Kind.PASS: "the first call must be a bid",
        }.get(fact.kind, "there is no bid yet to double")
        first = fact.number == 1
        did = "opened the auction with" if first else "said"
        message = f"{who(fact.seat)} {did} {said_text(fact)}: {why}."
        yield about_call(replay, fact, message, article=None if first else "3.4")


# --- call-out-of-turn --------------------------------------------------------------------------------


def call_out_of_turn(replay: DealReplay) -> Iterator[Draft]:
    """A call made when it was another seat's turn.

    What: a call, pass or double by a seat that was not next. It stands. The seat passed over may then call,
    or the turn goes on from the one who acted; neither is a further fault.

    Why: a call out of turn tells the partners something before its time. The first time costs the team a
    warning, after that a point, if the other side objects.

    Article: 3.2 of the international rules (seed document 000). To whom the warning is given, and for how
    long it counts, is the setting `warning-scope`.
    """
    for fact in replay.auction.with_fault(Sign.CALL_TURN):
        message = f"{who(fact.seat)} said {said_text(fact)} when it was seat {fact.due}'s turn."
        yield about_call(replay, fact, message, setting="warning-scope")


# --- suit-not-held -----------------------------------------------------------------------------------


def suit_not_held(replay: DealReplay) -> Iterator[Draft]:
    """A suit bid by a seat that was dealt no card of it.

    What: a clear bid that names a suit, by a seat whose hand is known and has none of it.

    Why: such a bid misleads everyone about the cards. It is punished like a revoke: the deal and three more
    points go to the other side. If it is found before there is a contract, the committee decides.

    Article: 3.5 with 3.10 of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.SUIT_NOT_HELD):
        if fact.meaning.suit is None:
            continue
        suit = SUIT_NAMES[fact.meaning.suit]
        message = f"{who(fact.seat)} bid {said_text(fact)} and was dealt no {suit}."
        source = replay.dealt[fact.seat].source if fact.seat else "recorded"
        note = f"no {suit} among the cards " + ("played" if source == "played" else "dealt")
        related = (Related(Place.of(f"hand {fact.seat}"), note),)
        yield about_call(replay, fact, message, related=related)


def possible_suit_not_held(replay: DealReplay) -> Iterator[Draft]:
    """Suits bid by seats whose hand is not known."""
    if not replay.book.bids.must_hold_suit:
        return
    for fact in replay.auction.calls:
        suit, seat = fact.meaning.suit, fact.seat
        if suit is None or seat is None or not fact.meaning.clear:
            continue
        if replay.dealt[seat].void(suit) is None:
            message = (
                f"{who(seat)} bid {said_text(fact)}; whether it held {SUIT_NAMES[suit]} is not "
                "recorded."
            )
            yield about_call(replay, fact, message)


# --- noes-with-suit ----------------------------------------------------------------------------------


def noes_with_suit(replay: DealReplay) -> Iterator[Draft]:
    """Noes said by a seat that holds the suit bid before.

    What: a noes bid by a seat that was dealt a card of the suit last bid (passes skipped). After a bid of
    no-trumps or of a number with pass it is not judged. Where the rulebook has the setting `plus-noes`, plus
    one noes shows a void in the suit of the bid before the last one.

    Why: noes tells the partners of a void. Saying it with a card of the suit is a convention broken, not an
    offence that the rules punish: advice.

    Article: 3.4, term 5, of the international rules (seed document 000); Bidding of the wiki page (002).
    """
    for fact in replay.auction.with_fault(Sign.NOES):
        suit, seat = fact.suit_shown, fact.seat
        if suit is None or seat is None:
            continue
        held = [card for card in replay.dealt[seat].cards if card.suit == suit]
        message = (
            f"{who(seat)} said {said_text(fact)}, showing no {SUIT_NAMES[suit]}, while holding "
            f"the {held[0].name}."
        )
        related = (Related(Place.of(f"hand {seat}"), f"{held[0].text} dealt"),)
        setting = "plus-noes" if fact.meaning.plus else None
        yield about_call(replay, fact, message, related=related, setting=setting)


# --- double-inadmissible -----------------------------------------------------------------------------


def double_inadmissible(replay: DealReplay) -> Iterator[Draft]:
    """A double that there was nothing to double for.

    What: a double of the own side's bid, of a bid already doubled, or with no bid standing. A double out of
    turn that is otherwise good stands.

    Why: a double answers the other side's bid. One that answers nothing is void and leaves things as they
    were.

    Article: 3.8 of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.DOUBLE):
        message = f"{who(fact.seat)} doubled, but {_double_inadmissible_why(replay, fact)}."
        yield about_call(replay, fact, message)


def _double_inadmissible_why(replay: DealReplay, fact: FiftySixCall) -> str:
    bid = fact.standing
    if bid is None:
        return "there was no bid to double"
    if fact.doubled > 1:
        return f"the bid of {bid.value}{by_seat(bid.by)} was doubled already"
    team = replay.table.team
    if bid.by is not None and fact.seat is not None and team[bid.by] == team[fact.seat]:
        return f"the bid of {bid.value} by seat {bid.by} was by its own side"
    return f"the bid of {bid.value} may not be doubled"


# --- redouble-inadmissible ---------------------------------------------------------------------------


def redouble_inadmissible(replay: DealReplay) -> Iterator[Draft]:
    """A redouble without a double of the own side's bid.

    What: a redouble when the bid standing is not doubled, or is the other side's, or is redoubled.

    Why: a redouble answers a double of one's own side's bid and ends the auction. One that answers nothing is
    void: the auction goes on.

    Article: 3.8 of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.REDOUBLE):
        message = f"{who(fact.seat)} redoubled, but {_redouble_inadmissible_why(fact)}."
        yield about_call(replay, fact, message)


def _redouble_inadmissible_why(fact: FiftySixCall) -> str:
    bid = fact.standing
    if bid is None:
        return "there was no bid"
    if fact.doubled == 1:
        return f"the bid of {bid.value}{by_seat(bid.by)} had not been doubled"
    return f"the bid of {bid.value} was made by the other side, seat {bid.by}"


# --- call-after-close --------------------------------------------------------------------------------

_HOW = {
    "redouble": "the redouble had ended the auction",
    "passes": "all the others had passed and the auction was over",
    "raised": "only a double was still allowed after the self-raise",
    "final": "the auction was over",
    "highest": "the highest bid had ended the auction",
}


def call_after_close(replay: DealReplay) -> Iterator[Draft]:
    """A call when the auction was already over.

    What: any call after a redouble, or a pass or double after all the others have passed. The bidder's own
    pass then only declines the self-raise and is nothing; a bid then is judged as a self-raise.

    Why: the contract is made, and what is said afterwards can only inform the partners.

    Article: 3.3 with 1.2, after a redouble 3.8, of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.AFTER_CLOSE):
        if fact.after is not None:
            message = f"{who(fact.seat)} said {said_text(fact)} after {_HOW[fact.after]}."
            article = "3.8" if fact.after == "redouble" else "3.3"
            yield about_call(
                replay,
                fact,
                message.replace("after only", "when only"),
                article=article,
            )


# --- self-raise --------------------------------------------------------------------------------------


def self_raise(replay: DealReplay) -> Iterator[Draft]:
    """A bid after the close that is not a proper self-raise.

    What: when all the others have passed, a bid by another seat than the bidder, in another suit, to
    something else than a higher one of 40, 48 and 56, a second time, after the bidder's own Pass, or over a
    double let stand. A bid after a redouble is `call-after-close`.

    Why: the bidder alone may lift his own contract, once, to the next rungs of the award table. Anything else
    reopens an auction that is over; the contract before it stays.

    Article: 3.3 with 3.8 of the international rules (seed document 000).
    """
    for fact in replay.auction.with_fault(Sign.SELF_RAISE):
        reason = next(_self_raise_why(replay, fact), "it is not allowed here")
        message = f"{who(fact.seat)} bid {said_text(fact)} after the auction was over: {reason}."
        yield about_call(replay, fact, message)


def _self_raise_why(replay: DealReplay, fact: FiftySixCall) -> Iterator[str]:
    """Why the bid is not a self-raise, what decides first: who may raise at all, then how."""
    bid = fact.standing
    rungs = replay.book.auction.self_raise
    if bid is None or fact.seat != bid.by:
        yield "only the bidder may raise"
    if fact.after in ("raised", "final"):
        yield "the contract was raised already"
    declined = any(
        each.after == "passes" and each.kind is Kind.PASS and each.seat == fact.seat
        for each in replay.auction.calls[: fact.number - 1]
    )
    if bid is not None and fact.seat == bid.by and declined:
        yield "the bidder had passed after all the others"
    if fact.doubled > 1:
        yield "a doubled contract is not raised"
    if bid is not None and fact.trump is not None and fact.trump != bid.trump:
        yield "the suit may not change"
    if fact.value not in rungs or (bid is not None and fact.value <= bid.value):
        *others, last = map(str, rungs)
        yield f"a raise must be to {', '.join(others)} or {last}, and above the bid"


# --- auction-review ----------------------------------------------------------------------------------


def auction_review(replay: DealReplay) -> Iterator[Draft]:
    """The bids were reviewed.

    What: the recorder noted that the auction was reviewed (`! review auction`; with the seat that asked for
    it, `! review 4 auction`). It is excused where a note right after it says that a bid could not be heard or
    that something disturbed the table.

    Why: remembering the bids is part of the game; a review repeats what they told.

    Article: 3.6 of the international rules (seed document 000). In a dispute the committee decides.
    """
    for happening in replay.happenings:
        event, place = happening.event, happening.place
        if event.kind is not EventKind.REVIEW or "auction" not in (event.text or "").casefold():
            continue
        if place is None or excused(replay, event):
            continue
        seat = event.seat.value if event.seat is not None else None
        seat = seat if seat in replay.table.after else None
        yield Draft(
            place,
            f"Seat {seat} had the bids reviewed." if seat else "The bids were reviewed.",
            seat=seat,
            at=At(call=place.number("call"), trick=place.number("trick"), seat=seat),
            span=event.span,
        )


# --- words, and what excuses a review -----------------------------------------------------------------


def by_seat(seat: Seat | None) -> str:
    """Whose a bid was, to stand after it: `` by seat 3``, nothing where that is not known."""
    return f" by seat {seat}" if seat is not None else ""


EXCUSES: Final = ("feeble", "quiet", "hear", "heard", "distract", "disturb", "noise", "interrupt")
"""Words of a note that excuse the review beside it."""


def excused(replay: DealReplay, review: Event) -> bool:
    """Whether the note right after a review gives one of the reasons that excuse it."""
    for event, after in pairwise(replay.events):
        if event is review and after.kind is EventKind.NOTE:
            words = (after.text or "").casefold()
            return any(excuse in words for excuse in EXCUSES)
    return False
