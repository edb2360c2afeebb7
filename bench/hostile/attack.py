"""What an attack is, what must hold whatever it tries, and what came of trying it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.hostile.watch import Caps, Watched, watched

ROOT: Final = Path(__file__).resolve().parents[2]
IMPORTABLE: Final = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
"""Where Python finds the program and the samples."""
"""The checkout that is attacked."""

SECONDS: Final = 10.0
"""What any command may take for a file of some KB, whatever is in it."""
PATIENCE: Final = 4.0
"""By how much the clock may run ahead of what is allowed, where the processor's time is within it: others
use the machine too."""
LIMIT_SECONDS: Final = 70.0
"""What a file may take that is stopped at the limit of its worker: 60 s, and the start of the program."""
MEMORY: Final = 1_000_000_000
"""Bytes that any command may hold, with everything that it began."""
LIMIT_MEMORY: Final = 1_900_000_000
"""Bytes where a worker is stopped at its limit of 1.5 GB, with the program that began it."""
OUTPUT: Final = 20_000_000
"""Bytes that a command may print and write, and the evidence that it shows in its report."""

FAULTS: Final = ("Traceback (most recent call last)", "fault of Fairdeal's own", "Warning: ")
"""What nobody may ever read: the program's own faults, and what its libraries warn one another of."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An attack made ready: what is run, where, and what must come of it.

    `command` is what comes after ``fairdeal``, or a whole command line where `whole` is true. Of each
    name in `refused` one line on standard error must speak. `holds` looks at the rest: it says what is
    wrong, or nothing. `written` are the files and folders that the command writes. `caps` bound how
    long and how large what is under attack may grow before it is killed.
    """

    command: Sequence[str]
    folder: Path
    whole: bool = False
    refused: Sequence[str] = ()
    statuses: Sequence[int] = (0, 1, 2)
    holds: Callable[[Watched], str] = lambda _: ""
    written: Sequence[Path] = ()
    given: bytes = b""
    env: Mapping[str, str] = field(default_factory=dict)
    seconds: float = SECONDS
    memory: int = MEMORY
    output: int = OUTPUT
    meanwhile: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack: its name, what it tries in a few words, and how it is made ready in an empty folder."""

    name: str
    tries: str
    ready: Callable[[Path], Trial]


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of an attack. `wrong` says what did not hold, and is empty where all did."""

    attack: Attack
    seconds: float
    memory: int
    output: int
    wrong: str


def attempt(attack: Attack, folder: Path) -> Tried:
    """Make an attack ready in an empty folder, try it, and look at what came of it."""
    trial = attack.ready(folder)
    command = (
        list(trial.command) if trial.whole else [sys.executable, "-m", "fairdeal", *trial.command]
    )
    found = watched(
        command,
        folder=trial.folder,
        env={"PYTHONPATH": IMPORTABLE, **trial.env},
        given=trial.given,
        caps=Caps(max(Caps().seconds, trial.seconds * 1.5)),
        meanwhile=trial.meanwhile,
    )
    output = found.printed + sum(map(size_of, trial.written))
    return Tried(attack, found.seconds, found.memory, output, wrong_with(trial, found, output))


def wrong_with(trial: Trial, found: Watched, output: int) -> str:
    """What did not hold, the worst first; empty where everything did."""
    if found.killed:
        return f"killed for its {found.killed}"
    done = trial.holds(found)
    for text in FAULTS:
        if not done and (text in found.err or text in found.out):
            return _line_with(text, found.err + found.out)
    if done:
        return done
    if trial.meanwhile is None and found.status not in trial.statuses:
        return f"exit status {found.status}"
    for name in trial.refused:
        lines = sum(name in line for line in found.err.splitlines())
        if lines != 1:
            return f"{lines} lines speak of {name!r}, not one"
    return _over(trial, found, output)


def _over(trial: Trial, found: Watched, output: int) -> str:
    """What is more than allowed. Time is the processor's, and the clock's where that runs far ahead."""
    waited = found.seconds > PATIENCE * trial.seconds
    seconds = found.seconds if waited else min(found.seconds, found.worked)
    for what, got, most in (
        ("s", seconds, trial.seconds),
        ("MB of memory", found.memory / 1e6, trial.memory / 1e6),
        ("MB of output", output / 1e6, trial.output / 1e6),
    ):
        if got > most:
            return f"{got:,.0f} {what}; {most:,.0f} are allowed"
    return ""


def _line_with(text: str, told: str) -> str:
    return next(line for line in told.splitlines() if text in line).strip()[:300]


def size_of(path: Path) -> int:
    """The bytes of a file, or of all files of a folder; nothing where there is none."""
    if not path.is_dir():
        return path.stat().st_size if path.exists() else 0
    return sum(
        (Path(folder) / name).lstat().st_size
        for folder, _, names in os.walk(path)
        for name in names
    )
