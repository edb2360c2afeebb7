"""Files made to hurt, files damaged at random, and kills: ``./run soak hostile``.

Every file is given to a command with an honest one beside it. No fault of the program's own may come of it;
it may take no more time and memory than a worker is allowed; the honest one must be done. Damaged texts and
pictures are given many at a time. Then audits and work at the desk are killed (`bench.soak.kills`).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from threading import Timer
from typing import Final

from bench.soak import kills
from bench.soak.damage import damage, damaged_bytes
from bench.soak.hostile_files import HONEST, PICTURES, RECORDS, Files
from bench.soak.outcome import Outcome
from bench.text.pbn_games import made_deal, rich_games
from bench.text.pbn_lin import lin_board
from fairdeal.desk.proportions import Proportion
from fairdeal.grammar.notation.writer import write
from samples.making.records.deals import clean_record

ROOT: Final = Path(__file__).resolve().parents[2]
PHOTO: Final = ROOT / "samples" / "onam-cup" / "hand-log-deal-02.jpg"
SECONDS: Final = {"check": 10.0, "read": 70.0}
"""What a command may take: `read` is stopped at the limit of its worker, 60 s, and begins the program."""
PATIENCE: Final = 4.0
"""By how much the clock may run ahead of the processor before a command is killed."""
MEMORY: Final = {"check": 1.0e9, "read": 1.6e9}
"""Bytes that the largest process of a command may hold."""
OUTPUT: Final = 20_000_000
"""Bytes that a command may print."""
FAULTS: Final = ("Traceback (most recent call last)", "fault of Fairdeal's own", "Warning: ")
"""What nobody may ever read: the program's own faults, and what its libraries warn one another of."""
TEXTS_AT_ONCE: Final = 50
PICTURES_AT_ONCE: Final = 5


@dataclass(frozen=True, slots=True)
class Watched:
    """What came of a command; `status` is None where it was killed for its time."""

    status: int | None
    seconds: float
    memory: float
    printed: int
    text: str


def run(count: int, seed: int) -> Iterator[Outcome]:
    """`count` files of each sort, ten times as many damaged texts, as many pictures, a fifth in kills."""
    for command, files in (("check", RECORDS), ("read", PICTURES)):
        chosen = dict(list(files.items())[:count])
        wrong = [each for name, make in chosen.items() if (each := one(command, {name: make}))]
        held = Proportion(len(chosen) - len(wrong), len(chosen))
        yield Outcome(f"hostile files, {command}", held, tuple(wrong))
    yield _damaged("check", 10 * count, seed, TEXTS_AT_ONCE, damaged_text)
    yield _damaged("read", count, seed, PICTURES_AT_ONCE, damaged_picture)
    yield from kills.run(max(2, count // 5), seed)


def _damaged(
    command: str, count: int, seed: int, at_once: int, make: Callable[[int], tuple[str, bytes]]
) -> Outcome:
    """Damaged files, so many in one command; of those that hold all of them do."""
    failures, held = [], 0
    for first in range(seed, seed + count, at_once):
        made = dict(make(own) for own in range(first, min(first + at_once, seed + count)))
        wrong = one(command, {name: partial(bytes, data) for name, data in made.items()})
        held += 0 if wrong else len(made)
        failures += [f"seeds from {first}: {wrong}"] if wrong else []
    return Outcome(f"damaged files, {command}", Proportion(held, count), tuple(failures))


def one(command: str, files: Files) -> str:
    """What did not hold of a command with these files and an honest one; empty where all did."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-hostile-") as name:
        folder = Path(name)
        for file, make in files.items():
            (folder / file).write_bytes(make())
        honest = "honest.jpg" if command == "read" else "honest.hrn"
        shutil.copy(PHOTO, folder / "honest.jpg")
        (folder / "honest.hrn").write_text(HONEST)
        more = ("--format", "jsonl") if command == "read" else ()
        arguments = (sys.executable, "-m", "fairdeal", command, *files, honest, *more)
        wrong = wrong_with(watched(arguments, folder, SECONDS[command]), command, honest)
    return f"{next(iter(files))}: {wrong}" if wrong else ""


def wrong_with(found: Watched, command: str, honest: str) -> str:
    """What did not hold, the worst first."""
    if found.status is None:
        return f"no end after {found.seconds:.0f} s"
    for fault in FAULTS:
        if fault in found.text:
            line = next(line for line in found.text.splitlines() if fault in line)
            return f"{line.strip()[:300]} ... {found.text.rstrip().splitlines()[-1][:300]}"
    if found.status not in (0, 1, 2):
        return f"exit status {found.status}"
    if not any(honest in line and "cannot" not in line for line in found.text.splitlines()):
        return "the honest file was not done"
    for what, got, most in (
        ("s", found.seconds, SECONDS[command]),
        ("bytes of memory", found.memory, MEMORY[command]),
        ("bytes of output", found.printed, OUTPUT),
    ):
        if got > most:
            return f"{got:,.0f} {what}; {most:,.0f} are allowed"
    return ""


def watched(command: Sequence[str], folder: Path, seconds: float) -> Watched:
    """A command run to its end, or killed with all that it began where it has none.

    Seconds are the processor's, of the command and what it began; memory is that of its largest process.
    """
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
        timer = Timer(seconds * PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
        begun = time.monotonic()
        timer.start()
        _, ended, used = os.wait4(process.pid, 0)
        killed = timer.finished.is_set()
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(ended)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        spent = time.monotonic() - begun if killed else used.ru_utime + used.ru_stime
        printed = out.tell()
        out.seek(0)
        text = out.read(OUTPUT).decode("utf-8", "replace")
    status = None if killed else process.returncode
    return Watched(status, spent, used.ru_maxrss * 1024, printed, text)


# Damaged files.


def damaged_text(seed: int) -> tuple[str, bytes]:
    """A record, a game or a board of a seed, damaged; its name says the seed."""
    random = Random(seed)
    kind = random.choices(("hrn", "pbn", "lin"), (5, 3, 2))[0]
    if kind == "hrn":
        text = write(clean_record(seed))
    elif kind == "pbn":
        text = "".join(rich_games(seed, 3))
    else:
        text = "\n".join(lin_board(made_deal(random, number), f"o{number}") for number in (1, 2))
    data = damage(random, text).encode("utf-8", "surrogatepass")
    return f"{seed}.{kind}", damaged_bytes(random, data) if random.random() < 0.3 else data


def damaged_picture(seed: int) -> tuple[str, bytes]:
    """The sample's photo damaged."""
    return f"{seed}.jpg", damaged_bytes(Random(seed), PHOTO.read_bytes())
