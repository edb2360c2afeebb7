"""The two teams' copies of the score sheet differ.

What: a cell of a deal's row is clearly written in both copies and is not the same.

Why: both teams keep the score so that they can check each other. Where the copies differ one of them is
wrong, and so may be the totals below it.

Article: 5.3 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from records.calls import Said
from records.sheet import COLUMNS
from rulings.finding import At, Finding, Related
from rulings.replay.deal import written_worth
from rulings.rules.rule import Rule
from rulings.rules.sheets import sheet_finding
from rulings.session import Row, Session, SheetView


def check(session: Session) -> Iterator[Finding]:
    copies = [view for view in session.sheets if view.sheet.copy is not None]
    for first, second in pairwise(copies):
        if first.sheet.copy != second.sheet.copy:
            yield from _compare(session, first, second)


def _compare(session: Session, first: SheetView, second: SheetView) -> Iterator[Finding]:
    columns = [c for c in COLUMNS if first.has(c) and second.has(c) and c != "remarks"]
    for row, other in _pairs(first, second):
        for column in columns:
            one = _value(session, first, row, column)
            two = _value(session, second, other, column)
            if (
                one is None
                or two is None
                or one == two
                or _settles(first, row, second, other, column)
            ):
                continue
            place = second.sheet.place(other.index, column)
            yield sheet_finding(
                session, RULE.code, RULE.severity, first.sheet.place(row.index, column),
                f"Deal {row.deal}, {column}: team {first.sheet.copy}'s copy has "
                f"{_text(first, row, column)}, team {second.sheet.copy}'s has "
                f"{_text(second, other, column)}.",
                at=At(row=row.index + 1, column=column), span=first.span(row, column),
                deal=row.deal,
                related=(Related(place, f"{_text(second, other, column)} in the other copy"),),
            )  # fmt: skip


def _pairs(first: SheetView, second: SheetView) -> Iterator[tuple[Row, Row]]:
    """The rows of the same deals; a number that comes again goes with its like in order."""
    rest = list(second.rows)
    for row in first.rows:
        for other in rest:
            if row.deal is not None and row.deal == other.deal:
                rest.remove(other)
                yield row, other
                break


def _value(session: Session, view: SheetView, row: Row, column: str) -> object:
    cell = view.sheet.cell(row.index, column)
    if cell is None or cell.value is None:
        return None
    value = cell.value
    if isinstance(value, Said):
        return written_worth(value, session.book) or value.text
    return str(value).strip().casefold()


def _settles(first: SheetView, row: Row, second: SheetView, other: Row, column: str) -> bool:
    """Whether a doubtful cell of one copy may say what the other copy says."""
    one = first.sheet.cell(row.index, column)
    two = second.sheet.cell(other.index, column)
    if one is None or two is None or (one.clear and two.clear):
        return False
    values = {str(reading.value) for reading in two.readings}
    return any(str(reading.value) in values for reading in one.readings)


def _text(view: SheetView, row: Row, column: str) -> str:
    cell = view.sheet.cell(row.index, column)
    value = cell.value if cell is not None else None
    return value.text if isinstance(value, Said) else str(value)


RULE = Rule("copies-disagree", "entry", session=check)
