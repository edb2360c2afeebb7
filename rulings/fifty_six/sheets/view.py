"""A score sheet of 56 in plain values: its rows, and what a person would call them.

Rows may be written twice, left out, or stand in each other's place. A row that is the one above cell for
cell, a number that is jumped over, two numbers the wrong way round: each is one slip, and the running
totals say what the score is without it. Only entries in clear ink tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fairdeal.records import (
    NUMBER_COLUMNS,
    Contract,
    Place,
    Said,
    Seat,
    Sheet,
    Span,
    Standing,
    Team,
    figure,
    in_groups,
)
from fairdeal.rulings.fifty_six.book import Table
from fairdeal.rulings.fifty_six.deal import Ruled, written_worth
from fairdeal.rulings.replay.sheets import doubled_in, plain_contract, seat_of

_ORDINALS = ("first", "second", "third")


@dataclass(slots=True)
class Row:
    """One row of a sheet in plain values; None is blank, not transcribed, or not to be read.

    `deal` is the deal's number as written. `worth` is value and trump of the contract cell,
    `doubled` 1, 2 or 4, None where the sheet does not tell.
    """

    index: int
    deal: str | None
    dealer: Seat | None
    bidder: Seat | None
    said: Said | None
    worth: tuple[int, str] | None
    doubled: int | None
    numbers: dict[str, int | None]
    unread: frozenset[str]
    """Columns in which something is or may be written that is not known."""
    blank: bool
    """True where nothing but perhaps its number is written in the row."""

    def points(self, team: Team) -> int | None:
        return self.numbers.get(f"points {team}")

    def score(self, team: Team) -> int | None:
        return self.numbers.get(f"score {team}")

    def total(self, team: Team) -> int | None:
        return self.numbers.get(f"total {team}")

    def penalty(self, team: Team) -> int | None:
        return self.numbers.get(f"penalty {team}")

    def contract(self) -> Contract | None:
        """The contract as the row has it, None where a part of it is missing."""
        if self.worth is None or self.bidder is None:
            return None
        return Contract(*self.worth, self.bidder, self.doubled or 1)


@dataclass(slots=True)
class SheetView:
    """A sheet in plain values, likeliest readings."""

    sheet: Sheet
    rows: list[Row]
    match: dict[Team, int | None] = field(default_factory=dict)
    """Match points entered, by team."""
    tie_break: Team | None = None
    logs: dict[int, Ruled | None] = field(default_factory=dict)
    """Readings of doubtful logs that stand in for the session's own, by game; None: not known."""

    only: Collection[int | None] | None = None
    """The rows (from 1) whose findings are asked for, None for all."""

    number: int = 1
    """Which sheet of the record it is."""

    same: dict[str | None, list[int]] | None = None
    """The rows (from 0) of each deal, once they were asked for; None again when a row's deal changes."""

    slips_of_rows: RowSlips | None = None
    """The slips in its rows, once they were asked for."""

    @property
    def row_slips(self) -> RowSlips:
        """The rows written twice, left out, or in each other's place, by what is clear on it."""
        if self.slips_of_rows is None:
            self.slips_of_rows = misplaced_rows(self.sheet)
        return self.slips_of_rows

    def of_deal(self, deal: str | None) -> list[int]:
        """The rows (from 0) that have a deal's number."""
        if self.same is None:
            self.same = in_groups((row.deal, row.index) for row in self.rows)
        return self.same.get(deal, [])

    def judged(self) -> list[Row]:
        """The rows to be judged by what stands in them and in their logs."""
        once = [row for row in self.rows if row.index not in self.row_slips.twice]
        return once if self.only is None else [r for r in once if r.index + 1 in self.only]

    def has(self, column: str) -> bool:
        return column in self.sheet.columns

    def place(self, row: Row, column: str) -> Place:
        """The address within the sheet, as findings have it."""
        return self.sheet.place(row.index, column)

    def address(self, index: int, column: str) -> Place:
        """The address of a cell of a row (from 0) that tells this sheet from the record's others."""
        return self.sheet.place(index, column).in_sheet(self.number)

    @property
    def later(self) -> int | None:
        """The sheet's number where it is not the first."""
        return self.number if self.number > 1 else None

    @property
    def name(self) -> str:
        """What to call this copy: ``team A's copy``, ``the second sheet``."""
        if self.sheet.copy is not None:
            return f"team {self.sheet.copy}'s copy"
        return (
            f"the {_ORDINALS[self.number - 1]} sheet"
            if self.number <= 3
            else f"sheet {self.number}"
        )

    def span(self, row: Row, column: str) -> Span | None:
        cell = self.sheet.cell(row.index, column)
        return cell.span if cell is not None else self.sheet.rows[row.index].span

    @property
    def carried(self) -> int | None:
        """The totals before the first row: 0; None where the sheet begins with a later deal, or with rows of
        which the deal cannot be read."""
        known = next((n for n, row in enumerate(self.rows) if row.deal is not None), len(self.rows))
        if any("deal" in row.unread for row in self.rows[:known]):
            return None
        number = figure(self.rows[known].deal or "") if known < len(self.rows) else None
        return 0 if number is None or number <= 1 else None

    def up_to(self, last: int | None) -> list[Row] | None:
        """The rows of the deals up to a number, all where it is None; None where a row of which the deal
        cannot be read may be of one behind it."""
        numbers = [figure(row.deal or "") for row in self.rows]
        if last is None:
            return self.rows
        within = [(n, number) for n, number in enumerate(numbers) if number and number <= last]
        at, number = within[-1] if within else (-1, 0)
        if number + sum("deal" in row.unread for row in self.rows[at + 1 :]) > last:
            return None
        return [r for r, number in zip(self.rows, numbers, strict=True) if (number or 0) <= last]


