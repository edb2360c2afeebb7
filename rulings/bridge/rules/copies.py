"""The rule about copies that differ at bridge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, zip_longest

from fairdeal.records import Said, in_groups
from fairdeal.rulings.bridge.book import TEAMS
from fairdeal.rulings.bridge.scoring.sheets import BridgeSession, RowSeen, SheetSeen, entry, line_of
from fairdeal.rulings.frame.finding import Related
from fairdeal.rulings.frame.rule import Draft

# --- copies-disagree ---------------------------------------------------------------------------------

COMPARED = (
    "dealer",
    "bidder",
    "contract",
    "x",
    *(f"{word} {team}" for word in ("points", "score", "penalty", "total") for team in TEAMS),
)
_Cells = list[tuple[int, RowSeen, str]]


def both_copies(session: BridgeSession) -> Iterator[tuple[SheetSeen, SheetSeen]]:
    """The sheets that are the two sides' copies of one."""
    copies = [view for view in session.sheets if view.sheet.copy is not None]
    for first, second in pairwise(copies):
        if first.sheet.copy != second.sheet.copy:
            yield first, second


def copies_disagree(session: BridgeSession) -> Iterator[Draft]:
    """The two sides' copies of the score sheet differ.

    What: an entry is written in both copies and is not the same: a cell of a deal's row, or an entry under WE
    in one and under THEY in the other. What follows from a difference (the score, all totals below) is
    decided on with it.

    Why: both sides keep the score so that they can check each other. Where the copies differ one of them is
    wrong, and so may be the totals below it.

    Article: 9 of the Alberta rules (seed document 003); Law 79 of duplicate bridge.
    """
    for first, second in both_copies(session):
        if first.we_they and second.we_they:
            yield from _entries(session, first, second)
        else:
            yield from _rows(session, first, second)


def same_deals(first: SheetSeen, second: SheetSeen) -> Iterator[tuple[RowSeen, RowSeen]]:
    """The rows of two copies that have the number of one deal."""
    rest = list(second.rows)
    for row in first.rows:
        other = next((each for each in rest if row.deal and each.deal == row.deal), None)
        if other is not None:
            rest.remove(other)
            yield row, other


def _rows(session: BridgeSession, first: SheetSeen, second: SheetSeen) -> Iterator[Draft]:
    for row, other in same_deals(first, second):
        for column in COMPARED:
            here, there = row.values.get(column), other.values.get(column)
            if here is None or there is None or _plain(here) == _plain(there):
                continue
            yield _differ(session, (first, row, column), (second, other, column), here, there)


def _plain(value: object) -> object:
    return value.text if isinstance(value, Said) else value


def _entries(session: BridgeSession, first: SheetSeen, second: SheetSeen) -> Iterator[Draft]:
    """Entries under WE and THEY, deal by deal and line by line, largest first."""
    here, there = _by_line(first), _by_line(second)
    for key in here:
        if key not in there:
            continue
        one, two = list(here[key]), list(there[key])
        for figure in [cell[0] for cell in here[key]]:
            match = next((cell for cell in two if cell[0] == figure), None)
            if match is not None:
                two.remove(match)
                one.remove(next(cell for cell in one if cell[0] == figure))
        for mine, other in zip_longest(one, two):
            if mine is not None and other is not None:
                yield _differ(
                    session,
                    (first, mine[1], mine[2]),
                    (second, other[1], other[2]),
                    mine[0],
                    other[0],
                )
            elif mine is not None:
                yield _alone(session, first, mine)
            elif other is not None:
                yield _alone(session, second, other)


def _by_line(view: SheetSeen) -> dict[tuple[str | None, str, str], _Cells]:
    return in_groups(
        ((row.deal, line_of(row), view.team(column)), (figure, row, column))
        for row in view.rows
        for column in ("we", "they")
        if (figure := row.number(column)) is not None
    )


def _alone(session: BridgeSession, view: SheetSeen, cell: tuple[int, RowSeen, str]) -> Draft:
    figure, row, column = cell
    return entry(
        session,
        view,
        row,
        column,
        f"{figure} is in the copy of {view.sheet.copy} but not in the other.",
    )


def _differ(
    session: BridgeSession,
    one: tuple[SheetSeen, RowSeen, str],
    two: tuple[SheetSeen, RowSeen, str],
    here: object,
    there: object,
) -> Draft:
    view, row, column = one
    other = two[0].place(two[1], two[2])
    return entry(
        session,
        view,
        row,
        column,
        f"The copy of {view.sheet.copy} has {_plain(here)} here, that of {two[0].sheet.copy} "
        f"{_plain(there)}.",
        related=(Related(other, f"{_plain(there)} in the other copy"),),
    )
