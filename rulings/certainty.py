"""How sure a finding is: every combination of readings is a world, and findings hold in some.

A world gives each doubtful entry one of its readings. Its weight is that of the ink, times a slip rate
for each thing that cannot be so at the table (a third copy of a card, a card played that was not
dealt) or does not agree with what else is written: there the recorder must have slipped. A world that
is merely against the rules is not weighed down at all, so no reading is ever chosen for being legal.
"Something else" than the readings given leaves what hangs on it unknown, and unknown entries are never
an offence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import islice, product
from math import prod
from typing import Any, Final

from records.cards import Card
from records.place import Place
from rulings.agreement import Evidence, own_rate, view_key
from rulings.finding import Certainty, Finding
from rulings.replay import signs
from rulings.replay.deal import DealReplay
from rulings.replay.seen import Doubt, Seen
from rulings.session import Ruled
from rulings.slips import CARD_SLIP

MOST_WORLDS: Final = 2048
"""Worlds looked at one by one, about a second's work; with more, entries are weighed in groups."""

MOST_PAIRS: Final = 2000
"""Pairs of readings tried to see which entries bear on each other, about a second's work."""

MOST_FOR_POINTS: Final = 14
"""Doubtful entries of a deal; with more, points are not tried as a tie between all of them."""

MOST_JOINT: Final = 512
"""Worlds looked at for the sheet where several groups of entries bear on what it sees."""

NO_INK: Final = 1e-12
"""Less ink than this is the rounding of sums."""

MOST_VIEWS: Final = 24
"""Ways that a log can look to the sheet that are told apart; the rest are lumped as not known."""

POINTS_BOUND: Final = (
    "too many doubtful entries bear on the points: readings were not weighed by points and scores"
)

Key = tuple[str, tuple[str, ...], str | None]
Judge = Callable[[], Ruled]
"""Rules on the deal as it stands: the replay, what is found in it, and what comes of it."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What a doubtful log comes to for the sheet: each way it may look, with its weight.

    The weights are those of ink and slips within the log alone, and add up to 1 with `unknown`, the
    weight of what was not told apart. `worlds` has the way (its index, -1: unknown) of each choice of
    readings, a digit for each of `places`.
    """

    ways: tuple[Ruled, ...]
    weights: tuple[float, ...]
    unknown: float
    places: tuple[Place, ...]
    worlds: dict[tuple[int, ...], int]

    def turning(self, holds: Sequence[bool]) -> list[Place]:
        """The entries on which something hangs that holds in some of the ways only."""
        held = {digits: way >= 0 and holds[way] for digits, way in self.worlds.items()}
        return [place for n, place in enumerate(self.places) if _turns(held, n)]


@dataclass(frozen=True, slots=True)
class Weighed:
    """The likeliest world of a deal, and the findings of all of them with their probability.

    `settled` names the doubtful entries whose likeliest reading by the ink gave way to the rest of
    the record, with the reading that took its place. `bounded` says in words what could not be
    weighed exactly, None where nothing was. `chances`: what a sheet's rows are to be judged against,
    None where the deal has no doubtful entry, or it was not asked for.
    """

    ruled: Ruled
    findings: tuple[Finding, ...]
    settled: tuple[tuple[Place, str], ...] = ()
    bounded: str | None = None
    chances: Chances | None = None

    @property
    def replay(self) -> DealReplay:
        return self.ruled.replay


@dataclass(slots=True)
class _World:
    weight: float
    ink: float
    findings: dict[Key, Finding]
    ruled: Ruled | None
    """Kept where the sheet is to be judged by it."""
    plain: float
    """The weight without what other pages say."""


@dataclass(frozen=True, slots=True)
class _Scales:
    """How the worlds of one deal are weighed."""

    judge: Judge
    evidence: Evidence | None = None
    whole: bool = True
    """Whether points and scores are held against the play: not where too many cards bear on them."""

    def world(self, ink: float) -> _World:
        ruled = self.judge()
        plain = ink * slips(ruled, self.whole)
        weight = plain
        if self.evidence is not None:
            weight *= self.evidence(ruled, self.whole)
        keyed = {key_of(each): each for each in ruled.findings}
        return _World(weight, ink, keyed, ruled.fix() if self.evidence is not None else None, plain)


