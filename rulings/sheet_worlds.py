"""How sure a finding on a sheet is: the worlds of the doubtful cells around its row.

What a row's findings hang on stands in that row and in the totals and the dealer of the row above. So
doubtful cells bear on each other only along an unbroken run of rows, and each run is weighed by
itself, exactly, instead of the product of all doubts of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any, Final

from records.doubt import Standing
from records.place import Place
from records.sheet import Sheet
from rulings.certainty import SUM_SLIP, Key, key_of
from rulings.finding import Certainty, Finding
from rulings.session import SheetView

Spot = tuple[int, str]
"""A cell: its row from 0 and its column. Match points stand in row `MATCH_ROW` by team."""

MATCH_ROW: Final = -1
MOST_WORLDS: Final = 2048
"""Worlds of one run; in one with more the least doubtful cells are held at their likeliest."""

Chosen = dict[Spot, Any]
Doubts = dict[Spot, tuple[tuple[Any, float], ...]]
View = Callable[[Chosen], SheetView]
Judge = Callable[[SheetView], Sequence[Finding]]


def doubtful_cells(sheet: Sheet) -> Doubts:
    """Every cell with more than one reading, with its readings and their weights."""
    found: Doubts = {}
    for index, row in enumerate(sheet.rows):
        for column, cell in zip(sheet.columns, row.cells, strict=False):
            if cell.standing is Standing.CLEAR or not cell.readings:
                continue
            options = tuple(pair for pair in cell.weighted() if pair[1] > 0.0)
            if len(options) > 1:
                found[index, column] = options
    if sheet.match_points is not None:
        for team, entry in sheet.match_points.points.items():
            if not entry.clear and entry.readings:
                found[MATCH_ROW, team] = tuple(p for p in entry.weighted() if p[1] > 0.0)
    return found


def weigh_sheet(
    sheet: Sheet, view: View, judge: Judge, total_points: int
) -> tuple[list[Finding], str | None]:
    """The findings of a sheet over the worlds of its doubtful cells, and what was not exact."""
    doubts = doubtful_cells(sheet)
    base = list(judge(view({})))
    if not doubts:
        return base, None
    found: list[Finding] = []
    weighed: set[int | None] = set()
    bounded = None
    for run in _runs(doubts, len(sheet.rows)):
        near, held = _within(run)
        if held:
            bounded = (
                f"{held} doubtful cells were taken at their likeliest: too many stand together"
            )
        rows = _rows(near, len(sheet.rows))
        weighed |= rows
        found += _weigh(sheet, rows, near, view, judge, total_points)
    return [each for each in base if each.at.row not in weighed] + found, bounded


def _runs(doubts: Doubts, count: int) -> list[Doubts]:
    """The doubtful cells in groups that do not bear on each other."""
    line = {spot: count - 1 if spot[0] == MATCH_ROW else spot[0] for spot in doubts}
    runs: list[Doubts] = []
    last: int | None = None
    for spot in sorted(doubts, key=lambda each: line[each]):
        if last is None or line[spot] > last + 1:
            runs.append({})
        runs[-1][spot] = doubts[spot]
        last = line[spot]
    return runs


def _within(run: Doubts) -> tuple[Doubts, int]:
    """As many of a run's cells as can be weighed together, the surest left out, and how many are."""
    near = dict(run)
    while prod(len(options) for options in near.values()) > MOST_WORLDS:
        del near[max(near, key=lambda spot: near[spot][0][1])]
    return near, len(run) - len(near)


def _rows(near: Doubts, count: int) -> set[int | None]:
    """The rows (from 1; None: the match points) whose findings hang on the cells of a run."""
    rows: set[int | None] = set()
    for index, _ in near:
        if index == MATCH_ROW:
            rows.add(None)
            continue
        rows |= {index + 1, index + 2}
        if index == count - 1:
            rows.add(None)
    return rows


def _weigh(
    sheet: Sheet,
    rows: set[int | None],
    near: Doubts,
    view: View,
    judge: Judge,
    total_points: int,
) -> list[Finding]:
    spots = list(near)
    worlds: list[tuple[float, tuple[Any, ...], dict[Key, Finding]]] = []
    for readings in product(*(near[spot] for spot in spots)):
        values = tuple(value for value, _ in readings)
        seen = view(dict(zip(spots, values, strict=True)))
        findings = {key_of(each): each for each in judge(seen) if each.at.row in rows}
        weight = prod(ink for _, ink in readings) * _slips(seen, spots, total_points)
        worlds.append((weight, values, findings))
    total = sum(weight for weight, _, _ in worlds)
    found: list[Finding] = []
    for key in dict.fromkeys(key for _, _, findings in worlds for key in findings):
        holding = [world for world in worlds if key in world[2]]
        each = max(holding, key=lambda world: world[0])[2][key]
        if len(holding) < len(worlds):
            share = min(1.0, sum(weight for weight, _, _ in holding) / total)
            holds = {values: key in held for _, values, held in worlds}
            hangs = [_place(sheet, spot) for n, spot in enumerate(spots) if _matters(holds, n)]
            each = replace(
                each, certainty=Certainty.DEPENDS, probability=share, depends_on=tuple(hangs)
            )
        found.append(each)
    return found


def _place(sheet: Sheet, spot: Spot) -> Place:
    if spot[0] == MATCH_ROW:
        return Place.of(f"match points {spot[1]}")
    return sheet.place(*spot)


def _matters(holds: dict[tuple[Any, ...], bool], index: int) -> bool:
    """Whether changing one cell alone ever changes whether the finding holds."""
    seen: dict[tuple[Any, ...], bool] = {}
    for values, held in holds.items():
        others = values[:index] + values[index + 1 :]
        if seen.setdefault(others, held) != held:
            return True
    return False


def _slips(view: SheetView, spots: Sequence[Spot], total_points: int) -> float:
    """The rate of the slips that a world needs around its cells: sums that do not add up."""
    rows = {index for index, _ in spots if index != MATCH_ROW}
    rows |= {index + 1 for index in rows}
    rate = 1.0
    for row in view.rows:
        if row.index not in rows:
            continue
        a, b = row.points("A"), row.points("B")
        if a is not None and b is not None and a + b != total_points:
            rate *= SUM_SLIP
        for team in ("A", "B"):
            above = view.rows[row.index - 1].total(team) if row.index else 0
            score, total = row.score(team), row.total(team)
            if above is None or score is None or total is None:
                continue
            if total not in (above + score, above + score + (row.penalty(team) or 0)):
                rate *= SUM_SLIP
    return rate
