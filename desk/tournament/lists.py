"""The lists beside an event's papers: who meets whom, and what the director gave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from fairdeal.desk.files import read_bytes
from fairdeal.desk.intake.adjustments import Adjustment, is_adjustments, read_adjustments
from fairdeal.desk.intake.schedule import Schedule, is_schedule, read_schedule
from fairdeal.desk.tournament.folder import Handed, Survey
from fairdeal.desk.trouble import in_one_line

T = TypeVar("T")


def is_list(name: str) -> bool:
    """Whether a file is one of them, and no record."""
    return is_schedule(name) or is_adjustments(name)


def schedule_of(files: Sequence[Handed], found: Survey) -> Schedule:
    """The schedules that lie among the files; a bad one is listed as unread."""
    told = _lists(files, found, is_schedule, lambda data, name: read_schedule(data, name).fixtures)
    return Schedule(tuple(told))


def adjustments_of(files: Sequence[Handed], found: Survey) -> tuple[Adjustment, ...]:
    """What the director gave; a bad file is listed as unread."""
    return tuple(_lists(files, found, is_adjustments, read_adjustments))


def _lists(
    files: Sequence[Handed],
    found: Survey,
    meant: Callable[[str], bool],
    read: Callable[[bytes, str], Sequence[T]],
) -> list[T]:
    lines: list[T] = []
    for file in files:
        if meant(file.name):
            try:
                lines += read(read_bytes(file.path), file.name)
            except Exception as error:
                told = in_one_line(error).replace(str(file.path), file.name)
                found.unread.append((file.name, told))
    return lines
