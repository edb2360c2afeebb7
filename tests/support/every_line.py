"""Slow searches over every line of play, to hold the solvers to: double dummy, and what a claim may lose."""

from __future__ import annotations

from fairdeal.records import COMPASS, Card, Team, team_of
from fairdeal.rulings.bridge.claims import Line, normal, ranks_of
from fairdeal.rulings.bridge.double_dummy import Position, winner

_Looked = dict[tuple[object, ...], int]
"""What the side to lead takes, of the positions between tricks that were looked at."""


def every_card(position: Position, looked: _Looked | None = None) -> dict[Card, int]:
    """For each card that may be played: tricks that the side to play then takes of those left.

    It looks at every line of play, once at what several come to: for endings of five cards or fewer.
    """
    looked = {} if looked is None else looked
    return {card: _after(position, card, looked) for card in position.legal()}


def _best(position: Position, looked: _Looked) -> int:
    if position.trick:
        return max(every_card(position, looked).values())
    key = (*map(position.hands.get, COMPASS), position.trump, position.leader)
    if key not in looked:
        looked[key] = max(every_card(position, looked).values())
    return looked[key]


def _after(position: Position, card: Card, looked: _Looked) -> int:
    side, left, after = team_of(position.due), position.tricks_left, position.after(card)
    if after is None:
        return int(_last(position, card) == side)
    won = 0
    if not after.trick:
        won = team_of(after.leader) == side
        left -= 1
    best = _best(after, looked)
    return won + (best if team_of(after.due) == side else left - best)


def _last(position: Position, card: Card) -> str:
    return team_of(winner(position.leader, (*position.trick, card), position.trump))


def least_tricks(
    position: Position, side: Team, *, together: bool = True, every_line: bool = False
) -> int:
    """The fewest tricks of a side of those left, over every single line: for four cards a hand or fewer."""
    cards = position.legal()
    if not every_line and team_of(position.due) == side:
        ranks, places = ranks_of(position)
        cards = tuple(places[suit][place] for suit, place in normal(ranks, ranks.legal(), together))
    least = position.tricks_left
    for card in cards:
        after, won = position.after(card), 0
        if after is None or not after.trick:
            takes = winner(position.leader, (*position.trick, card), position.trump)
            won = int(team_of(takes) == side)
        rest = 0
        if after is not None:
            rest = least_tricks(after, side, together=together, every_line=every_line)
        least = min(least, won + rest)
    return least


def tricks_in(position: Position, side: Team, line: Line) -> int:
    """The tricks of a side in a line, replayed card by card. Raises ValueError where it is not allowed."""
    here: Position | None = position
    won = 0
    for trick in line:
        lying = len(here.trick) if here is not None else 0
        for seat, card in trick[lying:]:
            if here is None or seat != here.due or card not in here.legal():
                raise ValueError(f"{seat} may not play the {card.name} there")
            here = here.after(card)
        takes = winner(trick[0][0], tuple(card for _, card in trick), position.trump)
        won += team_of(takes) == side
    if here is not None:
        raise ValueError("the line is not played to its end")
    return won
