"""Boards of bridge with anything changed at random: what is to be found in them is not told."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fairdeal.records.deal import Deal, Play
from fairdeal.records.record import Record
from samples.making.records.bridge_deals import (
    DENOMINATIONS,
    PACK,
    Made,
    clean_deal,
    record_of,
)


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
