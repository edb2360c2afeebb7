"""A board as it was played: the position at any card of it, and what best play gives from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairdeal.records.cards import Card
from fairdeal.records.seats import COMPASS, Seat, Team, team_of
from fairdeal.rulings.bridge.double_dummy.library import SolverError, solver
from fairdeal.rulings.bridge.double_dummy.position import Hands, Position, PositionError
from fairdeal.rulings.replay.play import TrickFact


@dataclass(frozen=True, slots=True)
class AtCard:
    """A card before it was played: the position, tricks won before it, and for every card that the seat may
    play the tricks of its side in the whole deal."""

    position: Position
    won: dict[Team, int]
    cards: dict[Card, int]

    @property
    def team(self) -> Team:
        return team_of(self.position.due)

    @property
    def best(self) -> int:
        """The most tricks that the side to play can still have in the whole deal."""
        return max(self.cards.values())

    @property
    def best_cards(self) -> tuple[Card, ...]:
        return tuple(sorted(card for card, tricks in self.cards.items() if tricks == self.best))


def position_at(
    hands: Hands, tricks: Sequence[TrickFact], trump: str, trick: int, index: int
) -> tuple[Position, dict[Team, int]] | None:
    """What was left before card `index` (from 0) of a trick, and the tricks won before it.

    None where a card before it, or who played it, is not known, or a card was played that its seat did not
    hold. What is played need not be allowed: a revoke leaves four hands that can be played out.
    """
    left = {seat: set(hand) for seat, hand in hands.items()}
    won: dict[Team, int] = {"NS": 0, "EW": 0}
    for number, fact in enumerate(tricks, 1):
        if fact.number != number or fact.number > trick:
            return None
        here = number == trick
        count = index if here else len(COMPASS)
        plays = list(zip(fact.seats, fact.cards, strict=True))[:count]
        if len(plays) < count:
            return None
        for seat, card in plays:
            if seat is None or card is None or card not in left[seat]:
                return None
            left[seat].remove(card)
        if here:
            leader = fact.seats[0] if fact.seats else fact.leader
            return _position(left, trump, leader, [card for _, card in plays], won)
        if fact.winner is None:
            return None
        won[team_of(fact.winner)] += 1
    if index == 0 and tricks and len(tricks) == trick - 1:
        return _position(left, trump, tricks[-1].winner, [], won)
    return None


def _position(
    left: dict[Seat, set[Card]],
    trump: str,
    leader: Seat | None,
    trick: Sequence[Card | None],
    won: dict[Team, int],
) -> tuple[Position, dict[Team, int]] | None:
    if leader is None:
        return None
    hands = {seat: frozenset(hand) for seat, hand in left.items()}
    try:
        return Position(hands, trump, leader, tuple(card for card in trick if card)), won
    except PositionError:
        return None


def before_card(
    hands: Hands, tricks: Sequence[TrickFact], trump: str, trick: int, index: int
) -> AtCard | None:
    """What each card that may be played there leads to; None where the position is not known."""
    found, dds = position_at(hands, tricks, trump, trick, index), solver()
    if found is None or dds is None:
        return None
    position, won = found
    try:
        cards = dds.every_card(position)
    except SolverError:
        return None
    before = won[team_of(position.due)]
    return AtCard(position, won, {card: before + more for card, more in cards.items()})


def after_card(at: AtCard, card: Card) -> int | None:
    """Tricks in all of the side that plays a card there, allowed or not, with best play after it."""
    known = at.cards.get(card)
    if known is not None:
        return known
    dds = solver()
    if dds is None or card not in at.position.hands[at.position.due]:
        return None
    left = at.position.tricks_left
    after = at.position.after(card)
    if after is None:
        return None
    won = dict(at.won)
    if not after.trick:
        won[team_of(after.leader)] += 1
        left -= 1
    try:
        taken = dds.tricks(after)
    except SolverError:
        return None
    theirs = taken if team_of(after.due) == at.team else left - taken
    return won[at.team] + theirs
