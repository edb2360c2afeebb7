"""Workers, each started, asked, timed and stopped, and pools of them, made when needed and kept."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Final, ParamSpec, TypeVar

from fairdeal.desk.confined.child import (
    RESIDENT,
    Call,
    Done,
    Failed,
    More,
    Printed,
    Ready,
    Wire,
    end_with_parent,
    held_by,
    serve,
)
from fairdeal.desk.confined.limits import ConfinedError, Work

LOOK: Final = 0.05
"""Seconds between two looks at how much memory a worker has: at a gigabyte a second, 50 MB."""
START: Final = 60.0
"""Seconds in which a worker has started, however busy the machine is."""
RESTED: Final = 0.5
"""Share of the limit that a worker may hold after a call. One that holds more is replaced, so that what one
file leaves behind is not counted against the next."""
FULL: Final = 0.7
"""Share of the limit from which a worker that ended is taken to have lacked memory: what it asked for last is
not in what it held."""
_START: Final = (
    "import sys; sys.path[:] = {path!r}; from fairdeal.desk.confined.child import main; main({end})"
)

Print = Callable[[str], object]
"""Where what a worker prints on standard output goes."""


class GoneError(Exception):
    """A worker ended before it answered: not stopped by a limit of ours, so it may be tried once more."""


class Worker:
    """A process that does one thing after the other. Used by one thread at a time."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self._wire = Wire(ours)
        try:
            self._process: _Forked | _Started = (
                _Forked(ours, theirs) if may_fork() else _started(theirs)
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self.alive = True
        self._ready = False
        self._base = 0.0
        """Megabytes that it held before it was asked anything: a copy of this process begins with its all."""
        self._seen = 0.0
        """The most megabytes that it was seen to hold during this call."""
        _workers.add(self)

    def call(
        self,
        task: Work,
        function: Callable[..., Any],
        *arguments: Any,
        out: Print,
        meanwhile: Callable[[], object] | None = None,
    ) -> Any:
        """The function's result. Raises ConfinedError where it has none, GoneError where the process ended.

        What the function prints comes out here. Whatever is raised here ends the process, except where the
        function itself raised.
        """
        try:
            with _as_gone():
                self._start()
                self._wire.send(_call(task, function, arguments))
            if meanwhile is not None:
                meanwhile()
            answer = self._awaited(task, out)
        except GoneError:
            # Some libraries end the program where they get no memory, PDFium among them.
            self.kill()
            if self._seen > FULL * task.megabytes:
                raise task.over("memory") from None
            raise
        except BaseException:
            self.kill()
            raise
        if isinstance(answer, Done):
            self._rest(task)
            return answer.result
        if answer.why in ("memory", "size"):
            self.kill()
        raise answered(answer, task)

    def _start(self) -> None:
        """Wait until it has started: on a busy machine that takes longer than many a file."""
        if not self._ready:
            try:
                self._ready = isinstance(self._wire.receive(START), Ready)
                self._base = self._resident()
            except TimeoutError as error:
                raise GoneError from error

    def _awaited(self, task: Work, out: Print) -> Done | Failed:
        end = time.monotonic() + task.seconds
        self._seen = 0.0
        while True:
            try:
                with _as_gone():
                    message = self._wire.receive(max(0.01, min(LOOK, end - time.monotonic())))
            except TimeoutError:
                message = None
            if isinstance(message, Done | Failed):
                return message
            if isinstance(message, More):
                end += message.seconds
            elif isinstance(message, Printed):
                began = time.monotonic()
                (out if message.stream == 1 else sys.stderr.write)(message.text)
                end += time.monotonic() - began  # Whoever reads our output may take their time.
            elif time.monotonic() > end:
                raise task.over("time")
            if message is None:
                self._seen = max(self._seen, self._held())
                if self._seen > task.megabytes:
                    raise task.over("memory")

    def _held(self) -> float:
        """Megabytes that the worker holds now for what it does; 0 where the system does not say."""
        return max(0.0, self._resident() - self._base)

    def _resident(self) -> float:
        return held_by(self._process.pid, RESIDENT)

    def _rest(self, task: Work) -> None:
        if self._held() > RESTED * task.megabytes:
            self.kill()

    def kill(self) -> None:
        """End the process, and what it has started."""
        if not self.alive:
            return
        self.alive = False
        self._process.kill()
        self._process.wait()
        self._wire.close()

    def interrupt(self) -> None:
        """From another thread than the one that waits for an answer: that one finds its worker gone."""
        if self.alive:
            self._process.kill()

    def forget(self) -> None:
        """In another worker that was forked beside it: hold its line open no longer."""
        self._wire.close()


def answered(answer: Failed, task: Work) -> ConfinedError:
    """What to raise for an answer that is not one."""
    if answer.why in ("memory", "size"):
        return task.over(answer.why)
    return ConfinedError(answer.line, answer.place or task.name, "", answer.why, answer.code)


_workers: weakref.WeakSet[Worker] = weakref.WeakSet()


@contextmanager
def _as_gone() -> Iterator[None]:
    """The other end closed is the worker gone."""
    try:
        yield
    except (EOFError, ConnectionError) as error:
        raise GoneError from error


def _call(task: Work, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Call:
    streams = (sys.stdout, sys.stderr)
    looks = tuple((each.isatty(), getattr(each, "encoding", None)) for each in streams)
    environment = dict(os.environ)
    if sys.stdout.isatty():
        environment.setdefault("COLUMNS", str(shutil.get_terminal_size().columns))
    try:
        folder: str | None = os.getcwd()  # noqa: PTH109
    except OSError:
        folder = None
    return Call(
        function, arguments, task.seconds, task.megabytes, folder, environment, (looks[0], looks[1])
    )


def may_fork() -> bool:
    """Whether this process may be copied as it is: Linux, and no other thread that could hold a lock, not
    even one of a library's. A copy is ready at once; a new Python has everything to import first."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        threads = sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:
        return False
    return threads == 1 and threading.current_thread() is threading.main_thread()


class _Forked:
    """A copy of this process."""

    def __init__(self, ours: socket.socket, theirs: socket.socket) -> None:
        parent = os.getpid()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                end_with_parent(parent)
                ours.close()
                for each in list(_workers):
                    each.forget()
                serve(theirs)
            finally:
                os._exit(0)

    def kill(self) -> None:
        _kill_group(self.pid)

    def wait(self) -> None:
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


class _Started:
    """A new Python, which imports from where this one does and never from the folder one stands in."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def kill(self) -> None:
        if os.name == "nt":
            self._process.kill()
        else:
            _kill_group(self.pid)

    def wait(self) -> None:
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        self._process.wait()


def _started(theirs: socket.socket) -> _Started:
    windows = os.name == "nt"
    path = [each for each in sys.path if each]
    program = _START.format(path=path, end=0 if windows else theirs.fileno())
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", program],
        stdin=subprocess.PIPE,
        pass_fds=() if windows else (theirs.fileno(),),
        start_new_session=not windows,
    )
    if windows and process.stdin is not None:
        shared = theirs.share(process.pid)  # type: ignore[attr-defined]
        process.stdin.write(len(shared).to_bytes(4, "big") + shared)
        process.stdin.flush()
    return _Started(process)


def _kill_group(pid: int) -> None:
    """The worker and what it runs (Tesseract). It makes its own group before it does anything."""
    with suppress(ProcessLookupError, PermissionError):
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


P = ParamSpec("P")
T = TypeVar("T")
Item = TypeVar("Item")


AT_ONCE: Final = 3
"""Workers of the pool that is shared: the desk answers several people, and each may take its gigabyte."""
PATIENCE: Final = 30.0
"""Seconds to wait for a free one: a person is waiting too."""
AHEAD: Final = 2
"""Tasks under way for each worker: one at work, one waiting."""


class Workers:
    """So many workers at most. Any thread may call; each call has a worker to itself.

    `patience` is how many seconds a call may wait for one, None for as long as it takes. `meanwhile` is done
    here at every call, briefly, while the worker is at work: until it is done nobody watches the worker.
    """

    def __init__(
        self,
        most: int,
        patience: float | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        self.most = most
        self._patience = patience
        self._meanwhile = meanwhile
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
        self, out: IO[str], task: Work, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The same, and what it prints on standard output goes to `out`."""
        if kwargs:
            raise TypeError("a worker is given its arguments in order")
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
                    worker = self._taken()
                    try:
                        result: T = worker.call(
                            task, function, *args, out=show, meanwhile=self._meanwhile
                        )
                    finally:
                        self._put_back(worker)
                    return result
                except GoneError:
                    # The system may have ended it for lack of memory, which others had: tried once more.
                    if last or printed or self._closed:
                        raise task.over("stopped") from None
            raise AssertionError
        finally:
            self._free.release()

    def _taken(self) -> Worker:
        with self._lock:
            if self._closed:
                raise GoneError
            if self._idle:
                return self._idle.pop()
        return self._made()

    def _made(self) -> Worker:
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

    def prepare(self, wanted: int) -> None:
        """Make the workers for this number of items now, if this process may be copied. Once it has other
        threads it may not, and each new worker takes a second or two."""
        while len(self._all) < min(wanted, self.most) and may_fork():
            self._put_back(self._made())

    def each(self, items: Iterable[Item], work: Callable[[Item], T]) -> Iterator[tuple[Item, T]]:
        """`work` for each item, as they are done; it calls workers and raises nothing. Only a few are under
        way at a time, so that a thousand need no more memory than ten. The workers stay for what comes next,
        until they are closed."""
        rest = iter(items)
        first = list(islice(rest, self.most))
        self.prepare(len(first))  # The pool below has threads.
        waiting = chain(first, rest)
        left: dict[Future[T], Item] = {}
        with ThreadPoolExecutor(self.most) as threads:
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


def cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


_shared: Final = Workers(AT_ONCE, PATIENCE)
atexit.register(_shared.close)


def workers() -> Workers:
    """The workers that are shared."""
    return _shared
