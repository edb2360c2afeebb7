"""Boards of bridge with one irregularity each, and the complete list of what must be found in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final

from fairdeal.records.cards import DENOMINATIONS, other_team, team_of
from fairdeal.records.doubt import clear
from fairdeal.records.record import Event, EventKind, Record
from samples.making.chance import first_of, given, require
from samples.making.records.bridge_deals import (
    VULNERABLE,
    Agreed,
    Bidding,
    Made,
    Noted,
    Playing,
    Put,
    after,
    begin,
    clean_deal,
    record_of,
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
    (made.playing or start_play(made)).run(rng)
    made.settle()
    return made


def case_of(made: Made, wanted: Wanted, judged: bool = True) -> BridgeCase:
    return BridgeCase(record_of(made), (wanted,), made.score or None, judged)


def _opened(rng: Random, calls: int = 0) -> Made:
    """A deal in which somebody has bid, the auction still open."""
    made = begin(rng)
    bidding = made.bidding
    bidding.say(rng.choice(bidding.higher()[:12]))
    while len(bidding.calls) <= calls and not bidding.closed:
        bidding.say(bidding.random_call(rng))
    require(not bidding.closed and bidding.higher())
    return made


Act = Callable[[Random, Bidding], Noted]
"""What goes wrong in an auction, and how it goes on; at which call of whose."""
Make = Callable[[Random], BridgeCase]


def _at_call(
    code: str, act: Act, least: int = 1, opened: bool = True, bid_first: bool = False
) -> Make:
    """The deal played out, with what must be found at one of its calls. So many calls and one more were
    made before, at most. `bid_first`: a bid follows it for certain."""

    def make(rng: Random) -> BridgeCase:
        made = _opened(rng, rng.randrange(least) if least > 1 else 0) if opened else begin(rng)
        number, seat = act(rng, made.bidding)
        made.bidding.go_on(rng, bid_first=bid_first)
        return case_of(finish(made, rng), Wanted(code, f"call {number}", seat))

    return make


def insufficient(rng: Random, bidding: Bidding) -> Noted:
    return bidding.note(rng.choice(bidding.lower()))


def stood(rng: Random, bidding: Bidding) -> Noted:
    """An insufficient bid that was let stand."""
    text = rng.choice(bidding.lower())
    bidding.level, bidding.denomination = 0, ""
    bidding.say(text)
    return bidding.last


def marked_insufficient(rng: Random) -> BridgeCase:
    """The record marks it, which says that it was let stand."""
    case = _at_call("insufficient-bid", stood)(rng)
    deal = case.record.deals[0]
    bid = deal.calls[int(case.wanted[0].place.removeprefix("call ")) - 1]
    auction = (replace(i, marked="I") if i is bid else i for i in deal.auction or ())
    return replace(
        case, record=replace(case.record, deals=(replace(deal, auction=tuple(auction)),))
    )


def out_of_range(rng: Random, bidding: Bidding) -> Noted:
    return bidding.note(f"{rng.randint(8, 11)} {rng.choice(DENOMINATIONS)}")


def bad_double(rng: Random, bidding: Bidding) -> Noted:
    """Of one's own side's bid, of nothing, or of what is doubled already."""
    if rng.random() < 0.4:
        noted = bidding.note("X")
        bidding.bid(rng, 9)
        return noted
    bidding.bid(rng, 9)
    for text in ("X", "Pass") if rng.random() < 0.5 else ("Pass",):
        bidding.say(text)
    noted = bidding.note("X")
    bidding.say(bidding.higher()[0])
    return noted


def bad_redouble(rng: Random, bidding: Bidding) -> Noted:
    """Of what nobody doubled, or of the other side's bid."""
    for text in ("X", "Pass") if rng.random() < 0.5 else ():
        bidding.say(text)
    require(not bidding.may_redouble(bidding.turn))
    return bidding.note("XX")


def call_out_of_turn(rng: Random, bidding: Bidding) -> Noted:
    """Somebody else bids; the turn goes on from there."""
    seat = after(bidding.turn, rng.choice([1, 2]))
    bidding.bid(rng, 5, seat)
    return bidding.last


def call_after_close(rng: Random, bidding: Bidding) -> Noted:
    bidding.bid(rng, 9)
    bidding.go_on(rng)
    return bidding.note(rng.choice(["Pass", "X", *bidding.higher()[:2]]))


def unapproved(rng: Random, bidding: Bidding) -> Noted:
    """The denomination before the number: clear, and it stands; a good bid follows it."""
    bidding.bid(rng, 4)
    seat, bid = bidding.calls.pop()
    bidding.calls.append((seat, " ".join(reversed(bid.split()))))
    require(bidding.higher())
    return bidding.last


def silence(rng: Random) -> BridgeCase:
    made = _opened(rng)
    bidding = made.bidding
    seat, number = bidding.turn, len(bidding.calls)
    made.call_events.append((number, Event(EventKind.SILENCE, seat=clear(seat))))
    bidding.bid(rng, 4, after(seat))
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
    made.bidding.bid(rng, 15)
    made.bidding.go_on(rng)
    playing = start_play(made)
    playing.run(rng, tricks)
    return made, playing


