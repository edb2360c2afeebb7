"""Killed at random moments (SIGKILL), and a disk that is full: during audits and during work at the desk, on
cases and on events.

After every kill the archive must open and verify, and hold every act that was acknowledged, and every paper
of an event; an audit that is begun again must end in the same reports as one that was never stopped, and what
lies in its folder meanwhile must be whole. A full disk must stop nothing but what does not fit.
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
from io import BytesIO
from pathlib import Path
from typing import Final

from bench.soak.outcome import Outcome
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.eventfile import Planned, events
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.proportions import Proportion
from fairdeal.desk.review import casework
from fairdeal.desk.tournament.event import EventPapers, plan, seat_paper
from samples.making.records.tournament import tournament, write_tournament
from tests.support.whole import verify

LONGEST: Final = 1.5
"""Seconds of work at the desk until a kill at most: some dozens of acts."""
PICTURES: Final = 12
"""Pictures of nothing in the audited folder: read by the pool, kept, listed with their reason."""
TRIES: Final = 400
"""Acts that the worker would do if nobody killed it."""


def run(count: int, seed: int) -> Iterator[Outcome]:
    """Half of the kills in audits, half in work at the desk; a full disk for every ten kills."""
    yield _audits(count // 2, seed)
    yield _desk(count - count // 2, seed)
    if os.geteuid() == 0:  # Only an administrator can make a disk that is small.
        yield _full(max(1, count // 10), seed)


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
            acknowledged += _acts(lines)
            wrong = _lost(path, acknowledged)
            if wrong:
                failures.append(f"kill {killed}: {wrong}")
    told = f"killed at the desk, {len(acknowledged)} acts acknowledged"
    return Outcome(told, Proportion(count - len(failures), count), tuple(failures))


def _full(count: int, seed: int) -> Outcome:
    """Work until the disk is full; then there is room again, and the work goes on."""
    rng = random.Random(seed + 2)
    failures: list[str] = []
    acts = 0
    for number in range(count):
        with tempfile.TemporaryDirectory() as name:
            size = rng.randrange(1_000, 6_000)
            _mount("-t", "tmpfs", "-o", f"size={size}k", "tmpfs", name)
            try:
                path = Path(name) / "archive.fairdeal"
                command = [sys.executable, "-m", "bench.soak.kills", str(path), str(rng.random())]
                acknowledged: list[tuple[str, int, str]] = []
                for room in (size, size + 4_000):
                    _mount("-o", f"remount,size={room}k", name)
                    done = subprocess.run(command, check=False, capture_output=True, text=True)
                    acknowledged += _acts(done.stdout.splitlines())
                    if "DeskError" not in done.stderr and "ArchiveError" not in done.stderr:
                        failures.append(f"disk {number}: {done.stderr[-300:] or 'never full'}")
                    wrong = _lost(path, acknowledged)
                    if wrong:
                        failures.append(f"disk {number}, {room} kB: {wrong}")
                acts += len(acknowledged)
            finally:
                subprocess.run(("umount", name), check=False, capture_output=True)
    told = f"full disks, {acts} acts acknowledged"
    return Outcome(told, Proportion(count - len(failures), count), tuple(failures))


def _acts(lines: Sequence[str]) -> list[tuple[str, int, str]]:
    """The acts that were acknowledged, after the first line."""
    return [(case, int(number), chain) for case, number, chain in map(str.split, lines[1:])]


def _mount(*options: str) -> None:
    subprocess.run(("mount", *options), check=True, capture_output=True)


def _lost(path: Path, acknowledged: Sequence[tuple[str, int, str]]) -> str:
    with Archive(path, create=False) as archive:
        wrong = verify(archive)
        if wrong:
            return wrong[0]
        held = {
            (act.case, act.number, act.chain)
            for case in archive.every()
            for act in archive.acts(case)
        }
        missing = [each for each in acknowledged if each not in held]
        for case in archive.cases():
            casework.case_file(archive, case)
        papers = EventPapers(path)
        for event in events(archive):
            for each in event.files:
                found = papers.data(event, each.digest)
                if found is None or hashlib.sha256(found[1]).hexdigest() != each.digest:
                    return f"a paper of event {event.id} is gone: {each.name}"
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
            event = _event(path, archive, rng)
            for act in archive.acts(event):
                print(event, act.number, act.chain, flush=True)


def _event(path: Path, archive: Archive, rng: random.Random) -> str:
    """An event: papers, a plan, a result that another confirms, a paper asked for and one placed."""
    papers = EventPapers(path)
    event = papers.new()
    filed = [papers.take(event, f"{n}.hrn", BytesIO(rng.randbytes(9_000))) for n in range(3)]
    papers.begin(event, "Killed", "", "Soak", [each for each in filed if each is not None])
    plan(archive, event, [Planned("1", "1", ("Reef", "Dune"))], "Soak", "by hand")
    seat = {"round": "1", "table": "1"}
    score = {"teams": ["Reef", "Dune"], "score": [30, 26], "how": "entered", "reason": ""}
    number = archive.add(event, Kind.RESULT, {**seat, **score}, "Soak").number
    archive.add(event, Kind.CONFIRMED, {"act": number}, "Another")
    archive.add(event, Kind.ASKED, {**seat, "what": "sheet", "whom": ""}, "Soak")
    more = papers.take(event, "late.hrn", BytesIO(rng.randbytes(9_000)))
    assert more is not None
    papers.add(event, [more], "Soak")
    seat_paper(archive, event, more.digest, ("1", "1"), "Soak")
    return event


if __name__ == "__main__":
    work(Path(sys.argv[1]), sys.argv[2])
