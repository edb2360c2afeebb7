"""Seats and teams. A seat of 56 is a number in turn order, of bridge a compass letter."""

from __future__ import annotations

from typing import Final

Seat = str
"""``1`` to ``8`` in turn order (the next in turn has the next number), or ``N E S W``."""

Team = str
"""``A`` (odd seats), ``B`` (even seats); in bridge ``NS`` and ``EW``."""

COMPASS: Final = ("N", "E", "S", "W")
COMPASS_NAMES: Final[dict[Seat, str]] = {"N": "North", "E": "East", "S": "South", "W": "West"}
NUMBERED: Final = ("1", "2", "3", "4", "5", "6", "7", "8")

_TEAMS: Final[dict[Seat, Team]] = {
    **{seat: "A" if int(seat) % 2 else "B" for seat in NUMBERED},
    "N": "NS",
    "S": "NS",
    "E": "EW",
    "W": "EW",
}
_OTHER: Final[dict[Team, Team]] = {"A": "B", "B": "A", "NS": "EW", "EW": "NS"}


def team_of(seat: Seat) -> Team:
    """The team that a seat plays for."""
    return _TEAMS[seat]


def other_team(team: Team) -> Team:
    return _OTHER[team]


def next_seat(seat: Seat, players: int) -> Seat:
    """The next in turn, whatever the direction of play: seats are numbered in turn order."""
    if seat in COMPASS:
        return COMPASS[(COMPASS.index(seat) + 1) % 4]
    return str(int(seat) % players + 1)


def seats(players: int) -> tuple[Seat, ...]:
    """The seats of a table of 56 in turn order."""
    return NUMBERED[:players]
