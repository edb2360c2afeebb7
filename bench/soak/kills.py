"""Killed at random moments (SIGKILL): during audits and during work at the desk.

After every kill the archive must open and verify, and hold every act that was acknowledged; an audit
that is begun again must end in the same reports as one that was never stopped, and what lies in its
folder meanwhile must be whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bench.soak.outcome import Outcome
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.archive.verify import verify
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.proportions import Proportion
from fairdeal.desk.review import casework
from samples.making.records.tournament import tournament, write_tournament

LONGEST: Final = 1.5
"""Seconds of work at the desk until a kill at most: some dozens of acts."""
PICTURES: Final = 12
"""Pictures of nothing in the audited folder: read by the pool, kept, listed with their reason."""
TRIES: Final = 400
"""Acts that the worker would do if nobody killed it."""


def run(count: int, seed: int) -> Iterator[Outcome]:
    """Half of the kills in audits, half in work at the desk."""
    yield _audits(count // 2, seed)
    yield _desk(count - count // 2, seed)


def _kill(command: Sequence[str], after: float, *, ready: bool = False) -> tuple[bool, list[str]]:
    """Run a command and kill it and its children after some seconds (`ready`: after its first line).
    Whether it was still at work, and the whole lines that it had printed."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        text=True,
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline() if ready else ""
        time.sleep(after)
        alive = process.poll() is None
        if alive:
            os.killpg(process.pid, signal.SIGKILL)
        out, _ = process.communicate()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return alive, [line for line in (first + out).split("\n")[:-1] if line]


# Audits.


def _audits(count: int, seed: int) -> Outcome:
    rng = random.Random(seed)
    failures: list[str] = []
    killed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "cup"
        write_tournament(folder, tournament(seed, teams=8, rounds=2, slips=0.5))
        for number in range(PICTURES):
            (folder / f"picture-{number}.png").write_bytes(
                b"\x89PNG\r\n\x1a\n" + bytes([number]) * 64
            )
        undisturbed = Path(name) / "undisturbed"
        begun = time.monotonic()
        subprocess.run(_audit(folder, undisturbed), check=False, capture_output=True)
        whole = time.monotonic() - begun
        wanted = _contents(undisturbed)
        out = Path(name) / "out"
        while killed < count:
            alive, _ = _kill(_audit(folder, out), rng.uniform(0.2, 1.1) * whole)
            killed += alive
            wrong = _half_done(out)
            if wrong:
                failures.append(f"kill {killed}: {wrong}")
            if alive and killed % 10 == 0:
                subprocess.run(_audit(folder, out), check=False, capture_output=True)
                if _contents(out) != wanted:
                    failures.append(f"kill {killed}: the resumed audit differs")
    return Outcome("killed in audits", Proportion(count - len(failures), count), tuple(failures))


def _audit(folder: Path, out: Path) -> list[str]:
    return [sys.executable, "-m", "fairdeal", "audit", str(folder), "-o", str(out)]


def _contents(out: Path) -> dict[str, str]:
    """Every report by its name, as a digest. Workbooks and Parquet hold the time they were made."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.iterdir())
        if path.is_file() and path.suffix in (".html", ".hrn", ".jsonl", ".csv")
    }


def _half_done(out: Path) -> str:
    """What is wrong with a folder of reports after a kill: there is none yet, or it is whole."""
    if not (out / "index.html").exists():
        return ""
    told = [json.loads(line) for line in (out / "findings.jsonl").read_text("utf-8").splitlines()]
    reports = [path for path in out.glob("*.html") if path.name != "index.html"]
    if len(told) != len(reports) or not (out / "tournament.xlsx").exists():
        return f"half a folder of reports: {len(reports)} reports, {len(told)} lines"
    return ""


# The desk.


def _desk(count: int, seed: int) -> Outcome:
    rng = random.Random(seed + 1)
    failures: list[str] = []
    acknowledged: list[tuple[str, int, str]] = []
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "archive.fairdeal"
        Archive(path).close()
        killed = 0
        while killed < count:
            command = [sys.executable, "-m", "bench.soak.kills", str(path), str(rng.random())]
            alive, lines = _kill(command, rng.uniform(0.0, LONGEST), ready=True)
            killed += alive
            for line in lines[1:]:
                case, number, chain = line.split()
                acknowledged.append((case, int(number), chain))
            wrong = _lost(path, acknowledged)
            if wrong:
                failures.append(f"kill {killed}: {wrong}")
    told = f"killed at the desk, {len(acknowledged)} acts acknowledged"
    return Outcome(told, Proportion(count - len(failures), count), tuple(failures))


def _lost(path: Path, acknowledged: Sequence[tuple[str, int, str]]) -> str:
    with Archive(path, create=False) as archive:
        wrong = verify(archive)
        if wrong:
            return wrong[0]
        held = {(act.case, act.number, act.chain) for act in archive.ledger()}
        missing = [each for each in acknowledged if each not in held]
        for case in archive.cases():
            casework.case_file(archive, case)
    return f"{len(missing)} acknowledged acts are gone" if missing else ""


def work(path: Path, seed: str) -> None:
    """Acts at the desk, one after another, each acknowledged on standard output once it is kept."""
    rng = random.Random(seed)
    print("ready", flush=True)
    with Archive(path) as archive:
        for _ in range(TRIES):
            case = archive.open_case("Killed", "Soak")
            data = (
                f'[Deal "{rng.randrange(99)}"]\n[Dealer "2"]\nAuction:\n3: 28 S, 6: Pass\n'.encode()
            )
            digest = hashlib.sha256(data).hexdigest()
            casework.hand_in(archive, case, typed(data, "log.hrn", digest), "Soak")
            casework.recheck(archive, case)
            seen = archive.acts(case)[-1].number
            key = (digest, 0, "line 4")
            casework.correct(archive, case, key, "read", "3: 28 S", "Soak", seen)
            casework.recheck(archive, case)
            casework.act_on(archive, case, Kind.RULED, {"text": "Done."}, "Soak")
            seen = archive.acts(case)[-1].number
            casework.sign_off(archive, case, lambda _: rng.randbytes(50_000), "Soak", seen)
            for act in archive.acts(case):
                print(case, act.number, act.chain, flush=True)


if __name__ == "__main__":
    work(Path(sys.argv[1]), sys.argv[2])
