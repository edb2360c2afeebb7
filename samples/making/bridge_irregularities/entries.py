"""Boards of bridge with an irregularity of the deal, of what is written, or of behaviour."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fairdeal.records.doubt import clear
from fairdeal.records.events import Event, EventKind
from samples.making.bridge_irregularities.cards import played
from samples.making.bridge_irregularities.scene import (
    BridgeCase,
    NoChanceError,
    Wanted,
    case_of,
    finish,
)
from samples.making.records.bridge_deals import DENOMINATIONS, after, begin, record_of, side


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
