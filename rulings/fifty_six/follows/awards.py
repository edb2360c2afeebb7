"""What the table gives for what was entered of a deal, right or wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.records.cards import Team, other_team, team_of
from fairdeal.rulings.fifty_six.scoring import Points, match_points, table_award
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.frame.finding import Contract, Finding
from fairdeal.rulings.frame.follows import first

TEAMS: Final[tuple[Team, Team]] = ("A", "B")
CONTRACT: Final = ("contract", "bidder", "x")
"""What an entered contract consists of, each written in a cell of its own."""

Figures = Mapping[Team, int | None]
Naming = Callable[[str], Finding | None]
"""The finding at an entry of a deal, by the entry's name."""


@dataclass(frozen=True, slots=True)
class Said:
    """What contract and what points somebody entered, or the log shows."""

    contract: Contract | None
    points: Figures


def awarded(session: Session, said: Said) -> Points | None:
    """What the table gives; None where it does not say, or nobody knows who won."""
    contract, total = said.contract, session.table.total_points
    if contract is None:
        return None
    declaring = team_of(contract.by)
    own, other = said.points.get(declaring), said.points.get(other_team(declaring))
    if own is None and other is not None:
        own = total - other
    if own is None:
        return None
    found = table_award(session.book, contract, own >= contract.value)
    return found[0] if found is not None else None


def ways(one: Said, two: Said, named: Naming) -> Iterator[tuple[Finding, Said]]:
    """What `one` says, with one thing after the other as `two` says it, and both at last; each with its
    finding."""
    points = first(named(f"points {team}") for team in TEAMS)
    found: list[tuple[Finding | None, Said]] = [(points, Said(one.contract, two.points))]
    here, there = one.contract, two.contract
    if here is not None and there is not None:
        alone = (
            replace(here, value=there.value, trump=there.trump),
            replace(here, by=there.by),
            replace(here, doubled=there.doubled),
        )
        found = [
            (named(c), Said(each, one.points)) for c, each in zip(CONTRACT, alone, strict=True)
        ]
        contract = first(map(named, CONTRACT))
        found.append((contract, Said(there, one.points)))
        found.insert(3, (points, Said(here, two.points)))
        found.append((contract or points, two))
    yield from ((finding, said) for finding, said in found if finding is not None)


def one_sided(figures: Figures) -> bool:
    """Whether one side at most has anything, as it is with the score of a deal."""
    return not all(figures.get(team) for team in TEAMS)


def a_result(session: Session, pair: Figures) -> bool:
    """Whether a match may end with these match points: then they are one statement, of who won."""
    results: tuple[Points, ...] = ({"A": 1, "B": 0}, {"A": 0, "B": 1}, {"A": 0, "B": 0})
    ahead: tuple[Team | None, ...] = (None, "A", "B")
    return any(
        match_points(session.book, totals, winner) == pair for totals in results for winner in ahead
    )
