"""An event of duplicate bridge, board against board: pairs by matchpoints and IMPs, teams by victory points.

Boards are the same where all four hands are; where hands are not recorded, where session and number are.
A result that is not known is left out and counted as such. Boards with fewer scores than others are brought
to the same top by Neuberg's formula, so that every board weighs the same. Each side of a board is compared
with the same side elsewhere: adjusted scores need not balance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

from fairdeal.desk.archive.eventfile import in_order
from fairdeal.desk.intake.schedule import Adjustment, Amount
from fairdeal.desk.tournament.results import BoardResult, MatchResult
from fairdeal.desk.tournament.standings import team_key
from fairdeal.desk.tournament.teams import (
    Counted,
    Given,
    Group,
    TeamLine,
    TeamMatch,
    on_boards,
    placed,
    shown,
    team_matches,
    team_table,
    with_imps,
)
from fairdeal.rulings.bridge.scoring.adjusted import (
    Award,
    Awards,
    awards,
    balanced,
    in_imps,
    share_of_top,
)
from fairdeal.rulings.bridge.scoring.standings import butler, cross_imps, matchpoints, neuberg

Ranking = Literal["matchpoints", "imps", "butler"]
"""What pairs are ranked by."""

FAR: Final = 3
"""Tricks: a result that is further from best play than this is listed."""


@dataclass(frozen=True, slots=True)
class Earned:
    """What one side got on a board. `imps` (against every other score) and `butler` (against their mean):
    None where its adjusted score is worth none that are known."""

    matchpoints: Fraction
    imps: Fraction | None
    butler: Fraction | None


@dataclass(frozen=True, slots=True)
class Scored:
    """A board at a table with what each side earned; None where it was not compared. `top`: the most
    matchpoints."""

    match: MatchResult
    result: BoardResult
    top: int = 0
    earned: tuple[Earned | None, Earned | None] = (None, None)

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
    butler: Fraction = Fraction(0)
    unknown: int = 0

    @property
    def percent(self) -> float:
        return float(100 * self.matchpoints / self.of) if self.of else 0.0

    @property
    def shown(self) -> int | float:
        return shown(self.matchpoints)


@dataclass(frozen=True, slots=True)
class Session:
    """Everything that boards compared with each other give."""

    scored: tuple[Scored, ...]
    pairs: tuple[PairLine, ...]
    written: tuple[PairLine, ...]
    matches: tuple[TeamMatch, ...]
    outliers: tuple[Scored, ...]
    """Results far from best play: material, no findings."""
    decided: bool
    """Whether a committee ruled on any of them."""
    adjusted: tuple[Adjusted, ...] = ()
    by: Ranking = "matchpoints"
    teams: tuple[TeamLine, ...] = ()
    given: tuple[Given, ...] = ()
    """What the director gave beside the results."""

    @property
    def not_counted(self) -> tuple[Adjusted, ...]:
        """Adjusted scores that are in no table."""
        return tuple(each for each in self.adjusted if not each.counted)

    @property
    def left_out(self) -> tuple[str, ...]:
        """In words, all that the director gave and no table has."""
        boards = [
            f"board {each.result.board or '?'} "
            + (
                f"at table {table}"
                if (table := each.result.table or each.match.table)
                else f"({each.result.adjusted})"
            )
            for each in self.not_counted
        ]
        return (*boards, *(each.adjustment.called for each in self.given if each.why))

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


def session_of(
    results: Iterable[MatchResult],
    *,
    ruled: bool = False,
    adjustments: Sequence[Adjustment] = (),
) -> Session | None:
    """The event's boards compared, by the rulebook or (`ruled`) with what committees ruled; None where there
    are not. `adjustments` are the director's."""
    results, told = on_boards(counted_once(results), adjustments)
    played = [(match, board) for match in results for board in match.boards]
    if not played:
        return None
    groups = list(same_board(played))
    teams = [group for group in groups if _is_teams(group)]
    others = [group for group in groups if not _is_teams(group)]
    counted: Counted = in_force if ruled else _by_the_rulebook
    scored = list(_compared(others, counted))
    alone = [Scored(match, board) for group in teams for match, board in group]
    by = _ranking(board for _, board in played)
    matches, for_matches = with_imps(list(team_matches(teams, counted)), adjustments)
    top = max((each.top for each in scored), default=0)
    pairs, on_paper, table = (
        _lines(scored),
        _lines(_compared(others, _as_written)),
        team_table(matches),
    )
    told += [*for_matches, *on_lines(adjustments, pairs, table, top)]
    on_lines(adjustments, on_paper, (), top)
    far = [Scored(match, board) for match, board in played if abs(board.off) > FAR]
    far.sort(key=lambda each: (-abs(each.result.off), in_order(each.result.board)))
    return Session(
        (*scored, *alone),
        tuple(_placed(pairs, by)),
        tuple(_placed(on_paper, by)),
        tuple(matches),
        tuple(far),
        any(board.decided for _, board in played),
        tuple(_adjusted(scored, alone, counted)),
        by,
        tuple(placed(table)),
        tuple(told),
    )


