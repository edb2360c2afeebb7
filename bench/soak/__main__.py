"""Long seeded trials, each printing how many of how many came out right: ``python -m bench.soak``.

``--quick`` runs a small share of each; names choose which to run. Exit status 1 where anything failed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from bench.soak.outcome import SHOWN, Outcome


@dataclass(frozen=True, slots=True)
class Soak:
    """A trial: `run(count, seed)` yields its outcomes; `count` and `quick` say how many of each.

    `options` are the further options of the command line that the trial takes, by name.
    """

    name: str
    module: str
    function: str
    count: int
    quick: int
    options: tuple[str, ...] = ()

    def run(self, given: argparse.Namespace) -> Iterable[Outcome]:
        function: Callable[..., Iterable[Outcome]] = getattr(
            import_module(self.module), self.function
        )
        count = given.count or (self.quick if given.quick else self.count)
        return function(count, given.seed, **{name: getattr(given, name) for name in self.options})


SOAKS: Final = (
    Soak("deals", "bench.soak.deals", "clean_deals", 100_000, 1_000),
    Soak("sessions", "bench.soak.deals", "clean_sessions", 1_000, 20),
    Soak("irregularities", "bench.soak.deals", "irregularities", 500, 20),
    Soak("rulebooks", "bench.soak.deals", "rulebooks", 500, 2),
    Soak("pairs", "bench.soak.deals", "pairs", 50, 1),
    Soak("session-irregularities", "bench.soak.deals", "session_irregularities", 100, 2),
    Soak("slips", "bench.soak.slips", "run", 500, 10, ("only",)),
    Soak("hidden-offences", "bench.soak.deals", "hidden_offences", 500, 20),
    Soak("decisions", "bench.soak.decisions", "run", 2_000, 50),
    Soak("damaged", "bench.soak.damaged_records", "run", 500, 5),
    Soak("pbn", "bench.soak.pbn", "run", 5_000, 100),
    Soak("bridge", "bench.soak.bridge", "run", 10_000, 200),
    Soak("pages", "bench.soak.photos", "run", 2_000, 16),
    Soak("handwritten", "bench.soak.handwritten", "run_logs", 500, 4, ("part",)),
    Soak("score-sheets", "bench.soak.handwritten", "run_sheets", 200, 4, ("part",)),
    Soak("printed-pages", "bench.soak.printed_pages", "run", 300, 4, ("keep",)),
    Soak("hostile", "bench.soak.hostile", "run", 1_000, 6),
)
"""Every trial there is."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the trials to run (all)")
    parser.add_argument("--quick", action="store_true", help="a small share of each")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--count", type=int, help="how many of each, instead of the usual")
    parser.add_argument("--only", default="", metavar="PART", help="slips: those named like this")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="printed-pages: keep what went wrong in here"
    )
    parser.add_argument(
        "--part",
        choices=("test", "validation", "apart"),
        default="test",
        help="handwritten: whose hands",
    )
    given = parser.parse_args(arguments)
    known = {soak.name for soak in SOAKS}
    for name in given.names:
        if name not in known:
            parser.error(f"no trial is called {name}; there are: {', '.join(sorted(known))}")
    failed = False
    for soak in SOAKS:
        if given.names and soak.name not in given.names:
            continue
        failed |= _report(soak, given)
    return 1 if failed else 0


def _report(soak: Soak, given: argparse.Namespace) -> bool:
    """Run one trial and print its lines; True where anything failed."""
    started, failed = time.monotonic(), False
    for outcome in soak.run(given):
        print(f"{soak.name}: {outcome.name}: {outcome.right}", flush=True)
        for failure in outcome.failures[:SHOWN]:
            print("    " + failure.replace("\n", "\n    "))
        failed |= outcome.must and not outcome.right.whole
    print(f"{soak.name}: {time.monotonic() - started:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
