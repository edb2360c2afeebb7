"""The two teams' copies of the score sheet differ.

What: a cell of a deal's row is written in both copies and is not the same. Where either is in doubt the
finding depends on it.

Why: both teams keep the score so that they can check each other. Where the copies differ one of them is
wrong, and so may be the totals below it.

Article: 5.3 of the international rules (seed document 000).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

from records.calls import Said
from records.sheet import COLUMNS
from rulings.finding import At, Certainty, Finding, Related
from rulings.replay.deal import written_worth
from rulings.rules.rule import Rule
from rulings.rules.sheets import sheet_finding
from rulings.session import Row, Session, SheetView
from rulings.slips import SUM_SLIP


def check(session: Session) -> Iterator[Finding]:
    copies = [view for view in session.sheets if view.sheet.copy is not None]
    for first, second in pairwise(copies):
        if first.sheet.copy != second.sheet.copy:
            yield from _compare(session, first, second)


def _compare(session: Session, first: SheetView, second: SheetView) -> Iterator[Finding]:
    columns = [c for c in COLUMNS if first.has(c) and second.has(c) and c != "remarks"]
    for row, other in _pairs(first, second):
        for column in columns:
            one = _readings(session, first, row, column)
            two = _readings(session, second, other, column)
            differ = _differ(one, two)
            if differ is None:
                continue
            share, here, there = differ
            place = second.sheet.place(other.index, column)
            found = sheet_finding(
                session, RULE.code, RULE.severity, first.sheet.place(row.index, column),
                f"Deal {row.deal}, {column}: team {first.sheet.copy}'s copy has "
                f"{here}, team {second.sheet.copy}'s has {there}.",
                at=At(row=row.index + 1, column=column), span=first.span(row, column),
                deal=row.deal, related=(Related(place, f"{there} in the other copy"),),
            )  # fmt: skip
            if share < 1.0:
                hangs = [
                    view.sheet.place(each.index, column)
                    for view, each, readings in ((first, row, one), (second, other, two))
                    if len(readings) > 1
                ]
                found = replace(
                    found, certainty=Certainty.DEPENDS, probability=share, depends_on=tuple(hangs)
                )
            yield found


def _pairs(first: SheetView, second: SheetView) -> Iterator[tuple[Row, Row]]:
    """The rows of the same deals; a number that comes again goes with its like in order."""
    rest = list(second.rows)
    for row in first.rows:
        for other in rest:
            if row.deal is not None and row.deal == other.deal:
                rest.remove(other)
                yield row, other
                break


def _readings(
    session: Session, view: SheetView, row: Row, column: str
) -> list[tuple[object, str, float]]:
    """What a cell may say, how that is shown, and its weight; nothing (None) cannot differ."""
    cell = view.sheet.cell(row.index, column)
    if cell is None:
        return [(None, "", 1.0)]
    found: list[tuple[object, str, float]] = []
    for value, weight in cell.weighted():
        if weight <= 0.0:
            continue
        if isinstance(value, Said):
            found.append((written_worth(value, session.book) or value.text, value.text, weight))
        else:
            alike = None if value is None else str(value).strip().casefold()
            found.append((alike, str(value), weight))
    return found


def _differ(
    one: list[tuple[object, str, float]], two: list[tuple[object, str, float]]
) -> tuple[float, str, str] | None:
    """How likely two cells differ, and the likeliest way they do; None where they surely agree.

    Copies that do not agree need a slip of the pen.
    """
    agree = differ = most = 0.0
    texts = ("", "")
    sure = True
    for (left, here, p), (right, there, q) in product(one, two):
        if left is None or right is None or left == right:
            agree += p * q
            sure = False
            continue
        differ += p * q * SUM_SLIP
        if p * q > most:
            most, texts = p * q, (here, there)
    if not differ:
        return None
    return (1.0 if sure else differ / (differ + agree)), *texts


RULE = Rule("copies-disagree", "entry", session=check)
