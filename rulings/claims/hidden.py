"""A claim where not every card is known: over all deals of the unseen cards that fit the record.

Where hands were not recorded, some deals may defeat a claim and others not. `over_deals` looks for one
of each. Both found: the ruling depends on what nobody wrote down. Only one kind found: it is
established when every deal was tried, or when no deal can make a difference; otherwise it stays open.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from fairdeal.records import Card, Seat, Team, next_seat, team_of
from fairdeal.rulings.claims.duel import Budget, ClaimUndecided
from fairdeal.rulings.claims.position import RANKS_OF_56, Line, Play, Position
from fairdeal.rulings.claims.solve import refute_within

DEALS: Final = 2_000
"""How many deals are tried one by one: about two seconds."""

SAMPLES: Final = 60
"""How many deals at random are tried first: where both answers are common, both turn up soon."""

POSITIONS: Final = 200_000
"""What all the deals together may cost the solver; then those left are not tried."""

NOBODY: Final = ""
"""Holds what is unseen and no longer in play, such as the cards of an unrecorded trick."""

Hands = Mapping[Seat, tuple[Card, ...]]


@dataclass(frozen=True)
class Unseen:
    """A position of which only some cards are known.

    known: the cards that each seat surely still holds. missing: how many more it holds. pool: the
    cards that may be those; what is left of them when all seats have theirs is out of play.
    barred: suits that a seat is known not to hold among its missing cards. The rest as in Position.
    """

    known: Hands
    missing: Mapping[Seat, int]
    pool: tuple[Card, ...]
    trump: str
    leader: Seat
    trick: tuple[Play, ...] = ()
    players: int = 6
    ranks: tuple[str, ...] = RANKS_OF_56
    barred: Mapping[Seat, frozenset[str]] = field(default_factory=dict)

    def dealt(self, more: Hands) -> Position:
        """The position if the seats hold these cards as well. Raises PositionError as it does."""
        hands = {seat: (*cards, *more.get(seat, ())) for seat, cards in self.known.items()}
        return Position(hands, self.trump, self.leader, self.trick, self.players, self.ranks)


@dataclass(frozen=True, slots=True)
class OverDeals:
    """What was found over the deals.

    defeats: a deal that defeats the claim, with its line. stands: one in which it stands.
    complete: nothing else can be found: both were, or every deal was tried, or none can differ.
    Neither and complete: no deal at all fits what is known.
    """

    defeats: tuple[Position, Line] | None
    stands: Position | None
    complete: bool

    @property
    def established(self) -> bool | None:
        """True: every deal defeats the claim. False: none does. None: it depends, or is open."""
        if not self.complete or (self.defeats is None) == (self.stands is None):
            return None
        return self.defeats is not None


def over_deals(unseen: Unseen, challengers: Team, *, deals: int = DEALS) -> OverDeals:
    """Try the claim over the deals of the unseen cards, at most so many one by one.

    Raises PositionError where the known and missing cards do not make hands of equal size.
    """
    found = _Found(unseen, challengers)
    for deal in _samples(unseen, challengers):
        if found.tried(deal):
            return found.result(complete=True)
    if found.defeats is None and _leads_to_the_end(unseen, challengers):
        return found.result(complete=True)
    every = _deals(
        unseen, _hardest_first(unseen, sorted(unseen.pool)), (*sorted(unseen.known), NOBODY)
    )
    for deal in islice(every, deals):
        if found.tried(deal):
            return found.result(complete=True)
    return found.result(complete=next(every, None) is None)


@dataclass(slots=True)
class _Found:
    """What the deals tried so far gave."""

    unseen: Unseen
    challengers: Team
    defeats: tuple[Position, Line] | None = None
    stands: Position | None = None
    purse: Budget = field(default_factory=lambda: Budget(POSITIONS))
    spent: bool = False

    def tried(self, deal: Hands) -> bool:
        """Try a deal; whether there is no need, or no budget, to try another."""
        position = self.unseen.dealt(deal)
        try:
            line = refute_within(position, self.challengers, self.purse)
        except ClaimUndecided:
            self.spent = True
            return True
        if line is None:
            self.stands = self.stands or position
        else:
            self.defeats = self.defeats or (position, line)
        return self.defeats is not None and self.stands is not None

    def result(self, *, complete: bool) -> OverDeals:
        both = self.defeats is not None and self.stands is not None
        return OverDeals(self.defeats, self.stands, both or (complete and not self.spent))


def _samples(unseen: Unseen, challengers: Team) -> Iterator[Hands]:
    """Deals worth trying first: the high cards to one side, to the other, then at random."""
    claimants_first = sorted(unseen.known, key=lambda seat: team_of(seat) == challengers)
    high = sorted(
        unseen.pool,
        key=lambda card: (card.suit != unseen.trump, unseen.ranks.index(card.rank), card.suit),
    )
    rng = random.Random(len(high))
    for seats in (claimants_first, claimants_first[::-1]):
        yield from islice(_deals(unseen, high, (*seats, NOBODY)), 1)
    for _ in range(SAMPLES):
        cards = sorted(unseen.pool)
        rng.shuffle(cards)
        cards = _hardest_first(unseen, cards)
        yield from islice(_deals(unseen, cards, (*claimants_first, NOBODY), rng), 1)


def _hardest_first(unseen: Unseen, cards: list[Card]) -> list[Card]:
    """The cards that fewest seats may hold go first, so that few hands come to nothing."""
    barred = Counter(suit for suits in unseen.barred.values() for suit in suits)
    return sorted(cards, key=lambda card: -barred[card.suit])


def _deals(
    unseen: Unseen,
    cards: Sequence[Card],
    seats: tuple[Seat, ...],
    rng: random.Random | None = None,
) -> Iterator[Hands]:
    """Every way to give the missing cards out, none twice where like cards stand together.

    The first seats in the order get the first cards; with `rng` each card picks among the seats.
    """
    room = {seat: unseen.missing.get(seat, 0) for seat in seats}
    room[NOBODY] = len(cards) - sum(room.values())
    held: dict[Seat, list[Card]] = {seat: [] for seat in seats}

    def place(number: int) -> Iterator[Hands]:
        if number == len(cards):
            yield {seat: tuple(held[seat]) for seat in seats if seat != NOBODY}
            return
        card = cards[number]
        order = list(seats)
        if rng is not None:
            rng.shuffle(order)
        elif number and cards[number - 1] is card:
            # The second copy goes to the seat of the first or a later one: the other way is the same.
            last = next(seat for seat in seats if held[seat] and held[seat][-1] is card)
            order = order[order.index(last) :]
        for seat in order:
            if room[seat] <= 0 or card.suit in unseen.barred.get(seat, ()):
                continue
            room[seat] -= 1
            held[seat].append(card)
            yield from place(number + 1)
            held[seat].pop()
            room[seat] += 1

    if room[NOBODY] >= 0:
        yield from place(0)


def _leads_to_the_end(unseen: Unseen, challengers: Team) -> bool:
    """Whether a claimant leads, or has led, whose cards nobody can beat, however the rest lies.

    All its cards are known, each is at least level with every other card of its suit, and unless they
    are all trumps nobody else can hold a trump. It then wins every trick that remains.
    """
    leader = unseen.leader
    if team_of(leader) == challengers or unseen.missing.get(leader, 0):
        return False
    others = [*unseen.pool, *(card for who, card in unseen.trick if who != leader)]
    seat = next_seat(leader, unseen.players)
    while seat != leader:
        others += unseen.known[seat]
        seat = next_seat(seat, unseen.players)
    hand = (*unseen.known[leader], *(card for who, card in unseen.trick if who == leader))
    worth = {rank: -place for place, rank in enumerate(unseen.ranks)}
    if any(card.suit != unseen.trump for card in hand) and any(
        card.suit == unseen.trump for card in others
    ):
        return False
    return all(
        worth[card.rank] >= worth[other.rank]
        for card in hand
        for other in others
        if other.suit == card.suit
    )
