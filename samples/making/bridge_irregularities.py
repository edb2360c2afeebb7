"""Boards of bridge with one irregularity each, and the complete list of what must be found in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from random import Random
from typing import Final

from fairdeal.records import (
    DENOMINATIONS,
    Event,
    EventKind,
    Record,
    Said,
    Seat,
    clear,
    other_team,
    team_of,
)
from samples.making.chance import first_of, given, require
from samples.making.irregularities.scene import Expected
from samples.making.records.bridge_deals import (
    TABLE,
    VULNERABLE,
    Bidding,
    Made,
    Noted,
    after,
    begin,
    clean_deal,
    finish,
    record_of,
    start_play,
)
from samples.making.records.deals import miswritten
from samples.making.records.table import Agreed, Playing, Put, suit_of, winner_of


@dataclass(frozen=True, slots=True)
class BridgeCase:
    """A record with one irregularity, all its findings, and the award (None: not to be decided); `judged`
    says whether the award is stated at all."""

    record: Record
    expected: tuple[Expected, ...]
    award: dict[str, int] | None = None
    judged: bool = True


NOTHING: Final = {"NS": 0, "EW": 0}
"""The award of a deal in which nothing scores."""


def case_of(
    made: Made, code: str, place: str, seat: Seat | None = None, judged: bool = True
) -> BridgeCase:
    """The case of a deal with this one finding."""
    expected = (Expected(code, place, seat=seat),)
    return BridgeCase(record_of(made), expected, made.written.score, judged)


def _opened(rng: Random, calls: int) -> Made:
    """A deal in which somebody has bid, and so many calls followed, the auction still open."""
    made = begin(rng)
    bidding = made.bidding
    bidding.bid(rng, 12)
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
        return case_of(finish(made, rng), code, f"call {number}", seat)

    return make


def insufficient(rng: Random, bidding: Bidding) -> Noted:
    return bidding.note(rng.choice(bidding.lower()))


def stood(rng: Random, bidding: Bidding) -> Noted:
    """An insufficient bid that was let stand: the record marks it, which says so."""
    text = rng.choice(bidding.lower())
    bidding.level, bidding.denomination = 0, ""
    bidding.say(text)
    bidding.items[-1] = replace(bidding.calls[-1], marked="I")
    return bidding.last


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
    bidding.bid(rng, 5, after(bidding.turn, rng.choice([1, 2])))
    return bidding.last


def call_after_close(rng: Random, bidding: Bidding) -> Noted:
    bidding.bid(rng, 9)
    bidding.go_on(rng)
    return bidding.note(rng.choice(["Pass", "X", *bidding.higher()[:2]]))


def unapproved(rng: Random, bidding: Bidding) -> Noted:
    """The denomination before the number: clear, and it stands; a good bid follows it."""
    bidding.bid(rng, 4)
    spoken = bidding.calls[-1]
    bidding.items[-1] = replace(spoken, said=Said(spoken.said.terms[::-1]))
    require(bidding.higher())
    return bidding.last


def silence(rng: Random, bidding: Bidding) -> Noted:
    """A seat lets its turn go by, and the next one bids: the call that is missing."""
    seat, number = bidding.turn, len(bidding.calls)
    bidding.items.append(Event(EventKind.SILENCE, seat=clear(seat)))
    bidding.bid(rng, 4, after(seat))
    return number + 1, seat


def calls_given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when somebody has bid, and nothing asks for that."""
    made = _opened(rng, rng.randrange(3))
    number = len(made.bidding.calls)
    made.bidding.items.append(Event(EventKind.REDEAL))
    return replace(case_of(made, "play-abandoned", f"call {number}"), award=NOTHING)


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
    trick, guilty = playing.open(), ""
    for seat in playing.order:
        false = playing.off_suit(trick, seat) if seat != dummy and not guilty else []
        guilty = seat if false else guilty
        playing.put(trick, seat, rng.choice(false or playing.legal(seat, trick.led)))
    require(guilty)
    playing.close(trick)
    number, team = len(playing.tricks), team_of(guilty)
    finish(made, rng)
    won = sum(team_of(seat) == team for seat in playing.winners[number - 1 :])
    count = min(2 if playing.winners[number - 1] == guilty else 1, won)
    points = given(made.written.points)
    made.written.score = made.due(
        {team: points[team] - count, other_team(team): points[other_team(team)] + count}
    )
    return case_of(made, "revoke", f"trick {number} / seat {guilty}", guilty)


def lead_out_of_turn(rng: Random) -> BridgeCase:
    made, playing = started(rng, rng.randrange(8))
    playing.leader = seat = after(playing.leader, rng.randint(1, 3))
    where = f"trick {len(playing.tricks) + 1} / seat {seat}"
    return case_of(finish(made, rng), "lead-out-of-turn", where, seat)


def play_out_of_turn(rng: Random) -> BridgeCase:
    """Two seats of a trick play in the wrong order."""
    made, playing = started(rng, rng.randrange(8))
    order, place = playing.order, rng.choice([1, 2])
    order[place], order[place + 1] = order[place + 1], order[place]
    playing.play_trick(rng, order)
    where = f"trick {len(playing.tricks)} / seat {order[place]}"
    return case_of(finish(made, rng), "play-out-of-turn", where, order[place])


