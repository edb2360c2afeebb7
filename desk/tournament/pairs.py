"""An event of duplicate bridge, board against board: pairs by matchpoints and IMPs, teams by victory points.

Boards are the same where all four hands are; where hands are not recorded, where session and number are.
A result that is not known is left out and counted as such. Boards with fewer scores than others are brought
to the same top by Neuberg's formula, so that every board weighs the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import Final

from fairdeal.desk.tournament.results import BoardResult, MatchResult
from fairdeal.records.place import figure
from fairdeal.rulings.bridge.scoring.standings import (
    cross_imps,
    imps,
    matchpoints,
    neuberg,
    victory_points,
)

FAR: Final = 3
"""Tricks: a result that is further from best play than this is listed."""


def shown(points: Fraction) -> int | float:
    """Matchpoints as they are written: whole ones as such, others to two decimals."""
    return points.numerator if points.denominator == 1 else round(float(points), 2)


@dataclass(frozen=True, slots=True)
class Scored:
    """A board at a table with what it earned; None where it was not compared. `top`: the most matchpoints."""

    match: MatchResult
    result: BoardResult
    top: int = 0
    matchpoints: Fraction | None = None
    imps: float | None = None


@dataclass(slots=True)
class PairLine:
    """A pair in the table of its direction. `of`: the matchpoints that its boards offered."""

    pair: str
    direction: str
    place: int = 0
    boards: int = 0
    matchpoints: Fraction = Fraction(0)
    of: int = 0
    imps: float = 0.0
    unknown: int = 0

    @property
    def percent(self) -> float:
        return float(100 * self.matchpoints / self.of) if self.of else 0.0

    @property
    def shown(self) -> int | float:
        return shown(self.matchpoints)


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of teams of four: boards that both rooms played. `unknown`: boards that one room alone has."""

    session: str
    home: str
    visit: str
    boards: int
    imps: tuple[int, int]
    victory_points: tuple[Decimal, Decimal]
    unknown: int


@dataclass(frozen=True, slots=True)
class Outlier:
    """A result far from best play: material, no finding."""

    match: MatchResult
    result: BoardResult


@dataclass(frozen=True, slots=True)
class Session:
    """Everything that boards compared with each other give."""

    scored: tuple[Scored, ...]
    pairs: tuple[PairLine, ...]
    written: tuple[PairLine, ...]
    matches: tuple[TeamMatch, ...]
    outliers: tuple[Outlier, ...]
    decided: bool
    """Whether a committee ruled on any of them."""

    @property
    def directions(self) -> tuple[tuple[str, tuple[PairLine, ...]], ...]:
        """The tables by direction: one where pairs changed sides."""
        names = dict.fromkeys(line.direction for line in self.pairs)
        return tuple(
            (name, tuple(line for line in self.pairs if line.direction == name)) for name in names
        )

    @property
    def changes(self) -> tuple[tuple[str, int, int], ...]:
        """Pairs whose place differs between the scores on paper and those by the rulebook."""
        before = {(each.pair, each.direction): each.place for each in self.written}
        return tuple(
            (each.pair, before[each.pair, each.direction], each.place)
            for each in self.pairs
            if before.get((each.pair, each.direction), each.place) != each.place
        )


def session_of(results: Iterable[MatchResult], *, ruled: bool = False) -> Session | None:
    """The event's boards compared, by the rulebook or (`ruled`) with what committees ruled; None where there
    are not."""
    played = [(match, board) for match in results for board in match.boards]
    if not played:
        return None
    groups = list(_same_board(played))
    teams = [group for group in groups if _is_teams(group)]
    others = [group for group in groups if not _is_teams(group)]
    counted: _Counted = attrgetter("in_force" if ruled else "ruled")
    scored = list(_compared(others, counted))
    alone = [Scored(match, board) for group in teams for match, board in group]
    on_paper = list(_compared(others, attrgetter("written")))
    far = [Outlier(match, board) for match, board in played if abs(board.off) > FAR]
    far.sort(key=lambda each: (-abs(each.result.off), _natural(each.result.board)))
    return Session(
        (*scored, *alone),
        tuple(_table(scored)),
        tuple(_table(on_paper)),
        tuple(_team_matches(teams, counted)),
        tuple(far),
        any(board.decided for _, board in played),
    )


_Group = Sequence[tuple[MatchResult, BoardResult]]


