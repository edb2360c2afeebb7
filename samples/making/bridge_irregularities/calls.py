"""Boards of bridge with an irregularity of the auction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fairdeal.records.calls import Call
from fairdeal.records.doubt import clear
from fairdeal.records.events import Event, EventKind
from fairdeal.records.record import Record
from fairdeal.records.seats import Seat
from samples.making.bridge_irregularities.scene import (
    NOTHING,
    BridgeCase,
    NoChanceError,
    Wanted,
    case_of,
    finish,
)
from samples.making.records.bridge_deals import DENOMINATIONS, Made, after, begin


def _opened(rng: Random, calls: int = 0) -> Made:
    """A deal in which somebody has bid, the auction still open."""
    made = begin(rng)
    bidding = made.bidding
    bidding.say(rng.choice(bidding.higher()[:12]))
    for _ in range(calls):
        if not bidding.closed:
            bidding.say(bidding.random_call(rng))
    if bidding.closed or not bidding.higher():
        raise NoChanceError
    return made


def _at_call(rng: Random, made: Made, kind: str, code: str, number: int, seat: Seat) -> BridgeCase:
    """The deal played out, with what must be found at one of its calls."""
    return case_of(kind, finish(made, rng), Wanted(code, f"call {number}", seat))


def insufficient(rng: Random) -> BridgeCase:
    made = _opened(rng, rng.randrange(3))
    bidding = made.bidding
    seat = bidding.turn
    number = bidding.note(rng.choice(bidding.lower()))
    bidding.passes = 0
    bidding.go_on(rng, bid_first=True)
    return _at_call(rng, made, "insufficient-bid", "insufficient-bid", number, seat)


def marked_insufficient(rng: Random) -> BridgeCase:
    """The record marks it, which says that it was let stand."""
    made = _opened(rng)
    bidding = made.bidding
    seat, text = bidding.turn, rng.choice(bidding.lower())
    bidding.level, bidding.denomination = 0, ""
    bidding.say(text)
    number = len(bidding.calls)
    bidding.go_on(rng)
    case = _at_call(rng, made, "marked", "insufficient-bid", number, seat)
    return replace(case, record=_mark_call(case.record, number, "I"))


def _mark_call(record: Record, number: int, mark: str) -> Record:
    deal = record.deals[0]
    count, items = 0, list[Call | Event]()
    for item in deal.auction or ():
        if isinstance(item, Call):
            count += 1
            items.append(replace(item, marked=mark) if count == number else item)
        else:
            items.append(item)
    return replace(record, deals=(replace(deal, auction=tuple(items)),))


def out_of_range(rng: Random) -> BridgeCase:
    made = _opened(rng)
    bidding = made.bidding
    seat = bidding.turn
    number = bidding.note(f"{rng.randint(8, 11)} {rng.choice(DENOMINATIONS)}")
    bidding.go_on(rng, bid_first=True)
    return _at_call(rng, made, "bid-range", "bid-range", number, seat)


def bad_double(rng: Random) -> BridgeCase:
    """Of one's own side's bid, of nothing, or of what is doubled already."""
    made = begin(rng)
    bidding = made.bidding
    if rng.random() < 0.4:
        seat = bidding.turn
        number = bidding.note("X")
        bidding.say(rng.choice(bidding.higher()[:9]))
    else:
        bidding.say(rng.choice(bidding.higher()[:9]))
        if rng.random() < 0.5:
            bidding.say("X")
            bidding.say("Pass")
        else:
            bidding.say("Pass")
        seat = bidding.turn
        number = bidding.note("X")
        bidding.say(bidding.higher()[0])
    bidding.go_on(rng)
    return _at_call(rng, made, "double", "double-inadmissible", number, seat)


def bad_redouble(rng: Random) -> BridgeCase:
    """Of what nobody doubled, or of the other side's bid."""
    made = _opened(rng)
    bidding = made.bidding
    if rng.random() < 0.5:
        bidding.say("X")
        bidding.say("Pass")
    seat = bidding.turn
    if bidding.may_redouble(seat):
        raise NoChanceError
    number = bidding.note("XX")
    bidding.say(bidding.higher()[0])
    bidding.go_on(rng)
    return _at_call(rng, made, "redouble", "redouble-inadmissible", number, seat)


def call_out_of_turn(rng: Random) -> BridgeCase:
    """Somebody else bids; the turn goes on from there."""
    made = _opened(rng, rng.randrange(2))
    bidding = made.bidding
    seat = after(bidding.turn, rng.choice([1, 2]))
    bidding.say(rng.choice(bidding.higher()[:5]), seat)
    number = len(bidding.calls)
    bidding.go_on(rng)
    return _at_call(rng, made, "turn", "call-out-of-turn", number, seat)


def call_after_close(rng: Random) -> BridgeCase:
    made = begin(rng)
    bidding = made.bidding
    bidding.say(rng.choice(bidding.higher()[:9]))
    bidding.go_on(rng)
    seat = bidding.turn
    late = ["Pass", "X", *bidding.higher()[:2]]
    number = bidding.note(rng.choice(late))
    return _at_call(rng, made, "late", "call-after-close", number, seat)


def unapproved(rng: Random) -> BridgeCase:
    """The denomination before the number: clear, and it stands; a good bid follows it."""
    made = _opened(rng)
    bidding = made.bidding
    seat, bid = bidding.turn, rng.choice(bidding.higher()[:4])
    bidding.say(bid)
    level, name = bid.split()
    number = len(bidding.calls)
    bidding.calls[-1] = (seat, f"{name} {level}")
    if not bidding.higher():
        raise NoChanceError
    bidding.go_on(rng, bid_first=True)
    return _at_call(rng, made, "form", "unapproved-bid", number, seat)


def silence(rng: Random) -> BridgeCase:
    made = _opened(rng)
    bidding = made.bidding
    seat = bidding.turn
    number = len(bidding.calls)
    made.call_events.append((number, Event(EventKind.SILENCE, seat=clear(seat))))
    bidding.say(rng.choice(bidding.higher()[:4]), after(seat))
    bidding.go_on(rng)
    return _at_call(rng, made, "silence", "missing-call", number + 1, seat)


def given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when somebody has bid, and nothing asks for that."""
    made = _opened(rng, rng.randrange(3))
    number = len(made.bidding.calls)
    made.call_events.append((number, Event(EventKind.REDEAL)))
    case = case_of("given-up", made, Wanted("play-abandoned", f"call {number}"))
    return replace(case, award=NOTHING)