def cards_given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when some of it has been played, and nothing asks for that."""
    made, playing = started(rng, rng.randrange(12))
    playing.play_trick(rng, playing.order[: rng.randint(1, 4)])
    number = len(playing.tricks)
    playing.tricks[-1].items.append(Event(EventKind.REDEAL))
    return replace(case_of(made, "play-abandoned", f"trick {number}"), award=NOTHING)


def card_not_held(rng: Random) -> BridgeCase:
    """A card is written in the play that another hand holds, and has already played."""
    made, playing, _ = played(rng)
    number = rng.randint(2, 12)
    trick = playing.tricks[number]
    index = rng.randint(1, 3)
    own = trick.puts[index]
    earlier = [
        put.card
        for one in playing.tricks[:number]
        for put in one.puts
        if put.seat != own.seat and suit_of(put.card) == suit_of(own.card)
    ]
    require(earlier and suit_of(own.card) == trick.led and playing.follows_after(number, own))
    trick.items[index] = Put(own.seat, rng.choice(earlier))
    require(winner_of(TABLE, trick.pairs, playing.trump) == trick.winner)
    return case_of(made, "card-not-held", f"trick {number + 1} / seat {own.seat}", own.seat)


def played(rng: Random) -> tuple[Made, Playing, Agreed]:
    """A deal in order, its play and its contract."""
    made = clean_deal(rng)
    return made, given(made.playing), given(made.contract)


def wrong_winner(rng: Random) -> BridgeCase:
    made, playing, _ = played(rng)
    winners, number = playing.winners, rng.randrange(13)
    winners[number] = wrong = after(winners[number], rng.randint(1, 3))
    made.written.winners = winners
    return case_of(made, "trick-winner", f"trick {number + 1} / winner", wrong)


def hand_size(rng: Random) -> BridgeCase:
    made = begin(rng)
    seat = rng.choice("NESW")
    made.hands[seat].pop()
    return case_of(made, "hand-size", f"hand {seat}", seat, judged=False)


def twice_in_the_pack(rng: Random) -> BridgeCase:
    made = begin(rng)
    first, second = rng.sample("NESW", 2)
    card = rng.choice(made.hands[first])
    made.hands[second][rng.randrange(13)] = card
    where = {seat: made.hands[seat].index(card) + 1 for seat in (first, second)}
    later = max(first, second, key="NESW".index)
    return case_of(made, "pack", f"hand {later} / {where[later]}", later, judged=False)


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
    return case_of(finish(made, rng), "dealer-rotation", place, seat)


def wrong_contract(rng: Random) -> BridgeCase:
    """Level, denomination, declarer or doubling written other than the auction made it."""
    made, _, contract = played(rng)
    seats = [after(contract.by, steps) for steps in range(4)]
    _, made.written.contract = miswritten(contract, rng, seats, range(1, 8))
    return case_of(made, "contract-entry", "contract")


def wrong_tricks(rng: Random) -> BridgeCase:
    made, _, contract = played(rng)
    team = team_of(contract.by)
    right = given(made.written.points)[team]
    made.written.points = {team: rng.choice([n for n in range(14) if n != right])}
    return case_of(made, "points-entry", f"points {team}")


def wrong_score(rng: Random) -> BridgeCase:
    made, _, _ = played(rng)
    award = given(made.written.score)
    team = max(award, key=lambda name: award[name])
    made.written.score = {team: award[team] + rng.choice([-30, -20, 10, 50, 100, 200])}
    return replace(case_of(made, "award-entry", f"score {team}"), award=award)


def conduct(rng: Random, code: str, text: str) -> BridgeCase:
    """Something that a player did, noted after a trick; or that dummy took part in the play."""
    made, playing, contract = played(rng)
    dummy = after(contract.by, 2)
    seat = dummy if code == "dummy-play" else rng.choice([s for s in "NESW" if s != dummy])
    number = rng.randint(1, 13)
    trick = playing.tricks[number - 1]
    where = f"trick {number} / seat {trick.puts[-1].seat}"
    trick.items.append(Event(EventKind.CONDUCT, seat=clear(seat), text=text))
    return case_of(made, code, where, seat)


KINDS: Final[dict[str, Make]] = {
    "insufficient-bid": _at_call("insufficient-bid", insufficient, 3, bid_first=True),
    "insufficient-marked": _at_call("insufficient-bid", stood),
    "bid-range": _at_call("bid-range", out_of_range, bid_first=True),
    "double-inadmissible": _at_call("double-inadmissible", bad_double, opened=False),
    "redouble-inadmissible": _at_call("redouble-inadmissible", bad_redouble, bid_first=True),
    "call-out-of-turn": _at_call("call-out-of-turn", call_out_of_turn, 2),
    "call-after-close": _at_call("call-after-close", call_after_close, opened=False),
    "unapproved-bid": _at_call("unapproved-bid", unapproved, bid_first=True),
    "missing-call": _at_call("missing-call", silence),
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
    "conduct": partial(conduct, code="conduct", text="sighed"),
    "dummy-play": partial(conduct, code="dummy-play", text="named a card"),
}
"""Every kind of irregularity."""


def make(kind: str, seed: int) -> BridgeCase:
    """A case of a kind; the same seed gives the same case."""
    rng = Random(f"{kind} {seed}")
    return first_of(count(), lambda _: KINDS[kind](rng))
