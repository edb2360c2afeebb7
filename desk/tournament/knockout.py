"""Knockouts: the first against the last, byes for the best; each match waits for its own two alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.desk.tournament.pairings import Meeting, Pairing, Round, check_teams
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.standings import is_play_off, team_key

KNOCKOUT: Final = "Knockout."


def knockout(
    teams: Sequence[str],
    won: Mapping[Meeting, str] | None = None,
    first_round: int = 1,
    changed: Sequence[Round] = (),
) -> tuple[Round, ...]:
    """The rounds of a knockout that can be drawn, from the first to the last with a known match.

    `teams` are in their order, best first: 1 meets the last, and 1 and 2 can meet in the final alone. Where
    their number is not a power of two, the best have no match in the first round (`Round.through`). `won`
    says who won which match: see `winners`. A match without a winner is named in `open` of the rounds that
    wait for it, and only its own branch waits; tables keep their numbers. The team that stands higher in
    `teams` is named first. In `changed` rounds, as a director changed them, the pair of a table is theirs.
    Raises DeskError where there are fewer than two teams, one twice, or one without a name.
    """
    check_teams(teams)
    won = won or {}
    by_director = {each.number: each for each in changed}
    places: list[str | None] = [
        teams[seed - 1] if seed <= len(teams) else "" for seed in _bracket(len(teams))
    ]
    found: list[Round] = []
    waiting: list[str] = []
    while len(places) > 1:
        number = first_round + len(found)
        drawn = _knockout_round(places, number, teams, by_director.get(number, Round(number, ())))
        if not drawn.pairs:
            break
        found.append(replace(drawn, open=tuple(waiting)))
        waiting += [
            f"{each.title(number)}: there is no winner yet."
            for each in drawn.pairs
            if _winner(each, won) is None
        ]
        places = list(_places_after(places, drawn, won))
    return tuple(found)


def _bracket(teams: int) -> list[int]:
    """The places of a bracket from top to bottom: 1, 8, 4, 5, 2, 7, 3, 6 for five to eight teams."""
    places = [1]
    while len(places) < teams:
        both = 2 * len(places) + 1
        places = [seed for each in places for seed in (each, both - each)]
    return places


Places = Sequence[str | None]
"""The places of a bracket that are left, two by two: None is a team that is not known yet, an empty name a
place without a team."""


def _tables(places: Places) -> Iterator[tuple[int, list[str | None]]]:
    """Each match with its table; 0 where a team is through without a match."""
    table = 0
    for one, two in zip(places[::2], places[1::2], strict=True):
        is_match = "" not in (one, two)
        table += is_match
        yield table if is_match else 0, [one, two]


def _knockout_round(places: Places, number: int, teams: Sequence[str], changed: Round) -> Round:
    pairs: dict[int, Pairing] = {}
    through: list[str] = []
    for table, two in _tables(places):
        known = sorted((team for team in two if team), key=_place_in(teams))
        if not table:
            through += known
        elif len(known) == 2:
            pairs[table] = Pairing(table, known[0], known[1])
    pairs |= {each.table: each for each in changed.pairs}
    return Round(
        number,
        tuple(pairs[table] for table in sorted(pairs)),
        how=KNOCKOUT,
        through=changed.through or tuple(through),
    )


def _place_in(teams: Sequence[str]) -> Callable[[str], int]:
    places = {team_key(team): place for place, team in enumerate(teams)}
    return lambda team: places.get(team_key(team), len(teams))


def _places_after(places: Places, drawn: Round, won: Mapping[Meeting, str]) -> Iterator[str | None]:
    pairs = {each.table: each for each in drawn.pairs}
    through = iter(drawn.through)
    for table, _ in _tables(places):
        pair = pairs.get(table)
        yield (_winner(pair, won) if pair else None) if table else next(through, None)


def _winner(pair: Pairing, won: Mapping[Meeting, str]) -> str | None:
    winner = won.get(pair.meeting)
    return next((team for team in (pair.team_a, pair.team_b) if team_key(team) == winner), None)


def winners(results: Iterable[MatchResult]) -> dict[Meeting, str]:
    """Who won which match of a knockout, by the scores in force: as ruled, else by the rulebook.

    A tie-break's match points, or a match called a play-off, decide what points leave level. A match that
    is not over, or open, has no winner yet. The results must be those of the knockout alone.
    """
    found: dict[Meeting, str | None] = {}
    for each in sorted(results, key=is_play_off):
        if each.stranger:
            continue
        names = [team_key(team) for team in each.teams]
        score = each.score.in_force
        if not each.over or score.open or not score.known:
            found.setdefault(frozenset(names), None)
            continue
        leader = score.leader
        one, two = score.match_points
        if leader is None and one is not None and two is not None and one != two:
            leader = int(two > one)
        if leader is not None:
            found.setdefault(frozenset(names), names[leader])
    return {pair: team for pair, team in found.items() if team is not None}
