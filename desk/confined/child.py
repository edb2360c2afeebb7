"""The worker's side: its line, limits on itself, then one call after the other until nobody asks any more.

Both ends of the line are of one program and one user, so neither guards against the other: a worker bounds
what a file costs, it is not a sandbox.
"""

from __future__ import annotations

import faulthandler
import gc
import io
import os
import pickle
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fairdeal.desk.confined.limits import Why, asks_with
from fairdeal.desk.trouble import DEBUG, in_one_line, known, lacked_memory, show_origin

_LENGTH: Final = struct.Struct(">Q")
_AT_ONCE: Final = 1 << 20
_IN_ONE: Final = 1 << 16
"""Bytes of a message that is copied to go out with its length; a large one is not."""

MOST_YOUNG: Final = 20_000
"""Objects made before garbage is looked for: those of a few records. Nearly all that a worker makes is let go
without that, and at the usual 700 it took a sixth of the time of a short record."""


class Wire:
    """One end of the line."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self._buffer = bytearray()

    def send(self, message: Any) -> None:
        """Raises OSError where nobody is there any more."""
        self.send_bytes(packed(message))

    def send_bytes(self, data: bytes) -> None:
        """Send what `packed` made."""
        self.end.settimeout(None)
        length = _LENGTH.pack(len(data))
        if len(data) <= _IN_ONE:  # in two parts it would wake the other end twice
            self.end.sendall(length + data)
        else:
            self.end.sendall(length)
            self.end.sendall(data)

    def receive(self, patience: float | None = None) -> Any:
        """The next message. Raises TimeoutError where it is not whole within `patience` seconds (it is kept
        and taken up the next time), EOFError where the other end is gone."""
        self.end.settimeout(patience)
        while (whole := self._whole()) is None:
            try:
                data = self.end.recv(_AT_ONCE)
            except ConnectionError as error:
                raise EOFError from error
            if not data:
                raise EOFError
            self._buffer += data
        return pickle.loads(whole)

    def _whole(self) -> bytes | None:
        """The first message in the buffer, taken out of it; None where it is not all there."""
        head = _LENGTH.size
        if len(self._buffer) < head:
            return None
        end = head + _LENGTH.unpack_from(self._buffer)[0]
        if len(self._buffer) < end:
            return None
        with memoryview(self._buffer) as view:
            found = bytes(view[head:end])
        del self._buffer[:end]
        return found

    def close(self) -> None:
        self.end.close()


def packed(message: Any) -> bytes:
    """A message as bytes. Raises what pickle raises for what cannot be sent."""
    return pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)


MOST_ANSWER: Final = 250_000_000
"""Bytes of an answer: the largest honest one is a decoded photo of 75 MB or a report of some tens. More would
only move the memory from the worker to the process that it is to protect."""
_HELD: Final = 1 << 15
"""Characters printed that are sent together: a line at a time would cost more than the checking."""
_PROMPT: Final = 0.1
"""Seconds between two times that what was printed is sent although it is little."""
_CORES: Final = os.cpu_count() or 1
RESIDENT: Final = 1
WRITABLE: Final = 5
"""Columns of ``/proc/PID/statm``: what is in memory now, and what may be written to, in memory or not."""
_END_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of Linux."""


@dataclass(frozen=True, slots=True)
class Call:
    """What to do, and the surroundings of who asks: folder, environment, and what its output looks like."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
    megabytes: float
    folder: str | None
    environment: dict[str, str]
    streams: tuple[tuple[bool, str | None], tuple[bool, str | None]]


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has started: from here on its time counts."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Something for standard output (1) or standard error (2)."""

    stream: int
    text: str


@dataclass(frozen=True, slots=True)
class More:
    """A part is done; the rest may take so many seconds longer."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Done:
    result: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no result, in one line for people."""

    why: Why
    line: str = ""
    code: str = ""
    place: str = ""


class _Sent(io.TextIOBase):
    """Standard output or error of a worker: what is printed goes to the process that asked."""

    def __init__(self, wire: Wire, stream: int, terminal: bool, encoding: str | None) -> None:
        self._wire, self._stream = wire, stream
        self._terminal, self._encoding = terminal, encoding or "utf-8"
        self._held: list[str] = []
        self._letters = 0
        self._last = 0.0

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # Click asks so whether a stream takes bytes.
            raise TypeError("text is printed, not bytes")
        self._held.append(text)
        self._letters += len(text)
        if self._letters > _HELD:
            self.push()
        return len(text)

    def flush(self) -> None:
        """Send it, unless something was sent a moment ago: Rich flushes after every line."""
        if self._stream == 2 or time.monotonic() - self._last > _PROMPT:
            self.push()

    def push(self) -> None:
        """Send what is held."""
        if self._held:
            self._wire.send(Printed(self._stream, "".join(self._held)))
        self._held.clear()
        self._letters, self._last = 0, time.monotonic()


