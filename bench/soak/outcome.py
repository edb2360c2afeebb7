"""What came of a line of a trial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bench.proportions import Proportion

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
