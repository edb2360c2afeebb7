"""What came of a line of a trial."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk.proportions import Proportion

SHOWN: Final = 3
"""How many failures of one trial are printed in full."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one line of a trial: how many were right, and what to look at where one was not."""

    name: str
    right: Proportion
    failures: tuple[str, ...] = ()
    must: bool = True
    """False for a figure that is measured, and no failure where it is not the whole."""


def tried(
    name: str, seeds: Sequence[int], wrong: Callable[[int], str | None], must: bool = True
) -> Outcome:
    """Run a trial over its seeds: `wrong` says what went wrong, or nothing. What it raises is wrong too."""
    failures = []
    for seed in seeds:
        try:
            found = wrong(seed) or ""
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        failures += [f"seed {seed}: {found}"] if found else []
    right = Proportion(len(seeds) - len(failures), len(seeds))
    return Outcome(name, right, tuple(failures[:SHOWN]), must)