def weigh(seen: Seen, judge: Judge, evidence: Evidence | None = None) -> Weighed:
    """Judge a deal in every world that its doubtful entries allow.

    `judge` rules on the deal as `seen` stands when it is called. `evidence` is how well a world agrees
    with other pages about the same deal, None where there are none.
    """
    if not seen.doubts:
        ruled = judge()
        return Weighed(ruled, ruled.findings)
    count = prod(len(doubt.options) for doubt in seen.doubts)
    if count <= MOST_WORLDS:
        return _enumerate(seen.doubts, _Scales(judge, evidence))
    return weigh_in_groups(seen.doubts, judge, evidence)


def key_of(finding: Finding) -> Key:
    """What makes two findings of different worlds the same."""
    return (finding.code, finding.place.parts, finding.seat)


def slips(ruled: Ruled, whole: bool = True) -> float:
    """The rate of the slips that a world needs: 1 where everything can be so, and agrees."""
    replay = ruled.replay
    rate = 1.0
    if replay.signs & signs.PACK:
        copies, pack = replay.table.copies, replay.table.pack
        counts = Counter(card for hand in replay.dealt.values() for card in hand.cards)
        excess = sum(
            max(0, count - (copies if card in pack else 0)) for card, count in counts.items()
        )
        rate *= CARD_SLIP**excess
    if replay.signs & signs.NOT_HELD:
        wrong = sum(
            1
            for fact in replay.play.tricks
            for bits in fact.faults.values()
            if bits & signs.NOT_HELD
        )
        rate *= CARD_SLIP**wrong
    if replay.seen.deal.result is not None:
        rate *= own_rate(ruled, whole)
    return rate


def _worlds(doubts: Sequence[Doubt], scales: _Scales) -> Iterator[_World]:
    """Every combination of readings, the last doubt changing fastest."""
    for readings in product(*(doubt.options for doubt in doubts)):
        ink = 1.0
        for doubt, (value, weight) in zip(doubts, readings, strict=True):
            doubt.put(value)
            ink *= weight
        yield scales.world(ink)
    for doubt in doubts:
        doubt.put(doubt.options[0][0])


def _enumerate(doubts: Sequence[Doubt], scales: _Scales) -> Weighed:
    worlds = list(_worlds(doubts, scales))
    total = sum(world.weight for world in worlds)
    best = max(range(len(worlds)), key=lambda place: worlds[place].weight)
    sizes = [len(doubt.options) for doubt in doubts]
    ruled = _again(doubts, _digits(best, sizes), scales.judge)
    places = [_place(doubt, ruled.replay) for doubt in doubts]
    found: list[Finding] = []
    for key in _keys(worlds, worlds[best]):
        holds = [key in world.findings for world in worlds]
        share = sum(w.weight for w, held in zip(worlds, holds, strict=True) if held) / total
        source = worlds[best] if holds[best] else _heaviest(worlds, key)
        each = source.findings[key]
        if all(holds):
            found.append(each)
            continue
        hangs = [
            place
            for doubt, place in zip(range(len(doubts)), places, strict=True)
            if _matters(holds, sizes, doubt)
        ]
        found.append(_depends(each, share, hangs))
    settled = _settled(doubts, places, _digits(best, sizes))
    chances = None
    if scales.evidence is not None:
        keyed = {tuple(_digits(place, sizes)): world for place, world in enumerate(worlds)}
        chances = _chances(keyed, places, 0.0)
    return Weighed(ruled, tuple(found), settled, None, chances)


def _settled(
    doubts: Sequence[Doubt], places: Sequence[Place], digits: Sequence[int]
) -> tuple[tuple[Place, str], ...]:
    """The readings of the likeliest world that the ink alone would not have given."""
    found = []
    for doubt, place, digit in zip(doubts, places, digits, strict=True):
        value, ink = doubt.options[digit]
        if digit and ink < doubt.options[0][1]:
            text = "something else" if value is None else getattr(value, "text", str(value))
            found.append((place, text))
    return tuple(found)


