"""How much weighing a record may cost: every reading of its unclear entries is judged again.

The work is counted, not timed, so that the same record gives the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final, Protocol, TypeVar

from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.reading import Chosen, Seen

MOST_WORK: Final = 1_300_000
"""Units of work for all deals of a record, some five microseconds each. One deal with 50 entries in doubt
takes most of it; a match of 18 such deals must share it."""

PER_FINDING: Final = 10
"""Units that a finding costs, beside one for every entry of the deal that is judged."""

MOST_WANTED: Final = 4096
"""Judgements that one deal asks for at most: twice the combinations looked at of a group."""

LEAST_WORLDS: Final = 8
"""Combinations of a group that are looked at even where there is no work left for more."""


class _Found(Protocol):
    @property
    def findings(self) -> Sequence[Finding]: ...


J = TypeVar("J", bound=_Found)


@dataclass(slots=True)
class Work:
    """What one deal may cost, and what it has cost so far."""

    allowed: float
    spent: float = 0.0
    judged: int = 0
    each: int = 0
    """What every judgement costs beside entries and findings, by the game."""

    def counted(self, judge: Callable[[Chosen], J], size: int) -> Callable[[Chosen], J]:
        """The same judge, every judgement counted; `size`: the entries of the deal."""

        def counting(chosen: Chosen) -> J:
            ruled = judge(chosen)
            self.count(size, ruled)
            return ruled

        return counting

    def count(self, size: int, ruled: _Found) -> None:
        """Count one judgement of a deal of that many entries."""
        self.judged += 1
        self.spent += size + self.each + PER_FINDING * len(ruled.findings)

    def shares(self, wanted: Sequence[int]) -> list[int]:
        """How many of the judgements wanted there is work for, the same part of each."""
        left = self._left()
        total = sum(wanted)
        if total <= left:
            return list(wanted)
        return [max(LEAST_WORLDS, int(each * left / total)) for each in wanted]

    def most(self, wanted: int) -> int:
        """How many of that many judgements there is work for."""
        return self.shares((wanted,))[0]

    def _left(self) -> float:
        """Judgements that there is work left for, at what those so far have cost."""
        each = self.spent / self.judged if self.judged else 1.0
        return max(0.0, self.allowed - self.spent) / max(1.0, each)


MOST_ON_SHEET: Final = 1_000_000
"""Rows judged for one sheet, over all its worlds, some five microseconds each: a sheet of 24 rows of which
every figure is in doubt takes half of it."""

TOO_UNCLEAR: Final = (
    "too many unclear entries on the sheet: their rows were not judged. Read them first"
)

UNLIMITED: Final = float("inf")


class Budget:
    """The work of a record, shared among its deals: what one does not ask for is there for the others."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self._left = float(MOST_WORK)
        wanted = [_wanted(each) for each in seen]
        fair = MOST_WORK / max(1, sum(each > 0 for each in wanted))
        self._reserved = [min(fair, each) for each in wanted]
        self._for_others = sum(self._reserved)

    def of(self, index: int) -> Work:
        """The work of a deal (from 0): what those before it left, and those after it may not need."""
        self._for_others -= self._reserved[index]
        return Work(max(0.0, self._left - self._for_others))

    def spend(self, work: Work) -> None:
        self._left = max(0.0, self._left - work.spent)


def size_of(seen: Seen) -> int:
    """The entries of a deal that judging it goes through."""
    cards = sum([len(hand) for hand in seen.hands.values()])
    return cards + len(seen.said) + sum([len(trick.cards) for trick in seen.tricks])


def _wanted(seen: Seen) -> int:
    if not seen.doubts:
        return 0
    worlds = min(MOST_WANTED, prod(len(doubt.options) for doubt in seen.doubts))
    return worlds * (1 + size_of(seen))
