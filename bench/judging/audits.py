"""An audit of a synthetic tournament: by the pool and by a Dask cluster, and how much memory it takes.

``python -m bench.audit_bench [--photos N] [--small N] [--large N]``. First the same folder, typed sheets
and photos mixed, is read by the pool of processes and by a Dask `LocalCluster` of separate processes:
every file of both folders of reports must be the same byte for byte (workbooks are compared by what is in
them: they hold the time they were made). Then typed sheets alone, few and many: the largest memory of
the main process, each in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from fairdeal.desk.confined.pool import cores
from fairdeal.desk.intake.cluster import reads_on
from fairdeal.desk.intake.reading_pool import ReadAll, read_all
from fairdeal.desk.tournament.audit import audit_into
from fairdeal.desk.tournament.own_reports import MADE_HERE
from samples.making.records.tournament import (
    Tournament,
    tournament,
    write_photos,
    write_tournament,
)

TEAMS: Final = 8
PHOTOS: Final = 4
"""Matches whose two sheets are photos."""
SMALL: Final = 100
LARGE: Final = 1_000
"""Sheets of the two audits whose memory is compared."""
MOST: Final = 1.1
"""How much more memory the large one may take."""
A_ROUND: Final = 20
ROUNDS: Final = 5
"""Teams and rounds of the typed tournament: a hundred sheets, which are handed in again as later rounds
(making a new match takes longer than judging it)."""


def lines(photos: int = PHOTOS, small: int = SMALL, large: int = LARGE) -> Iterator[str]:
    """The whole table."""
    with tempfile.TemporaryDirectory() as name:
        yield from _pool_and_cluster(Path(name), photos)
        yield from _memory(Path(name), small, large)


def _pool_and_cluster(folder: Path, photos: int) -> Iterator[str]:
    from distributed import LocalCluster

    cup = folder / "cup"
    made = tournament(teams=TEAMS, rounds=2)
    write_tournament(cup, made)
    audit_into(cup, folder / "warm")  # so that neither pays for the program's own start
    pictures = len(write_photos(cup, made, photos))
    sheets = 2 * len(made.matches)
    here = _timed(cup, folder / "pool", read_all)
    with LocalCluster(
        n_workers=cores(), threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        there = _timed(cup, folder / "dask", reads_on(cluster.scheduler_address))
    yield f"{sheets} sheets, {pictures} of them photos, {cores()} processes"
    yield f"  pool of processes   {60 * sheets / here:7.0f} sheets a minute ({here:.1f} s)"
    yield f"  Dask LocalCluster   {60 * sheets / there:7.0f} sheets a minute ({there:.1f} s)"
    different = _different(folder / "pool", folder / "dask")
    files = len(_files(folder / "pool"))
    if different:
        yield f"  DIFFERENT: {', '.join(different)}"
    else:
        yield f"  the same reports, byte for byte, {files} files"


def _timed(cup: Path, out: Path, reads: ReadAll) -> float:
    begun = time.perf_counter()
    if not audit_into(cup, out, reads=reads).results:
        raise RuntimeError("nothing was read")
    return time.perf_counter() - begun


def _files(out: Path) -> dict[str, Path]:
    # The list of the reports holds the digests of the workbooks, whose bytes differ from one to the next.
    return {
        path.name: path
        for path in sorted(out.iterdir())
        if path.is_file() and path.name != MADE_HERE
    }


def _different(one: Path, other: Path) -> list[str]:
    """Files that are not the same in both folders."""
    ours, theirs = _files(one), _files(other)
    lone = sorted(ours.keys() ^ theirs.keys())
    return lone + [name for name in ours if name in theirs and not _same(ours[name], theirs[name])]


def _same(one: Path, other: Path) -> bool:
    if one.suffix != ".xlsx":
        return one.read_bytes() == other.read_bytes()
    import pandas as pd

    ours, theirs = (pd.read_excel(path, sheet_name=None) for path in (one, other))
    return list(ours) == list(theirs) and all(ours[name].equals(theirs[name]) for name in ours)


def _memory(folder: Path, small: int, large: int) -> Iterator[str]:
    yield "memory of the main process at its largest, typed sheets"
    found = {}
    for sheets in (small, large):
        told = _apart(folder / f"typed-{sheets}", sheets)
        found[sheets] = told["peak_mb"]
        rate = 60 * sheets / told["seconds"]
        yield f"  {sheets:5} sheets  {told['peak_mb']:7.1f} MB  {rate:6.0f} sheets a minute"
    share = found[large] / found[small]
    yield f"  {share:.3f} times as much for {large} as for {small} (at most {MOST})"


def _apart(cup: Path, sheets: int) -> dict[str, float]:
    """One audit in a process of its own: its peak memory in MB, and the seconds it took."""
    made = tournament(teams=A_ROUND, rounds=ROUNDS).matches
    again = -(-sheets // (2 * len(made)))
    matches = [
        replace(match, round=match.round + ROUNDS * number)
        for number in range(again)
        for match in made
    ]
    write_tournament(cup, Tournament(tuple(matches[: sheets // 2])))
    command = [sys.executable, "-m", "bench.judging.audits", "--one", str(cup), str(cup) + "-out"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


def _one(cup: Path, out: Path) -> None:
    begun = time.perf_counter()
    audit_into(cup, out)
    seconds = time.perf_counter() - begun
    print(json.dumps({"peak_mb": peak_mb(), "seconds": seconds}))


def peak_mb() -> float:
    """The largest memory that this process ever held, in MB (`ru_maxrss` would count its parent's)."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(each for each in status.read_text().splitlines() if each.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e6
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=PHOTOS, metavar="N")
    parser.add_argument("--small", type=int, default=SMALL, metavar="N")
    parser.add_argument("--large", type=int, default=LARGE, metavar="N")
    parser.add_argument("--one", nargs=2, type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    if given.one is not None:
        _one(*given.one)
        return 0
    for line in lines(given.photos, given.small, given.large):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
