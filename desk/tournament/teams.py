"""Teams of four in an event of duplicate bridge: matches by IMPs and victory points, and who stands where;
and what a director gave to boards and matches beside the results. Whatever finds no place is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import ceil, copysign

from fairdeal.desk.intake.schedule import Adjustment
from fairdeal.desk.tournament.results import BoardResult, MatchResult
from fairdeal.desk.tournament.standings import team_key
from fairdeal.records import plain_number
from fairdeal.rulings.bridge.scoring.adjusted import Award, Awards, in_imps
from fairdeal.rulings.bridge.scoring.standings import imps, victory_points

Group = Sequence[tuple[MatchResult, BoardResult]]
"""The results of one board."""
Counted = Callable[[BoardResult], Awards | None]
"""What each side of a board is awarded; None where it is not known."""


def shown(points: Fraction) -> int | float:
    """Matchpoints and IMPs as they are written: whole ones as such, others to two decimals."""
    return points.numerator if points.denominator == 1 else round(float(points), 2)


@dataclass(frozen=True, slots=True)
class Given:
    """A line of the director's, and why it is not counted; empty where it is."""

    adjustment: Adjustment
    why: str = ""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of teams of four: boards that both rooms played. `unknown`: boards that one room alone has.
    `apart`: IMPs of adjusted scores that do not balance, for each team alone."""

    session: str
    home: str
    visit: str
    boards: int
    imps: tuple[Fraction, Fraction]
    victory_points: tuple[Decimal, Decimal]
    unknown: int
    apart: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    round: str = ""

    @property
    def shown(self) -> tuple[int | float, int | float]:
        """The IMPs as they are written."""
        return shown(self.imps[0]), shown(self.imps[1])


@dataclass(slots=True)
class TeamLine:
    """A team in the table of all matches. `reason`: what put it before or beside another of equal victory
    points."""

    team: str
    place: int = 0
    played: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    boards: int = 0
    imps: Fraction = Fraction(0)
    """Won less those lost."""
    victory_points: Decimal = Decimal(0)
    reason: str = ""

    @property
    def shown(self) -> int | float:
        """The IMPs as they are written."""
        return shown(self.imps)


def team_table(matches: Iterable[TeamMatch]) -> list[TeamLine]:
    """What every team came to in all its matches."""
    lines: dict[str, TeamLine] = {}
    for match in matches:
        margin = match.imps[0] - match.imps[1]
        for side, name in enumerate((match.home, match.visit)):
            line = lines.setdefault(team_key(name), TeamLine(name))
            own = (-margin if side else margin) + match.apart[side]
            line.played += 1
            line.won += own > 0
            line.tied += own == 0
            line.lost += own < 0
            line.boards += match.boards
            line.imps += own
            line.victory_points += match.victory_points[side]
    return list(lines.values())


def placed(lines: list[TeamLine]) -> list[TeamLine]:
    """The teams with their places, best first; none as long as nobody played two matches."""
    if all(line.played < 2 for line in lines):
        return []
    lines.sort(key=lambda line: (-line.victory_points, -line.imps, line.team.casefold()))
    done = 0
    for _, group in groupby(lines, key=lambda line: line.victory_points):
        tied = list(group)
        for _, level in groupby(tied, key=lambda line: line.imps):
            same = list(level)
            for line in same:
                line.place = done + 1
                if len(tied) > 1:
                    line.reason = "tied on every tie-break" if len(same) > 1 else "by the IMPs"
            done += len(same)
    return lines


def team_matches(groups: Sequence[Group], counted: Counted) -> Iterator[TeamMatch]:
    sums: dict[tuple[str, str, str, str], _Sum] = {}
    for group in groups:
        closed = {_match(board): board for _, board in group if board.room.casefold() == "closed"}
        for _, one in group:
            other = closed.get(_match(one)) if one.room.casefold() == "open" else None
            if other is None:
                continue
            when = ", ".join(filter(None, (one.session, one.round and f"round {one.round}")))
            key = (when, one.round, *_teams(one, other))
            sums.setdefault(key, _Sum()).add(counted(one), counted(other))
    for (session, number, home, visit), found in sums.items():
        if found.boards:
            won, apart = (found.imps[0], found.imps[1]), (found.apart[0], found.apart[1])
            points = _victory_points(won, apart, found.boards)
            yield TeamMatch(
                session, home, visit, found.boards, won, points, found.unknown, apart, number
            )


def _victory_points(
    won: tuple[Fraction, Fraction], apart: tuple[Fraction, Fraction], boards: int
) -> tuple[Decimal, Decimal]:
    margin = won[0] - won[1]
    return (
        victory_points(_whole(margin + apart[0]), boards)[0],
        victory_points(_whole(apart[1] - margin), boards)[0],
    )


def on_boards(
    results: Iterable[MatchResult], adjustments: Sequence[Adjustment]
) -> tuple[list[MatchResult], list[Given]]:
    """The results with the adjusted scores that the director gave to boards."""
    found, told = list(results), []
    given: dict[tuple[int, int], Adjustment] = {}
    for each in adjustments:
        if not each.board:
            continue
        places = [
            (at, number)
            for at, match in enumerate(found)
            for number, board in enumerate(match.boards)
            if _meant(each, match, board)
        ]
        if len(places) != 1:
            why = "several results may be meant" if places else "there is no such result"
            told.append(Given(each, why))
            continue
        if places[0] in given:
            told.append(Given(given[places[0]], "a later line is for the same result"))
        given[places[0]] = each
        at, number = places[0]
        boards = list(found[at].boards)
        remark = each.reason or boards[number].remark
        boards[number] = replace(boards[number], adjusted=each.award, remark=remark)
        found[at] = replace(found[at], boards=tuple(boards))
    return found, told


def _meant(each: Adjustment, match: MatchResult, board: BoardResult) -> bool:
    """Whether a line of the director's is about this result."""
    pairs = [team_key(pair) for pair in board.pairs]
    return (
        plain_number(each.board) == plain_number(board.board)
        and (not each.table or plain_number(each.table) == plain_number(board.table or match.table))
        and (not each.round or plain_number(each.round) == plain_number(board.round or match.round))
        and (not each.who or team_key(each.who) in pairs)
    )


