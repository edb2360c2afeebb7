"""Boards of bridge with one irregularity each, and the complete list of what must be found in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from fairdeal.records.cards import Seat
from fairdeal.records.doubt import clear
from fairdeal.records.record import Call, Deal, Event, EventKind, Play, Record
from samples.making.records.bridge_deals import (
    DENOMINATIONS,
    PACK,
    Made,
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

    kind: str
    record: Record
    wanted: tuple[Wanted, ...]
    award: dict[str, int] | None = field(default=None)
    judged: bool = True
    """Whether the award is stated at all."""


NOTHING: Final = {"NS": 0, "EW": 0}
"""The award of a deal in which nothing scores."""


class NoChanceError(Exception):
    """The deal at hand gives no chance for this irregularity; another deal must be tried."""


def finish(made: Made, rng: Random) -> Made:
    """Play a deal whose auction is over to the end, and write the result."""
    if made.bidding.contract() is None:
        raise NoChanceError
    start_play(made).to_the_end(rng)
    made.settle()
    return made


def case_of(kind: str, made: Made, *wanted: Wanted) -> BridgeCase:
    return BridgeCase(kind, record_of(made), wanted, made.score or None)


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


def calls_given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when somebody has bid, and nothing asks for that."""
    made = _opened(rng, rng.randrange(3))
    number = len(made.bidding.calls)
    made.call_events.append((number, Event(EventKind.REDEAL)))
    case = case_of("given-up", made, Wanted("play-abandoned", f"call {number}"))
    return replace(case, award=NOTHING)


def started(rng: Random, tricks: int) -> Made:
    """A deal played as far as so many tricks."""
    made = begin(rng)
    made.bidding.say(rng.choice(made.bidding.higher()[:15]))
    made.bidding.go_on(rng)
    playing = start_play(made)
    for _ in range(tricks):
        playing.play_trick(rng)
    return made


def revoke(rng: Random) -> BridgeCase:
    """A suit is not followed; the tricks that Law 64 takes are in the score written."""
    made = started(rng, rng.randrange(9))
    playing = made.playing
    assert playing is not None
    contract = made.bidding.contract()
    dummy = after(contract.by, 2) if contract is not None else ""
    trick: list[Put] = []
    guilty = ""
    for steps in range(4):
        seat = after(playing.leader, steps)
        led = trick[0][1][-1] if trick else None
        choice = playing.legal(seat, led)
        false = [card for card in playing.held[seat] if card[-1] != led]
        if led is not None and not guilty and seat != dummy and choice[0][-1] == led and false:
            guilty, choice = seat, false
        playing.put(trick, seat, rng.choice(choice))
    if not guilty:
        raise NoChanceError
    number = len(playing.tricks) + 1
    winner = winner_of(trick, playing.trump)
    playing.close(trick)
    playing.to_the_end(rng)
    made.settle()
    team = side(guilty)
    won = [seat for seat in playing.winners[number - 1 :] if side(seat) == team]
    count = min(2, len(won)) if winner == guilty else min(1, len(won))
    points = dict(made.points)
    points[team] -= count
    points[other(team)] += count
    made.score = made.due(points)
    wanted = Wanted("revoke", f"trick {number} / seat {guilty}", guilty)
    return case_of("revoke", made, wanted)


def lead_out_of_turn(rng: Random) -> BridgeCase:
    made = started(rng, rng.randrange(8))
    playing = made.playing
    assert playing is not None
    seat = after(playing.leader, rng.randint(1, 3))
    number = len(playing.tricks) + 1
    playing.leader = seat
    playing.to_the_end(rng)
    made.settle()
    place = f"trick {number} / seat {seat}"
    return case_of("lead", made, Wanted("lead-out-of-turn", place, seat))


def play_out_of_turn(rng: Random) -> BridgeCase:
    """Two seats of a trick play in the wrong order."""
    made = started(rng, rng.randrange(8))
    playing = made.playing
    assert playing is not None
    number = len(playing.tricks) + 1
    trick: list[Put] = []
    order = [after(playing.leader, steps) for steps in range(4)]
    place = rng.choice([1, 2])
    order[place], order[place + 1] = order[place + 1], order[place]
    for seat in order:
        led = trick[0][1][-1] if trick else None
        playing.put(trick, seat, rng.choice(playing.legal(seat, led)))
    playing.close(trick)
    playing.to_the_end(rng)
    made.settle()
    where = f"trick {number} / seat {order[place]}"
    return case_of("turn", made, Wanted("play-out-of-turn", where, order[place]))


