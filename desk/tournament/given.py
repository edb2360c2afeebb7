"""What a director gave beside the results: penalties and carry-over on the lines of pairs and
teams, adjusted scores on boards. Whatever finds no place is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from fairdeal.desk.intake.adjustments import Adjustment, Amount
from fairdeal.desk.intake.schedule import plain_number
from fairdeal.desk.tournament.results import BoardResult, MatchResult
from fairdeal.desk.tournament.standings import team_key


@dataclass(frozen=True, slots=True)
class Given:
    """A line of the director's, and why it is not counted; empty where it is."""

    adjustment: Adjustment
    why: str = ""


class PairTotals(Protocol):
    """The line of a pair, which a penalty changes."""

    pair: str
    matchpoints: Fraction
    of: int
    imps: Fraction
    butler: Fraction


class TeamTotals(Protocol):
    """The line of a team."""

    team: str
    victory_points: Decimal


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


def on_lines(
    adjustments: Sequence[Adjustment],
    pairs: Sequence[PairTotals],
    teams: Sequence[TeamTotals],
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
                of_team.victory_points += _decimal(what.figure)
        else:
            why = "" if own else "there is no such pair"
            for line in own:
                _to_pair(line, what, top)
        told.append(Given(each, why))
    return told


def _to_pair(line: PairTotals, what: Amount, top: int) -> None:
    if what.unit == "IMP":
        line.imps += what.figure
        line.butler += what.figure
    elif what.unit == "top":
        line.matchpoints += what.figure / 100 * top
    else:
        line.matchpoints += what.figure
        line.of += int(what.of)


def _decimal(figure: Fraction) -> Decimal:
    return Decimal(figure.numerator) / Decimal(figure.denominator)
