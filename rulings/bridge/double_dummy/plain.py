"""The slow double-dummy search, with which tests and trials compare the solver."""

from __future__ import annotations

from fairdeal.records.cards import Card, team_of
from fairdeal.rulings.bridge.double_dummy.position import Position, winner


def every_card(position: Position) -> dict[Card, int]:
    """For each card that may be played: tricks that the side to play then takes of those left.

    It looks at every line of play: for endings of five cards or fewer.
    """
    return {card: _after(position, card) for card in position.legal()}


def _after(position: Position, card: Card) -> int:
    side, left, after = team_of(position.due), position.tricks_left, position.after(card)
    if after is None:
        return int(_last(position, card) == side)
    won = 0
    if not after.trick:
        won = team_of(after.leader) == side
        left -= 1
    best = max(every_card(after).values())
    return won + (best if team_of(after.due) == side else left - best)


def _last(position: Position, card: Card) -> str:
    return team_of(winner(position.leader, (*position.trick, card), position.trump))
