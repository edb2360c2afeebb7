"""Many photos read at once: one worker a core, each with one thread.

Tasks carry the bytes of a photo, not its path: the same tasks go to other machines
(`desk.intake.cluster`). Only a few are under way at a time, so that a thousand photos need no more memory
than ten.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairdeal.desk.confined import ConfinedError, Work, Workers, more_time
from fairdeal.desk.confined.pool import cores
from fairdeal.desk.trouble import of_one
from fairdeal.records.transcript import Transcript

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets

MOST: Final = 16
"""Workers at most: more would wait for the disk."""

Reading = list[Transcript] | str
"""A photo's transcripts, or the line that says why there are none."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo to read: where it lies, and what it is called in answers."""

    path: Path
    name: str
    digest: str


ReadAll = Callable[[Iterable[Photo], "KnownSheets | None"], Iterator[tuple[Photo, Reading]]]
"""Reads photos, here or elsewhere, and yields them with their readings as they are done."""


def read_all(
    photos: Iterable[Photo], sheets: KnownSheets | None = None
) -> Iterator[tuple[Photo, Reading]]:
    """Read photos in a pool of workers, and yield each with its reading as it is done."""
    pool = one_a_core()

    def work(photo: Photo) -> Reading:
        try:
            data = photo.path.read_bytes()
        except OSError:
            data = b""
        return read_confined(data, photo.name, sheets, pool)

    return pool.each(photos, work)


def one_a_core() -> Workers:
    """A pool of workers, one a core."""
    return Workers(max(1, min(MOST, cores())))


def read_confined(data: bytes, name: str, sheets: KnownSheets | None, pool: Workers) -> Reading:
    """One photo's reading by a worker of a pool. Never raises for what is in the photo."""
    if not data:
        return f"{name} could not be opened. Copy or send it again."
    try:
        return pool.call(Work.photo(name), read_alone, data, name, sheets)
    except ConfinedError as error:
        return of_one(name, error)


def read_alone(data: bytes, name: str, sheets: KnownSheets | None = None) -> list[Transcript]:
    """One photo's transcripts, in a worker beside others: the cores are shared out already."""
    one_thread()
    return read_pages(data, name, sheets)


def read_pages(data: bytes, name: str, sheets: KnownSheets | None = None) -> list[Transcript]:
    """One photo's transcripts, in a worker. Every page that is done buys the next ones time."""
    from fairdeal.digitize import read_photo

    return read_photo(data, name, sheets=sheets, done=more_time)


def renamed(reading: Reading, old: str, new: str) -> Reading:
    """A kept reading under the name that the same photo has now."""
    if old == new:
        return reading
    if isinstance(reading, str):
        return reading.replace(old, new)
    return [replace(each, photo=new + each.photo.removeprefix(old)) for each in reading]


def one_thread() -> None:
    """One thread for OpenCV, and for Tesseract too."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    import cv2

    cv2.setNumThreads(1)
