"""The worlds of a deal with few doubtful entries, or with many: those that bear on each other together.

Two entries bear on each other where changing both does something else than changing each, in a
finding, in the slips needed, or in what a sheet sees of the log; or where they could be about the
same cards. Groups that do not bear on each other are independent, and each is weighed on its own.

Of a group with too many combinations to look at all, the heaviest are looked at, and every reading that is
in none of them once, beside the likeliest readings of the others. Counted like that a faint reading has too
small a share: it stands for all its combinations, of which only one was looked at. What it changes is
therefore taken from that one, and how often from its own ink.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from math import prod
from typing import Any, Final

from fairdeal.records import Card, in_groups
from fairdeal.rulings.doubt.certainty import (
    MOST_WORLDS,
    Chances,
    Digits,
    Evidence,
    J,
    Judge,
    Key,
    Own,
    Scales,
    Weighed,
    World,
    chances_of,
    enumerated,
    key_of,
    likeliest,
    place_of,
    weighed_over,
    world_of,
)
from fairdeal.rulings.doubt.work import LEAST_WORLDS, UNLIMITED, Work
from fairdeal.rulings.frame.finding import Certainty, Finding, Settled
from fairdeal.rulings.replay.reading import Chosen, Doubt

MOST_PAIRS: Final = 2000
"""Pairs of readings tried to see which entries bear on each other, about a second's work."""

MOST_FOR_POINTS: Final = 14
"""Doubtful entries of a deal; with more, points are not tried as a tie between all of them."""

MOST_JOINT: Final = 512
"""Worlds looked at for the sheet where several groups of entries bear on what it sees."""

NO_INK: Final = 1e-12
"""Less ink than this is the rounding of sums."""

POINTS_BOUND: Final = (
    "too many unclear entries affect the points: points and scores were not used to choose between "
    "readings"
)


Apart = Callable[[Doubt, Doubt], bool]


def weigh(
    doubts: Sequence[Doubt],
    judge: Judge[J],
    own: Own[J],
    evidence: Evidence[J] | None = None,
    work: Work | None = None,
    size: int = 1,
    apart: Apart = lambda first, second: False,
) -> Weighed[J]:
    """Judge a deal, or a page, in every world that its doubtful entries allow.

    `judge` rules on the deal read in one way. `own` shows what of the result contradicts the rest.
    `evidence` is how well a world agrees with other pages about the same deal, None where there are
    none. `work`: what weighing may cost, None where that is not limited; `size`: the deal's entries.
    `apart` tells of two entries that they surely do not bear on each other.
    """
    if not doubts:
        ruled = judge({})
        return Weighed(ruled, ruled.findings, {})
    work = Work(UNLIMITED) if work is None else work
    judge = work.counted(judge, size)
    count = prod(len(doubt.options) for doubt in doubts)
    if count > LEAST_WORLDS:
        judge(likeliest(doubts))  # what one judgement costs
    if count <= MOST_WORLDS and work.most(count) >= count:
        return enumerated(doubts, Scales(judge, own, evidence), {})
    return weigh_in_groups(doubts, judge, own, evidence, work, apart)


def weigh_in_groups(
    doubts: Sequence[Doubt],
    judge: Judge[J],
    own: Own[J],
    evidence: Evidence[J] | None = None,
    work: Work | None = None,
    apart: Apart = lambda first, second: False,
) -> Weighed[J]:
    """Weigh every group of entries that bear on each other on its own, the others held.

    Two entries bear on each other where changing both does something else than changing each, in a
    finding, in the slips needed, or in what a sheet sees of the log; or where they could be about the
    same cards (`_kin`). Groups that do not bear on each other are independent, so a finding's weight
    is that of its own group.
    """
    work = Work(UNLIMITED) if work is None else work
    # Points come from every card: compared with what is written they tie all doubts together.
    whole = len(doubts) <= MOST_FOR_POINTS
    scales = Scales(judge, own, evidence, whole)
    groups, untried = _groups(doubts, scales, work, apart)
    if whole and any(_count(group) > MOST_WORLDS for group in groups):
        whole = False
        scales = Scales(judge, own, evidence, whole)
        groups, untried = _groups(doubts, scales, work, apart)
    words = None if whole else POINTS_BOUND
    if untried:
        words = f"{untried} pairs of unclear entries were not tried together"
    found: dict[Key, Finding] = {}
    settled: list[Settled] = []
    parts: list[Chances[J]] = []
    at = likeliest(doubts)
    most = work.shares([min(MOST_WORLDS, _count(group)) for group in groups])
    for group, allowed in zip(groups, most, strict=True):
        # The groups after it are weighed at the readings chosen.
        if _count(group) <= allowed:
            weighed = enumerated(group, scales, at)
        else:
            weighed = _heaviest_worlds(group, scales, allowed, at)
            words = weighed.bounded
        at = weighed.chosen
        settled += weighed.settled
        if weighed.chances is not None and len(weighed.chances.ways) > 1:
            parts.append(weighed.chances)
        found |= {
            key_of(each): each for each in weighed.findings if each.certainty is Certainty.DEPENDS
        }
    ruled = judge(at)
    for each in ruled.findings:
        found.setdefault(key_of(each), each)
    chances = None
    if evidence is not None:
        chances = (
            parts[0] if len(parts) == 1 else _chances_in_groups(groups, scales, evidence, work, at)
        )
    return Weighed(ruled, tuple(found.values()), at, tuple(settled), words, chances)


