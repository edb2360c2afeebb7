"""How likely a finding is where a group of doubtful entries has too many combinations to look at all.

Of such a group the heaviest combinations are looked at, and every reading that is in none of them once,
beside the likeliest readings of the others. Counted like that a faint reading has too small a share: it
stands for all its combinations, of which only one was looked at. What it changes is therefore taken from
that one, and how often from its own ink.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.rulings.doubt.certainty import World
from fairdeal.rulings.doubt.choice import Digits
from fairdeal.rulings.doubt.judged import Key
from fairdeal.rulings.replay.seen import Doubt

SHORT: Final = 0.1
"""A reading with less than its ink by this part among the combinations looked at is faint: what is left out
of the others is then of no more weight than a tenth of what hangs on them."""

Reading = tuple[int, int]
"""Which of the doubts, and which of its readings."""


class Shares:
    """The shares of findings in the combinations looked at, those with faint readings set right.

    `worlds` has the combination of the likeliest readings first. Entries are read independently, so
    each faint reading bears on a finding by itself; a finding that two of them switch only together
    has its share among the combinations looked at.
    """

    def __init__(self, doubts: Sequence[Doubt], worlds: Mapping[Digits, World[Any]]) -> None:
        self._doubts, self._worlds = doubts, worlds
        self._first = next(iter(worlds))
        self._faint = self._find_faint()
        self._plain: list[tuple[Digits, World[Any]]] = []
        self._others: list[tuple[World[Any], list[Reading], World[Any] | None]] = []
        for digits, world in worlds.items():
            there = [each for each in enumerate(digits) if each in self._faint]
            if there:
                base = list(digits)
                for n, _ in there:
                    base[n] = self._first[n]
                self._others.append((world, there, worlds.get(tuple(base))))
            else:
                self._plain.append((digits, world))
        self._odds = [self._weights(n) for n in range(len(doubts))]

    def share(self, key: Key) -> float:
        """How likely the finding is."""
        switching = self._switching(key)
        if switching is None:
            return _share(key, list(self._worlds.values()))
        share = _share(key, [world for _, world in self._plain])
        stays = 1.0
        for n, odds in enumerate(self._odds):
            stays *= 1.0 - sum(odds[digit] for place, digit in switching if place == n)
        if key in self._worlds[self._first].findings:
            return share * stays
        return 1.0 - (1.0 - share) * stays

    def _flip(self, reading: Reading) -> World[Any] | None:
        """The combination of the likeliest readings but for this one."""
        n, digit = reading
        return self._worlds.get((*self._first[:n], digit, *self._first[n + 1 :]))

    def _find_faint(self) -> frozenset[Reading]:
        seen: dict[Reading, float] = {}
        total = 0.0
        for digits, world in self._worlds.items():
            total += world.ink
            for each in enumerate(digits):
                seen[each] = seen.get(each, 0.0) + world.ink
        return frozenset(
            (n, digit)
            for n, doubt in enumerate(self._doubts)
            for digit, (_, ink) in enumerate(doubt.options)
            if digit != self._first[n]
            and self._flip((n, digit)) is not None
            and seen.get((n, digit), 0.0) < (1.0 - SHORT) * ink * total
        )

    def _weights(self, n: int) -> list[float]:
        """The weight of each reading of a doubt, its ink and the slips that it needs; 1 in all."""
        usual = self._worlds[self._first]
        found = []
        for digit, (_, ink) in enumerate(self._doubts[n].options):
            alone = self._flip((n, digit))
            rate = 1.0
            if alone is not None and alone.ink and usual.weight:
                rate = alone.weight / alone.ink * usual.ink / usual.weight
            found.append(ink * rate)
        total = sum(found)
        return [each / total if total else 0.0 for each in found]

    def _switching(self, key: Key) -> frozenset[Reading] | None:
        """The faint readings that change the finding; None where it is not each by itself."""
        usual = key in self._worlds[self._first].findings
        switching = set()
        for each in self._faint:
            alone = self._flip(each)
            if alone is not None and (key in alone.findings) != usual:
                switching.add(each)
        for world, there, base in self._others:
            expected = usual if base is None else key in base.findings
            if not switching.isdisjoint(there):
                expected = not usual
            if (key in world.findings) != expected:
                return None
        return frozenset(switching)


def _share(key: Key, worlds: Sequence[World[Any]]) -> float:
    total = sum(world.weight for world in worlds)
    return sum(world.weight for world in worlds if key in world.findings) / total