def cards_given_up(rng: Random) -> BridgeCase:
    """The deal is to be dealt again when some of it has been played, and nothing asks for that."""
    made = started(rng, rng.randrange(12))
    playing = made.playing
    assert playing is not None
    trick: list[Put] = []
    for steps in range(rng.randint(1, 4)):
        seat = after(playing.leader, steps)
        led = trick[0][1][-1] if trick else None
        playing.put(trick, seat, rng.choice(playing.legal(seat, led)))
    playing.tricks.append(trick)
    number = len(playing.tricks)
    made.card_events.append((number, len(trick), Event(EventKind.REDEAL)))
    case = case_of("given-up", made, Wanted("play-abandoned", f"trick {number}"))
    return replace(case, award=NOTHING)


def card_not_held(rng: Random) -> BridgeCase:
    """A card is written in the play that another hand holds, and has already played."""
    made = clean_deal(rng)
    playing = made.playing
    if playing is None:
        raise NoChanceError
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
    if not earlier or card[-1] != led:
        raise NoChanceError
    for later in playing.tricks[number + 1 :]:
        shown = next(put[1] for put in later if put[0] == seat)
        if later[0][1][-1] == led != shown[-1]:
            raise NoChanceError  # with the card still in hand that is a revoke
    trick[index] = (seat, rng.choice(earlier))
    if winner_of(trick, playing.trump) != playing.winners[number]:
        raise NoChanceError
    place = f"trick {number + 1} / seat {seat}"
    return case_of("card", made, Wanted("card-not-held", place, seat))


def played(rng: Random) -> Made:
    made = clean_deal(rng)
    if made.playing is None:
        raise NoChanceError
    return made


def wrong_winner(rng: Random) -> BridgeCase:
    made = played(rng)
    assert made.playing is not None
    made.winners = list(made.playing.winners)
    number = rng.randrange(13)
    wrong = after(made.winners[number], rng.randint(1, 3))
    made.winners[number] = wrong
    return case_of("winner", made, Wanted("trick-winner", f"trick {number + 1} / winner", wrong))


def hand_size(rng: Random) -> BridgeCase:
    made = begin(rng)
    seat = rng.choice("NESW")
    made.hands[seat].pop()
    return BridgeCase(
        "hand-size", record_of(made), (Wanted("hand-size", f"hand {seat}", seat),), judged=False
    )


def twice_in_the_pack(rng: Random) -> BridgeCase:
    made = begin(rng)
    first, second = rng.sample("NESW", 2)
    card = rng.choice(made.hands[first])
    place = rng.randrange(13)
    made.hands[second][place] = card
    where = {seat: made.hands[seat].index(card) + 1 for seat in (first, second)}
    later = max(first, second, key="NESW".index)
    wanted = Wanted("pack", f"hand {later} / {where[later]}", later)
    return BridgeCase("pack", record_of(made), (wanted,), judged=False)


def wrong_dealer(rng: Random) -> BridgeCase:
    made = begin(rng)
    made.dealer = after(made.dealer, rng.randint(1, 3))
    made.bidding.dealer = made.dealer
    made.bidding.say(rng.choice(made.bidding.higher()[:9]))
    made.bidding.go_on(rng)
    return case_of("dealer", finish(made, rng), Wanted("dealer-rotation", "dealer", made.dealer))


def wrong_vulnerability(rng: Random) -> BridgeCase:
    made = begin(rng)
    made.sides = rng.choice([word for word in ("None", "NS", "EW", "All") if word != made.sides])
    made.bidding.say(rng.choice(made.bidding.higher()[:9]))
    made.bidding.go_on(rng)
    return case_of("sides", finish(made, rng), Wanted("dealer-rotation", "vulnerable"))


def wrong_contract(rng: Random) -> BridgeCase:
    """Level, denomination, declarer or doubling written other than the auction made it."""
    made = played(rng)
    contract = made.contract
    assert contract is not None
    what = rng.choice(["level", "denomination", "by", "doubled"])
    if what == "level":
        level = rng.choice([n for n in range(1, 8) if n != contract.level])
        made.written = replace(contract, level=level)
    elif what == "denomination":
        names = [name for name in DENOMINATIONS if name != contract.denomination]
        made.written = replace(contract, denomination=rng.choice(names))
    elif what == "by":
        made.written = replace(contract, by=after(contract.by, rng.randint(1, 3)))
    else:
        made.written = replace(
            contract, doubled=rng.choice([n for n in (1, 2, 4) if n != contract.doubled])
        )
    return replace(case_of("contract", made, Wanted("contract-entry", "contract")), judged=True)


def wrong_tricks(rng: Random) -> BridgeCase:
    made = played(rng)
    assert made.contract is not None
    team = side(made.contract.by)
    due = made.points[team]
    made.points = {team: rng.choice([n for n in range(14) if n != due])}
    return case_of("tricks", made, Wanted("points-entry", f"points {team}"))


