"""Many photos read at once: one process a core, each with one thread."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

from desk.documents import Document, load
from desk.trouble import in_one_line

if TYPE_CHECKING:
    from digitize.ruled.known import KnownSheets

MOST: Final = 16
"""Processes at most: more would wait for the disk."""

Answer = Document | str
"""A document, or the line that says why there is none."""


def cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def read_all(
    files: Sequence[tuple[Path, str]], sheets: KnownSheets | None = None
) -> Iterator[tuple[str, Answer]]:
    """Read files given as (path, shown name), and yield (name, answer) as they are done.

    A file that kills its process (out of memory, say) is tried once more alone, and then listed.
    """
    workers = max(1, min(MOST, cores(), len(files)))
    left = dict.fromkeys(files)
    try:
        with _pool(workers) as pool:
            futures: dict[Future[Answer], tuple[Path, str]] = {
                pool.submit(_read, *file, sheets): file for file in files
            }
            for future in as_completed(futures):
                answer = future.result()
                file = futures[future]
                del left[file]
                yield file[1], answer
    except BrokenProcessPool:
        for file in left:
            yield file[1], _alone(file, sheets)


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_one_thread)


def _one_thread() -> None:
    """The cores are shared out already."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    import cv2

    cv2.setNumThreads(1)


def _read(path: Path, name: str, sheets: KnownSheets | None = None) -> Answer:
    try:
        return load(path, name, sheets)
    except Exception as error:
        line = in_one_line(error).replace(str(path), name)
        return line if name in line else f"{name}: {line}"


def _alone(file: tuple[Path, str], sheets: KnownSheets | None) -> Answer:
    try:
        with _pool(1) as pool:
            return pool.submit(_read, *file, sheets).result()
    except BrokenProcessPool:
        return (
            f"{file[1]}: reading it stopped the program (too little memory?). Send a smaller photo."
        )
