"""The lists beside an event's papers: who meets whom, what the director gave, and layouts of the club's own
sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from fairdeal.desk.files import read_bytes
from fairdeal.desk.intake.reading import is_layout, known_sheets
from fairdeal.desk.intake.schedule import (
    Adjustment,
    Schedule,
    is_adjustments,
    is_schedule,
    read_adjustments,
    read_schedule,
)
from fairdeal.desk.tournament.folder import Handed, Survey
from fairdeal.desk.trouble import in_one_line

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets

T = TypeVar("T")


def schedule_of(files: Sequence[Handed], found: Survey) -> Schedule:
    """The schedules that lie among the files; a bad one is listed as unread."""
    lists = [each for each in files if is_schedule(each.name)]
    fixtures = _entries(
        lists, found, lambda file: read_schedule(read_bytes(file.path), file.name).fixtures
    )
    return Schedule(tuple(fixtures))


def adjustments_of(files: Sequence[Handed], found: Survey) -> tuple[Adjustment, ...]:
    """What the director gave; a bad file is listed as unread."""
    lists = [each for each in files if is_adjustments(each.name)]
    return tuple(
        _entries(lists, found, lambda file: read_adjustments(read_bytes(file.path), file.name))
    )


def layouts_of(
    files: Sequence[Handed], sheets: KnownSheets | None, found: Survey
) -> KnownSheets | None:
    """The layouts given and those that lie among the files; a bad one is listed as unread."""
    more = _entries(
        files,
        found,
        lambda file: known_sheets((file.path,)).layouts if is_layout(file.path) else (),
    )
    if not more:
        return sheets
    given = known_sheets(()) if sheets is None else sheets
    return replace(given, layouts=(*given.layouts, *more))


def _entries(
    files: Sequence[Handed], found: Survey, read: Callable[[Handed], Sequence[T]]
) -> list[T]:
    entries: list[T] = []
    for file in files:
        try:
            entries += read(file)
        except Exception as error:
            why = in_one_line(error).replace(str(file.path), file.name)
            found.unread.append((file.name, why))
    return entries
