"""Who meets whom next: round robins by Berger tables and Swiss rounds, with what is still open.

Everything is drawn from what is given, and the same is drawn from the same: there is no chance in it. A
director may change any pair of a `Round`; what was played in the end is what the next round is drawn from.

- **Round robin**: the tables of the FIDE handbook, C.05 annex 1.
- **Swiss**: the FIDE Dutch system (C.04.3) by the package of ``fairdeal[pairings]``, without its colours: of
  teams, which one is named first never keeps two of them apart (C.04.6, preface). Who is named first is
  settled here, by how often each was.
- **Knockout**: the best teams meet as late as they can. Each match waits for the two
  before it alone, so one that is late holds up no other branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from fairdeal.desk.extras import PAIRINGS, how_to_get, installed
from fairdeal.desk.tournament.results import MatchResult
from fairdeal.desk.tournament.standings import Standing, is_play_off, team_key
from fairdeal.desk.trouble import DeskError
from fairdeal.records import figure

Meeting = frozenset[str]
"""The names of two teams that meet, in small letters: as `team_key` writes them."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to be played. `table` counts from 1; `team_a` is the team named first, A on the forms."""

    table: int
    team_a: str
    team_b: str

    @property
    def meeting(self) -> Meeting:
        return frozenset((team_key(self.team_a), team_key(self.team_b)))

    def title(self, number: int) -> str:
        """``Round 1, table 2, Kochi – Aluva``, for the match of that round."""
        return f"Round {number}, table {self.table}, {self.team_a} – {self.team_b}"


@dataclass(frozen=True, slots=True)
class Round:
    """A round as drawn. `number` counts from 1."""

    number: int
    pairs: tuple[Pairing, ...]
    bye: str | None = None
    """The team that does not play because the number of teams is odd."""
    open: tuple[str, ...] = ()
    """What was not settled when the round was drawn, a line for each match."""
    how: str = ""
    """By which system it was drawn, and what had to give, in sentences."""
    through: tuple[str, ...] = ()
    """In a knockout: teams that are in the next round without a match in this one."""


BERGER: Final = "Round robin by Berger tables (FIDE handbook C.05, annex 1)."


def berger(teams: Sequence[str], first_round: int = 1) -> tuple[Round, ...]:
    """All rounds of a round robin, numbered from `first_round`; the teams are 1 to n in their order.

    Of an odd number, whoever meets the number that is missing has the bye.
    Raises DeskError where there are fewer than two teams, one twice, or one without a name.
    """
    check_teams(teams)
    size = len(teams) + len(teams) % 2
    tables = [_berger_round(size, number) for number in range(1, size)]
    return tuple(
        _numbered(teams, pairs, number, BERGER) for number, pairs in enumerate(tables, first_round)
    )


