"""Who stands where: match points, then what breaks a tie, each place with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from fairdeal.desk.score.figures import Score
from fairdeal.desk.tournament.results import MatchResult

SIDES: Final = (0, 1)
WITHOUT: Final = frozenset({"alberta", "duplicate"})
"""Rulebooks whose matches bring no match points of their own."""


@dataclass(slots=True)
class Standing:
    """A team's place. `reason` says what put it before or beside another of equal match points."""

    team: str
    place: int = 0
    played: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    match_points: int = 0
    points_for: int = 0
    points_against: int = 0
    unknown: int = 0
    """Matches whose result not known."""
    reason: str = ""
    met: dict[str, int] = field(default_factory=dict)
    """Match points won against each other team."""

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against


def standings(
    results: Iterable[MatchResult], *, written: bool = False, ruled: bool = False
) -> list[Standing]:
    """The table by the rulebook, or (`written`) by what the sheets say, or (`ruled`) with what committees
    have ruled, by the rulebook where they ruled nothing. A match that is open counts as not known.

    Ties are broken by who beat whom among those tied, then by the difference of points; what is
    level then is one place. (5.4 prints the match points of the international rules and no order
    of tie-breaks: this one is the usual, and every place that needed it says so.)
    """
    teams: dict[str, Standing] = {}
    for result in results:
        if result.rulebook in WITHOUT or result.stranger:
            continue
        names = [name.strip() for name in result.teams]
        if not all(names) or names[0].casefold() == names[1].casefold():
            continue
        ways = result.score
        score = ways.as_written if written else ways.in_force if ruled else ways.by_the_rulebook
        known = score if result.over and not score.open else Score()
        for side in SIDES:
            own = teams.setdefault(names[side].casefold(), Standing(names[side]))
            _add(own, names[1 - side], side, known.match_points, known.totals)
    return _placed(list(teams.values()))


def _add(
    own: Standing,
    other: str,
    side: int,
    points: tuple[int | None, int | None],
    score: tuple[int | None, int | None],
) -> None:
    own.played += 1
    mine, theirs = score[side], score[1 - side]
    if mine is None or theirs is None:
        own.unknown += 1
        return
    own.points_for += mine
    own.points_against += theirs
    own.won += mine > theirs
    own.tied += mine == theirs
    own.lost += mine < theirs
    won = points[side] or 0
    own.match_points += won
    own.met[other.casefold()] = own.met.get(other.casefold(), 0) + won


def _placed(teams: list[Standing]) -> list[Standing]:
    ordered: list[Standing] = []
    for _, group in _grouped(teams, lambda team: team.match_points):
        ordered += _tie_broken(group, len(ordered) + 1)
    return ordered


def _grouped(
    teams: Sequence[Standing], key: Callable[[Standing], int]
) -> Iterable[tuple[int, list[Standing]]]:
    ranked = sorted(teams, key=lambda team: (-key(team), team.team.casefold()))
    for value, group in groupby(ranked, key=key):
        yield value, list(group)


def _tie_broken(tied: list[Standing], place: int) -> list[Standing]:
    """Teams of equal match points in order, from this place on."""
    if len(tied) == 1:
        tied[0].place = place
        return tied
    among = {team.team.casefold() for team in tied}
    done: list[Standing] = []
    for _, group in _grouped(tied, lambda team: sum(team.met.get(name, 0) for name in among)):
        for _, level in _grouped(group, lambda team: team.difference):
            for team in level:
                team.place = place + len(done)
                team.reason = _reason(len(group) < len(tied), len(level), len(group))
            done += level
    return done


def _reason(by_meeting: bool, level: int, group: int) -> str:
    if level > 1:
        return "equal in everything that was compared"
    if group > 1:
        return "by the difference of points"
    return "by the matches among the teams tied" if by_meeting else ""


@dataclass(frozen=True, slots=True)
class Change:
    """A team whose place differs between two tables: on paper and by the rulebook, or before and after
    rulings."""

    team: str
    written: int
    ruled: int


def changes(results: Sequence[MatchResult]) -> list[Change]:
    """Whose place changes once every discrepancy is put right."""
    return changed(standings(results, written=True), standings(results))


def changed(before: Sequence[Standing], after: Sequence[Standing]) -> list[Change]:
    """Whose place is another one in the second table; nobody's where the two do not count the same matches.

    A match that is open in one of them would move teams by what nobody has played yet.
    """
    open_in = {each.team.casefold(): each.unknown for each in before}
    if any(open_in.get(each.team.casefold(), each.unknown) != each.unknown for each in after):
        return []
    places = {each.team.casefold(): each.place for each in before}
    return [
        Change(each.team, places[each.team.casefold()], each.place)
        for each in after
        if places.get(each.team.casefold(), each.place) != each.place
    ]
