"""A board as it was played: the position at any card of it, and what best play gives from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairdeal.records.cards import COMPASS, Card, Seat, Team, team_of
from fairdeal.rulings.bridge.double_dummy.library import SolverError, solver
from fairdeal.rulings.bridge.double_dummy.position import STRENGTH, Hands, Position, PositionError
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

    Before the first card of a trick it is the turn of whoever should lead. None where a card before it, or
    who played it, is not known, a card was played that its seat did not hold, or the trick was not played
    in turn. What was played need not be allowed: a revoke leaves four hands that can be played out.
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
            leader = fact.seats[0] if index else fact.leader
            if [seat for seat, _ in plays] != list(turn_order(leader)[:index]):
                return None
            return _position(left, trump, leader, [card for _, card in plays], won)
        if fact.winner is None:
            return None
        won[team_of(fact.winner)] += 1
    if index == 0 and tricks and len(tricks) == trick - 1:
        return _position(left, trump, tricks[-1].winner, [], won)
    return None


def turn_order(leader: Seat | None) -> tuple[Seat, ...]:
    first = 0 if leader is None else COMPASS.index(leader)
    return (*COMPASS[first:], *COMPASS[:first])


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
    return known if known is not None else _played(at, at.position, card)


def led_by(at: AtCard, seat: Seat, card: Card) -> int | None:
    """The same of the side in turn, where another seat leads to the trick with a card of its own."""
    here = at.position
    return _played(at, Position(here.hands, here.trump, seat), card) if not here.trick else None


def _played(at: AtCard, here: Position, card: Card) -> int | None:
    """Tricks in all of the side in turn at `at`, once the seat that is due in another position played."""
    dds = solver()
    after = here.after(card) if card in here.hands[here.due] else None
    if dds is None or after is None:
        return None
    left, won = here.tricks_left, dict(at.won)
    if not after.trick:
        won[team_of(after.leader)] += 1
        left -= 1
    try:
        taken = dds.tricks(after)
    except SolverError:
        return None
    return won[at.team] + (taken if team_of(after.due) == at.team else left - taken)


def best_line(at: AtCard) -> tuple[tuple[Seat, Card], ...]:
    """The rest of the trick if everybody plays best: who plays which card; of equals the lowest."""
    dds, here, line = solver(), at.position, list[tuple[Seat, Card]]()
    while dds is not None:
        try:
            cards = dds.every_card(here)
        except SolverError:
            break
        best = max(cards.values())
        card = min((c for c, tricks in cards.items() if tricks == best), key=_lowest)
        line.append((here.due, card))
        after = here.after(card)
        if after is None or not after.trick:
            break
        here = after
    return tuple(line)


def _lowest(card: Card) -> tuple[int, str]:
    return (STRENGTH[card.rank], card.suit)
