"""Boards of bridge with one irregularity each, and the complete list of what must be found in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final

from fairdeal.records.doubt import clear
from fairdeal.records.record import Call, Event, EventKind, Record
from samples.making.chance import first_of, given, require
from samples.making.records.bridge_deals import (
    DENOMINATIONS,
    Agreed,
    Bidding,
    Made,
    Noted,
    Playing,
    Put,
    after,
    begin,
    clean_deal,
    other,
    record_of,
    side,
    start_play,
    winner_of,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A finding that must be there."""

    code: str
    place: str
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class BridgeCase:
    """A record with one irregularity, all its findings, and the award (None: not to be decided)."""

    record: Record
    wanted: tuple[Wanted, ...]
    award: dict[str, int] | None = field(default=None)
    judged: bool = True
    """Whether the award is stated at all."""


NOTHING: Final = {"NS": 0, "EW": 0}
"""The award of a deal in which nothing scores."""


def finish(made: Made, rng: Random) -> Made:
    """Play a deal whose auction is over to the end, and write the result."""
    (made.playing or start_play(made)).to_the_end(rng)
    made.settle()
    return made


def case_of(made: Made, wanted: Wanted, judged: bool = True) -> BridgeCase:
    return BridgeCase(record_of(made), (wanted,), made.score or None, judged)


def _opened(rng: Random, calls: int = 0) -> Made:
    """A deal in which somebody has bid, the auction still open."""
    made = begin(rng)
    bidding = made.bidding
    bidding.say(rng.choice(bidding.higher()[:12]))
    for _ in range(calls):
        if not bidding.closed:
            bidding.say(bidding.random_call(rng))
    require(not bidding.closed and bidding.higher())
    return made


Act = Callable[[Random, Bidding], Noted]
"""What goes wrong in an auction, and how it goes on; at which call of whose."""
Make = Callable[[Random], BridgeCase]


def _at_call(code: str, act: Act, least: int = 1, opened: bool = True) -> Make:
    """The deal played out, with what must be found at one of its calls. So many calls and one more were
    made before, at most."""

    def make(rng: Random) -> BridgeCase:
        made = _opened(rng, rng.randrange(least) if least > 1 else 0) if opened else begin(rng)
        number, seat = act(rng, made.bidding)
        return case_of(finish(made, rng), Wanted(code, f"call {number}", seat))

    return make


def insufficient(rng: Random, bidding: Bidding) -> Noted:
    noted = bidding.note(rng.choice(bidding.lower()))
    bidding.passes = 0
    bidding.go_on(rng, bid_first=True)
    return noted


def marked_insufficient(rng: Random) -> BridgeCase:
    """The record marks it, which says that it was let stand."""

    def act(rng: Random, bidding: Bidding) -> Noted:
        text = rng.choice(bidding.lower())
        bidding.level, bidding.denomination = 0, ""
        bidding.say(text)
        noted = bidding.last
        bidding.go_on(rng)
        return noted

    case = _at_call("insufficient-bid", act)(rng)
    number = int(case.wanted[0].place.removeprefix("call "))
    return replace(case, record=_mark_call(case.record, number, "I"))


def _mark_call(record: Record, number: int, mark: str) -> Record:
    deal = record.deals[0]
    items, count = list(deal.auction or ()), 0
    for at, item in enumerate(items):
        if isinstance(item, Call):
            count += 1
            items[at] = replace(item, marked=mark) if count == number else item
    return replace(record, deals=(replace(deal, auction=tuple(items)),))


def out_of_range(rng: Random, bidding: Bidding) -> Noted:
    noted = bidding.note(f"{rng.randint(8, 11)} {rng.choice(DENOMINATIONS)}")
    bidding.go_on(rng, bid_first=True)
    return noted


def bad_double(rng: Random, bidding: Bidding) -> Noted:
    """Of one's own side's bid, of nothing, or of what is doubled already."""
    if rng.random() < 0.4:
        noted = bidding.note("X")
        bidding.say(rng.choice(bidding.higher()[:9]))
    else:
        bidding.say(rng.choice(bidding.higher()[:9]))
        for text in ("X", "Pass") if rng.random() < 0.5 else ("Pass",):
            bidding.say(text)
        noted = bidding.note("X")
        bidding.say(bidding.higher()[0])
    bidding.go_on(rng)
    return noted