def revoke(rng: Random) -> BridgeCase:
    """A suit is not followed; the tricks that Law 64 takes are in the score written."""
    made, playing = started(rng, rng.randrange(9))
    dummy = after(given(made.bidding.contract()).by, 2)
    trick, guilty = list[Put](), ""
    for seat in playing.order:
        led = trick[0][1][-1] if trick else None
        choice = playing.legal(seat, led)
        false = [card for card in playing.held[seat] if card[-1] != led]
        if led is not None and not guilty and seat != dummy and choice[0][-1] == led and false:
            guilty, choice = seat, false
        playing.put(trick, seat, rng.choice(choice))
    require(guilty)
    playing.close(trick)
    number, team = len(playing.tricks), team_of(guilty)
    finish(made, rng)
    won = sum(team_of(seat) == team for seat in playing.winners[number - 1 :])
    count = min(2 if playing.winners[number - 1] == guilty else 1, won)
    made.score = made.due(
        {team: made.points[team] - count, other_team(team): made.points[other_team(team)] + count}
    )
    return case_of(made, Wanted("revoke", f"trick {number} / seat {guilty}", guilty))


def lead_out_of_turn(rng: Random) -> BridgeCase:
    made, playing = started(rng, rng.randrange(8))
    playing.leader = seat = after(playing.leader, rng.randint(1, 3))
    where = f"trick {len(playing.tricks) + 1} / seat {seat}"
    return case_of(finish(made, rng), Wanted("lead-out-of-turn", where, seat))


def play_out_of_turn(rng: Random) -> BridgeCase:
    """Two seats of a trick play in the wrong order."""
    made, playing = started(rng, rng.randrange(8))
    order, place = playing.order, rng.choice([1, 2])
    order[place], order[place + 1] = order[place + 1], order[place]
    playing.play_trick(rng, order)
    where = f"trick {len(playing.tricks)} / seat {order[place]}"
    return case_of(finish(made, rng), Wanted("play-out-of-turn", where, order[place]))


def cards_given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when some of it has been played, and nothing asks for that."""
    made, playing = started(rng, rng.randrange(12))
    playing.play_trick(rng, playing.order[: rng.randint(1, 4)])
    number = len(playing.tricks)
    made.card_events.append((number, len(playing.tricks[-1]), Event(EventKind.REDEAL)))
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
        put_card
        for one in playing.tricks[:number]
        for put_seat, put_card in one
        if put_seat != seat and put_card[-1] == card[-1]
    ]
    require(earlier and card[-1] == led)
    for later in playing.tricks[number + 1 :]:
        shown = dict(later)[seat]
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
    made.winners, number = list(playing.winners), rng.randrange(13)
    made.winners[number] = wrong = after(made.winners[number], rng.randint(1, 3))
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
    made.hands[second][rng.randrange(13)] = card
    where = {seat: made.hands[seat].index(card) + 1 for seat in (first, second)}
    later = max(first, second, key="NESW".index)
    return case_of(made, Wanted("pack", f"hand {later} / {where[later]}", later), judged=False)


def wrong_rotation(rng: Random, place: str) -> BridgeCase:
    """Another dealer than the board has, or other sides vulnerable."""
    made = begin(rng)
    if place == "dealer":
        made.dealer = made.bidding.dealer = after(made.dealer, rng.randint(1, 3))
    else:
        made.sides = rng.choice([sides for sides in VULNERABLE[:4] if sides != made.sides])
    made.bidding.bid(rng, 9)
    made.bidding.go_on(rng)
    seat = made.dealer if place == "dealer" else None
    return case_of(finish(made, rng), Wanted("dealer-rotation", place, seat))


def wrong_contract(rng: Random) -> BridgeCase:
    """Level, denomination, declarer or doubling written other than the auction made it."""
    made, _, contract = played(rng)
    every: dict[str, Sequence[object]] = {
        "level": range(1, 8),
        "denomination": DENOMINATIONS,
        "by": [after(contract.by, steps) for steps in range(4)],
        "doubled": (1, 2, 4),
    }
    what = rng.choice(tuple(every))
    wrong: Any = rng.choice([each for each in every[what] if each != getattr(contract, what)])
    made.written = replace(contract, **{what: wrong})
    return case_of(made, Wanted("contract-entry", "contract"))


def wrong_tricks(rng: Random) -> BridgeCase:
    made, _, contract = played(rng)
    team = team_of(contract.by)
    made.points = {team: rng.choice([n for n in range(14) if n != made.points[team]])}
    return case_of(made, Wanted("points-entry", f"points {team}"))


def wrong_score(rng: Random) -> BridgeCase:
    made, _, _ = played(rng)
    award, team = made.score, max(made.score, key=lambda name: made.score[name])
    made.score = {team: award[team] + rng.choice([-30, -20, 10, 50, 100, 200])}
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
    "insufficient-bid": _at_call("insufficient-bid", insufficient, 3, bid_first=True),
    "insufficient-marked": marked_insufficient,
    "bid-range": _at_call("bid-range", out_of_range, bid_first=True),
    "double-inadmissible": _at_call("double-inadmissible", bad_double, opened=False),
    "redouble-inadmissible": _at_call("redouble-inadmissible", bad_redouble, bid_first=True),
    "call-out-of-turn": _at_call("call-out-of-turn", call_out_of_turn, 2),
    "call-after-close": _at_call("call-after-close", call_after_close, opened=False),
    "unapproved-bid": _at_call("unapproved-bid", unapproved, bid_first=True),
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
    "wrong-dealer": partial(wrong_rotation, place="dealer"),
    "wrong-vulnerability": partial(wrong_rotation, place="vulnerable"),
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
