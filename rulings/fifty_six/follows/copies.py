"""What follows where two copies of a sheet differ: one slip may make a row differ and all totals below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from fairdeal.records.cards import Team
from fairdeal.records.place import Place, figure
from fairdeal.rulings.fifty_six.follows.awards import (
    CONTRACT,
    TEAMS,
    Naming,
    Said,
    a_result,
    awarded,
    one_sided,
    ways,
)
from fairdeal.rulings.fifty_six.session import Session
from fairdeal.rulings.fifty_six.sheets.copies import Copies
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.frame.follows import (
    Apart,
    Collected,
    Step,
    WrongEntries,
    carry,
    first,
    same_slip,
)

COLUMNS = (*CONTRACT, *(f"{word} {team}" for word in ("points", "score", "penalty", "total")
                        for team in TEAMS))  # fmt: skip


def in_copies(session: Session, copies: Copies, wrong: WrongEntries, into: Collected) -> None:
    for one, two in copies.pairs:
        rows = copies.first.rows[one], copies.second.rows[two]
        _wrong_in_one(copies, *rows, wrong, into)
        _within_row(session, copies, *rows, wrong, into)
    _left_out(copies, wrong, into)
    last = [carry(_steps(copies, team, wrong), into) for team in TEAMS]
    _match_points(session, copies, first(last), wrong, into)


def _wrong_in_one(copies: Copies, one: Row, two: Row, wrong: WrongEntries, into: Collected) -> None:
    """Copies that differ where one of them is wrong in itself; and a wrong figure that was copied."""
    views = (copies.first, copies.second)
    differs = _differing(copies, one, wrong)
    for column in COLUMNS:
        here = wrong.at(views[0].number, views[0].place(one, column))
        there = wrong.at(views[1].number, views[1].place(two, column))
        same_slip(differs(column), here or there, into)
        if one.numbers.get(column) is not None and one.numbers[column] == two.numbers[column]:
            into.add(there, here)
    at_fault = [
        first(wrong.at(view.number, view.place(row, f"points {team}")) for team in TEAMS)
        for view, row in zip(views, (one, two), strict=True)
    ]
    if None in at_fault:
        for team in TEAMS:
            # Of two points that do not add up the sheet alone does not show which is wrong.
            into.add(differs(f"points {team}"), first(at_fault))


def _differing(copies: Copies, one: Row, wrong: WrongEntries) -> Naming:
    view = copies.first
    return lambda column: wrong.differs(view.number, view.place(one, column))


def _within_row(
    session: Session, copies: Copies, one: Row, two: Row, wrong: WrongEntries, into: Collected
) -> None:
    """Points of the other side, the score, and the score of the other side."""
    differs = _differing(copies, one, wrong)
    points = [_apart(one.points(team), two.points(team)) for team in TEAMS]
    if points[0] is not None and points[1] is not None and points[0] == -points[1]:
        into.add(differs("points B"), differs("points A"))
    here, there = (
        Said(row.contract(), {team: row.points(team) for team in TEAMS}) for row in (one, two)
    )
    award = awarded(session, here)
    for cause, said in ways(here, there, differs):
        other = awarded(session, said)
        if award is None or other is None:
            continue
        for team in TEAMS:
            if award[team] - other[team] == _apart(one.score(team), two.score(team)):
                into.add(differs(f"score {team}"), cause)
    if all(one_sided({team: row.score(team) for team in TEAMS}) for row in (one, two)):
        into.add(differs("score B"), differs("score A"))


def _apart(one: int | None, two: int | None) -> int | None:
    return one - two if one is not None and two is not None else None


def _left_out(copies: Copies, wrong: WrongEntries, into: Collected) -> None:
    """The gap that a row which one copy leaves out makes in the numbers of its deals."""
    sides = ((copies.first, copies.lone_first, 0), (copies.second, copies.lone_second, 1))
    for view, lone, side in sides:
        other = copies.second if side == 0 else copies.first
        for before, after in pairwise(copies.pairs):
            rows = [row for row in lone if before[side] < row < after[side]]
            below, above = other.rows[after[1 - side]], other.rows[before[1 - side]]
            gap = _apart(figure(below.deal or ""), figure(above.deal or ""))
            for row in rows:
                found = wrong.differs(view.number, view.place(view.rows[row], "deal"))
                same_slip(found, wrong.at(view.number, view.place(view.rows[row], "deal")), into)
                if gap == len(rows) + 1:
                    into.add(wrong.at(other.number, other.place(below, "deal")), found)


# Running totals ------------------------------------------------------------------------------------


def _steps(copies: Copies, team: Team, wrong: WrongEntries) -> Iterator[Step]:
    """The deals of both copies in order, rows that one of them leaves out too."""
    first_, second = copies.first, copies.second
    before = (-1, -1)
    for pair in copies.pairs:
        for lone in (row for row in copies.lone_first if before[0] < row < pair[0]):
            yield _of_lone(first_, first_.rows[lone], team, 1, wrong)
        for lone in (row for row in copies.lone_second if before[1] < row < pair[1]):
            yield _of_lone(second, second.rows[lone], team, -1, wrong)
        yield _of_pair(copies, first_.rows[pair[0]], second.rows[pair[1]], team, wrong)
        before = pair


def _of_lone(view: SheetView, row: Row, team: Team, sign: int, wrong: WrongEntries) -> Step:
    score, cause = row.score(team), wrong.differs(view.number, view.place(row, "deal"))
    if score is None or cause is None:
        return Step(None)
    return Step({sign * score: cause, sign * (score + (row.penalty(team) or 0)): cause})


def _of_pair(copies: Copies, one: Row, two: Row, team: Team, wrong: WrongEntries) -> Step:
    differs = _differing(copies, one, wrong)
    by: Apart | None = None
    if not {f"score {team}", f"penalty {team}"} & (one.unread | two.unread):
        apart = (one.score(team) or 0) - (two.score(team) or 0)
        by = {apart: differs(f"score {team}")}
        penalty = (one.penalty(team) or 0) - (two.penalty(team) or 0)
        by.setdefault(apart + penalty, differs(f"penalty {team}"))
    totals = _apart(one.total(team), two.total(team))
    return Step(by, totals, differs(f"total {team}"))


def _match_points(
    session: Session,
    copies: Copies,
    cause: Finding | None,
    wrong: WrongEntries,
    into: Collected,
) -> None:
    views = (copies.first, copies.second)
    places = [Place.of(f"match points {team}") for team in TEAMS]
    found = [wrong.differs(views[0].number, place) for place in places]
    for each, place in zip(found, places, strict=True):
        into.add(each, first(wrong.at(view.number, place) for view in views))
        # Those that do not follow from the totals of their own copy are wrong in themselves.
        into.add(each, cause)
    if all(a_result(session, view.match) for view in views):
        into.add(found[1], found[0])
