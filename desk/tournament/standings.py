"""Who stands where, each place with its reason: by match points and what breaks a tie, or, in a round robin
of four-hand matches, pairs by their points in all matches.

Article 14 of the Alberta rules: the pair with the highest total of all matches wins. Each place that needed a
tie-break says which; what is still to be played, or for the committee, is said as well. A match whose round
is called a play-off, a tie-break or extra hands is four more hands between two level pairs, and counts
towards no total.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.score.figures import UNKNOWN, Pair, Score
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.records import in_groups
from fairdeal.rulings.bridge.scoring.standings import Played, Standing as Rank, standings as ranks

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
    free: int = 0
    """Rounds in which it sat out."""

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against


def standings(
    results: Iterable[MatchResult],
    *,
    written: bool = False,
    ruled: bool = False,
    free: Sequence[str] = (),
    points: int = 0,
) -> list[Standing]:
    """The table by the rulebook, or (`written`) by what the sheets say, or (`ruled`) with what committees
    have ruled, by the rulebook where they ruled nothing. A match that is open counts as not known. Each of
    the teams in `free` sat out in a round, for that many `points`.

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
    for name in free:
        own = teams.setdefault(name.casefold(), Standing(name))
        own.free += 1
        own.match_points += points
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
        return "tied on every tie-break"
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


RULEBOOKS: Final = frozenset({"alberta"})
"""Rulebooks whose matches are ranked by points and not by match points."""

_PLAY_OFF: Final = re.compile(r"play.?offs?|tie.?break(er|s)?|extra.*|additional.*|four more.*")


@dataclass(frozen=True, slots=True)
class RoundRobinLine:
    """A pair in the table. `written`: its total as the sheets have it, None where not all tell.

    `unknown`: matches whose result not known, and which its totals leave out.
    """

    place: int
    pair: str
    played: int
    won: int
    tied: int
    lost: int
    total: int
    written: int | None
    unknown: int
    reason: str

    @property
    def slipped(self) -> bool:
        """Whether the total on paper is another one."""
        return self.written is not None and self.written != self.total


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """The table, best first, and whose place on paper is another one: pair, written, by the rules."""

    lines: tuple[RoundRobinLine, ...]
    changes: tuple[tuple[str, int, int], ...]


def is_play_off(result: MatchResult) -> bool:
    """Whether a match is four more hands between level pairs: its round is called so."""
    return _PLAY_OFF.fullmatch(result.round.strip().casefold()) is not None


def round_robin(results: Iterable[MatchResult], time_for_more: bool = True) -> RoundRobin | None:
    """The table of all matches that count by points; None where there is none between two pairs.

    Without `time_for_more` two level pairs too are distinguished by who beat whom.
    """
    matches = [
        each
        for each in results
        if each.rulebook in RULEBOOKS
        and all(pairs := [team_key(name) for name in each.teams])
        and pairs[0] != pairs[1]
    ]
    every = [name for each in matches for name in each.teams]
    names = {team_key(name): name.strip() for name in reversed(every)}  # as it is written first
    counted = [each for each in matches if not is_play_off(each)]
    if not counted:
        return None
    ruled = _ranked(matches, time_for_more, written=False)
    written = _ranked(matches, time_for_more, written=True)
    on_paper = {pair: each for each in written for pair in each.pairs}
    lines = [
        _line(pair, each, ruled, names, counted)
        for each in ruled
        for pair in sorted(each.pairs, key=lambda key: names[key])
    ]
    changes = [
        (names[pair], on_paper[pair].rank, each.rank)
        for each in ruled
        for pair in each.pairs
        if pair in on_paper and on_paper[pair].rank != each.rank
    ]
    return RoundRobin(tuple(lines), tuple(changes))


def _counted(result: MatchResult) -> Pair:
    """The score that counts: as ruled, or by the rulebook where nothing is ruled."""
    score = result.score.in_force
    return UNKNOWN if score.open else score.totals


def team_key(name: str) -> str:
    """Names that differ in blanks and capitals alone are one team's."""
    return " ".join(name.split()).casefold()


def _ranked(matches: Sequence[MatchResult], time: bool, *, written: bool) -> list[Rank]:
    def played(each: MatchResult) -> Played:
        one, two = each.written if written else _counted(each)
        first, second = (team_key(name) for name in each.teams)
        # A result that is not known adds nothing; both pairs are in the table all the same.
        return Played(first, second, (0, 0) if one is None or two is None else (one, two))

    found = in_groups((is_play_off(each), played(each)) for each in matches)
    return ranks(found[False], found[True], time)


def _line(
    pair: str,
    standing: Rank,
    ranked: Sequence[Rank],
    names: dict[str, str],
    matches: Sequence[MatchResult],
) -> RoundRobinLine:
    own = [(each, side) for each in matches for side in SIDES if team_key(each.teams[side]) == pair]
    both = [(_counted(each)[side], _counted(each)[1 - side]) for each, side in own]
    margins = [mine - theirs for mine, theirs in both if mine is not None and theirs is not None]
    written = [each.written[side] for each, side in own]
    return RoundRobinLine(
        standing.rank,
        names[pair],
        len(own),
        sum(each > 0 for each in margins),
        margins.count(0),
        sum(each < 0 for each in margins),
        standing.total,
        None if None in written else sum(each or 0 for each in written),
        len(own) - len(margins),
        _pair_reason(pair, standing, ranked, names),
    )


def _pair_reason(pair: str, standing: Rank, ranked: Sequence[Rank], names: dict[str, str]) -> str:
    """What put a pair where it is, in a sentence; empty where its total did."""
    shared = [names[other] for other in standing.pairs if other != pair]
    level = [
        names[other]
        for each in ranked
        if each.total == standing.total
        for other in each.pairs
        if other != pair
    ]
    if standing.how not in _HOW:
        return ""
    decided = standing.how in ("four-more-hands", "who-beat-who")
    return f"Level with {words.listed(level if decided else shared)}; {_HOW[standing.how]}."


_HOW: Final = {
    "four-more-hands": "four more hands decided (article 14)",
    "who-beat-who": "the result between them decided (article 14)",
    "play-off-due": "four more hands are to be played (article 14)",
    "committee": "their results against each other do not separate them: for the committee (article 14)",
    "level": "no tie is broken below the medals",
}