def _berger_round(size: int, number: int) -> list[tuple[int, int]]:
    """The pairs of a round, the team named first first. The last number stands still, the others go round:
    in each round the one that meets it is half the circle further on."""
    circle, last = size - 1, size
    meets_last = (number - 1) * (size // 2) % circle
    first = (meets_last + 1, last) if number % 2 else (last, meets_last + 1)
    return [
        first,
        *(
            ((meets_last + step) % circle + 1, (meets_last - step) % circle + 1)
            for step in range(1, size // 2)
        ),
    ]


def _numbered(
    teams: Sequence[str], pairs: Sequence[tuple[int, int]], number: int, how: str
) -> Round:
    missing = len(teams) + 1
    bye = next((teams[sum(pair) - missing - 1] for pair in pairs if missing in pair), None)
    played = [pair for pair in pairs if missing not in pair]
    return Round(
        number,
        tuple(Pairing(table, teams[a - 1], teams[b - 1]) for table, (a, b) in enumerate(played, 1)),
        bye,
        how=how,
    )


SWISS: Final = "Swiss (FIDE Dutch system) from the standings as ruled."


def everybody(standing: Sequence[Standing], teams: Sequence[str]) -> list[Standing]:
    """The standings of exactly these teams, by these names: of level ones in the order of `teams`, with those
    that have no match yet behind, and without those that withdrew."""
    known = {team_key(each.team): each for each in standing}
    found = [replace(known.get(team_key(team), Standing(team)), team=team) for team in teams]
    return sorted(found, key=lambda each: (each.place == 0, each.place))


def swiss(
    standing: Sequence[Standing], played: Sequence[Round], number: int, *, bye_points: int = 0
) -> Round:
    """Round `number` of a Swiss event, for the teams of these standings.

    Teams of equal match points meet where they can. Nobody meets a team of the rounds `played` again unless
    every pairing has such a match: then as few as possible do, those who met longest ago first, and `how`
    names them. Of an odd number, the lowest team that had the fewest byes has the bye, unless somebody
    would have to meet again for that. `bye_points` are match points that the regulations give for a bye
    (FIDE C.04.1: those of a win, unless they say otherwise); standings count no byes, so by default none.

    The tables follow the standings: the leader sits at table 1. Raises DeskError where there are fewer
    than two teams, one twice or without a name, or the package for it is not installed.
    """
    check_teams([each.team for each in standing])
    if not installed(PAIRINGS):
        raise DeskError(
            "The package that pairs a Swiss round is not installed.",
            remedy=f"Install it with: {how_to_get(PAIRINGS)}",
        )
    before = sorted((each for each in played if each.number < number), key=lambda r: r.number)
    byes = [team_key(each.bye) for each in before if each.bye is not None]
    points = {
        team_key(each.team): each.match_points + bye_points * byes.count(team_key(each.team))
        for each in standing
    }
    names = {team_key(each.team): each.team for each in standing}
    order = sorted(names, key=lambda team: -points[team])
    met = {pair.meeting: each.number for each in before for pair in each.pairs}
    bye, again = _bye_and_repeats(order, byes, met)
    left = [team for team in order if team != bye and not any(team in pair for pair in again)]
    pairs = [
        *again,
        *_by_the_dutch_system(left, points, met, _floats(standing, before, bye_points), number),
    ]
    pairs.sort(key=lambda pair: min(order.index(team) for team in pair))
    seating = _Seating(before)
    return Round(
        number,
        tuple(
            Pairing(table, *(names[team] for team in seating.of(pair, order, table)))
            for table, pair in enumerate(pairs, 1)
        ),
        None if bye is None else names[bye],
        how=" ".join([SWISS, *(_meet_again(pair, order, names) for pair in again)]),
    )


def _meet_again(pair: Meeting, order: Sequence[str], names: Mapping[str, str]) -> str:
    one, two = sorted(pair, key=order.index)
    return (
        f"{names[one]} and {names[two]} meet again: every pairing that was left has such a match."
    )


def _bye_and_repeats(
    order: Sequence[str], byes: Sequence[str], met: Mapping[Meeting, int]
) -> tuple[str | None, list[Meeting]]:
    """Who has the bye, and which teams must meet again."""
    if len(order) % 2 == 0:
        return None, _repeats(order, met)
    fewest = min(byes.count(team) for team in order)
    candidates = [team for team in reversed(order) if byes.count(team) == fewest]
    options: list[tuple[str, list[Meeting]]] = []
    for candidate in candidates:
        again = _repeats([team for team in order if team != candidate], met)
        if not again:
            return candidate, again
        options.append((candidate, again))
    return min(options, key=lambda option: len(option[1]))


def _repeats(teams: Sequence[str], met: Mapping[Meeting, int]) -> list[Meeting]:
    """The fewest matches among these teams, an even number, that must be played again; of those the oldest.

    A pairing of all teams that weighs most, where a new match outweighs all that could be won by choosing
    among the old ones.
    """
    import networkx

    latest = max(met.values(), default=0)
    new = (latest + 1) * len(teams)
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(teams)))
    for one, two in combinations(range(len(teams)), 2):
        last = met.get(frozenset((teams[one], teams[two])))
        graph.add_edge(one, two, weight=new if last is None else latest - last)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    found = [frozenset((teams[one], teams[two])) for one, two in matching]
    return sorted((pair for pair in found if pair in met), key=sorted)


Floats = dict[str, list[str]]


def _floats(standing: Sequence[Standing], played: Sequence[Round], bye_points: int) -> Floats:
    """Who was drawn against a team of more or fewer match points, round by round: the Dutch system avoids
    that this happens to the same team again."""
    won = {
        team_key(each.team): {team_key(name): points for name, points in each.met.items()}
        for each in standing
    }
    points = dict.fromkeys(won, 0)
    found: Floats = {team: [] for team in won}
    for each in played:
        drawn = dict.fromkeys(won, "none")
        after = dict(points)
        for pair in each.pairs:
            sides = (team_key(pair.team_a), team_key(pair.team_b))
            for own, other in (sides, sides[::-1]):
                if own not in won:
                    continue
                above = points[own] - points.get(other, points[own])
                drawn[own] = "down" if above > 0 else "up" if above < 0 else "none"
                after[own] += won[own].get(other, 0)
        if each.bye is not None and team_key(each.bye) in won:
            drawn[team_key(each.bye)] = "down"
            after[team_key(each.bye)] += bye_points
        points = after
        for team, direction in drawn.items():
            found[team].append(direction)
    return found


