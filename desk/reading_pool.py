"""Many photos read at once: one process a core, each with one thread.

Tasks carry the bytes of a photo, not its path: the same tasks go to other machines
(`desk.cluster`). Only a few are under way at a time, so that a thousand photos need no more memory
than ten.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

from desk.trouble import in_one_line
from records.transcript import Transcript

if TYPE_CHECKING:
    from digitize.ruled.known import KnownSheets

MOST: Final = 16
"""Processes at most: more would wait for the disk."""
AHEAD: Final = 2
"""Tasks handed out for each process: one at work, one waiting."""

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


def cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def read_all(
    photos: Iterable[Photo], sheets: KnownSheets | None = None
) -> Iterator[tuple[Photo, Reading]]:
    """Read photos in a pool of processes, and yield each with its reading as it is done.

    A photo that kills its process (out of memory, say) is tried once more alone, and then says so.
    """
    waiting = iter(photos)
    workers = max(1, min(MOST, cores()))
    while True:
        left: dict[Future[Reading], Photo] = {}
        broken: list[Photo] = []
        try:
            with processes(workers) as pool:
                more = True
                while more or left:
                    more = _fill(pool, waiting, left, workers * AHEAD, sheets) if more else False
                    done, _ = wait(left, return_when=FIRST_COMPLETED)
                    for future in done:
                        photo = left[future]
                        reading = future.result()
                        del left[future]
                        yield photo, reading
        except BrokenProcessPool:
            broken = list(left.values())
        for photo in broken:
            yield photo, _alone(photo, sheets)
        if not broken:
            return


def _fill(
    pool: ProcessPoolExecutor,
    waiting: Iterator[Photo],
    left: dict[Future[Reading], Photo],
    most: int,
    sheets: KnownSheets | None,
) -> bool:
    """Hand out tasks up to the number that may be under way. False once there are no more."""
    while len(left) < most:
        photo = next(waiting, None)
        if photo is None:
            return False
        try:
            data = photo.path.read_bytes()
        except OSError:
            data = b""
        left[pool.submit(read_bytes, data, photo.name, sheets)] = photo
    return True


def read_bytes(data: bytes, name: str, sheets: KnownSheets | None = None) -> Reading:
    """One photo's reading. Never raises for what is in the photo: runs in another process."""
    from digitize import read_photo

    try:
        if not data:
            return f"{name} could not be opened. Copy or send it again."
        return read_photo(data, name, sheets=sheets)
    except Exception as error:
        line = in_one_line(error)
        return line if name in line else f"{name}: {line}"


def renamed(reading: Reading, old: str, new: str) -> Reading:
    """A kept reading under the name that the same photo has now."""
    if old == new:
        return reading
    if isinstance(reading, str):
        return reading.replace(old, new)
    return [replace(each, photo=new + each.photo.removeprefix(old)) for each in reading]


def processes(workers: int) -> ProcessPoolExecutor:
    """Processes in which `read_bytes` runs: fresh ones, each with one thread."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=one_thread)


def one_thread() -> None:
    """The cores are shared out already."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    import cv2

    cv2.setNumThreads(1)


def _alone(photo: Photo, sheets: KnownSheets | None) -> Reading:
    try:
        with processes(1) as pool:
            data = photo.path.read_bytes()
            return pool.submit(read_bytes, data, photo.name, sheets).result()
    except (BrokenProcessPool, OSError):
        return f"{photo.name}: reading it stopped the program (too little memory?). Send a smaller photo."
