"""An audit of a synthetic tournament, again with one file more, and on one core: ``./run bench audits``.

Each is the program's own command in a process of its own; its reports are looked for.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from fairdeal.desk.tournament.results import RESULTS
from samples.making.records.tournament import Tournament, tournament, write_tournament

FILES: Final = 800
TEAMS: Final = 20
ROUNDS: Final = 5
"""Teams and rounds: a hundred sheets, which are handed in again as later rounds (making a new match takes
longer than judging it)."""


def handed_in(folder: Path, files: int) -> None:
    """So many typed sheets, two a match."""
    made = tournament(teams=TEAMS, rounds=ROUNDS).matches
    matches = [
        replace(made[at % len(made)], round=made[at % len(made)].round + ROUNDS * (at // len(made)))
        for at in range(files // 2)
    ]
    write_tournament(folder, Tournament(tuple(matches)))


def audited(folder: Path, out: Path, cores: int) -> tuple[float, float, float]:
    """Seconds of an audit on so many cores, by the clock and of all its processes together, and the MB of the
    largest."""
    command = (sys.executable, "-m", "fairdeal", "audit", str(folder), "-o", str(out))
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(usual)[:cores])
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.sched_setaffinity(0, usual)
    _, _, used = os.wait4(process.pid, 0)
    seconds, process.returncode = time.perf_counter() - begun, 0
    if not (out / RESULTS).is_file():
        raise RuntimeError("the audit wrote nothing")
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench audits", description=__doc__)
    parser.add_argument("--files", type=int, default=FILES)
    files = parser.parse_args(arguments).files
    with tempfile.TemporaryDirectory() as name:
        cup, out = Path(name) / "cup", Path(name) / "out"
        handed_in(cup, files)
        alone, _, _ = audited(cup, Path(name) / "alone", 1)
        first, work, memory = audited(cup, out, 2)
        old = next(cup.glob("*.hrn")).read_text("utf-8")
        (cup / "one-more.hrn").write_text(old.replace('[Round "', '[Round "9'), "utf-8")
        again, more_work, _ = audited(cup, out, 2)
    print(
        f"audit of {files} sheets: {first:.1f} s with two workers, {memory:.0f} MB; with one sheet more"
        f" {again:.1f} s ({again / first:.1%}; of the processor's time {more_work / work:.1%}); with one"
        f" worker {alone:.1f} s, so two are {alone / first:.2f} times as fast",
        flush=True,
    )
    return 0