def wrong_score(rng: Random) -> BridgeCase:
    made = played(rng)
    award = dict(made.score)
    team = max(made.score, key=lambda name: made.score[name])
    made.score = {team: award[team] + rng.choice([-30, -20, 10, 50, 100, 200])}
    if made.score[team] == award[team]:
        raise NoChanceError
    case = case_of("score", made, Wanted("award-entry", f"score {team}"))
    return replace(case, award=award)


def conduct(rng: Random) -> BridgeCase:
    made = played(rng)
    assert made.contract is not None
    seat = rng.choice([s for s in "NESW" if s != after(made.contract.by, 2)])
    number = rng.randint(1, 13)
    event = Event(EventKind.CONDUCT, seat=clear(seat), text="sighed")
    made.card_events.append((number, 4, event))
    last = made.playing.tricks[number - 1][3][0] if made.playing else ""
    return case_of("conduct", made, Wanted("conduct", f"trick {number} / seat {last}", seat))


def dummy_plays(rng: Random) -> BridgeCase:
    made = played(rng)
    assert made.contract is not None
    seat = after(made.contract.by, 2)
    number = rng.randint(1, 13)
    event = Event(EventKind.CONDUCT, seat=clear(seat), text="named a card")
    made.card_events.append((number, 4, event))
    last = made.playing.tricks[number - 1][3][0] if made.playing else ""
    return case_of("dummy", made, Wanted("dummy-play", f"trick {number} / seat {last}", seat))


def bent(seed: int) -> Record:
    """A clean board with something changed at random: a card, a call, a figure, the order of cards."""
    rng = Random(f"bent {seed}")
    made = clean_deal(rng)
    for _ in range(rng.choice([0, 1, 1, 1, 2])):
        _bend(made, rng)
    record = record_of(made)
    if rng.random() < 0.1:
        deal = record.deals[0]
        record = replace(record, deals=(_less(deal, rng),))
    return record


def _bend(made: Made, rng: Random) -> None:
    what = rng.randrange(8)
    playing, calls = made.playing, made.bidding.calls
    if what == 0 and playing is not None:
        trick = rng.choice(playing.tricks)
        index = rng.randrange(4)
        trick[index] = (trick[index][0], rng.choice(PACK))
    elif what == 1 and playing is not None:
        trick = rng.choice(playing.tricks)
        trick.append(trick.pop(rng.randrange(4)))
    elif what == 2:
        index = rng.randrange(len(calls))
        texts = ["Pass", "X", "XX", *(f"{n} {d}" for n in range(1, 8) for d in DENOMINATIONS)]
        calls[index] = (calls[index][0], rng.choice(texts))
    elif what == 3:
        calls.pop(rng.randrange(len(calls)))
    elif what == 4 and made.points:
        team = rng.choice(list(made.points))
        made.points[team] = rng.randint(0, 14)
    elif what == 5 and made.score:
        team = rng.choice(list(made.score))
        made.score[team] = made.score[team] + rng.choice([-50, 50])
    elif what == 6 and made.written is not None:
        made.written = replace(made.written, by=rng.choice("NESW"), doubled=rng.choice([1, 2, 4]))
    elif what == 7:
        first, second = rng.sample("NESW", 2)
        made.hands[first][0], made.hands[second][0] = made.hands[second][0], made.hands[first][0]


def _less(deal: Deal, rng: Random) -> Deal:
    """A deal of which something was not recorded."""
    play = deal.play
    match rng.randrange(6):
        case 0:
            return replace(deal, auction=None)
        case 1:
            return replace(deal, play=play[: rng.randrange(13)] if play else None)
        case 2:
            return replace(deal, result=None)
        case 3:
            return replace(deal, hands=deal.hands[:3] if deal.hands else None)
        case 4 if play:
            last = play[-1]
            items = tuple(item for item in last.items if isinstance(item, Play))
            return replace(deal, play=(*play[:-1], replace(last, items=items[: rng.randint(1, 3)])))
    return replace(deal, vulnerable=None, dealer=None)


__all__ = ["KINDS", "BridgeCase", "Wanted", "bent", "make"]

KINDS: Final[dict[str, Callable[[Random], BridgeCase]]] = {
    "insufficient-bid": insufficient,
    "insufficient-marked": marked_insufficient,
    "bid-range": out_of_range,
    "double-inadmissible": bad_double,
    "redouble-inadmissible": bad_redouble,
    "call-out-of-turn": call_out_of_turn,
    "call-after-close": call_after_close,
    "unapproved-bid": unapproved,
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
    "conduct": conduct,
    "dummy-play": dummy_plays,
}
"""Every kind of irregularity."""


def make(kind: str, seed: int) -> BridgeCase:
    """A case of a kind; the same seed gives the same case."""
    rng = Random(f"{kind} {seed}")
    while True:
        try:
            return KINDS[kind](rng)
        except NoChanceError:
            continue
