"""A command run under watch: its time, the memory of its whole family of processes, what it wrote.

The family is read from ``/proc`` (Linux): every process that descends from the command or stands in its
session, also where its parent is gone. What goes over a cap is killed, so that an attack that succeeds
does not take the machine with it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

LOOK: Final = 0.05
"""Seconds between two looks: in this time a process can take about 200 MB."""
MOST_SECONDS: Final = 100.0
"""Where a command is killed that has no end."""
MOST_MEMORY: Final = 4_000_000_000
"""Bytes at which a family of processes is killed: what a small machine has."""
MOST_PRINTED: Final = 500_000_000
"""Bytes on standard output at which a command is killed: the disk is not ours alone."""
TICKS: Final = os.sysconf("SC_CLK_TCK")
"""Parts of a second in which the system counts the processor's time."""
SHOWN: Final = 200_000
"""Bytes of standard output and error that are looked at."""


@dataclass(frozen=True, slots=True)
class Caps:
    """Where a command is killed: seconds, and bytes of memory of all its processes together."""

    seconds: float = MOST_SECONDS
    memory: int = MOST_MEMORY


@dataclass(frozen=True, slots=True)
class Watched:
    """What came of a command. `status` is None where it was killed, and `killed` says over which cap.

    `seconds` passed by the clock, and `worked` is the processor's time of all its processes together;
    `memory` is the most that they held at a time, in bytes; `out` and `err` are what it printed, of
    much the first and the last `SHOWN` bytes, and `printed` how many bytes that were.
    """

    status: int | None
    seconds: float
    worked: float
    memory: int
    out: str
    err: str
    printed: int
    killed: str = ""


def watched(
    command: Sequence[str],
    *,
    folder: Path,
    env: Mapping[str, str] | None = None,
    given: bytes = b"",
    caps: Caps | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> Watched:
    """Run a command in a folder to its end, or until `meanwhile` is done, and then end it.

    `given` is its standard input. Every process that it began is gone when this returns.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with tempfile.TemporaryFile() as source:
            source.write(given)
            source.seek(0)
            process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=source,
                stdout=out,
                stderr=err,
                env=None if env is None else {**os.environ, **env},
                start_new_session=True,
            )
        family = Family(process.pid)
        begun = time.monotonic()
        try:
            killed = _watch(process, family, out, begun, caps or Caps(), meanwhile)
            seconds = time.monotonic() - begun
        finally:
            family.kill()
            process.wait()
        ended = None if killed or meanwhile is not None else process.returncode
        printed = out.seek(0, os.SEEK_END) + err.seek(0, os.SEEK_END)
        return Watched(
            ended, seconds, family.worked, family.most, _text(out), _text(err), printed, killed
        )


def _watch(
    process: subprocess.Popen[bytes],
    family: Family,
    out: IO[bytes],
    begun: float,
    caps: Caps,
    meanwhile: Callable[[], object] | None,
) -> str:
    """Look at a command until it ends; over which cap it went, or nothing."""
    from threading import Thread

    visitor = None if meanwhile is None else Thread(target=meanwhile, daemon=True)
    if visitor is not None:
        visitor.start()
    while process.poll() is None and (visitor is None or visitor.is_alive()):
        memory = family.look()
        if memory > caps.memory:
            return "memory"
        if time.monotonic() - begun > caps.seconds:
            return "time"
        if os.fstat(out.fileno()).st_size > MOST_PRINTED:
            return "output"
        time.sleep(LOOK)
    return ""


def _text(file: IO[bytes]) -> str:
    """What was printed; of very much the beginning and the end."""
    file.seek(0)
    data = file.read(SHOWN)
    left = file.seek(0, os.SEEK_END) - SHOWN
    if left > 0:
        file.seek(-min(left, SHOWN), os.SEEK_END)
        data += b"\n" + file.read()
    return data.decode("utf-8", "replace")


class Family:
    """A process, all that it began, and the most memory that they held together.

    A process that was seen once belongs to the family until its end, so that one whose parent has
    ended is not lost. Pages that two processes share count twice: the figure is an upper one.
    """

    def __init__(self, root: int) -> None:
        self.root = root
        self.most = 0
        self._members: dict[int, str] = {}
        self._worked: dict[tuple[int, str], float] = {}

    @property
    def worked(self) -> float:
        """The seconds that processors worked for the family, those of processes that ended too."""
        return sum(self._worked.values())

    def look(self) -> int:
        """The bytes that the family holds now; `most` remembers."""
        self._find()
        held, largest = 0, 0
        for pid in self._members:
            now, peak = _resident(pid)
            held += now
            largest = max(largest, peak)
        self.most = max(self.most, held, largest)
        return held

    def kill(self) -> None:
        """End every process of the family, those that it begins meanwhile too."""
        for _ in range(20):
            self._find()
            if not self._members:
                return
            for pid in self._members:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(LOOK)
            with suppress(ChildProcessError):
                os.waitid(os.P_PID, self.root, os.WEXITED | os.WNOHANG | os.WNOWAIT)

    def _find(self) -> None:
        """Who belongs to the family now. A number that was given to another process is not ours."""
        alive = dict(_processes())
        members = {
            pid: begun
            for pid, begun in self._members.items()
            if pid in alive and alive[pid].begun == begun
        }
        grown = True
        while grown:
            more = {
                pid: each.begun
                for pid, each in alive.items()
                if pid not in members
                and (pid == self.root or each.session == self.root or each.parent in members)
            }
            members |= more
            grown = bool(more)
        self._members = members
        for pid, begun in members.items():
            if pid in alive:
                self._worked[pid, begun] = alive[pid].worked


@dataclass(frozen=True, slots=True)
class _Process:
    parent: int
    session: int
    begun: str
    worked: float


def _processes() -> Iterable[tuple[int, _Process]]:
    """Every process of the machine that is not dead already."""
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            told = Path(entry.path, "stat").read_bytes()
        except OSError:
            continue
        # The name stands in parentheses and may hold anything, parentheses too.
        fields = told[told.rindex(b")") + 2 :].split()
        if fields[0] not in (b"Z", b"X"):
            worked = (int(fields[11]) + int(fields[12])) / TICKS
            begun = fields[19].decode()
            yield int(entry.name), _Process(int(fields[1]), int(fields[3]), begun, worked)


def _resident(pid: int) -> tuple[int, int]:
    """The bytes that a process holds, and the most that it ever held; nothing where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8", "replace").splitlines()
    except OSError:
        return 0, 0
    told = dict(line.split(":", 1) for line in lines if line.startswith(("VmRSS:", "VmHWM:")))
    now, peak = (int(told.get(name, "0").split()[0]) * 1024 for name in ("VmRSS", "VmHWM"))
    return now, peak