def with_imps(
    matches: Sequence[TeamMatch], adjustments: Sequence[Adjustment]
) -> tuple[list[TeamMatch], list[Given]]:
    """The matches with the IMPs that the director gave to a team or took from it, which the other does not
    get."""
    found, told = list(matches), []
    for each in adjustments:
        what, who = each.amount, team_key(each.who)
        own = [
            (at, side)
            for at, match in enumerate(found)
            for side, name in enumerate((match.home, match.visit))
            if team_key(name) == who
        ]
        if what is None or what.unit != "IMP" or not own:
            continue
        meant = [(at, side) for at, side in own if each.round in ("", found[at].round)]
        if len(meant) != 1:
            told.append(Given(each, "name the round" if meant else "there is no such match"))
            continue
        (at, side), match = meant[0], found[meant[0][0]]
        apart = (match.apart[0] + what.figure * (not side), match.apart[1] + what.figure * side)
        points = _victory_points(match.imps, apart, match.boards)
        found[at] = replace(match, apart=apart, victory_points=points)
        told.append(Given(each))
    return found, told


def _whole(margin: Fraction) -> int:
    """Whole IMPs, as the scale of victory points has them; a half goes to the smaller margin."""
    return int(copysign(ceil(abs(margin) - Fraction(1, 2)), margin))


def _match(board: BoardResult) -> tuple[str, ...]:
    """What the two rooms of a match have in common."""
    return (*board.teams, board.session, board.round)


def _teams(one: BoardResult, other: BoardResult) -> tuple[str, str]:
    """What the teams are called: by the record, else by who sat where."""
    if all(one.teams):
        return one.teams
    return (
        " / ".join(filter(None, (one.pairs[0], other.pairs[1]))) or "North-South in the open room",
        " / ".join(filter(None, (other.pairs[0], one.pairs[1]))) or "East-West in the open room",
    )


@dataclass(slots=True)
class _Sum:
    boards: int = 0
    unknown: int = 0
    imps: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])
    apart: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])

    def add(self, one: Awards | None, other: Awards | None) -> None:
        """A board: as the open room has it, where the home team sits North-South, and the closed room."""
        swings = [_swing(one and one[side], other and other[1 - side]) for side in (0, 1)]
        home, visit = swings
        if home is None or visit is None:
            self.unknown += 1
            return
        self.boards += 1
        if home == -visit:
            self.imps[home < 0] += abs(home)
        else:
            self.apart[0] += home
            self.apart[1] += visit


def _swing(one: Award | None, other: Award | None) -> Fraction | None:
    """The IMPs of a team by what it is awarded in both rooms: an artificial score is for the whole board."""
    artificial = {in_imps(each) for each in (one, other) if each is not None and not each.outcomes}
    if artificial:
        return artificial.pop() if len(artificial) == 1 else None
    if one is None or other is None:
        return None
    return sum(
        (w * v * imps(ours + theirs) for w, ours in one.outcomes for v, theirs in other.outcomes),
        Fraction(0),
    )