def bad_redouble(rng: Random, bidding: Bidding) -> Noted:
    """Of what nobody doubled, or of the other side's bid."""
    if rng.random() < 0.5:
        bidding.say("X")
        bidding.say("Pass")
    require(not bidding.may_redouble(bidding.turn))
    noted = bidding.note("XX")
    bidding.say(bidding.higher()[0])
    bidding.go_on(rng)
    return noted


def call_out_of_turn(rng: Random, bidding: Bidding) -> Noted:
    """Somebody else bids; the turn goes on from there."""
    seat = after(bidding.turn, rng.choice([1, 2]))
    bidding.say(rng.choice(bidding.higher()[:5]), seat)
    noted = bidding.last
    bidding.go_on(rng)
    return noted


def call_after_close(rng: Random, bidding: Bidding) -> Noted:
    bidding.say(rng.choice(bidding.higher()[:9]))
    bidding.go_on(rng)
    return bidding.note(rng.choice(["Pass", "X", *bidding.higher()[:2]]))


def unapproved(rng: Random, bidding: Bidding) -> Noted:
    """The denomination before the number: clear, and it stands; a good bid follows it."""
    bid = rng.choice(bidding.higher()[:4])
    bidding.say(bid)
    number, seat = bidding.last
    bidding.calls[-1] = (seat, " ".join(reversed(bid.split())))
    require(bidding.higher())
    bidding.go_on(rng, bid_first=True)
    return number, seat


def silence(rng: Random) -> BridgeCase:
    made = _opened(rng)
    bidding = made.bidding
    seat = bidding.turn
    number = len(bidding.calls)
    made.call_events.append((number, Event(EventKind.SILENCE, seat=clear(seat))))
    bidding.say(rng.choice(bidding.higher()[:4]), after(seat))
    bidding.go_on(rng)
    return case_of(finish(made, rng), Wanted("missing-call", f"call {number + 1}", seat))


def calls_given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when somebody has bid, and nothing asks for that."""
    made = _opened(rng, rng.randrange(3))
    number = len(made.bidding.calls)
    made.call_events.append((number, Event(EventKind.REDEAL)))
    return replace(case_of(made, Wanted("play-abandoned", f"call {number}")), award=NOTHING)


def started(rng: Random, tricks: int) -> tuple[Made, Playing]:
    """A deal played as far as so many tricks."""
    made = begin(rng)
    made.bidding.say(rng.choice(made.bidding.higher()[:15]))
    made.bidding.go_on(rng)
    playing = start_play(made)
    for _ in range(tricks):
        playing.play_trick(rng)
    return made, playing


def revoke(rng: Random) -> BridgeCase:
    """A suit is not followed; the tricks that Law 64 takes are in the score written."""
    made, playing = started(rng, rng.randrange(9))
    dummy = after(given(made.bidding.contract()).by, 2)
    trick: list[Put] = []
    guilty = ""
    for seat in playing.order:
        led = trick[0][1][-1] if trick else None
        choice = playing.legal(seat, led)
        false = [card for card in playing.held[seat] if card[-1] != led]
        if led is not None and not guilty and seat != dummy and choice[0][-1] == led and false:
            guilty, choice = seat, false
        playing.put(trick, seat, rng.choice(choice))
    require(guilty)
    number = len(playing.tricks) + 1
    winner = winner_of(trick, playing.trump)
    playing.close(trick)
    finish(made, rng)
    team = side(guilty)
    won = [seat for seat in playing.winners[number - 1 :] if side(seat) == team]
    count = min(2, len(won)) if winner == guilty else min(1, len(won))
    points = dict(made.points)
    points[team] -= count
    points[other(team)] += count
    made.score = made.due(points)
    return case_of(made, Wanted("revoke", f"trick {number} / seat {guilty}", guilty))


def lead_out_of_turn(rng: Random) -> BridgeCase:
    made, playing = started(rng, rng.randrange(8))
    seat = after(playing.leader, rng.randint(1, 3))
    number = len(playing.tricks) + 1
    playing.leader = seat
    finish(made, rng)
    return case_of(made, Wanted("lead-out-of-turn", f"trick {number} / seat {seat}", seat))


def play_out_of_turn(rng: Random) -> BridgeCase:
    """Two seats of a trick play in the wrong order."""
    made, playing = started(rng, rng.randrange(8))
    number = len(playing.tricks) + 1
    trick: list[Put] = []
    order = playing.order
    place = rng.choice([1, 2])
    order[place], order[place + 1] = order[place + 1], order[place]
    for seat in order:
        playing.put_random(rng, trick, seat)
    playing.close(trick)
    finish(made, rng)
    where = f"trick {number} / seat {order[place]}"
    return case_of(made, Wanted("play-out-of-turn", where, order[place]))


def cards_given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when some of it has been played, and nothing asks for that."""
    made, playing = started(rng, rng.randrange(12))
    trick: list[Put] = []
    for seat in playing.order[: rng.randint(1, 4)]:
        playing.put_random(rng, trick, seat)
    playing.tricks.append(trick)
    number = len(playing.tricks)
    made.card_events.append((number, len(trick), Event(EventKind.REDEAL)))
    return replace(case_of(made, Wanted("play-abandoned", f"trick {number}")), award=NOTHING)


