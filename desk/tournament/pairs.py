"""An event of duplicate bridge, board against board: pairs by matchpoints and IMPs, teams by victory points.

Boards are the same where all four hands are; where hands are not recorded, where session and number are.
A result that is not known is left out and counted as such. Boards with fewer scores than others are brought
to the same top by Neuberg's formula, so that every board weighs the same. Each side of a board is compared
with the same side elsewhere: adjusted scores need not balance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from math import ceil, copysign
from typing import Final

from fairdeal.desk.tournament.results import BoardResult, MatchResult
from fairdeal.records.place import figure
from fairdeal.rulings.bridge.scoring.adjusted import (
    Award,
    Awards,
    awards,
    balanced,
    in_imps,
    share_of_top,
)
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
    """Matchpoints and IMPs as they are written: whole ones as such, others to two decimals."""
    return points.numerator if points.denominator == 1 else round(float(points), 2)


@dataclass(frozen=True, slots=True)
class Earned:
    """What one side got on a board. `imps`: None where its adjusted score is worth none that is known."""

    matchpoints: Fraction
    imps: Fraction | None


@dataclass(frozen=True, slots=True)
class Scored:
    """A board at a table with what each side earned; None where it was not compared. `top`: the most
    matchpoints."""

    match: MatchResult
    result: BoardResult
    top: int = 0
    earned: tuple[Earned | None, Earned | None] = (None, None)

    @property
    def matchpoints(self) -> Fraction | None:
        """Those of North-South."""
        return None if self.earned[0] is None else self.earned[0].matchpoints

    @property
    def imps(self) -> Fraction | None:
        """Those of North-South."""
        return None if self.earned[0] is None else self.earned[0].imps


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A board with an adjusted score: what each side gets, None where the text is not understood. `counted`:
    whether it counts in the tables."""

    match: MatchResult
    result: BoardResult
    awards: Awards | None
    counted: bool