def _same_board(played: _Group) -> Iterator[_Group]:
    """The results of each board. Those without hands go with the only deal of their number."""
    by_number: dict[tuple[str, ...], dict[str, list[tuple[MatchResult, BoardResult]]]] = {}
    for match, board in played:
        number: tuple[str, ...] = (match.event, board.session, board.board)
        by_number.setdefault(number, {}).setdefault(board.cards, []).append((match, board))
    whole: dict[tuple[str, ...], list[tuple[MatchResult, BoardResult]]] = defaultdict(list)
    for number, deals in by_number.items():
        known = [cards for cards in deals if cards]
        for cards, group in deals.items():
            home = cards or (known[0] if len(known) == 1 else "")
            whole[(*number[2:], home) if home else number] += group
    yield from whole.values()


def _natural(label: str) -> tuple[int, str]:
    number = figure(label)
    return (number, "") if number is not None else (10**9, label)


def _is_teams(group: _Group) -> bool:
    rooms = {board.room.casefold() for _, board in group}
    return {"open", "closed"} <= rooms


_Counted = Callable[[BoardResult], int | None]


def _compared(groups: Sequence[_Group], counted: _Counted) -> Iterator[Scored]:
    """Every result with what it earned on its board; a board with one score is compared with nothing."""
    tops: dict[str, int] = defaultdict(int)
    for group in groups:
        for match, _ in group:
            tops[match.event] = max(tops[match.event], _known(group, counted))
    for group in groups:
        yield from _on_one_board(group, counted, max(tops[match.event] for match, _ in group))


def _known(group: _Group, counted: _Counted) -> int:
    return sum(counted(board) is not None for _, board in group)


def _on_one_board(group: _Group, counted: _Counted, most: int) -> Iterator[Scored]:
    """`most`: the scores of the board of the event that has most."""
    scores = [points for _, board in group if (points := counted(board)) is not None]
    if len(scores) < 2:
        yield from (Scored(match, board) for match, board in group)
        return
    earned = iter(zip(matchpoints(scores), cross_imps(scores), strict=True))
    for match, board in group:
        if counted(board) is None:
            yield Scored(match, board)
        else:
            own, against = next(earned)
            yield Scored(match, board, 2 * (most - 1), neuberg(own, len(scores), most), against)


def _table(scored: Sequence[Scored]) -> list[PairLine]:
    """Pairs, best first; by direction where nobody played both."""
    sat = [{each.result.pairs[side].casefold() for each in scored} for side in (0, 1)]
    apart = not (sat[0] & sat[1] - {""})
    lines: dict[tuple[str, str], PairLine] = {}
    for each in scored:
        for side, name in enumerate(each.result.pairs):
            if not name:
                continue
            direction = ("North-South", "East-West")[side] if apart else ""
            line = lines.setdefault((name.casefold(), direction), PairLine(name, direction))
            _add(line, each, side)
    placed: list[PairLine] = []
    for direction in ("North-South", "East-West") if apart else ("",):
        own = [line for line in lines.values() if line.direction == direction]
        own.sort(key=lambda line: (-round(line.percent, 6), line.pair.casefold()))
        for number, line in enumerate(own, 1):
            level = number > 1 and round(own[number - 2].percent, 6) == round(line.percent, 6)
            line.place = own[number - 2].place if level else number
        placed += own
    return placed


def _add(line: PairLine, each: Scored, side: int) -> None:
    if each.matchpoints is None or each.imps is None:
        line.unknown += 1
        return
    line.boards += 1
    line.of += each.top
    line.matchpoints += each.top - each.matchpoints if side else each.matchpoints
    line.imps += -each.imps if side else each.imps


def _team_matches(groups: Sequence[_Group], counted: _Counted) -> Iterator[TeamMatch]:
    sums: dict[tuple[str, str, str], _Sum] = {}
    for group in groups:
        closed = {_match(board): board for _, board in group if board.room.casefold() == "closed"}
        for _, one in group:
            other = closed.get(_match(one)) if one.room.casefold() == "open" else None
            if other is None:
                continue
            when = ", ".join(filter(None, (one.session, one.round and f"round {one.round}")))
            key = (when, *_teams(one, other))
            sums.setdefault(key, _Sum()).add(counted(one), counted(other))
    for (session, home, visit), found in sums.items():
        if not found.boards:
            continue
        margin = found.imps[0] - found.imps[1]
        yield TeamMatch(
            session,
            home,
            visit,
            found.boards,
            (found.imps[0], found.imps[1]),
            victory_points(margin, found.boards),
            found.unknown,
        )


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
    imps: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, one: int | None, other: int | None) -> None:
        if one is None or other is None:
            self.unknown += 1
            return
        self.boards += 1
        swing = imps(one - other)
        self.imps[swing < 0] += abs(swing)