def _chances(
    worlds: dict[tuple[int, ...], _World], places: Sequence[Place], left_out: float
) -> Chances:
    """The worlds of a deal put together by what a sheet sees of them."""
    weights: dict[Hashable, float] = {}
    heaviest: dict[Hashable, tuple[float, Ruled]] = {}
    keys: dict[tuple[int, ...], Hashable] = {}
    for digits, world in worlds.items():
        if world.ruled is None:
            continue
        key = keys[digits] = view_key(world.ruled)
        weights[key] = weights.get(key, 0.0) + world.plain
        if key not in heaviest or world.weight > heaviest[key][0]:
            heaviest[key] = (world.weight, world.ruled)
    kept = sorted(weights, key=lambda key: -weights[key])[:MOST_VIEWS]
    number = {key: index for index, key in enumerate(kept)}
    total = sum(weights.values())
    known = 1.0 - left_out
    shares = tuple(weights[key] / total * known for key in kept)
    return Chances(
        tuple(heaviest[key][1] for key in kept), shares, max(0.0, 1.0 - sum(shares)),
        tuple(places), {digits: number.get(key, -1) for digits, key in keys.items()},
    )  # fmt: skip


def _turns(holds: dict[tuple[int, ...], bool], index: int) -> bool:
    """Whether changing one reading alone ever changes whether something holds."""
    seen: dict[tuple[int, ...], bool] = {}
    for digits, held in holds.items():
        if seen.setdefault((*digits[:index], *digits[index + 1 :]), held) != held:
            return True
    return False


def _depends(finding: Finding, share: float, places: Sequence[Place]) -> Finding:
    unique = tuple(dict.fromkeys(places))
    return replace(
        finding, certainty=Certainty.DEPENDS, probability=min(1.0, share), depends_on=unique
    )


def _again(doubts: Sequence[Doubt], digits: Sequence[int], judge: Judge) -> Ruled:
    """Replay one world for good: the likeliest one is what is shown."""
    for doubt, digit in zip(doubts, digits, strict=True):
        doubt.put(doubt.options[digit][0])
    return judge()


def _keys(worlds: Sequence[_World], best: _World) -> Iterator[Key]:
    """Every finding of any world once, those of the likeliest world first."""
    seen: set[Key] = set()
    for world in (best, *worlds):
        for key in world.findings:
            if key not in seen:
                seen.add(key)
                yield key


def _heaviest(worlds: Sequence[_World], key: Key) -> _World:
    return max((w for w in worlds if key in w.findings), key=lambda world: world.weight)


def _digits(place: int, sizes: Sequence[int]) -> list[int]:
    """Which reading each doubt has in the world of a place in the list."""
    digits = []
    for size in reversed(sizes):
        place, digit = divmod(place, size)
        digits.append(digit)
    return digits[::-1]


def _matters(holds: Sequence[bool], sizes: Sequence[int], doubt: int) -> bool:
    """Whether changing this doubt alone ever changes whether the finding holds."""
    step = prod(sizes[doubt + 1 :])
    size = sizes[doubt]
    for start in range(0, len(holds), step * size):
        for offset in range(start, start + step):
            first = holds[offset]
            if any(holds[offset + step * n] != first for n in range(1, size)):
                return True
    return False


def _place(doubt: Doubt, replay: DealReplay) -> Place:
    """The doubt's address, a card of a trick by the seat that played it."""
    parts = doubt.place.parts
    if len(parts) > 1 and parts[1].startswith("card "):
        trick, index = int(parts[0].split()[1]), int(parts[1].split()[1]) - 1
        for fact in replay.play.tricks:
            if fact.number == trick and index < len(fact.seats) and fact.seats[index] is not None:
                return Place.of(parts[0], f"seat {fact.seats[index]}")
    return doubt.place


# Many doubtful entries: those that bear on each other are weighed together, group by group. --------


