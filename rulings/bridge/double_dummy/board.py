"""A whole deal: tricks by declarer and denomination, and par."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fairdeal.records.cards import COMPASS, Card, Seat, Team, next_seat, team_of
from fairdeal.rulings.bridge.double_dummy.library import SolverError, solver
from fairdeal.rulings.bridge.double_dummy.position import HAND, Hands, Position, is_whole
from fairdeal.rulings.frame.finding import Contract

REMEMBERED: Final = 1024
"""Deals of which the answers are kept: an event plays each at many tables."""

_Key = tuple[frozenset[Card], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Tricks that each declarer takes in each denomination."""

    tricks: Mapping[tuple[Seat, str], int]

    def of(self, seat: Seat, denomination: str) -> int:
        return self.tricks[seat, denomination]


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that gives par: `over` tricks above it, or `under` below it, when it is doubled."""

    level: int
    denomination: str
    by: tuple[Seat, ...]
    over: int
    under: int


@dataclass(frozen=True, slots=True)
class Par:
    """What `team` scores if both sides bid and play their best seeing all hands; 0 points have no team."""

    points: int
    team: Team | None
    contracts: tuple[ParContract, ...]


def table_of(hands: Hands) -> Table | None:
    """The table of a deal; None without a solver, or where these are not 52 cards. A quarter of a second."""
    return _table(_key(hands)) if is_whole(hands) else None


def best_result(hands: Hands, contract: Contract) -> int | None:
    """Tricks that the declarer of a contract takes; None as of `table_of`. A tenth of its time."""
    if not is_whole(hands):
        return None
    return _best(_key(hands), contract.by, contract.trump)


def par(hands: Hands, dealer: Seat, vulnerable: frozenset[Team]) -> Par | None:
    """Par of a deal by the usual scores of boards; None as of `table_of`."""
    found = table_of(hands)
    dds = solver() if found is not None else None
    if found is None or dds is None:
        return None
    try:
        score, lines = dds.par(dict(found.tricks), dealer, vulnerable)
    except SolverError:
        return None
    team = None if not score else "NS" if score > 0 else "EW"
    return Par(abs(score), team, tuple(ParContract(*line) for line in lines))


def _key(hands: Hands) -> _Key:
    return tuple(hands[seat] for seat in COMPASS)


@lru_cache(maxsize=REMEMBERED)
def _table(key: _Key) -> Table | None:
    dds = solver()
    try:
        return None if dds is None else Table(dds.table(dict(zip(COMPASS, key, strict=True))))
    except SolverError:
        return None


@lru_cache(maxsize=4 * REMEMBERED)
def _best(key: _Key, declarer: Seat, trump: str) -> int | None:
    dds = solver()
    if dds is None:
        return None
    leader = next_seat(declarer, len(COMPASS))
    try:
        taken = dds.tricks(Position(dict(zip(COMPASS, key, strict=True)), trump, leader))
    except SolverError:
        return None
    return taken if team_of(leader) == team_of(declarer) else HAND - taken