def finals_of(rows: Iterable[Row]) -> dict[Team, int] | None:
    """The last running totals in some rows; None where a side has none, or its last cannot be read."""
    found: dict[Team, int] = {}
    for row in rows:
        for team in TEAMS:
            total = row.total(team)
            if total is not None:
                found[team] = total
            elif f"total {team}" in row.unread:
                found.pop(team, None)
    return found if len(found) == 2 else None


def view_sheet(sheet: Sheet, table: Table, names: dict[str, Seat], number: int = 1) -> SheetView:
    """A sheet's rows in plain values, likeliest readings. `number`: which sheet of the record it is."""
    rows = [view_row(sheet, index, table, names, {}) for index in range(len(sheet.rows))]
    view = SheetView(sheet, rows, number=number)
    written = sheet.match_points
    if written is not None:
        view.match = {team: entry.value for team, entry in written.points.items()}
        view.tie_break = side_of(written.tie_break.value) if written.tie_break is not None else None
    return view


_BLANK: Final = Standing.BLANK


def view_row(
    sheet: Sheet, index: int, table: Table, names: dict[str, Seat], chosen: dict[str, Any]
) -> Row:
    """One row in plain values. `chosen` has values other than the likeliest, by column."""
    columns, cells = sheet.columns, sheet.rows[index].cells
    values: dict[str, Any] = {
        column: "" if column == "x" and cell.standing is _BLANK else cell.value
        for column, cell in zip(columns, cells, strict=False)
    }
    values |= {column: value for column, value in chosen.items() if column in values}
    unread = frozenset(
        column
        for column, cell in zip(columns, cells, strict=False)
        if values[column] is None and cell.standing is not _BLANK
    )
    return _row(index, values, unread, table, names)


def _row(
    index: int, values: dict[str, Any], unread: frozenset[str], table: Table, names: dict[str, Seat]
) -> Row:
    said = values.get("contract")
    said = said if isinstance(said, Said) else None
    figures = ((column, values.get(column)) for column in NUMBER_COLUMNS)
    numbers = {column: value if isinstance(value, int) else None for column, value in figures}
    deal = values.get("deal")
    written = [
        None if value == "" else value
        for column, value in values.items()
        if column not in ("deal", "dealer")
    ]
    return Row(
        index=index,
        deal=str(deal) if deal is not None else None,
        dealer=seat_of(values.get("dealer"), table.after, names),
        bidder=seat_of(values.get("bidder"), table.after, names),
        said=said,
        worth=written_worth(plain_contract(said), table.book),
        doubled=_doubled(values, said),
        numbers=numbers,
        unread=unread,
        blank=not unread and all(value is None for value in written),
    )


def _doubled(values: dict[str, Any], said: Said | None) -> int | None:
    # A blank cell says that there was no double; a column that is not there says nothing.
    written = values.get("x")
    return doubled_in(str(written or ""), said) or (1 if written == "" else None)


def side_of(value: Any) -> Team | None:
    """The side that an entry names; None where it is not one of a sheet's two, and so not known."""
    return value if value in ("A", "B") else None


# --- rows out of place ------------------------------------------------------------------------------

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


def misplaced_rows(sheet: Sheet) -> RowSlips:
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
    if [cell.value for cell in one] != [cell.value for cell in two]:
        return False
    scored = any(sheet.number(row, f"score {team}") for team in TEAMS)
    return scored and not any(cell.doubtful for cell in (*one, *two))


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
    return _gained(sheet, above, row, team) in (None, 0)


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


def sums(view: SheetView, team: Team) -> Iterator[tuple[Row, int, set[int], set[int]]]:
    """For each row with a total: the total above (or carried on to here), the totals that add up with it,
    and those that add up with the sum of all scores.

    Rows are taken once each in the order of their deals; the totals go on from what rows left out came to.
    The two differ from a wrong total on, until one comes that is the sum of all scores again.
    """
    above = true = view.carried
    slips = view.row_slips
    for row in (view.rows[index] for index in slips.order):
        if row.index in slips.left_out and above is not None and true is not None:
            more = slips.left_out[row.index].scores[team]
            above, true = above + more, true + more
        score, total = row.score(team), row.total(team)
        penalty = row.penalty(team) or 0
        if score is None and row.blank:
            score = 0 if total is None else None
        if above is None or true is None or score is None:
            above = true = total
            continue
        right, by_all = _with(above, score, penalty), _with(true, score, penalty)
        if total is not None:
            yield row, above, right, by_all
        true = total if total in by_all else max(by_all)
        read = f"total {team}" not in row.unread
        above = (total if total is not None else max(right)) if read else None


def _with(above: int, score: int, penalty: int) -> set[int]:
    """What a total may come to: a penalty in a column of its own may be within the score already."""
    return {above + score, above + score + penalty}


def labels(entry: object) -> list[str]:
    """Every number that an entry for a deal's number may read as."""
    readings = getattr(entry, "readings", ())
    return [str(reading.value) for reading in readings if reading.value is not None]