def weigh_in_groups(
    doubts: Sequence[Doubt], judge: Judge, evidence: Evidence | None = None
) -> Weighed:
    """Weigh every group of entries that bear on each other by itself, the others held.

    Two entries bear on each other where changing both does something else than changing each, in a
    finding, in the slips needed, or in what a sheet sees of the log; or where they could be about the
    same cards (`_kin`). Groups that do not bear on each other are independent, so a finding's weight
    is that of its own group.
    """
    # Points come from every card: held against what is written they tie all doubts together.
    whole = len(doubts) <= MOST_FOR_POINTS
    scales = _Scales(judge, evidence, whole)
    groups, untried = _groups(doubts, scales)
    if whole and any(_count(group) > MOST_WORLDS for group in groups):
        whole = False
        scales = _Scales(judge, evidence, whole)
        groups, untried = _groups(doubts, scales)
    words = None if whole else POINTS_BOUND
    if untried:
        words = f"{untried} pairs of doubtful entries were not tried together"
    found: dict[Key, Finding] = {}
    settled: list[tuple[Place, str]] = []
    parts: list[Chances] = []
    for group in groups:
        # Either way the group is left at its likeliest readings.
        if _count(group) <= MOST_WORLDS:
            weighed = _enumerate(group, scales)
        else:
            weighed = _heaviest_worlds(group, scales)
            words = weighed.bounded
        settled += weighed.settled
        if weighed.chances is not None and len(weighed.chances.ways) > 1:
            parts.append(weighed.chances)
        for each in weighed.findings:
            key = key_of(each)
            if each.certainty is Certainty.DEPENDS:
                found[key] = each
    ruled = judge()
    for each in ruled.findings:
        found.setdefault(key_of(each), each)
    chances = None
    if evidence is not None:
        chances = parts[0] if len(parts) == 1 else _chances_in_groups(groups, scales)
    return Weighed(ruled, tuple(found.values()), tuple(settled), words, chances)


def _count(doubts: Sequence[Doubt]) -> int:
    return prod(len(doubt.options) for doubt in doubts)


def _chances_in_groups(groups: Sequence[Sequence[Doubt]], scales: _Scales) -> Chances:
    """What the sheet sees of a log, over the entries that bear on it; the others stay as they are."""
    now = {id(doubt): doubt.hold[doubt.key] for group in groups for doubt in group}
    base = view_key(scales.judge())
    bearing: list[Doubt] = []
    for group in groups:
        if any(_shifts(doubt, now[id(doubt)], base, scales.judge) for doubt in group):
            bearing += group
    worlds: dict[tuple[int, ...], _World] = {}
    for digits in _with_each_alone(bearing, MOST_JOINT):
        ink = 1.0
        for doubt, digit in zip(bearing, digits, strict=True):
            doubt.put(doubt.options[digit][0])
            ink *= doubt.options[digit][1]
        worlds[digits] = scales.world(ink)
    for doubt in bearing:
        doubt.put(now[id(doubt)])
    places = [_place(doubt, scales.judge().replay) for doubt in bearing]
    left_out = max(0.0, 1.0 - sum(world.ink for world in worlds.values()))
    return _chances(worlds, places, left_out if left_out > NO_INK else 0.0)


def _shifts(doubt: Doubt, now: Any, base: Hashable, judge: Judge) -> bool:
    """Whether any other reading of an entry changes what the sheet sees of the log."""
    shifts = False
    for value, _ in doubt.options:
        doubt.put(value)
        shifts = shifts or view_key(judge()) != base
    doubt.put(now)
    return shifts


def _heaviest_worlds(doubts: Sequence[Doubt], scales: _Scales) -> Weighed:
    """The worlds of most ink of a group that has too many, and how much ink they leave out."""
    worlds: list[tuple[tuple[int, ...], _World]] = []
    for digits in _with_each_alone(doubts):
        ink = 1.0
        for doubt, digit in zip(doubts, digits, strict=True):
            doubt.put(doubt.options[digit][0])
            ink *= doubt.options[digit][1]
        worlds.append((digits, scales.world(ink)))
    total = sum(world.weight for _, world in worlds)
    first = worlds[0][0]
    left_out = max(0.0, 1.0 - sum(world.ink for _, world in worlds))
    best_digits, best = max(worlds, key=lambda pair: pair[1].weight)
    ruled = _again(doubts, best_digits, scales.judge)
    places = [_place(doubt, ruled.replay) for doubt in doubts]
    found: list[Finding] = []
    for key in _keys([world for _, world in worlds], best):
        holds = {digits: key in world.findings for digits, world in worlds}
        each = _heaviest([world for _, world in worlds], key).findings[key]
        if all(holds.values()):
            found.append(each)
            continue
        share = sum(world.weight for _, world in worlds if key in world.findings) / total
        turning = _turning(holds, first)
        hangs = [place for n, place in enumerate(places) if n in turning]
        found.append(_depends(each, share, hangs))
    settled = _settled(doubts, places, best_digits)
    words = (
        f"{len(doubts)} doubtful entries that bear on each other were weighed in their "
        f"{len(worlds)} likeliest combinations, all but {left_out:.2g} of the ink"
    )
    chances = _chances(dict(worlds), places, left_out) if scales.evidence is not None else None
    return Weighed(ruled, tuple(found), settled, words, chances)