def on_lines(
    adjustments: Sequence[Adjustment],
    pairs: Sequence[PairLine],
    teams: Sequence[TeamLine],
    top: int,
) -> list[Given]:
    """Put penalties and carry-over on the lines of those whom they are for. `top`: the most matchpoints of a
    board. IMPs of a team are not among them: they belong to a match."""
    told: list[Given] = []
    for each in adjustments:
        what = each.amount
        if what is None:
            continue
        own = [line for line in pairs if team_key(line.pair) == team_key(each.who)]
        team = [line for line in teams if team_key(line.team) == team_key(each.who)]
        if team and what.unit == "IMP":
            continue
        if what.unit == "VP":
            why = "" if team else "there is no such team in the table of victory points"
            for of_team in team:
                of_team.victory_points += Decimal(what.figure.numerator) / Decimal(
                    what.figure.denominator
                )
        else:
            why = "" if own else "there is no such pair"
            for line in own:
                _to_pair(line, what, top)
        told.append(Given(each, why))
    return told


def _to_pair(line: PairLine, what: Amount, top: int) -> None:
    if what.unit == "IMP":
        line.imps += what.figure
        line.butler += what.figure
    elif what.unit == "top":
        line.matchpoints += what.figure / 100 * top
    else:
        line.matchpoints += what.figure
        line.of += int(what.of)


def _ranking(boards: Iterable[BoardResult]) -> Ranking:
    """What most boards are scored by, as they say (PBN, ``Scoring``)."""
    said = Counter(board.scoring.casefold() for board in boards).most_common(1)[0][0].split(";")
    if any(each.startswith("butler") for each in said):
        return "butler"
    return (
        "imps"
        if {"imp", "imps"} & {*said} or any("cross" in each for each in said)
        else "matchpoints"
    )


def same_board(played: Group) -> Iterator[Group]:
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


def counted_once(results: Iterable[MatchResult]) -> list[MatchResult]:
    """The results without those that another paper has, too. Where papers differ, a board has both scores
    as an adjusted one: it is not counted, and page 1 names it."""
    found = list(results)
    same: dict[tuple[object, ...], list[BoardResult]] = {}
    for number, group in enumerate(same_board([(m, board) for m in found for board in m.boards])):
        for match, board in group:
            room = board.room.casefold()
            who = board.teams if room and all(board.teams) else board.pairs
            key = (number, match.date, board.session, room, *map(team_key, who))
            same.setdefault(key if all(who) else (id(board),), []).append(board)
    kept: dict[int, BoardResult | None] = {}
    for boards in same.values():
        for again in _of_one_round(boards):
            kept |= dict.fromkeys(map(id, again)) | _clear(again)
    return [
        replace(match, boards=tuple(one for each in match.boards if (one := kept[id(each)])))
        for match in found
    ]


def _of_one_round(boards: Sequence[BoardResult]) -> Iterable[Sequence[BoardResult]]:
    """Results of one board by their rounds; those that name none are of the only one that is named."""
    rounds = {board.round for board in boards} - {""}
    if len(rounds) < 2:
        return [boards]
    return [[board for board in boards if board.round == each] for each in (*rounds, "")]


def _clear(again: Sequence[BoardResult]) -> dict[int, BoardResult]:
    """The one that counts: what a committee decided, else an adjusted score, else a score that is known."""
    said = (
        [each for each in again if each.decided]
        or [each for each in again if each.adjusted]
        or [each for each in again if each.ruled is not None]
        or again[:1]
    )
    if len({in_force(each) for each in said}) < 2:
        return {id(each): each for each in said[:1]}
    both = " / ".join(dict.fromkeys(each.adjusted or str(each.in_force) for each in said))
    return {id(said[0]): replace(said[0], adjusted=both, decided=False)}


def _is_teams(group: Group) -> bool:
    return {"open", "closed"} <= {board.room.casefold() for _, board in group}


def _as_written(board: BoardResult) -> Awards | None:
    return _awards(board, board.written)


def _by_the_rulebook(board: BoardResult) -> Awards | None:
    return _awards(board, board.ruled)


def in_force(board: BoardResult) -> Awards | None:
    """What a committee decided takes the place of an adjusted score, too."""
    if board.decided:
        return None if board.as_ruled is None else balanced(board.as_ruled)
    return _by_the_rulebook(board)


