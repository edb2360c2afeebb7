"""The lists of an event, as CSV or Excel files: its schedule (which teams meet at which table of which
round), and what the director gave beside the results (penalties, carry-over, adjusted scores of boards)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePath
from typing import Final, Literal

from fairdeal.desk.archive.eventfile import Planned
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.files import is_text, is_workbook
from fairdeal.desk.intake.spreadsheet import (
    DELIMITERS,
    Grid,
    csv_text,
    text_grid,
    workbook_grids,
)
from fairdeal.desk.trouble import DeskError
from fairdeal.records import figure, lines_of, plain_number
from fairdeal.rulings.bridge.scoring.adjusted import awards

SCHEDULE: Final = "schedule.csv"
SCHEDULES: Final = (SCHEDULE, "schedule.xlsx")
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
class Schedule:
    """All matches, in the order of the file."""

    fixtures: tuple[Planned, ...] = ()

    def of(self, number: str | None, table: str | None, event: str | None = None) -> Planned | None:
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
    return PurePath(name).name.casefold() in SCHEDULES


def read_schedule(data: bytes, name: str) -> Schedule:
    """The matches of a CSV file or workbook with the columns event, date, round, table, team A, team B.

    Event and date may be missing. Raises ScheduleError, which names the line, where a line cannot be
    used.
    """
    return Schedule(tuple(_fixtures(table_rows(data, name, _FIXTURE), name)))


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of such a file: all of them as the first line names them, and those that it needs."""

    columns: str
    needed: tuple[str, ...]


_FIXTURE: Final = Shape(
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
        first = lines_of(text.lstrip())[0]
        return text_grid(text, max(DELIMITERS, key=first.count), name)
    except DeskError as error:
        raise ScheduleError(error.message, name, error.remedy) from error


def _described(data: bytes) -> str | None:
    """What a file is that is not a spreadsheet, None where that is not known."""
    from fairdeal.digitize.pictures.decode import Content, describe_other, sniff

    content = sniff(data)
    if content in (Content.OTHER, Content.TEXT):
        return describe_other(data)
    return "a PDF" if content is Content.PDF else "a photo"


def _fixtures(rows: Iterator[tuple[int, dict[str, str]]], name: str) -> Iterator[Planned]:
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


def _fixture(cells: dict[str, str], where: str, name: str) -> Planned:
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
    return Planned(
        plain_number(cells["round"]),
        plain_number(cells["table"]),
        teams,
        cells.get("event", "")[:LONGEST],
        cells.get("date", "")[:LONGEST],
    )


def _clean(cell: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in cell).split())


def _plain(column: str) -> str:
    """``Team A``, ``team_a`` and ``TeamA`` are one column."""
    words = _clean(column).replace("_", " ").casefold()
    return {"teama": "team a", "teamb": "team b"}.get(words, words)


ADJUSTMENTS: Final = ("adjustments.csv", "adjustments.xlsx")
"""What the file is called in an audited folder."""
COLUMNS: Final = ("who", "award", "reason", "board", "table", "round")
_ADJUSTMENT: Final = Shape(", ".join(COLUMNS), ("who", "award"))

Unit = Literal["top", "MP", "IMP", "VP"]
_AMOUNT: Final = re.compile(
    r"(?:carr(?:y|ied)[- ]?(?:over|forward)?\s+)?([+\-−]?\d{1,5}(?:[.,]\d{1,4})?)\s*"
    r"(?:of\s+(\d{1,6}(?:[.,]\d{1,4})?)\s*)?"
    r"(%(?:\s*of\s+(?:a|the)\s+top)?|MPs?|matchpoints?|IMPs?|VPs?|victory\s+points?)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """What is added for a pair or a team: hundredths of a top, matchpoints (out of some), IMPs or victory
    points."""

    figure: Fraction
    unit: Unit
    of: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A line of the file, as it is written: for a pair or a team, or for a board at a table."""

    who: str
    award: str
    reason: str = ""
    board: str = ""
    table: str = ""
    round: str = ""

    @property
    def amount(self) -> Amount | None:
        """What it adds; None where it is for a board."""
        return None if self.board else amount(self.award)

    @property
    def called(self) -> str:
        """``-10% for Pair 4``, ``NS A60 EW A40 on board 7 at table 3``."""
        where = "".join(
            f" {word} {text}"
            for word, text in (
                ("on board", self.board),
                ("at table", self.table),
                ("in round", self.round),
                ("for", self.who),
            )
            if text
        )
        return f"{self.award}{where}"


def amount(text: str) -> Amount | None:
    """What a text gives or takes: ``-10% of a top``, ``-2 IMP``, ``carry-over 4.5 VP``, ``120 of 240 MP``."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        return None
    figure, of, unit = found.groups()
    letters: dict[str, Unit] = {"%": "top", "M": "MP", "I": "IMP", "V": "VP"}
    named = letters[unit[0].upper()]
    if of is not None and named != "MP":
        return None
    return Amount(_number(figure), named, _number(of or "0"))


def _number(text: str) -> Fraction:
    return Fraction(text.replace("−", "-").replace(",", "."))


def is_adjustments(name: str) -> bool:
    """Whether a file of an audited folder says what the director gave."""
    return PurePath(name).name.casefold() in ADJUSTMENTS


def read_adjustments(data: bytes, name: str) -> tuple[Adjustment, ...]:
    """The lines of the file. Raises ScheduleError, which names the line, where one cannot be used."""
    found: list[Adjustment] = []
    for line, cells in table_rows(data, name, _ADJUSTMENT):
        if len(found) >= MOST:
            raise ScheduleError(f"{name} has more than {MOST} lines.", name, "Split it.")
        given = Adjustment(*(cells.get(key, "")[:LONGEST] for key in COLUMNS))
        if trouble := wrong_with(given):
            raise ScheduleError(f"{name}, line {line}: {trouble[0]}.", name, trouble[1])
        found.append(given)
    return tuple(found)


def wrong_with(given: Adjustment) -> tuple[str, str] | None:
    """Why a line cannot be used, and what to do; None where it can."""
    if given.board and awards(given.award) is None:
        return (
            f"“{given.award[:40]}” is not an adjusted score",
            "Write it as: NS A60 EW A40, NS AVE+ EW AVE-, NS 60% of 420, 40% of -50.",
        )
    if not given.board and (given.amount is None or not given.who):
        return (
            f"“{given.award[:40]}” is not understood" if given.who else "nobody is named",
            "Write who, and as award: -10% of a top, -2 IMP, -1 VP, carry-over 5 VP.",
        )
    return None
