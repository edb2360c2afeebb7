"""Claims under 4.10: how long the exact answer takes, beside plain search and a SAT solver.

    python -m bench.claims [--count 1000] [--sample 100] [--plain-seconds 2] [--sizes 1-7]

For each number of cards a seat: so many claims that hold and so many that are defeated, six seats,
from `bench.claims_positions`. Every refuting line is replayed card by card. On a sample the answer
is held against the whole game as a SAT formula (an independent method, for "holds" and "defeated"
alike) and against plain search as far as that ends in its time. Any disagreement stops the run.
Times are processor time, so that a busy machine does not change them much.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import process_time
from typing import Final

from bench.judging.claims_positions import claims
from fairdeal.records.seats import Team
from fairdeal.rulings.claims import ClaimUndecided, Line, Position, check_line, refute
from fairdeal.rulings.claims.plain import OutOfTimeError, refute_plainly

SEED: Final = 410
PLAIN_SIZES: Final = 4
"""Plain search is tried up to this many cards a seat; a claim that holds takes it 20 s there."""
SAT_SECONDS: Final = 60.0


class Disagreement(Exception):  # noqa: N818 - a result of the run
    """Two methods gave different answers: one of them is wrong."""


@dataclass(slots=True)
class Tally:
    """What was met of one size and one answer. Times in seconds."""

    times: list[float] = field(default_factory=list)
    sample: list[tuple[Position, Team]] = field(default_factory=list)
    longer: int = 0
    """Refuting lines of more than one trick."""

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
        tally.longer += _replayed(position, challengers, line)
    return holds, defeated, undecided


def _replayed(position: Position, challengers: Team, line: Line | None) -> bool:
    """Whether the line has more than one trick; it was legal and won by a challenger, or raises."""
    if line is None:
        return False
    check_line(position, challengers, line)
    return len(line) > 1


def by_sat(tally: Tally, defeated: bool) -> str:
    """Hold a sample against the formula: how many agree, and its times."""
    try:
        from bench.judging.claims_sat import defeated_by_sat
    except ImportError:
        return "python-sat is not installed"
    times, open_ = [], 0
    for position, challengers in tally.sample:
        start = process_time()
        answer = defeated_by_sat(position, challengers, seconds=SAT_SECONDS)
        times.append(process_time() - start)
        if answer is None:
            open_ += 1
        elif answer != defeated:
            raise Disagreement(f"SAT says {answer}: {position}")
    return _compared(len(times) - open_, len(times), times)


def by_plain(tally: Tally, defeated: bool, seconds: float) -> str:
    """Hold a sample against plain search, as far as that ends in so many seconds a claim."""
    times, ended = [], 0
    for position, challengers in tally.sample:
        start = process_time()
        try:
            line = refute_plainly(position, challengers, seconds=seconds)
        except OutOfTimeError:
            times.append(seconds)
            continue
        times.append(process_time() - start)
        ended += 1
        if (line is not None) != defeated:
            raise Disagreement(f"plain search says {line}: {position}")
    return _compared(ended, len(times), times)


def _compared(same: int, tried: int, times: Sequence[float]) -> str:
    middle, worst = 1000 * median(times), 1000 * max(times)
    return f"{same} of {tried} confirmed, median {middle:.1f} ms, worst {worst:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--plain-seconds", type=float, default=2.0)
    parser.add_argument("--sizes", default="1-7")
    options = parser.parse_args()
    first, _, last = options.sizes.partition("-")
    print(f"{'cards':6}{'answer':10}{'claims':>6}{'median ms':>10}{'90 % ms':>10}{'worst ms':>10}")
    for cards in range(int(first), int(last or first) + 1):
        holds, defeated, undecided = measure(cards, options.count, options.sample)
        for name, tally, truth in (("holds", holds, False), ("defeated", defeated, True)):
            more = f"  ({tally.longer} lines of two tricks or more)" if truth else ""
            print(f"{cards:<6}{name:10}{tally.row()}{more}", flush=True)
            print(f"{'':16}SAT, whole game: {by_sat(tally, truth)}")
            if cards <= PLAIN_SIZES and options.plain_seconds:
                plain = by_plain(tally, truth, options.plain_seconds)
                print(f"{'':16}plain search:    {plain}", flush=True)
        if undecided:
            print(f"{cards:<6}not decided: {undecided}")


if __name__ == "__main__":
    main()
