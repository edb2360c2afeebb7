"""An audit of a synthetic tournament, again with one new file, and on one core: ``./run bench audits``.

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

from fairdeal.desk.tournament.audit import RESULTS
from samples.making.records.tournament import Tournament, tournament, write_tournament

FILES: Final = 800
TEAMS: Final = 20
ROUNDS: Final = 5
"""Teams and rounds: a hundred sheets, which are handed in again as later rounds (making a new match takes
longer than judging it)."""
SLOW: Final = (0,)
"""The cores of the slow run."""


def handed_in(folder: Path, files: int) -> None:
    """So many typed sheets, two a match."""
    made = tournament(teams=TEAMS, rounds=ROUNDS).matches
    matches = [
        replace(made[at % len(made)], round=made[at % len(made)].round + ROUNDS * (at // len(made)))
        for at in range(files // 2)
    ]
    write_tournament(folder, Tournament(tuple(matches)))


def audited(folder: Path, out: Path, cores: Sequence[int] = ()) -> tuple[float, float]:
    """Seconds of an audit by the clock, and the MB of its largest process."""
    command = (sys.executable, "-m", "fairdeal", "audit", str(folder), "-o", str(out))
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores or usual)
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.sched_setaffinity(0, usual)
    _, _, used = os.wait4(process.pid, 0)
    seconds, process.returncode = time.perf_counter() - begun, 0
    if not (out / RESULTS).is_file():
        raise RuntimeError("the audit wrote nothing")
    return seconds, used.ru_maxrss * 1024 / 1e6


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench audits", description=__doc__)
    parser.add_argument("--files", type=int, default=FILES)
    files = parser.parse_args(arguments).files
    with tempfile.TemporaryDirectory() as name:
        cup, out = Path(name) / "cup", Path(name) / "out"
        handed_in(cup, files)
        first, memory = audited(cup, out)
        new = next(cup.glob("*.hrn"))
        new.write_text(new.read_text("utf-8") + "; seen again\n", "utf-8")
        again, _ = audited(cup, out)
        alone, _ = audited(cup, Path(name) / "alone", SLOW)
    print(
        f"audit of {files} sheets: {first:.1f} s, {memory:.0f} MB; again with one new {again:.1f} s"
        f" ({again / first:.1%}); on one core {alone:.1f} s, on all cores"
        f" {alone / first:.2f} times as fast",
        flush=True,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
