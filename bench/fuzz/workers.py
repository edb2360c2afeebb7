"""Inputs tried in processes of their own, so that one that stalls, swells or dies costs itself alone."""

from __future__ import annotations

import os
import resource
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Final

from bench.fuzz.inputs import made
from bench.fuzz.smaller import smaller
from bench.fuzz.trial import Came, tried

PATIENCE: Final = 60.0
"""Seconds by the clock after which an input is given up: others use the machine too."""
MEMORY: Final = 3_000_000_000
"""Bytes of data that a process may take: beyond them it gets no more."""
RENEWED: Final = 300
"""Inputs after which a process is replaced, so that nothing adds up in it."""


@dataclass(slots=True)
class _Worker:
    """A process at work on a seed, since a moment."""

    line: Connection
    process: object
    seed: int = -1
    since: float = 0.0
    done: int = 0


@dataclass(slots=True)
class Workers:
    """Processes that try inputs. Use as a context manager."""

    count: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))
    _all: list[_Worker] = field(default_factory=list)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._all:
            _end(worker)

    def tried(self, seeds: Iterable[int]) -> Iterator[Came]:
        """What came of the input of each seed, as they are done."""
        left = iter(seeds)
        more = True
        self._all = [_begin() for _ in range(self.count)]
        while more or any(worker.seed >= 0 for worker in self._all):
            for at, worker in enumerate(self._all):
                if worker.seed >= 0 or not more:
                    continue
                seed = next(left, None)
                if seed is None:
                    more = False
                    break
                self._all[at] = _give(worker, seed)
            yield from self._gathered()

    def _gathered(self) -> Iterator[Came]:
        busy = [worker for worker in self._all if worker.seed >= 0]
        ready = wait([worker.line for worker in busy], 0.5) if busy else []
        for at, worker in enumerate(self._all):
            if worker.seed < 0:
                continue
            late = time.monotonic() - worker.since > PATIENCE
            if worker.line in ready:
                try:
                    yield worker.line.recv()
                    worker.seed = -1
                    continue
                except EOFError:
                    yield Came(worker.seed, made(worker.seed).kind, "the process died")
            elif late:
                yield Came(worker.seed, made(worker.seed).kind, f"no end after {PATIENCE:.0f} s")
            else:
                continue
            _end(worker)
            self._all[at] = _begin()

    def smaller(self, seed: int, wrong: str) -> bytes | None:
        """A smaller input with which the same goes wrong; None where none was found in time."""
        worker = _begin()
        try:
            worker.line.send((seed, wrong))
            return worker.line.recv() if worker.line.poll(2 * PATIENCE) else None
        except EOFError:
            return None
        finally:
            _end(worker)


def _give(worker: _Worker, seed: int) -> _Worker:
    if worker.done >= RENEWED:
        _end(worker)
        worker = _begin()
    worker.line.send((seed, ""))
    worker.seed, worker.since, worker.done = seed, time.monotonic(), worker.done + 1
    return worker


def _begin() -> _Worker:
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(ours, process)


def _end(worker: _Worker) -> None:
    process = worker.process
    worker.line.close()
    process.kill()  # type: ignore[attr-defined]
    process.join()  # type: ignore[attr-defined]


def _work(line: Connection) -> None:
    """Try what is asked for, until nobody asks any more."""
    import cv2

    cv2.setNumThreads(1)
    warnings.simplefilter("ignore")
    os.environ["OMP_THREAD_LIMIT"] = "1"
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory(prefix="fairdeal-fuzz-") as name:
        folder = Path(name)
        while True:
            try:
                seed, wrong = line.recv()
            except EOFError:
                return
            given = made(seed)
            line.send(smaller(seed, given, wrong, folder) if wrong else tried(seed, given, folder))