def card_not_held(rng: Random) -> BridgeCase:
    """A card is written in the play that another hand holds, and has already played."""
    made, playing, _ = played(rng)
    number = rng.randint(2, 12)
    trick = playing.tricks[number]
    index = rng.randint(1, 3)
    seat, card = trick[index]
    led = trick[0][1][-1]
    earlier = [
        put[1]
        for one in playing.tricks[:number]
        for put in one
        if put[0] != seat and put[1][-1] == card[-1]
    ]
    require(earlier and card[-1] == led)
    for later in playing.tricks[number + 1 :]:
        shown = next(put[1] for put in later if put[0] == seat)
        # With the card still in hand that would be a revoke.
        require(not later[0][1][-1] == led != shown[-1])
    trick[index] = (seat, rng.choice(earlier))
    require(winner_of(trick, playing.trump) == playing.winners[number])
    return case_of(made, Wanted("card-not-held", f"trick {number + 1} / seat {seat}", seat))


def played(rng: Random) -> tuple[Made, Playing, Agreed]:
    """A deal in order, its play and its contract."""
    made = clean_deal(rng)
    return made, given(made.playing), given(made.contract)


def wrong_winner(rng: Random) -> BridgeCase:
    made, playing, _ = played(rng)
    made.winners = list(playing.winners)
    number = rng.randrange(13)
    wrong = after(made.winners[number], rng.randint(1, 3))
    made.winners[number] = wrong
    return case_of(made, Wanted("trick-winner", f"trick {number + 1} / winner", wrong))


def hand_size(rng: Random) -> BridgeCase:
    made = begin(rng)
    seat = rng.choice("NESW")
    made.hands[seat].pop()
    return case_of(made, Wanted("hand-size", f"hand {seat}", seat), judged=False)


def twice_in_the_pack(rng: Random) -> BridgeCase:
    made = begin(rng)
    first, second = rng.sample("NESW", 2)
    card = rng.choice(made.hands[first])
    place = rng.randrange(13)
    made.hands[second][place] = card
    where = {seat: made.hands[seat].index(card) + 1 for seat in (first, second)}
    later = max(first, second, key="NESW".index)
    return case_of(made, Wanted("pack", f"hand {later} / {where[later]}", later), judged=False)


def wrong_dealer(rng: Random) -> BridgeCase:
    made = begin(rng)
    made.dealer = after(made.dealer, rng.randint(1, 3))
    made.bidding.dealer = made.dealer
    made.bidding.say(rng.choice(made.bidding.higher()[:9]))
    made.bidding.go_on(rng)
    return case_of(finish(made, rng), Wanted("dealer-rotation", "dealer", made.dealer))


