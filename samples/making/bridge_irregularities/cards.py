"""Boards of bridge with an irregularity of the play."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fairdeal.records.events import Event, EventKind
from samples.making.bridge_irregularities.scene import (
    NOTHING,
    BridgeCase,
    NoChanceError,
    Wanted,
    case_of,
)
from samples.making.records.bridge_deals import (
    Made,
    Put,
    after,
    begin,
    clean_deal,
    other,
    side,
    start_play,
    winner_of,
)


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


def given_up(rng: Random) -> BridgeCase:
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