def _awards(board: BoardResult, points: int | None) -> Awards | None:
    if board.adjusted:
        return awards(board.adjusted)
    return None if points is None else balanced(points)


def _compared(groups: Sequence[Group], counted: Counted) -> Iterator[Scored]:
    """Every result with what it earned on its board; a board with one score is compared with nothing."""
    tops: dict[str, int] = defaultdict(int)
    for group in groups:
        for match, _ in group:
            tops[match.event] = max(tops[match.event], _known(group, counted))
    found = [
        each
        for group in groups
        for each in _on_one_board(group, counted, max(tops[match.event] for match, _ in group))
    ]
    return _with_averages(found, counted)


def _known(group: Group, counted: Counted) -> int:
    return sum(counted(board) is not None for _, board in group)


def _on_one_board(group: Group, counted: Counted, most: int) -> Iterator[Scored]:
    """`most`: the scores of the board of the event that has most."""
    both = [counted(board) for _, board in group]
    scorings = {board.scoring for _, board in group}
    sides = [_one_side([each and each[side] for each in both], most, scorings) for side in (0, 1)]
    for (match, board), ours, theirs in zip(group, *sides, strict=True):
        top = 2 * (most - 1) if ours or theirs else 0
        yield Scored(match, board, top, (ours, theirs))


def _one_side(
    given: Sequence[Award | None], most: int, scorings: Iterable[str]
) -> Iterator[Earned | None]:
    """What the same side of a board earned at each table."""
    results = [each.outcomes for each in given if each is not None and each.outcomes]
    extremes = any("butler-2" in scoring.casefold() for scoring in scorings)
    datum = butler(results, without_extremes=extremes)
    points = iter(zip(matchpoints(results), cross_imps(results), datum, strict=True))
    for each in given:
        if each is None or most < 2 or (each.outcomes and len(results) < 2):
            yield None
        elif each.outcomes:
            own, against, mean = next(points)
            yield Earned(neuberg(own, len(results), most), against, mean)
        elif each.share is None:
            yield None
        else:
            yield Earned(each.share * 2 * (most - 1), in_imps(each), in_imps(each))


def _with_averages(found: Sequence[Scored], counted: Counted) -> Iterator[Scored]:
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
    return each.match.event, each.result.session, team_key(each.result.pairs[side])


def _adjusted(
    scored: Sequence[Scored], alone: Sequence[Scored], counted: Counted
) -> Iterator[Adjusted]:
    """Every board with an adjusted score on which no committee decided. `alone`: those of teams."""
    decided = counted is in_force
    for number, each in enumerate((*scored, *alone)):
        if each.result.adjusted and not (decided and each.result.decided):
            known = counted(each.result) or ()
            worth = (award.outcomes or in_imps(award) is not None for award in known)
            earned = (side is not None for side in each.earned)
            counts = bool(known) and all(earned if number < len(scored) else worth)
            yield Adjusted(each.match, each.result, known or None, counts)


def _lines(scored: Iterable[Scored]) -> list[PairLine]:
    """What every pair came to; by direction where nobody played both."""
    scored = list(scored)
    sat = [{team_key(each.result.pairs[side]) for each in scored} for side in (0, 1)]
    apart = not (sat[0] & sat[1] - {""})
    lines: dict[tuple[str, str], PairLine] = {}
    for each in scored:
        for side, name in enumerate(each.result.pairs):
            if not name:
                continue
            direction = ("North-South", "East-West")[side] if apart else ""
            line = lines.setdefault((team_key(name), direction), PairLine(name, direction))
            _add(line, each, side)
    return list(lines.values())


def _placed(lines: Sequence[PairLine], by: Ranking) -> list[PairLine]:
    """Pairs with their places, best first, direction by direction."""
    ranked: dict[Ranking, Callable[[PairLine], Fraction]] = {
        "matchpoints": lambda line: line.matchpoints / line.of if line.of else Fraction(0),
        "imps": lambda line: line.imps,
        "butler": lambda line: line.butler,
    }
    worth = ranked[by]
    found: list[PairLine] = []
    for direction in ("North-South", "East-West", ""):
        own = [line for line in lines if line.direction == direction]
        own.sort(key=lambda line: (-worth(line), line.pair.casefold()))
        for number, line in enumerate(own, 1):
            level = number > 1 and worth(own[number - 2]) == worth(line)
            line.place = own[number - 2].place if level else number
        found += own
    return found


def _add(line: PairLine, each: Scored, side: int) -> None:
    earned = each.earned[side]
    if earned is None:
        line.unknown += 1
        return
    line.boards += 1
    line.of += each.top
    line.matchpoints += earned.matchpoints
    line.imps += earned.imps or 0
    line.butler += earned.butler or 0