def main(number: int) -> None:
    """A worker that was started as a program of its own. `number` is the socket's, on Windows 0: there it
    comes first through standard input. Standard input ends when whoever started it does."""
    lifeline = os.dup(0)
    if os.name == "nt":
        length = int.from_bytes(os.read(lifeline, 4), "big")
        end = socket.fromshare(os.read(lifeline, length))  # type: ignore[attr-defined]
    else:
        end = socket.socket(fileno=number)
    threading.Thread(target=_until_end, args=(lifeline,), daemon=True).start()
    serve(end)


def _until_end(lifeline: int) -> None:
    while os.read(lifeline, 1):
        pass
    os._exit(1)


def end_with_parent(parent: int) -> None:
    """Linux: be killed when the thread that forked this process ends. The others notice by their lifeline."""
    with suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def serve(end: socket.socket) -> None:
    """Do what is asked, one call after the other, until the other end is closed."""
    wire = Wire(end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Who asks gets it, and ends this process.
    _quiet()
    gc.freeze()  # What was imported stays; to look through it for garbage takes longer than a short record.
    gc.set_threshold(MOST_YOUNG)
    wire.send(Ready())
    base = held_by(os.getpid(), WRITABLE)
    asks_with(lambda seconds: wire.send(More(seconds)))
    while True:
        try:
            call = wire.receive()
        except EOFError:
            return
        wire.send_bytes(_answer(call, wire, base))


def _quiet() -> None:
    """What libraries print on their own goes nowhere, unless somebody looks for a fault."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1) if os.environ.get(DEBUG) else (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    if not os.environ.get(DEBUG):
        faulthandler.disable()  # A library that ends the program for want of memory is not a fault of ours.


def _answer(call: Call, wire: Wire, base: float) -> bytes:
    surround(call, base)
    kept = sys.stdout, sys.stderr
    told = [_Sent(wire, number, *each) for number, each in enumerate(call.streams, 1)]
    sys.stdout, sys.stderr = told
    try:
        result = call.function(*call.arguments)
        for each in told:
            each.push()
        answer = packed(Done(result))
    except BaseException as error:
        answer = packed(failed(error))
        for each in told:
            each.push()
    finally:
        sys.stdout, sys.stderr = kept
    return answer if len(answer) <= MOST_ANSWER else packed(Failed("size"))


def failed(error: BaseException) -> Failed:
    """What went wrong, as it is sent."""
    if lacked_memory(error):
        return Failed("memory")
    show_origin(error)
    code = str(getattr(error, "code", ""))
    place = str(getattr(error, "place", ""))
    return Failed("refused" if known(error) else "fault", in_one_line(error), code, place)


def surround(call: Call, base: float) -> None:
    """Work where the other process works now, and within the limits of this call; `base` are megabytes that
    this one held before any call."""
    if call.folder is not None:
        with suppress(OSError):
            os.chdir(call.folder)
    if dict(os.environ) != call.environment:
        os.environ.clear()
        os.environ.update(call.environment)
    try:
        import resource
    except ImportError:  # Windows: time is the only limit.
        return
    _limit(resource, "RLIMIT_DATA", int((base + call.megabytes) * 1e6))
    spent = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    # Whoever watches stops it long before, unless they are gone.
    _limit(resource, "RLIMIT_CPU", int(spent + 2 * call.seconds * _CORES) + 60)
    _limit(resource, "RLIMIT_CORE", 0)


def held_by(process: int, column: int) -> float:
    """Megabytes of a process as Linux counts them: `RESIDENT` or `WRITABLE`. 0 where nobody counts."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_bytes().split()[column])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _limit(resource: Any, name: str, value: int) -> None:
    with suppress(OSError, ValueError, AttributeError):
        which = getattr(resource, name)
        most = resource.getrlimit(which)[1]
        resource.setrlimit(
            which, (value if most == resource.RLIM_INFINITY else min(value, most), most)
        )