def _by_the_dutch_system(
    order: Sequence[str],
    points: Mapping[str, int],
    met: Mapping[Meeting, int],
    floats: Floats,
    number: int,
) -> list[Meeting]:
    """Pairs of these teams, an even number of which nobody need meet again, by caissify-pairings."""
    if not order:
        return []
    from caissify_pairings import generate_pairings

    numbers = {team: place for place, team in enumerate(order, 1)}
    players = [
        {
            "id": place,
            "name": team,
            "starting_number": place,
            "rating": 0,
            "score": float(points[team]),
            "color_hist": [],
            "float_history": floats[team],
            "bye_count": 0,
        }
        for team, place in numbers.items()
    ]
    known = {tuple(numbers[team] for team in pair) for pair in met if pair <= numbers.keys()}
    drawn = generate_pairings(
        system="dutch",
        players=players,
        previous_pairings=known,
        # It looks at no scores in a first round, and expects none above the number of rounds.
        round_number=max(2, number),
        total_rounds=number + 1 + max(points.values()),
    )
    pairs = [
        frozenset(order[each[side] - 1] for side in ("white_id", "black_id"))
        for each in drawn
        if each["black_id"] is not None
    ]
    playing = sorted(team for pair in pairs for team in pair)
    if playing != sorted(order) or any(pair in met for pair in pairs):
        raise DeskError(
            f"Round {number} could not be paired.", remedy="Pair it by hand from the standings."
        )
    return pairs


class _Seating:
    """Who is named first: whoever was that less often; else the one that was not when they last differed;
    else the team that stands higher, at every second table the other. (C.04.3, E, has this order.)"""

    def __init__(self, played: Iterable[Round]) -> None:
        self._first: dict[str, list[int]] = {}
        for each in played:
            for pair in each.pairs:
                self._first.setdefault(team_key(pair.team_a), []).append(1)
                self._first.setdefault(team_key(pair.team_b), []).append(-1)

    def of(self, pair: Meeting, order: Sequence[str], table: int) -> tuple[str, str]:
        """The two teams, the one named first first."""
        higher, lower = sorted(pair, key=order.index)
        one, two = self._first.get(higher, []), self._first.get(lower, [])
        surplus = sum(one) - sum(two)
        differed = (a - b for a, b in zip(reversed(one), reversed(two), strict=False) if a != b)
        against = surplus or next(differed, 0) or (-1 if table % 2 else 1)
        return (higher, lower) if against < 0 else (lower, higher)


def rounds_of(results: Iterable[MatchResult], teams: Sequence[str]) -> tuple[Round, ...]:
    """The rounds that results show, for an event whose rounds were drawn elsewhere.

    The one of these teams that has no match in a round had the bye. A play-off belongs to no round.
    """
    found: dict[int, dict[Meeting, Pairing]] = {}
    for each in results:
        number = figure(each.round.strip())
        names = frozenset(team_key(team) for team in each.teams)
        if number is None or each.stranger or len(names) < 2 or "" in names:
            continue
        pairs = found.setdefault(number, {})
        table = figure(each.table.strip()) or len(pairs) + 1
        pairs.setdefault(names, Pairing(table, *(team.strip() for team in each.teams)))
    return tuple(_as_played(number, found[number], teams) for number in sorted(found))


def _as_played(number: int, pairs: Mapping[Meeting, Pairing], teams: Sequence[str]) -> Round:
    idle = [team for team in teams if not any(team_key(team) in pair for pair in pairs)]
    ordered = sorted(pairs.values(), key=lambda pair: pair.table)
    return Round(number, tuple(ordered), idle[0] if len(idle) == 1 else None, how="As played.")


def check_teams(teams: Sequence[str]) -> None:
    if len(teams) < 2:
        raise DeskError("There are fewer than two teams.", remedy="Enter at least two.")
    seen: set[str] = set()
    for team in teams:
        if not team_key(team):
            raise DeskError("A team has no name.", remedy="Enter its name.")
        if team_key(team) in seen:
            raise DeskError(f"{team.strip()} is entered twice.", remedy="Take one of them out.")
        seen.add(team_key(team))


KNOCKOUT: Final = "Knockout."


def knockout(teams: Sequence[str], won: Mapping[Meeting, str]) -> tuple[Round, ...]:
    """The rounds of a knockout that can be drawn, from the first to the last with a known match.

    `teams` are in their order, best first: 1 meets the last, and 1 and 2 can meet in the final alone. Where
    their number is not a power of two, the best have no match in the first round (`Round.through`). `won`
    says who won which match: see `winners`. A match without a winner is named in `open` of the rounds that
    wait for it, and only its own branch waits; tables keep their numbers. The team that stands higher in
    `teams` is named first. Raises DeskError where there are fewer than two teams, one twice, or one without
    a name.
    """
    check_teams(teams)
    places: list[str | None] = [
        teams[seed - 1] if seed <= len(teams) else "" for seed in _bracket(len(teams))
    ]
    found: list[Round] = []
    waiting: list[str] = []
    while len(places) > 1:
        number = 1 + len(found)
        drawn = _knockout_round(places, number, teams)
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


def _knockout_round(places: Places, number: int, teams: Sequence[str]) -> Round:
    pairs: list[Pairing] = []
    through: list[str] = []
    for table, two in _tables(places):
        known = sorted((team for team in two if team), key=_place_in(teams))
        if not table:
            through += known
        elif len(known) == 2:
            pairs.append(Pairing(table, known[0], known[1]))
    return Round(number, tuple(pairs), how=KNOCKOUT, through=tuple(through))


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