@dataclass(slots=True)
class PairLine:
    """A pair in the table of its direction. `of`: the matchpoints that its boards offered."""

    pair: str
    direction: str
    place: int = 0
    boards: int = 0
    matchpoints: Fraction = Fraction(0)
    of: int = 0
    imps: Fraction = Fraction(0)
    unknown: int = 0

    @property
    def percent(self) -> float:
        return float(100 * self.matchpoints / self.of) if self.of else 0.0

    @property
    def shown(self) -> int | float:
        return shown(self.matchpoints)


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

    @property
    def shown(self) -> tuple[int | float, int | float]:
        """The IMPs as they are written."""
        return shown(self.imps[0]), shown(self.imps[1])


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
    adjusted: tuple[Adjusted, ...] = ()

    @property
    def not_counted(self) -> tuple[Adjusted, ...]:
        """Adjusted scores that are in no table."""
        return tuple(each for each in self.adjusted if not each.counted)

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
    counted: _Counted = _in_force if ruled else _by_the_rulebook
    scored = list(_compared(others, counted))
    alone = [Scored(match, board) for group in teams for match, board in group]
    on_paper = list(_compared(others, _as_written))
    far = [Outlier(match, board) for match, board in played if abs(board.off) > FAR]
    far.sort(key=lambda each: (-abs(each.result.off), _natural(each.result.board)))
    return Session(
        (*scored, *alone),
        tuple(_table(scored)),
        tuple(_table(on_paper)),
        tuple(_team_matches(teams, counted)),
        tuple(far),
        any(board.decided for _, board in played),
        tuple(_adjusted(scored, teams, counted)),
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


_Counted = Callable[[BoardResult], Awards | None]
"""What each side of a board is awarded; None where it is not known."""


def _as_written(board: BoardResult) -> Awards | None:
    return _awards(board, board.written)


def _by_the_rulebook(board: BoardResult) -> Awards | None:
    return _awards(board, board.ruled)


def _in_force(board: BoardResult) -> Awards | None:
    """What a committee decided takes the place of an adjusted score, too."""
    if board.decided:
        return None if board.as_ruled is None else balanced(board.as_ruled)
    return _by_the_rulebook(board)


def _awards(board: BoardResult, points: int | None) -> Awards | None:
    if board.adjusted:
        return awards(board.adjusted)
    return None if points is None else balanced(points)


def _compared(groups: Sequence[_Group], counted: _Counted) -> Iterator[Scored]:
    """Every result with what it earned on its board; a board with one score is compared with nothing."""
    tops: dict[str, int] = defaultdict(int)
    for group in groups:
        for match, _ in group:
            tops[match.event] = max(tops[match.event], _known(group, counted))
    found: list[Scored] = []
    for group in groups:
        found += _on_one_board(group, counted, max(tops[match.event] for match, _ in group))
    yield from _with_averages(found, counted)


def _known(group: _Group, counted: _Counted) -> int:
    return sum(counted(board) is not None for _, board in group)


def _on_one_board(group: _Group, counted: _Counted, most: int) -> Iterator[Scored]:
    """`most`: the scores of the board of the event that has most."""
    both = [counted(board) for _, board in group]
    sides = [_one_side([each and each[side] for each in both], most) for side in (0, 1)]
    for (match, board), ours, theirs in zip(group, *sides, strict=True):
        top = 2 * (most - 1) if ours or theirs else 0
        yield Scored(match, board, top, (ours, theirs))


def _one_side(given: Sequence[Award | None], most: int) -> Iterator[Earned | None]:
    """What the same side of a board earned at each table."""
    results = [each.outcomes for each in given if each is not None and each.outcomes]
    points = iter(zip(matchpoints(results), cross_imps(results), strict=True))
    for each in given:
        if each is None or most < 2 or (each.outcomes and len(results) < 2):
            yield None
        elif each.outcomes:
            own, against = next(points)
            yield Earned(neuberg(own, len(results), most), against)
        elif each.share is None:
            yield None
        else:
            yield Earned(each.share * 2 * (most - 1), in_imps(each))


def _with_averages(found: Sequence[Scored], counted: _Counted) -> Iterator[Scored]:
    """An average plus is worth more than 60 % to who did better on the other boards of the session."""
    due = {id(each): _averages(counted(each.result)) for each in found}
    if not any(any(sides) for sides in due.values()):
        yield from found
        return
    sums: dict[tuple[str, str, str], list[Fraction]] = {}
    for each in found:
        for side, earned in enumerate(each.earned):
            if earned is not None and due[id(each)][side] is None:
                own = sums.setdefault(_of_session(each, side), [Fraction(0), Fraction(0)])
                own[0] += earned.matchpoints
                own[1] += each.top
    for each in found:
        sides = list(each.earned)
        for side, award in enumerate(due[id(each)]):
            earned, (got, of) = sides[side], sums.get(_of_session(each, side), (0, 0))
            if award is not None and earned is not None:
                share = share_of_top(award, Fraction(got, of) if of else None)
                assert share is not None
                sides[side] = replace(earned, matchpoints=share * each.top)
        yield replace(each, earned=(sides[0], sides[1]))


def _averages(both: Awards | None) -> tuple[Award | None, Award | None]:
    """Those awards that depend on the other boards."""
    ours, theirs = both or (None, None)
    kinds = ("plus", "minus")
    return (
        ours if ours is not None and ours.kind in kinds else None,
        theirs if theirs is not None and theirs.kind in kinds else None,
    )


def _of_session(each: Scored, side: int) -> tuple[str, str, str]:
    return each.match.event, each.result.session, each.result.pairs[side].casefold()


def _adjusted(
    scored: Sequence[Scored], teams: Sequence[_Group], counted: _Counted
) -> Iterator[Adjusted]:
    """Every board with an adjusted score on which no committee decided."""
    decided = counted is _in_force
    for each in scored:
        if each.result.adjusted and not (decided and each.result.decided):
            known = counted(each.result)
            counts = known is not None and all(earned is not None for earned in each.earned)
            yield Adjusted(each.match, each.result, known, counts)
    for group in teams:
        for match, board in group:
            if board.adjusted and not (decided and board.decided):
                known = counted(board)
                counts = known is not None and all(
                    each.outcomes or in_imps(each) is not None for each in known
                )
                yield Adjusted(match, board, known, counts)


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
    earned = each.earned[side]
    if earned is None:
        line.unknown += 1
        return
    line.boards += 1
    line.of += each.top
    line.matchpoints += earned.matchpoints
    line.imps += earned.imps or 0


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
        (ours, theirs), apart = found.imps, found.apart
        yield TeamMatch(
            session,
            home,
            visit,
            found.boards,
            (ours, theirs),
            (
                victory_points(_whole(ours - theirs + apart[0]), found.boards)[0],
                victory_points(_whole(theirs - ours + apart[1]), found.boards)[0],
            ),
            found.unknown,
            (apart[0], apart[1]),
        )


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
