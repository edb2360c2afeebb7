"""Positions to try claims on: from random, play-worn and strong hands, true, false and near-true."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fairdeal.records import SUITS, Card, Seat, Team, other_team, seats, team_of
from fairdeal.rulings.claims.position import RANKS_OF_56, Position

RANKS_AT = {4: 4, 6: 6, 8: 8}
"""How many ranks the pack of each table has (rulebook `online`)."""

HAND = 8
TRUMPS = (*SUITS, "NT")


def random_claim(rng: random.Random, cards: int, players: int = 6) -> tuple[Position, Team]:
    """A claim of so many cards a seat, and who challenges it."""
    make = rng.choice((strong, strong, strong, long_trumps, played_down))
    position = make(rng, cards, players)
    if rng.random() < 0.3:
        for _ in range(rng.randrange(players)):
            position = position.after(rng.choice(position.legal(position.due[0])))
    challengers = other_team(team_of(position.leader))
    if rng.random() < 0.1:
        challengers = other_team(challengers)
    return position, challengers


def near(rng: random.Random, position: Position) -> Position:
    """The same position with two cards of two seats exchanged."""
    one, other = rng.sample(sorted(position.hands), 2)
    hands = {seat: list(hand) for seat, hand in position.hands.items()}
    if hands[one] and hands[other]:
        here, there = rng.randrange(len(hands[one])), rng.randrange(len(hands[other]))
        hands[one][here], hands[other][there] = hands[other][there], hands[one][here]
    return Position(
        {seat: tuple(hand) for seat, hand in hands.items()},
        position.trump,
        position.leader,
        position.trick,
        position.players,
    )


def strong(rng: random.Random, cards: int, players: int = 6) -> Position:
    """The leader, or a third of the time a side, holds high cards and trumps; the others what falls."""
    trump, leader = rng.choice(TRUMPS), rng.choice(seats(players))
    alone = rng.random() < 2 / 3
    lift, spread = (rng.choice((0, 2, 4, 6, 8)), 1.5) if alone else (3, rng.choice((0.5, 2.0, 4.0)))
    worst_first = sorted(
        _pack(players),
        key=lambda card: (
            RANKS_OF_56.index(card.rank)
            - (lift if card.suit == trump else 0)
            + rng.random() * spread
        ),
        reverse=True,
    )
    holders = [
        each
        for each in seats(players)
        if each == leader or (not alone and team_of(each) == team_of(leader))
    ]
    best = [worst_first.pop() for _ in range(cards * len(holders))]
    rng.shuffle(best)
    hands = {seat: [best.pop() for _ in range(cards)] for seat in holders}
    return _dealt(rng, players, cards, hands, worst_first, trump, leader)


def long_trumps(rng: random.Random, cards: int, players: int = 6) -> Position:
    """The leader holds the highest trumps and one or two side cards that may be overtaken."""
    trump, leader = rng.choice(SUITS), rng.choice(seats(players))
    pack = list(_pack(players))
    rng.shuffle(pack)
    trumps = sorted(
        (card for card in pack if card.suit == trump),
        key=lambda card: RANKS_OF_56.index(card.rank) + rng.random() * 1.2,
    )
    hand = trumps[: max(1, cards - rng.choice((0, 1, 1, 2)))][:cards]
    for card in hand:
        pack.remove(card)
    hand += [pack.pop() for _ in range(cards - len(hand))]
    return _dealt(rng, players, cards, {leader: hand}, pack, trump, leader)


def played_down(rng: random.Random, cards: int, players: int = 6) -> Position:
    """What is left of a random deal after tricks of random legal play."""
    trump, leader = rng.choice(TRUMPS), rng.choice(seats(players))
    position = _dealt(rng, players, min(HAND, cards + 4), {}, list(_pack(players)), trump, leader)
    while position.trick or len(position.hands[leader]) > cards:
        position = position.after(rng.choice(position.legal(position.due[0])))
    return position


def claims(rng: random.Random, cards: int, players: int = 6) -> Iterator[tuple[Position, Team]]:
    """Claims without end: each one made, then the same with two cards exchanged."""
    while True:
        position, challengers = random_claim(rng, cards, players)
        yield position, challengers
        yield near(rng, position), challengers


def _pack(players: int) -> tuple[Card, ...]:
    ranks = RANKS_OF_56[: RANKS_AT[players]]
    return tuple(Card.of(rank + suit) for rank in ranks for suit in SUITS) * 2


def _dealt(
    rng: random.Random,
    players: int,
    cards: int,
    hands: dict[Seat, list[Card]],
    rest: list[Card],
    trump: str,
    leader: Seat,
) -> Position:
    rng.shuffle(rest)
    full = {
        seat: tuple(hands.get(seat) or [rest.pop() for _ in range(cards)])
        for seat in seats(players)
    }
    return Position(full, trump, leader, (), players)
