"""The reference search for claims: try every card, seat by seat. Slow, and plainly right.

It knows nothing but the rules of play, remembers nothing and leaves nothing out but second copies
of a card in one hand. It is here so that the fast solver has something to be held against.
"""

from __future__ import annotations

from time import monotonic

from fairdeal.records import Team, team_of
from fairdeal.rulings.claims.position import Line, Position, Trick


class OutOfTimeError(Exception):
    """The search was not finished when its time was up."""


def refute_plainly(
    position: Position, challengers: Team, *, seconds: float | None = None
) -> Line | None:
    """A line of play in which the challengers win a trick, or None where there is none.

    Raises OutOfTimeError after so many seconds, if given.
    """
    until = None if seconds is None else monotonic() + seconds
    return _search(position, challengers, until)


def _search(position: Position, challengers: Team, until: float | None) -> Line | None:
    if until is not None and monotonic() > until:
        raise OutOfTimeError
    seat = position.due[0]
    for card in sorted(set(position.legal(seat))):
        after = position.after(card)
        if after.trick:
            line = _search(after, challengers, until)
            if line is not None:
                return line
            continue
        trick = Trick((*position.trick, (seat, card)), after.leader)
        if team_of(trick.winner) == challengers:
            return (trick,)
        line = _search(after, challengers, until)
        if line is not None:
            return (trick, *line)
    return None
