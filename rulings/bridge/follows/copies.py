"""What follows where two copies of a sheet differ: one slip may make a row differ and all totals below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdeal.records.cards import Team
from fairdeal.rulings.bridge.follows.sheet import SAID, finding_at, one_statement, score_of
from fairdeal.rulings.bridge.replay.table import TEAMS
from fairdeal.rulings.bridge.rules.copies_disagree import COMPARED, same_deals
from fairdeal.rulings.bridge.scoring.rows import ruled_rows
from fairdeal.rulings.bridge.scoring.sheet import RowSeen, SheetSeen
from fairdeal.rulings.bridge.scoring.we_they import line_of
from fairdeal.rulings.bridge.session import BridgeSession
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

Pair = tuple[RowSeen, RowSeen]


def in_copies(
    session: BridgeSession,
    one: SheetSeen,
    two: SheetSeen,
    wrong: WrongEntries,
    into: Collected,
) -> None:
    if one.we_they and two.we_they:
        _totals_of_entries(one, two, wrong, into)
        return
    pairs = list(same_deals(one, two))
    for here, there in pairs:
        for column in COMPARED:
            found = (finding_at(one, here, column, wrong), finding_at(two, there, column, wrong))
            same_slip(_differs(one, here, column, wrong), first(found), into)
    _scores(session, one, two, pairs, wrong, into)
    for team in TEAMS:
        carry((_step(one, *pair, team, wrong) for pair in pairs), into)


def _differs(view: SheetSeen, row: RowSeen, column: str, wrong: WrongEntries) -> Finding | None:
    return wrong.differs(view.number, view.place(row, column))


def _scores(
    session: BridgeSession,
    one: SheetSeen,
    two: SheetSeen,
    pairs: Sequence[Pair],
    wrong: WrongEntries,
    into: Collected,
) -> None:
    """Tricks of the other side, the score, and the score of the other side."""
    awards = ruled_rows(session, one), ruled_rows(session, two)
    for here, there in pairs:
        tricks = [_apart(here, there, f"points {team}") for team in TEAMS]
        if None not in tricks and tricks[0] == -(tricks[1] or 0):
            into.add(
                _differs(one, here, "points EW", wrong), _differs(one, here, "points NS", wrong)
            )
        cause = first(_differs(one, here, column, wrong) for column in SAID)
        given = [
            rows[row.index].verdict.award if row.index in rows else None
            for rows, row in zip(awards, (here, there), strict=True)
        ]
        for team in TEAMS:
            apart = _apart(here, there, f"score {team}")
            if given[0] is None or given[1] is None:
                continue
            if apart == given[0][team] - given[1][team]:
                into.add(_differs(one, here, f"score {team}", wrong), cause)
        if one_statement(score_of(here)) and one_statement(score_of(there)):
            into.add(_differs(one, here, "score EW", wrong), _differs(one, here, "score NS", wrong))


def _apart(here: RowSeen, there: RowSeen, column: str) -> int | None:
    mine, other = here.number(column), there.number(column)
    return mine - other if mine is not None and other is not None else None


def _step(one: SheetSeen, here: RowSeen, there: RowSeen, team: Team, wrong: WrongEntries) -> Step:
    by: Apart | None = None
    score, penalty, total = (f"{word} {team}" for word in ("score", "penalty", "total"))
    if not {score, penalty} & (here.unread | there.unread):
        apart = (here.number(score) or 0) - (there.number(score) or 0)
        more = (here.number(penalty) or 0) - (there.number(penalty) or 0)
        by = {apart: _differs(one, here, score, wrong)}
        for sign in (1, -1):
            by.setdefault(apart + sign * more, _differs(one, here, penalty, wrong))
    return Step(by, _apart(here, there, total), _differs(one, here, total, wrong))


# Entries under WE and THEY --------------------------------------------------------------------------


def _totals_of_entries(
    one: SheetSeen, two: SheetSeen, wrong: WrongEntries, into: Collected
) -> None:
    """Totals that differ as the entries above them do."""
    for view, other in ((one, two), (two, one)):
        for row, column in _cells(view):
            mark = _differs(view, row, column, wrong)
            if mark is None:
                continue
            there = (wrong.at(proof.place.sheet or 1, proof.place) for proof in mark.related)
            same_slip(mark, first((finding_at(view, row, column, wrong), *there)), into)
            if line_of(row) != "total":
                continue
            team = view.team(column)
            theirs = [cell for cell in _cells(other) if other.team(cell[1]) == team]
            last = [cell for cell in theirs if line_of(cell[0]) == "total"]
            apart = (
                (row.number(column) or 0) - (last[-1][0].number(last[-1][1]) or 0) if last else 0
            )
            mine = [cell for cell in _cells(view) if view.team(cell[1]) == team]
            if apart and apart == _sum(mine, row) - _sum(theirs, last[-1][0]):
                cells = [(view, *cell) for cell in mine] + [(other, *cell) for cell in theirs]
                into.add(mark, _entry_of(cells, wrong))


def _cells(view: SheetSeen) -> Iterator[tuple[RowSeen, str]]:
    for row in view.rows:
        for column in ("we", "they"):
            if row.number(column) is not None:
                yield row, column


def _sum(cells: Sequence[tuple[RowSeen, str]], total: RowSeen) -> int:
    entries = [cell for cell in cells if line_of(cell[0]) in ("above", "below")]
    return sum(row.number(column) or 0 for row, column in entries if row.index < total.index)


def _entry_of(
    cells: Sequence[tuple[SheetSeen, RowSeen, str]], wrong: WrongEntries
) -> Finding | None:
    """The first entry that differs, not a total."""
    return first(
        _differs(view, row, column, wrong) for view, row, column in cells if line_of(row) != "total"
    )
