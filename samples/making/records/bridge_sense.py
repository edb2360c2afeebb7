"""Boards of bridge bid and played with a little sense: contracts fit the hands, tricks are won when possible.

`bridge_deals` plays at random, and no result list looks like that. Everything is within the rules here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from fairdeal.records.seats import Seat
from samples.making.records.bridge_deals import (
    DENOMINATIONS,
    RANKS,
    TRICKS,
    Bidding,
    Made,
    Playing,
    Put,
    after,
    dealer_of,
    side,
    sides_of,
    start_play,
    strength,
    winner_of,
)

Hands = Mapping[Seat, Sequence[str]]

HONOURS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
LEVELS: Final = ((37, 7), (33, 6), (25, 4), (23, 2), (0, 1))
"""From so many points of a side on, this level; at 4, game in what is played."""


def sensible(rng: Random, board: int, hands: Hands) -> Made:
    """A board as a table may have played it."""
    dealer = dealer_of(board)
    held = {seat: list(cards) for seat, cards in hands.items()}
    made = Made(board, dealer, sides_of(board), held, Bidding(dealer))
    _bid(made, rng)
    if made.bidding.contract() is not None:
        play = start_play(made)
        while len(play.tricks) < TRICKS:
            _play_trick(play, made, rng)
    made.settle()
    return made


def _points(cards: Sequence[str]) -> int:
    return sum(HONOURS.get(card[:-1], 0) for card in cards)


def _bid(made: Made, rng: Random) -> None:
    """Passes to the one who opens, what the side plays, a raise to its level, passes."""
    strong = max("NS", "EW", key=lambda pair: sum(_points(made.hands[seat]) for seat in pair))
    points = sum(_points(made.hands[seat]) for seat in strong) + rng.choice((-1, 0, 0, 0, 1))
    if points < 20:
        _pass_out(made.bidding)
        return
    opener, denomination = _chosen(made.hands, strong, rng)
    level = next(level for least, level in LEVELS if points >= least)
    if level == 4:
        level = {"NT": 3, "C": 5, "D": 5}.get(denomination, 4)
    while made.bidding.turn != opener:
        made.bidding.say("Pass")
    made.bidding.say(f"1 {denomination}")
    if level > 1:
        made.bidding.say("Pass")
        made.bidding.say(f"{level} {denomination}")
    _pass_out(made.bidding)


def _pass_out(bidding: Bidding) -> None:
    while not bidding.closed:
        bidding.say("Pass")


def _chosen(hands: Hands, pair: str, rng: Random) -> tuple[Seat, str]:
    """Who declares, and what: a fit of eight cards, a major before a minor, else no-trumps."""

    def length(seat: Seat, suit: str) -> int:
        return sum(card.endswith(suit) for card in hands[seat])

    for suit in "SH":
        if length(pair[0], suit) + length(pair[1], suit) >= 8:
            return max(pair, key=lambda seat: length(seat, suit)), suit
    for suit in "DC":
        if length(pair[0], suit) + length(pair[1], suit) >= 9 and rng.random() < 0.5:
            return max(pair, key=lambda seat: length(seat, suit)), suit
    return max(pair, key=lambda seat: _points(hands[seat])), DENOMINATIONS[-1]


def _play_trick(play: Playing, made: Made, rng: Random) -> None:
    trick: list[Put] = []
    for steps in range(4):
        seat = after(play.leader, steps)
        play.put(trick, seat, _card(play, made, seat, trick, rng))
    play.close(trick)


def _card(play: Playing, made: Made, seat: Seat, trick: Sequence[Put], rng: Random) -> str:
    """Lead from length, win as cheaply as one can where partner does not, else the lowest card."""
    legal = play.legal(seat, trick[0][1][-1] if trick else None)
    if not trick:
        return _lead(play, made, seat, legal, rng)
    led, trump = trick[0][1][-1], play.trump
    winner = winner_of(list(trick), trump)
    best = max(strength(card, led, trump) for _, card in trick)
    better = [card for card in legal if strength(card, led, trump) > best]
    last = len(trick) == 3
    ours = side(winner) == side(seat)
    if better and not (ours and (last or best % 100 >= RANKS.index("Q"))):
        cheap = sorted(better, key=lambda card: strength(card, led, trump))
        return cheap[0] if last else rng.choice((cheap[0], cheap[-1], cheap[-1]))
    return min(legal, key=lambda card: (card[-1] == trump, RANKS.index(card[:-1])))


def _lead(play: Playing, made: Made, seat: Seat, legal: Sequence[str], rng: Random) -> str:
    contract = made.bidding.contract()
    ours = contract is not None and side(contract.by) == side(seat)
    trumps = [card for card in legal if card[-1] == play.trump]
    if ours and trumps and len(play.tricks) < 4:
        return max(trumps, key=lambda card: RANKS.index(card[:-1]))
    held = [suit for suit in "CDHS" if any(card[-1] == suit for card in legal)]
    suits = sorted(
        [suit for suit in held if suit != play.trump] or held,
        key=lambda suit: (sum(card.endswith(suit) for card in legal), rng.random()),
    )
    own = sorted(
        (card for card in legal if card[-1] == suits[-1]), key=lambda c: RANKS.index(c[:-1])
    )
    return own[-1] if RANKS.index(own[-1][:-1]) >= RANKS.index("Q") else own[0]
