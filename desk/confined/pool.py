"""Workers to be asked: some at a time, made when they are needed, kept for the next call."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, redirect_stdout
from typing import Final, ParamSpec, Protocol, TextIO, TypeVar, cast

from fairdeal.desk.confined.child import failed
from fairdeal.desk.confined.limits import ConfinedError, Work
from fairdeal.desk.confined.worker import GoneError, Worker, answered

P = ParamSpec("P")
T = TypeVar("T")
Item = TypeVar("Item")


class Output(Protocol):
    """Where what a worker prints goes."""

    def write(self, text: str, /) -> object: ...


AT_ONCE: Final = 3
"""Workers of the pool that is shared: the desk answers several people, and each may take its gigabyte."""
PATIENCE: Final = 30.0
"""Seconds to wait for a free one: a person is waiting too."""
AHEAD: Final = 2
"""Tasks under way for each worker: one at work, one waiting."""


class Workers:
    """So many workers at most. Any thread may call; each call has a worker to itself.

    `patience` is how many seconds a call may wait for one, None for as long as it takes.
    """

    def __init__(self, most: int, patience: float | None = None) -> None:
        self.most = most
        self._patience = patience
        self._free = threading.Semaphore(most)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False

    def call(self, task: Work, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The function's result, worked out in a worker. It is to be found in its module by its name, and
        its arguments and result can be pickled; what it prints is printed here.

        Raises ConfinedError, in one line that names what the task is about, for all that goes wrong there.
        """
        return self.printing(sys.stdout, task, function, *args, **kwargs)

    def printing(
        self, out: Output, task: Work, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The same, and what it prints on standard output goes to `out`."""
        if kwargs:
            raise TypeError("a worker is given its arguments in order")
        if _here:
            return _called_here(out, task, function, args)
        if not self._free.acquire(timeout=self._patience):
            raise task.busy()
        printed = False

        def show(text: str) -> None:
            nonlocal printed
            printed = True
            out.write(text)

        try:
            for last in (False, True):
                try:
                    return self._asked(task, function, args, show)
                except GoneError:
                    # The system may have ended it for lack of memory, which others had: tried once more.
                    if last or printed or self._closed:
                        raise task.over("stopped") from None
            raise AssertionError
        finally:
            self._free.release()

    def _asked(
        self,
        task: Work,
        function: Callable[..., T],
        args: tuple[object, ...],
        show: Callable[[str], None],
    ) -> T:
        worker = self._taken()
        try:
            result: T = worker.call(task, function, *args, out=show)
        finally:
            self._put_back(worker)
        return result

    def _taken(self) -> Worker:
        with self._lock:
            if self._closed:
                raise GoneError
            if self._idle:
                return self._idle.pop()
        worker = Worker()
        with self._lock:
            self._all.add(worker)
        return worker

    def _put_back(self, worker: Worker) -> None:
        with self._lock:
            if worker.alive and not self._closed:
                self._idle.append(worker)
                return
            self._all.discard(worker)
        worker.kill()

    def each(self, items: Iterable[Item], work: Callable[[Item], T]) -> Iterator[tuple[Item, T]]:
        """`work` for each item, as they are done; it calls workers and raises nothing. Only a few are under
        way at a time, so that a thousand need no more memory than ten."""
        waiting = iter(items)
        left: dict[Future[T], Item] = {}
        with self._ending(), ThreadPoolExecutor(self.most) as threads:
            try:
                while True:
                    for item in waiting:
                        left[threads.submit(work, item)] = item
                        if len(left) >= self.most * AHEAD:
                            break
                    if not left:
                        return
                    for future in wait(left, return_when=FIRST_COMPLETED).done:
                        yield left.pop(future), future.result()
            except BaseException:
                for future in left:
                    future.cancel()
                self.close()
                raise

    @contextmanager
    def _ending(self) -> Iterator[None]:
        try:
            yield
        finally:
            self.close()

    def close(self) -> None:
        """End every worker, also those at work."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            at_work = [each for each in self._all if each not in idle]
        for worker in idle:
            worker.kill()
        for worker in at_work:
            worker.interrupt()


def _called_here(
    out: Output, task: Work, function: Callable[..., T], args: tuple[object, ...]
) -> T:
    try:
        with redirect_stdout(cast(TextIO, out)):
            return function(*args)
    except Exception as error:
        raise answered(failed(error), task) from error


def cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


_shared: Final = Workers(AT_ONCE, PATIENCE)
atexit.register(_shared.close)
_here = False


def workers() -> Workers:
    """The workers that are shared."""
    return _shared


@contextmanager
def in_this_process() -> Iterator[None]:
    """For tests that put a fault into the program: what is called is called here, without any limit."""
    global _here
    before, _here = _here, True
    try:
        yield
    finally:
        _here = before


__all__ = ["AHEAD", "ConfinedError", "Workers", "cores", "in_this_process", "workers"]