def _count(doubts: Sequence[Doubt]) -> int:
    return prod(len(doubt.options) for doubt in doubts)


def _chances_in_groups(
    groups: Sequence[Sequence[Doubt]],
    scales: Scales[J],
    evidence: Evidence[J],
    work: Work,
    at: Chosen,
) -> Chances[J]:
    """What the sheet sees of a log, over the entries that bear on it; the others stay as they are."""
    base = evidence.view(scales.judge(at))
    bearing: list[Doubt] = []
    for group in groups:
        readings = ({**at, doubt: value} for doubt in group for value, _ in doubt.options)
        if any(evidence.view(scales.judge(each)) != base for each in readings):
            bearing += group
    worlds = dict(_looked_at(bearing, scales, work.most(MOST_JOINT), at))
    places = [place_of(doubt, scales.judge(at).replay) for doubt in bearing]
    left_out = max(0.0, 1.0 - sum(world.ink for world in worlds.values()))
    return chances_of(worlds, places, left_out if left_out > NO_INK else 0.0, evidence)


def _looked_at(
    doubts: Sequence[Doubt], scales: Scales[J], most: int, at: Chosen
) -> Iterator[tuple[Digits, World[J]]]:
    """The worlds of most ink, by their digits."""
    for digits in _with_each_alone(doubts, most):
        yield digits, world_of(doubts, digits, scales, at)


def _heaviest_worlds(
    doubts: Sequence[Doubt], scales: Scales[J], most: int, at: Chosen
) -> Weighed[J]:
    """The worlds of most ink of a group that has too many, and how much ink they leave out."""
    worlds = dict(_looked_at(doubts, scales, most, at))
    left_out = max(0.0, 1.0 - sum(world.ink for world in worlds.values()))
    first = next(iter(worlds))
    # From every combination back to the likeliest reading of one entry, where that was looked at.
    steps = [
        (digits, before, place)
        for digits in worlds
        for place, digit in enumerate(digits)
        if digit != first[place]
        and (before := (*digits[:place], first[place], *digits[place + 1 :])) in worlds
    ]

    def turning(holds: Mapping[Digits, bool]) -> set[int]:
        """Where going back to the likeliest reading alone changes it."""
        return {place for here, before, place in steps if holds[here] != holds[before]}

    chance = max(0.01, round(100 * left_out, 2))
    words = (
        f"too many unclear entries ({len(doubts)}): only their {len(worlds):,} likeliest readings were "
        f"judged, and the chance that another is right is {chance:g} %. Read them first"
    )
    share = Shares(doubts, worlds).share
    return weighed_over(
        doubts, worlds, scales, at, share, turning, left_out=left_out, bounded=words
    )


def _with_each_alone(doubts: Sequence[Doubt], most: int) -> Iterator[tuple[int, ...]]:
    """The combinations of most ink, that of the first readings, and every reading in none of most ink.

    A finding that any single reading would take away is then never read as established. The first
    readings may have little ink together, where something else than was read has the most of an entry's;
    but they are what is shown where nothing speaks for others (`choice.chosen`).
    """
    first: tuple[int, ...] | None = None
    met: set[tuple[int, int]] = set()
    usual = (0,) * len(doubts)
    looked_at = False
    for digits in islice(_by_ink(doubts), most):
        first = first or digits
        met |= set(enumerate(digits))
        looked_at = looked_at or digits == usual
        yield digits
    if not looked_at:
        yield usual
    for place, doubt in enumerate(doubts):
        for digit in range(len(doubt.options)):
            if first is not None and (place, digit) not in met:
                alone = (*first[:place], digit, *first[place + 1 :])
                if alone != usual:
                    yield alone


def _by_ink(doubts: Sequence[Doubt]) -> Iterator[tuple[int, ...]]:
    """The combinations of readings in falling order of ink, as many as are looked at."""
    orders = [
        sorted(range(len(doubt.options)), key=lambda n, d=doubt: -d.options[n][1])  # type: ignore[misc]
        for doubt in doubts
    ]
    inks = [
        [doubt.options[n][1] for n in order] for doubt, order in zip(doubts, orders, strict=True)
    ]
    # A combination is kept as the places that are not at their likeliest, each with its step.
    heap: list[tuple[float, tuple[tuple[int, int], ...]]] = [(-prod(ink[0] for ink in inks), ())]
    for _ in range(MOST_WORLDS):
        if not heap:
            return
        ink, steps = heappop(heap)
        taken = dict(steps)
        yield tuple(order[taken.get(place, 0)] for place, order in enumerate(orders))
        last = steps[-1][0] if steps else 0
        for place in range(last, len(inks)):  # each combination is reached in one way only
            step = taken.get(place, 0)
            if step + 1 < len(inks[place]):
                others = steps[:-1] if step else steps
                after = ink / inks[place][step] * inks[place][step + 1]
                heappush(heap, (after, (*others, (place, step + 1))))