def wrong_vulnerability(rng: Random) -> BridgeCase:
    made = begin(rng)
    made.sides = rng.choice([word for word in ("None", "NS", "EW", "All") if word != made.sides])
    made.bidding.say(rng.choice(made.bidding.higher()[:9]))
    made.bidding.go_on(rng)
    return case_of(finish(made, rng), Wanted("dealer-rotation", "vulnerable"))


def wrong_contract(rng: Random) -> BridgeCase:
    """Level, denomination, declarer or doubling written other than the auction made it."""
    made, _, contract = played(rng)
    what = rng.choice(["level", "denomination", "by", "doubled"])
    if what == "by":
        wrong: Any = after(contract.by, rng.randint(1, 3))
    else:
        every: dict[str, Sequence[object]] = {
            "level": range(1, 8),
            "denomination": DENOMINATIONS,
            "doubled": (1, 2, 4),
        }
        wrong = rng.choice([each for each in every[what] if each != getattr(contract, what)])
    made.written = replace(contract, **{what: wrong})
    return case_of(made, Wanted("contract-entry", "contract"))


def wrong_tricks(rng: Random) -> BridgeCase:
    made, _, contract = played(rng)
    team = side(contract.by)
    due = made.points[team]
    made.points = {team: rng.choice([n for n in range(14) if n != due])}
    return case_of(made, Wanted("points-entry", f"points {team}"))


def wrong_score(rng: Random) -> BridgeCase:
    made, _, _ = played(rng)
    award = dict(made.score)
    team = max(made.score, key=lambda name: made.score[name])
    made.score = {team: award[team] + rng.choice([-30, -20, 10, 50, 100, 200])}
    require(made.score[team] != award[team])
    return replace(case_of(made, Wanted("award-entry", f"score {team}")), award=award)


def conduct(rng: Random, of_dummy: bool) -> BridgeCase:
    """Something that a player did, noted after a trick; or that dummy took part in the play."""
    made, playing, contract = played(rng)
    dummy = after(contract.by, 2)
    seat = dummy if of_dummy else rng.choice([s for s in "NESW" if s != dummy])
    number = rng.randint(1, 13)
    text, code = ("named a card", "dummy-play") if of_dummy else ("sighed", "conduct")
    made.card_events.append((number, 4, Event(EventKind.CONDUCT, seat=clear(seat), text=text)))
    last = playing.tricks[number - 1][3][0]
    return case_of(made, Wanted(code, f"trick {number} / seat {last}", seat))


__all__ = ["KINDS", "BridgeCase", "Wanted", "make"]

KINDS: Final[dict[str, Make]] = {
    "insufficient-bid": _at_call("insufficient-bid", insufficient, 3),
    "insufficient-marked": marked_insufficient,
    "bid-range": _at_call("bid-range", out_of_range),
    "double-inadmissible": _at_call("double-inadmissible", bad_double, opened=False),
    "redouble-inadmissible": _at_call("redouble-inadmissible", bad_redouble),
    "call-out-of-turn": _at_call("call-out-of-turn", call_out_of_turn, 2),
    "call-after-close": _at_call("call-after-close", call_after_close, opened=False),
    "unapproved-bid": _at_call("unapproved-bid", unapproved),
    "missing-call": silence,
    "auction-abandoned": calls_given_up,
    "revoke": revoke,
    "lead-out-of-turn": lead_out_of_turn,
    "play-out-of-turn": play_out_of_turn,
    "play-abandoned": cards_given_up,
    "card-not-held": card_not_held,
    "trick-winner": wrong_winner,
    "hand-size": hand_size,
    "pack": twice_in_the_pack,
    "wrong-dealer": wrong_dealer,
    "wrong-vulnerability": wrong_vulnerability,
    "contract-entry": wrong_contract,
    "points-entry": wrong_tricks,
    "award-entry": wrong_score,
    "conduct": partial(conduct, of_dummy=False),
    "dummy-play": partial(conduct, of_dummy=True),
}
"""Every kind of irregularity."""


def make(kind: str, seed: int) -> BridgeCase:
    """A case of a kind; the same seed gives the same case."""
    rng = Random(f"{kind} {seed}")
    return first_of(count(), lambda _: KINDS[kind](rng))
