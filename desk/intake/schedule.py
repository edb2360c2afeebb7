"""The schedule of an event: which teams meet at which table of which round, as CSV or Excel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from fairdeal.desk.confined import Work, workers
from fairdeal.desk.files import is_text, is_workbook
from fairdeal.desk.intake.spreadsheet import (
    Grid,
    csv_text,
    delimiter_of,
    text_grid,
    workbook_grids,
)
from fairdeal.desk.trouble import DeskError
from fairdeal.records.place import figure, lines_of

NAME: Final = "schedule.csv"
NAMES: Final = (NAME, "schedule.xlsx")
"""What the file is called in an audited folder."""
LARGEST: Final = 1_000_000
"""Bytes of a schedule: twenty times that of the largest event."""
MOST: Final = 2_000
"""Matches in one schedule."""
LONGEST: Final = 120
"""Letters of a name: what still fits on a form in the smallest print."""


class ScheduleError(DeskError):
    """A schedule that cannot be used, with the line to look at."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match of the schedule."""

    event: str
    date: str
    round: str
    table: str
    teams: tuple[str, str]

    def tags(self) -> dict[str, str]:
        """What is known of the match, by the tags of its record."""
        named = {
            "Event": self.event,
            "Date": self.date,
            "Round": self.round,
            "Table": self.table,
            "TeamA": self.teams[0],
            "TeamB": self.teams[1],
        }
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True, slots=True)
class Schedule:
    """All matches, in the order of the file."""

    fixtures: tuple[Fixture, ...] = ()

    def of(self, number: str | None, table: str | None, event: str | None = None) -> Fixture | None:
        """The match of a round and table; None where there is none, or several events have one."""
        if not number or not table:
            return None
        found = [
            each
            for each in self.fixtures
            if (each.round, each.table) == (plain_number(number), plain_number(table))
        ]
        if len(found) > 1 and event:
            found = [each for each in found if each.event.casefold() == event.strip().casefold()]
        return found[0] if len(found) == 1 else None


def is_schedule(name: str) -> bool:
    """Whether a file of an audited folder is its schedule."""
    return PurePath(name).name.casefold() in NAMES


def read_schedule(data: bytes, name: str) -> Schedule:
    """The matches of a CSV file or workbook with the columns event, date, round, table, team A, team B.

    Event and date may be missing. Raises ScheduleError, which names the line, where a line cannot be
    used.
    """
    return Schedule(tuple(_fixtures(table_rows(data, name, SHAPE), name)))


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of such a file: all of them as the first line names them, and those that it needs."""

    columns: str
    needed: tuple[str, ...]


SHAPE: Final = Shape(
    "event, date, round, table, team A, team B", ("round", "table", "team a", "team b")
)


def table_rows(data: bytes, name: str, shape: Shape) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file or a workbook with their lines, by column. Raises ScheduleError where it cannot
    be used, SpreadsheetError or ConfinedError where it cannot be opened."""
    rows = iter(_grid(data, name).rows.items())
    line, head = next(rows, (1, []))
    columns = [_plain(each) for each in head]
    missing = [each for each in shape.needed if each not in columns]
    if missing:
        raise ScheduleError(
            f"{name}, line {line}: there is no column {' or '.join(missing)}.",
            name,
            f"The first line names the columns: {shape.columns}.",
        )
    for line, row in rows:
        yield line, dict(zip(columns, (_clean(cell) for cell in row), strict=False))


def _grid(data: bytes, name: str) -> Grid:
    """The first worksheet that holds anything, opened by a worker; or the cells of a CSV file."""
    if len(data) > LARGEST:
        raise ScheduleError(f"{name} has more than {LARGEST // 1_000_000} MB.", name, "Split it.")
    try:
        if is_workbook(data):
            task = Work.file(name, len(data), typed=True)
            grids = workers().call(task, workbook_grids, data, name)
            return next((each for each in grids if each.rows), Grid("", {}))
        if not is_text(data) and (what := _described(data)) is not None:
            raise ScheduleError(f"{name} is {what}.", name, "Save the list as .xlsx or CSV.")
        text = csv_text(data)
        return text_grid(text, delimiter_of(lines_of(text.lstrip())[0]), name)
    except DeskError as error:
        raise ScheduleError(error.message, name, error.remedy) from error


def _described(data: bytes) -> str | None:
    """What a file is that is not a spreadsheet, None where that is not known."""
    from fairdeal.digitize.pictures.decode import Content, describe_other, sniff

    content = sniff(data)
    if content in (Content.OTHER, Content.TEXT):
        return describe_other(data)
    return "a PDF" if content is Content.PDF else "a photo"


def _fixtures(rows: Iterator[tuple[int, dict[str, str]]], name: str) -> Iterator[Fixture]:
    lines: dict[tuple[str, str, str], int] = {}
    for line, cells in rows:
        fixture = _fixture(cells, f"{name}, line {line}", name)
        key = (fixture.event.casefold(), fixture.round, fixture.table)
        if key in lines:
            raise ScheduleError(
                f"{name}, line {line}: round {fixture.round}, table {fixture.table} stands in line "
                f"{lines[key]} already.",
                name,
                "Take one of them out.",
            )
        lines[key] = line
        if len(lines) > MOST:
            raise ScheduleError(f"{name} has more than {MOST} matches.", name, "Split it.")
        yield fixture


def _fixture(cells: dict[str, str], where: str, name: str) -> Fixture:
    for column in ("round", "table"):
        number = cells.get(column, "")
        if not (number.isascii() and 1 <= (figure(number) or 0) <= 999):
            raise ScheduleError(
                f"{where}: the {column} is “{number[:20]}”.", name, "Write a number from 1 to 999."
            )
    teams = (cells.get("team a", ""), cells.get("team b", ""))
    for team in teams:
        if not team or len(team) > LONGEST:
            wrong = "a team's name is missing" if not team else "a team's name is too long"
            raise ScheduleError(f"{where}: {wrong}.", name, f"Use at most {LONGEST} letters.")
    return Fixture(
        cells.get("event", "")[:LONGEST],
        cells.get("date", "")[:LONGEST],
        plain_number(cells["round"]),
        plain_number(cells["table"]),
        teams,
    )


def _clean(cell: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in cell).split())


def _plain(column: str) -> str:
    """``Team A``, ``team_a`` and ``TeamA`` are one column."""
    words = _clean(column).replace("_", " ").casefold()
    return {"teama": "team a", "teamb": "team b"}.get(words, words)


def plain_number(number: str) -> str:
    """``04``, ``4`` and ``൪`` are one number."""
    value = figure(number)
    return str(value) if value is not None else number