@dataclass(slots=True)
class _Trial:
    """What a change of readings makes of a deal."""

    findings: frozenset[Key]
    slip: float
    view: Hashable


def _try(scales: Scales[J], at: Chosen) -> _Trial:
    world = scales.world(at, 1.0)
    view: Hashable = None
    if world.ruled is not None and scales.evidence is not None:
        view = scales.evidence.view(world.ruled)
    return _Trial(frozenset(world.findings), world.weight, view)


def _groups(
    doubts: Sequence[Doubt], scales: Scales[J], work: Work, apart: Apart
) -> tuple[list[list[Doubt]], int]:
    """The doubts in groups that do not bear on each other, and how many pairs were left untried."""
    at = likeliest(doubts)
    base = _try(scales, at)
    alone = [[(v, _try(scales, {**at, d: v})) for v, _ in d.options[1:]] for d in doubts]
    leader = list(range(len(doubts)))

    def find(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    tried = untried = 0
    most = work.most(MOST_PAIRS)
    for second in range(len(doubts)):
        for first in range(second):
            if find(first) == find(second) or apart(doubts[first], doubts[second]):
                continue
            if _kin(doubts[first], doubts[second]):
                leader[find(first)] = find(second)
                continue
            if tried >= most:
                untried += 1
                continue
            tried += len(alone[first]) * len(alone[second])
            if _bear(doubts[first], alone[first], doubts[second], alone[second], base, scales, at):
                leader[find(first)] = find(second)
    groups = in_groups((find(place), doubt) for place, doubt in enumerate(doubts))
    return list(groups.values()), untried


def _kin(first: Doubt, second: Doubt) -> bool:
    """Whether two entries may act together with a third though no two of them do.

    They can be about a third copy of the same card, or about the last cards of a suit that one seat
    holds; and calls follow from each other.
    """
    heads = first.place.parts[0], second.place.parts[0]
    if all(head.startswith("call ") for head in heads):
        return True
    cards = [
        {value for value, _ in doubt.options if isinstance(value, Card)}
        for doubt in (first, second)
    ]
    if cards[0] & cards[1]:
        return True
    same_hand = heads[0] == heads[1] and heads[0].startswith("hand ")
    return same_hand and not {c.suit for c in cards[0]}.isdisjoint(c.suit for c in cards[1])


def _bear(
    first: Doubt,
    alone_first: Sequence[tuple[Any, _Trial]],
    second: Doubt,
    alone_second: Sequence[tuple[Any, _Trial]],
    base: _Trial,
    scales: Scales[J],
    at: Chosen,
) -> bool:
    """Whether changing two entries together does anything else than changing each."""
    for one, trial_one in alone_first:
        for two, trial_two in alone_second:
            changed_one = base.findings ^ trial_one.findings
            changed_two = base.findings ^ trial_two.findings
            if changed_one & changed_two:
                return True
            both = _try(scales, {**at, first: one, second: two})
            if trial_one.view == trial_two.view == base.view != both.view:
                return True
            if both.findings != base.findings ^ (changed_one | changed_two):
                return True
            expected = trial_one.slip * trial_two.slip
            if abs(both.slip * base.slip - expected) > 1e-9 * expected:
                return True
    return False


# --- pages of figures ---


@dataclass(frozen=True, slots=True)
class OnPages:
    """The findings beyond single deals, the cells that other entries settled, what was not exact."""

    findings: tuple[Finding, ...]
    settled: tuple[Settled, ...] = ()
    bounded: str | None = None


def settled_cells(weighed: Weighed[Any]) -> tuple[Settled, ...]:
    """The cells between whose readings others chose; how a log looks is left out."""
    return tuple(each for each in weighed.settled if not each.place.parts[0].startswith("log "))


def bound_of(weighed: Weighed[Any]) -> str | None:
    """What was not weighed exactly. Nothing on a page of figures depends on every card of a play."""
    return weighed.bounded if weighed.bounded != POINTS_BOUND else None


# --- faint readings ---------------------------------------------------------------------------------

SHORT: Final = 0.1
"""A reading with less than its ink by this part among the combinations looked at is faint: what is left out
of the others is then of no more weight than a tenth of what depends on them."""

Reading = tuple[int, int]
"""Which of the doubts, and which of its readings."""


class Shares:
    """The shares of findings in the combinations looked at, those with faint readings set right.

    `worlds` has the combination of the likeliest readings first. Entries are read independently, so
    each faint reading bears on a finding on its own; a finding that two of them switch only together
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
        """The faint readings that change the finding; None where it is not each on its own."""
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
    return sum(world.weight_of(key) for world in worlds) / total
