"""Claims under 4.10: how long the exact answer takes, beside a SAT solver.

For each number of cards a seat: so many claims that hold and so many that are defeated, six seats, from
`bench.judging.claims_positions`. Every refuting line is replayed card by card. On a sample the answer is
compared with the whole game as a SAT formula, an independent method. Any disagreement stops the run. Times
are processor time, so that a busy machine does not change them much.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from statistics import median, quantiles
from time import process_time
from typing import Final

from bench.judging.claims_positions import claims
from fairdeal.records import Team
from fairdeal.rulings.claims.duel import ClaimUndecided
from fairdeal.rulings.claims.position import Position, check_line
from fairdeal.rulings.claims.solve import refute

SEED: Final = 410
SAT_SECONDS: Final = 60.0


@dataclass(slots=True)
class Tally:
    """What was met of one size and one answer. Times in seconds."""

    times: list[float] = field(default_factory=list)
    sample: list[tuple[Position, Team]] = field(default_factory=list)

    def row(self) -> str:
        times = self.times
        high = quantiles(times, n=10)[-1] if len(times) > 1 else times[0]
        figures = (median(times), high, max(times))
        return f"{len(times):6}" + "".join(f"{1000 * value:10.2f}" for value in figures)


def measure(cards: int, count: int, sample: int) -> tuple[Tally, Tally, int]:
    """Claims that hold, claims that are defeated, and how many were not decided."""
    rng = random.Random(SEED + cards)
    holds, defeated = Tally(), Tally()
    undecided = 0
    for position, challengers in claims(rng, cards):
        if len(holds.times) >= count and len(defeated.times) >= count:
            break
        start = process_time()
        try:
            line = refute(position, challengers)
        except ClaimUndecided:
            undecided += 1
            continue
        taken = process_time() - start
        tally = holds if line is None else defeated
        if len(tally.times) >= count:
            continue
        tally.times.append(taken)
        if len(tally.sample) < sample:
            tally.sample.append((position, challengers))
        if line is not None:
            check_line(position, challengers, line)
    return holds, defeated, undecided


def by_sat(tally: Tally, defeated: bool) -> str:
    """Compare a sample with the formula: how many agree, and its times."""
    if find_spec("pysat") is None:
        return "python-sat is not installed"
    from bench.judging.claims_sat import defeated_by_sat

    times, open_ = [], 0
    for position, challengers in tally.sample:
        start = process_time()
        answer = defeated_by_sat(position, challengers, seconds=SAT_SECONDS)
        times.append(process_time() - start)
        open_ += answer is None
        if answer not in (None, defeated):
            raise AssertionError(f"SAT says {answer}: {position}")
    middle, worst = 1000 * median(times), 1000 * max(times)
    same = f"{len(times) - open_} of {len(times)} confirmed"
    return f"{same}, median {middle:.1f} ms, worst {worst:.0f} ms"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench claims", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--sizes", default="1-7")
    given = parser.parse_args(arguments)
    first, _, last = given.sizes.partition("-")
    print(f"{'cards':6}{'answer':10}{'claims':>6}{'median ms':>10}{'90 % ms':>10}{'worst ms':>10}")
    for cards in range(int(first), int(last or first) + 1):
        holds, defeated, undecided = measure(cards, given.count, given.sample)
        for name, tally, truth in (("holds", holds, False), ("defeated", defeated, True)):
            print(f"{cards:<6}{name:10}{tally.row()}", flush=True)
            print(f"{'':16}SAT, whole game: {by_sat(tally, truth)}", flush=True)
        if undecided:
            print(f"{cards:<6}not decided: {undecided}")
    return 0
