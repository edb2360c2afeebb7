"""Rows of a score sheet written twice, left out, or in each other's place: what numbers and totals show.

A row that is the one above cell for cell, a number that is jumped over, two numbers the wrong way round: each
is one slip, and the running totals say what the score is without it. Only entries in clear ink tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from fairdeal.records.figures import figure
from fairdeal.records.seats import Team
from fairdeal.records.sheet import Sheet

MOST_LEFT_OUT: Final = 2
"""Rows left out in one place that are looked for. A larger jump is another sheet, or a wrong number."""

MOST_SCORED: Final = 20
"""The most that a side can have scored in a deal: 56 defeated, redoubled by the steepest table."""

TEAMS: Final[tuple[Team, Team]] = ("A", "B")


@dataclass(frozen=True, slots=True)
class RowsLeftOut:
    """Deals without a row, before another's: their numbers, and what they gave as the totals have it."""

    deals: tuple[int, ...]
    scores: Mapping[Team, int]


@dataclass(frozen=True, slots=True)
class RowSlips:
    """What is amiss with the rows of a sheet (from 0). `order`: each once, in the order of the deals."""

    order: tuple[int, ...]
    twice: frozenset[int] = frozenset()
    """Rows that are the one above, written again."""
    exchanged: Mapping[int, int] = field(default_factory=dict)
    """The first of two rows in each other's place, with the second."""
    left_out: Mapping[int, RowsLeftOut] = field(default_factory=dict)
    """What is left out before a row."""


def row_slips(sheet: Sheet) -> RowSlips:
    """The slips in the rows of a sheet."""
    rows = range(len(sheet.rows))
    twice = frozenset(row for row in rows if _twice(sheet, row))
    once = [row for row in rows if row not in twice]
    numbers = [_number(sheet, row) for row in once]
    exchanged: dict[int, int] = {}
    order = list(once)
    for n in range(len(once) - 1):
        if _exchanged(sheet, once, numbers, n):
            exchanged[once[n]] = once[n + 1]
            order[n : n + 2] = [once[n + 1], once[n]]
    return RowSlips(tuple(order), twice, exchanged, dict(_left_out(sheet, order)))


def _number(sheet: Sheet, row: int) -> int | None:
    """The number of a row's deal, where it is clear."""
    cell = sheet.cell(row, "deal")
    clear = cell is not None and cell.clear
    return figure(str(cell.value)) if clear and cell is not None else None


def _twice(sheet: Sheet, row: int) -> bool:
    """Whether a row says what the one above says, of a deal that was scored: no deal is scored twice."""
    if not row or _number(sheet, row) is None:
        return False
    one, two = sheet.rows[row - 1].cells, sheet.rows[row].cells
    if any(cell.doubtful for cell in (*one, *two)):
        return False
    scored = any(sheet.number(row, f"score {team}") for team in TEAMS)
    return scored and [cell.value for cell in one] == [cell.value for cell in two]


def _exchanged(sheet: Sheet, once: list[int], numbers: list[int | None], n: int) -> bool:
    """Whether two neighbouring rows, by their numbers and totals, are in each other's place."""
    first, second = numbers[n], numbers[n + 1]
    if first is None or second is None or first != second + 1:
        return False
    before = numbers[n - 1] if n else 0
    after = numbers[n + 2] if n + 2 < len(once) else first + 1
    if (before, after) != (second - 1, first + 1):
        return False
    above = once[n - 1] if n else None
    return all(
        _adds_up(sheet, above, once[n + 1], team) and _adds_up(sheet, once[n + 1], once[n], team)
        for team in TEAMS
    )


def _adds_up(sheet: Sheet, above: int | None, row: int, team: Team) -> bool:
    """Whether a total is the one of another row with the score, as far as they are written."""
    gained = _gained(sheet, above, row, team)
    return gained in (None, 0)


def _gained(sheet: Sheet, above: int | None, row: int, team: Team) -> int | None:
    """What a total has more than the one of another row with the row's score and penalty points."""
    total, score = sheet.number(row, f"total {team}"), sheet.number(row, f"score {team}")
    start = 0 if above is None else sheet.number(above, f"total {team}")
    if total is None or start is None:
        return None
    return total - start - (score or 0) - (sheet.number(row, f"penalty {team}") or 0)


def _left_out(sheet: Sheet, once: list[int]) -> Iterator[tuple[int, RowsLeftOut]]:
    """The rows before which deals are left out that the totals count."""
    numbers = [_number(sheet, row) for row in once]
    for n in range(1, len(once)):
        before, number = numbers[n - 1], numbers[n]
        if before is None or number is None or not 0 < number - before - 1 <= MOST_LEFT_OUT:
            continue
        if n + 1 < len(once) and numbers[n + 1] != number + 1:
            continue  # the number may be written wrongly
        gained = {team: _gained(sheet, once[n - 1], once[n], team) for team in TEAMS}
        most = MOST_SCORED * (number - before - 1)
        scores = {
            team: more for team, more in gained.items() if more is not None and 0 <= more <= most
        }
        if len(scores) == len(TEAMS) and any(scores.values()):
            yield once[n], RowsLeftOut(tuple(range(before + 1, number)), scores)