def _with_each_alone(doubts: Sequence[Doubt], most: int = MOST_WORLDS) -> Iterator[tuple[int, ...]]:
    """The combinations of most ink, and every reading that is in none of them, by itself.

    A finding that any single reading would take away is then never taken for established.
    """
    first: tuple[int, ...] | None = None
    met: set[tuple[int, int]] = set()
    for digits in islice(_by_ink(doubts), most):
        first = first or digits
        met |= set(enumerate(digits))
        yield digits
    for place, doubt in enumerate(doubts):
        for digit in range(len(doubt.options)):
            if first is not None and (place, digit) not in met:
                yield (*first[:place], digit, *first[place + 1 :])


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


def _turning(holds: dict[tuple[int, ...], bool], first: tuple[int, ...]) -> set[int]:
    """The readings on which a finding turns: going back to the likeliest alone changes it."""
    turning: set[int] = set()
    for digits, held in holds.items():
        for place, digit in enumerate(digits):
            if digit == first[place] or place in turning:
                continue
            before = (*digits[:place], first[place], *digits[place + 1 :])
            if holds.get(before, held) != held:
                turning.add(place)
    return turning


@dataclass(slots=True)
class _Trial:
    """What a change of readings makes of a deal."""

    findings: frozenset[Key]
    slip: float
    view: Hashable


def _try(scales: _Scales, changes: Sequence[tuple[Doubt, Any]]) -> _Trial:
    for doubt, value in changes:
        doubt.put(value)
    world = scales.world(1.0)
    view = view_key(world.ruled) if world.ruled is not None else None
    for doubt, _ in changes:
        doubt.put(doubt.options[0][0])
    return _Trial(frozenset(world.findings), world.weight, view)


def _groups(doubts: Sequence[Doubt], scales: _Scales) -> tuple[list[list[Doubt]], int]:
    """The doubts in groups that do not bear on each other, and how many pairs were left untried."""
    base = _try(scales, ())
    alone = [[(value, _try(scales, ((d, value),))) for value, _ in d.options[1:]] for d in doubts]
    leader = list(range(len(doubts)))

    def find(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    tried = untried = 0
    for second in range(len(doubts)):
        for first in range(second):
            if find(first) == find(second):
                continue
            if _kin(doubts[first], doubts[second]):
                leader[find(first)] = find(second)
                continue
            if tried >= MOST_PAIRS:
                untried += 1
                continue
            tried += len(alone[first]) * len(alone[second])
            if _bear(doubts[first], alone[first], doubts[second], alone[second], base, scales):
                leader[find(first)] = find(second)
    groups: dict[int, list[Doubt]] = {}
    for place, doubt in enumerate(doubts):
        groups.setdefault(find(place), []).append(doubt)
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
    scales: _Scales,
) -> bool:
    """Whether changing two entries together does anything else than changing each."""
    for one, trial_one in alone_first:
        for two, trial_two in alone_second:
            changed_one = base.findings ^ trial_one.findings
            changed_two = base.findings ^ trial_two.findings
            if changed_one & changed_two:
                return True
            both = _try(scales, ((first, one), (second, two)))
            if trial_one.view == trial_two.view == base.view != both.view:
                return True
            if both.findings != base.findings ^ (changed_one | changed_two):
                return True
            expected = trial_one.slip * trial_two.slip
            if abs(both.slip * base.slip - expected) > 1e-9 * expected:
                return True
    return False
