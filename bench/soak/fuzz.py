"""Records and pictures damaged at random, twenty thousand of them: ``./run soak fuzz``.

No input may bring out a fault, take ten seconds or a gigabyte; of every record that went in, counted
without the program's readers, one must come out. What goes wrong is shown with its seed, which makes it
again (``--seed N --count 1``), and kept in the folder ``--keep DIR``, whole and made smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.fuzz.inputs import SHARES, made
from bench.fuzz.smaller import kind_of
from bench.fuzz.trial import Came
from bench.fuzz.workers import Workers
from bench.proportions import Proportion
from bench.soak.outcome import Outcome


def run(count: int, seed: int, *, keep: Path | None = None) -> Iterator[Outcome]:
    """`count` inputs, the first of this seed."""
    with Workers() as workers:
        came = list(_told(workers.tried(range(seed, seed + count)), count))
        failed = [each for each in came if each.wrong]
        if keep is not None:
            _keep(keep, failed, workers)
    for kind, _ in SHARES:
        of_kind = [each for each in came if each.kind == kind]
        if of_kind:
            yield _outcome(kind, of_kind)
            yield from _records(kind, of_kind)


def _told(came: Iterator[Came], count: int) -> Iterator[Came]:
    """Say how far it is, a line for each twentieth."""
    for number, each in enumerate(came, 1):
        if number % max(1, count // 20) == 0:
            print(f"    {number} of {count}", flush=True)
        yield each


def _outcome(kind: str, came: Sequence[Came]) -> Outcome:
    failed = [each for each in came if each.wrong]
    kinds = Counter(kind_of(each.wrong) for each in failed)
    first = {kind_of(each.wrong): each for each in reversed(failed)}
    failures = "\n".join(
        f"{times} times, first seed {first[what].seed}: {first[what].wrong}"
        for what, times in kinds.most_common()
    )
    slowest, largest = max(each.seconds for each in came), max(each.memory for each in came)
    refused = sum(each.refused for each in came)
    name = f"{kind} ({refused} refused, at most {slowest:.1f} s, {largest / 1e6:,.0f} MB)"
    told = (failures,) if failures else ()
    return Outcome(name, Proportion(len(came) - len(failed), len(came)), told)


def _records(kind: str, came: Sequence[Came]) -> Iterator[Outcome]:
    went = sum(each.went for each in came)
    lost = sum(max(0, each.went - each.out) for each in came)
    if went:
        yield Outcome(f"{kind}, records that came out", Proportion(went - lost, went))


def _keep(folder: Path, failed: Sequence[Came], workers: Workers) -> None:
    """Keep every input that went wrong; of each kind of wrong the first is made smaller too."""
    folder.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    for each in sorted(failed, key=lambda one: one.seed):
        given = made(each.seed)
        ending = Path(given.name).suffix
        (folder / f"seed-{each.seed}{ending}").write_bytes(given.data)
        (folder / f"seed-{each.seed}.txt").write_text(each.wrong + "\n", "utf-8", "replace")
        if kind_of(each.wrong) not in seen:
            seen.add(kind_of(each.wrong))
            small = workers.smaller(each.seed, each.wrong)
            if small is not None:
                (folder / f"seed-{each.seed}.smaller{ending}").write_bytes(small)
