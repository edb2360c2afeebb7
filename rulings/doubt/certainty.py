"""How sure a finding is: every combination of readings is a world, and findings hold in some.

A world gives each doubtful entry one of its readings. Its weight is that of the ink, times a slip rate
for each thing that cannot be so at the table (a third copy of a card, a card played that was not
dealt) or does not agree with what else is written: there the recorder must have slipped. A world that
is merely against the rules is not weighed down at all, so no reading is ever chosen for being legal.
"Something else" than the readings given leaves what depends on it unknown, and unknown entries are never
an offence.

Every reading keeps its weight in how sure a finding is. Where one must be shown (`chosen`), it is the ink's
likeliest, unless another that the ink leaves open is far likelier beside the other entries. A slip in ink
that can be read is so never read as something else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from statistics import fmean
from types import SimpleNamespace
from typing import Any, Final, Generic, Protocol, TypeVar

from fairdeal.records import Place, Said, in_groups, shown
from fairdeal.rulings.doubt.other_values import A_FEW, BORNE_OUT, other_values
from fairdeal.rulings.doubt.slip_rates import BY_CHANCE, SUM_SLIP, Slips
from fairdeal.rulings.frame.finding import Certainty, DealVerdict, Finding, Settled
from fairdeal.rulings.replay.deal import (
    AnyReplay,
    dealt_of_no_pack,
    excess,
    not_held,
    played_of_no_pack,
)
from fairdeal.rulings.replay.play import PlayReplay
from fairdeal.rulings.replay.reading import Chosen, Doubt, cached
from fairdeal.rulings.replay.signs import NO_SIGN, Sign

Key = tuple[str, tuple[str, ...], str | None]


class Judged(Protocol):
    """A deal, or a paper, ruled on: the replay, and what is found in it."""

    @property
    def replay(self) -> Any: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...


NO_PLAY: Final = SimpleNamespace(
    signs=NO_SIGN,
    play=PlayReplay([], complete=False, faults=NO_SIGN, played={}),
    seen=SimpleNamespace(deal=SimpleNamespace(result=True)),
)
"""What is weighed of a deal, where there is none: no cards, and a result whose slips are asked for."""


@dataclass(frozen=True, slots=True)
class PageJudged:
    """A page of figures, read in one way, in the shape in which the worlds of deals are weighed."""

    findings: tuple[Finding, ...]
    seen: Any = None
    """The page in that reading, for whoever says how well it agrees."""

    @property
    def replay(self) -> Any:
        return NO_PLAY


class DealJudged(Judged, Protocol):
    """A deal with what came of it."""

    @property
    def verdict(self) -> DealVerdict: ...


J = TypeVar("J", bound=Judged)
C = TypeVar("C", bound=Judged, contravariant=True)

Judge = Callable[[Chosen], J]
"""Rules on the deal, or the paper, read in one way."""

Own = Callable[[J, bool], list[str]]
"""The places in a deal's result that the rest of it does not confirm; False as in `Scales.whole`."""


class Evidence(Protocol[C]):
    """What other pages say about a log.

    Called with a reading of the log it gives how well the two agree; False leaves out what depends on
    every card. `unmet` are the entries of the other pages that do not agree, `view` is all that they
    see of the log.
    """

    def __call__(self, ruled: C, whole: bool) -> float: ...

    def unmet(self, ruled: C, whole: bool) -> list[Place]: ...

    def view(self, ruled: C) -> Hashable: ...


def key_of(finding: Finding) -> Key:
    """What makes two findings of different worlds the same."""
    return (finding.code, finding.place.parts, finding.seat)


# --- slips that it needs ----------------------------------------------------------------------------


def slips(ruled: J, own: Own[J], whole: bool = True) -> Slips:
    """The slips that a world needs: none where everything can be so, and agrees."""
    replay = ruled.replay
    dealt = 0
    if replay.signs & Sign.PACK:
        dealt = cached(
            replay.seen,
            lambda: (
                "excess",
                tuple([tuple(hand.cards) for hand in replay.dealt.values()]),
                tuple([tuple(hand) for hand in replay.seen.hands.values()]),
            ),
            lambda: excess(replay) + dealt_of_no_pack(replay),
        )
    wrong = dealt + played_of_no_pack(replay) + not_held(replay)
    sums = len(own(ruled, whole)) if replay.seen.deal.result is not None else 0
    return Slips(wrong, sums)


# --- how sure ---------------------------------------------------------------------------------------


OPEN: Final = 0.25
"""The share of the likeliest reading's ink that another must have for the ink to leave it open: below
one in four the ink has spoken, and what disagrees with it is a recorder's slip before it is a misreading."""

ODDS: Final = 10.0
"""How many times likelier than the ink's own choice a reading must be, all entries taken together."""

SURE: Final = 0.99
"""From here on the other entries leave no doubt that a person should settle."""

Digits = tuple[int, ...]
Options = Sequence[tuple[Any, float]]


def chosen(options: Sequence[Options], worlds: Sequence[tuple[Digits, float]]) -> Digits:
    """The readings to show: those of the heaviest world that the ink leaves open and that is clear.

    `worlds` are choices of readings, a digit for each of `options`, with their weights; the choice of
    the first reading everywhere is one of them. Something else than was read (None) is never chosen
    before a reading.
    """
    open_ = [{0} | {n for n, way in enumerate(each) if _open(each, *way)} for each in options]
    while True:
        best = max(
            (world for world in worlds if all(d in open_[n] for n, d in enumerate(world[0]))),
            key=lambda world: world[1],
        )[0]
        unclear = [n for n, digit in enumerate(best) if digit and not _clear(n, digit, worlds)]
        if not unclear:
            return best
        for n in unclear:
            open_[n] = {0}


def _open(options: Options, value: object, ink: float) -> bool:
    return value is not None and ink >= OPEN * options[0][1]


def _clear(place: int, digit: int, worlds: Iterable[tuple[Digits, float]]) -> bool:
    ours = theirs = 0.0
    for digits, weight in worlds:
        ours += weight if digits[place] == digit else 0.0
        theirs += weight if digits[place] == 0 else 0.0
    return ours >= ODDS * theirs


def share_of(
    place: int, digit: int, options: Options, worlds: Iterable[tuple[Digits, float]]
) -> float:
    """How likely a reading is that other entries confirm.

    Something else than was read would not be confirmed by them, but by chance.
    """
    weights = [0.0] * len(options)
    for digits, weight in worlds:
        weights[digits[place]] += weight
    for n, (value, _) in enumerate(options):
        if value is None and n != digit:
            weights[n] *= BY_CHANCE + SUM_SLIP
    total = sum(weights)
    return weights[digit] / total if total else 0.0


def in_text(value: object) -> str:
    """A reading in canonical form."""
    return "something else" if value is None else shown(value)


MOST_WORLDS: Final = 2048
"""Worlds looked at one by one, some tenths of a second; with more, entries are weighed in groups."""

MOST_VIEWS: Final = 24
"""Ways that a log can look to the sheet that are distinguished; the rest are lumped as not known."""


def not_compared(replay: AnyReplay) -> bool:
    """Whether a deal has no contract to hold its result against, though it was not passed out."""
    return replay.contract is None and not replay.auction.passed_out


@dataclass(frozen=True, slots=True)
class Chances(Generic[J]):
    """What a doubtful log comes to for the sheet: each way it may look, with its weight.

    The weights are those of ink and slips within the log alone, and add up to 1 with `unknown`, the
    weight of what was not distinguished. `worlds` has the way (its index, -1: unknown) of each choice of
    readings, a digit for each of `places`.
    """

    ways: tuple[J, ...]
    weights: tuple[float, ...]
    unknown: float
    places: tuple[Place, ...]
    worlds: dict[tuple[int, ...], int]

    def turning(self, holds: Sequence[bool]) -> list[Place]:
        """The entries on which something hangs that holds in some of the ways only."""
        held = {digits: way >= 0 and holds[way] for digits, way in self.worlds.items()}
        return [place for n, place in enumerate(self.places) if _turns(held, n)]


@dataclass(frozen=True, slots=True)
class Weighed(Generic[J]):
    """The likeliest world of a deal, and the findings of all of them with their probability.

    `chosen` are its readings. `settled` has the doubtful entries between whose readings the rest of the
    record chose. `bounded` says in words what could not be weighed exactly, None where nothing was.
    `chances`: what a sheet's rows are to be judged against, None where the deal has no doubtful entry, or
    it was not asked for.
    """

    ruled: J
    findings: tuple[Finding, ...]
    chosen: Chosen
    settled: tuple[Settled, ...] = ()
    bounded: str | None = None
    chances: Chances[J] | None = None


@dataclass(slots=True)
class World(Generic[J]):
    weight: float
    ink: float
    findings: dict[Key, Finding]
    ruled: J | None
    """Kept where the sheet is to be judged by it."""
    plain: float
    """The weight without what other pages say."""

    def weight_of(self, key: Key) -> float:
        """What the world weighs for a finding: all of it where it has the finding, a part where it is not
        sure of it itself."""
        found = self.findings.get(key)
        return 0.0 if found is None else self.weight * (found.probability or 0.0)


MOST_KEPT: Final = 64
"""Worlds that are kept for others which differ from them in calls alone."""


@dataclass(frozen=True, slots=True)
class Scales(Generic[J]):
    """How the worlds of one deal are weighed."""

    judge: Judge[J]
    own: Own[J]
    """What of the result contradicts auction and play, by the game's own rules."""
    evidence: Evidence[J] | None = None
    whole: bool = True
    """Whether points and scores are compared with the play: not where too many cards bear on them."""
    first: list[Slips] = field(default_factory=list)
    """The slips that the first world needs, once it was weighed."""
    agreeing: dict[Doubt, float] = field(default_factory=dict)
    """How likely something else than was read agrees with the rest as an unknown entry does."""
    as_read: dict[frozenset[tuple[Doubt, Any]], J] = field(default_factory=dict)
    """Worlds with their calls as first read: many that differ in calls alone are one of these."""

    def world(self, chosen: Chosen, ink: float, judged: J | None = None) -> World[J]:
        """The world of these readings; `judged`, where that is done already."""
        ruled = self.judge(chosen) if judged is None else judged
        beside = self._with_calls(ruled, chosen)
        needed = slips(beside, self.own, self.whole)
        if not self.first:
            self.first.append(needed)
        plain = ink * needed.rate(self.first[0]) * self._by_chance(chosen)
        weight = plain
        if self.evidence is not None:
            weight *= self.evidence(beside, self.whole)
        keyed = {key_of(each): each for each in ruled.findings}
        return World(weight, ink, keyed, ruled if self.evidence is not None else None, plain)

    def _with_calls(self, ruled: J, chosen: Chosen) -> J:
        """The same world with its unknown calls as first read, and all that are doubtful if they leave no
        contract.

        Without a call there may be no contract to hold the rest against, or another one: the rest is then
        neither contradictory nor confirmed, which is not reason to believe in the call that was read, or
        not to. Nor is it one for a call that nobody may make, which leaves no contract either.
        """
        said = [
            doubt
            for doubt in chosen
            if doubt.slot[:1] == ("said",) and doubt.options[0][0] is not None
        ]
        open_ = bool(said) and not_compared(ruled.replay)
        calls = [doubt for doubt in said if open_ or chosen[doubt] is None]
        if not calls:
            return ruled
        other = {**chosen, **likeliest(calls)}
        key = frozenset((doubt, _which(doubt, value)) for doubt, value in other.items())
        if key not in self.as_read:
            if len(self.as_read) == MOST_KEPT:
                self.as_read.clear()
            self.as_read[key] = self.judge(other)
        return self.as_read[key]

    def _by_chance(self, chosen: Chosen) -> float:
        """What is not known breaks no sum; but what stands there would, unless it agreed by chance."""
        rate = 1.0
        for doubt, value in chosen.items():
            if doubt.follows:
                continue  # what else it may be is weighed by the entries that it follows from
            if value is None and doubt.slot and doubt.options[0][0] is not None:
                if doubt not in self.agreeing:
                    self.agreeing[doubt] = self._agreeing(doubt, chosen)
                rate *= self.agreeing[doubt]
        return rate

    def _agreeing(self, doubt: Doubt, at: Chosen) -> float:
        """How other values of an entry agree with the rest, beside an unknown one, all else read as first."""
        usual = {**at, **likeliest(list(at))}
        ruled = self.judge({**usual, doubt: None})
        values = other_values(
            [value for value, _ in doubt.options], getattr(ruled.replay, "table", None)
        )
        unknown = slips(ruled, self.own, self.whole)
        if not values:
            return self._compared(unknown, doubt, usual)
        others = [
            self.judge({**usual, doubt: value})
            for value in values[:: max(1, len(values) // A_FEW)][:A_FEW]
        ]
        needed = [slips(other, self.own, self.whole) for other in others]
        known = fmean(each.rate(unknown) / unknown.rate(unknown) for each in needed)
        chance = max(BY_CHANCE, 1.0 / len(values))
        return 1.0 if known > BORNE_OUT else chance + (1.0 - chance) * known

    def _compared(self, unknown: Slips, doubt: Doubt, at: Chosen) -> float:
        """The same of a contract or a name, whose values cannot be counted: it is compared with others if
        some reading does not agree with them. A call may be anything."""
        if doubt.slot[:1] == ("said",) or not isinstance(doubt.options[0][0], Said | str):
            return 1.0
        read = [self.judge({**at, doubt: value}) for value, _ in doubt.options if value is not None]
        rates = [slips(each, self.own, self.whole).rate(unknown) for each in read]
        return BY_CHANCE + SUM_SLIP if min(rates) < unknown.rate(unknown) else 1.0


def world_of(doubts: Sequence[Doubt], digits: Digits, scales: Scales[J], at: Chosen) -> World[J]:
    """The world of these readings; all else is read as `at` has it."""
    ink = prod(doubt.options[digit][1] for doubt, digit in zip(doubts, digits, strict=True))
    return scales.world(taken(doubts, digits, at), ink)


def enumerated(doubts: Sequence[Doubt], scales: Scales[J], at: Chosen) -> Weighed[J]:
    """The findings over every combination of readings; all else is read as `at` has it."""
    every = product(*(range(len(doubt.options)) for doubt in doubts))
    worlds = {digits: world_of(doubts, digits, scales, at) for digits in every}
    total = sum(world.weight for world in worlds.values())

    def share(key: Key) -> float:
        return sum(world.weight_of(key) for world in worlds.values()) / total

    def turning(holds: Mapping[Digits, bool]) -> list[int]:
        return [n for n in range(len(doubts)) if _turns(holds, n)]

    return weighed_over(doubts, worlds, scales, at, share, turning, as_chosen=True)


def weighed_over(
    doubts: Sequence[Doubt],
    worlds: dict[Digits, World[J]],
    scales: Scales[J],
    at: Chosen,
    share: Callable[[Key], float],
    turning: Callable[[Mapping[Digits, bool]], Collection[int]],
    *,
    left_out: float = 0.0,
    bounded: str | None = None,
    as_chosen: bool = False,
) -> Weighed[J]:
    """The findings over the worlds looked at: what holds in all of them, and the `share` of each other one
    with the doubts (by number) on which it is `turning`.

    `left_out` is the ink of all other worlds. `as_chosen`: a finding says what it does in the world chosen,
    if it holds there, and else what it does in the heaviest.
    """
    weights = [(digits, world.weight) for digits, world in worlds.items()]
    digits = chosen([doubt.options for doubt in doubts], weights)
    chosen_at = taken(doubts, digits, at)
    ruled = scales.judge(chosen_at)
    places = [place_of(doubt, ruled.replay) for doubt in doubts]
    every, best = list(worlds.values()), worlds[digits]
    found: list[Finding] = []
    for key in keys_of(every, best):
        holds = {each: key in world.findings for each, world in worlds.items()}
        source = best if as_chosen and holds[digits] else heaviest(every, key)
        each = source.findings[key]
        if not all(holds.values()):
            numbers = turning(holds)
            hangs = [place for n, place in enumerate(places) if n in numbers]
            each = depending(each, share(key), [*each.depends_on, *hangs])
        found.append(each)
    settled = _settle(doubts, places, digits, weights, scales, chosen_at)
    evidence = scales.evidence
    chances = chances_of(worlds, places, left_out, evidence) if evidence is not None else None
    return Weighed(ruled, tuple(found), chosen_at, settled, bounded, chances)


def _settle(
    doubts: Sequence[Doubt],
    places: Sequence[Place],
    digits: Sequence[int],
    worlds: Sequence[tuple[Digits, float]],
    scales: Scales[J],
    at: Chosen,
) -> tuple[Settled, ...]:
    """The entries between whose readings the others chose, or of which they leave no doubt.

    `at` has the readings chosen.
    """
    found = []
    met: set[Place] | None = None
    for n, (doubt, place, digit) in enumerate(zip(doubts, places, digits, strict=True)):
        value, ink = doubt.options[digit]
        if doubt.follows:
            continue
        first, first_ink = doubt.options[0]
        changed = digit > 0 and (ink < first_ink or first is None)
        share = share_of(n, digit, doubt.options, worlds)
        if value is None or not (changed or ink < SURE <= share):
            continue
        met = _unmet(scales, at) if met is None else met
        by: dict[Place, None] = {}
        # The readings that were not taken: the ink's own choice alone where it gave way.
        rivals = [each for each, _ in doubt.options[1:] if each is not None]
        # In place of the only figure that was read some other one shows what would not agree with it.
        another = [value + 1] if isinstance(value, int) else []
        for rival in [first] if digit else rivals or another:
            others = _unmet(scales, {**at, doubt: rival}) - met
            by |= dict.fromkeys(each for each in others if each != place)
        if by:
            chose = tuple(sorted(by, key=str))
            found.append(Settled(None, place, in_text(value), chose, changed, share))
    return tuple(found)


def _unmet(scales: Scales[J], at: Chosen) -> set[Place]:
    """The entries that the log, read that way, does not agree with."""
    ruled = scales.judge(at)
    replay, found = ruled.replay, set[Place]()
    if replay.signs & Sign.PACK:
        copies, pack = replay.table.copies, replay.table.pack
        where = in_groups(
            (card, Place.of(f"hand {seat}", str(index)))
            for seat, hand in replay.seen.hands.items()
            for index, card in enumerate(hand, 1)
            if card is not None
        )
        for card, held in where.items():
            if len(held) > (copies if card in pack else 0):
                found.update(held)
    for fact, index in replay.play.with_fault(Sign.NOT_HELD):
        player = fact.seats[index]
        if player is not None:
            found |= {
                Place.of(f"trick {fact.number}", f"seat {player}"),
                Place.of(f"hand {player}"),
            }
    if replay.seen.deal.result is not None:
        found.update(Place.parse(name) for name in scales.own(ruled, scales.whole))
    if scales.evidence is not None:
        found.update(scales.evidence.unmet(ruled, scales.whole))
    return found


def chances_of(
    worlds: dict[tuple[int, ...], World[J]],
    places: Sequence[Place],
    left_out: float,
    evidence: Evidence[J],
) -> Chances[J]:
    """The worlds of a deal put together by what a sheet sees of them."""
    weights: dict[Hashable, float] = {}
    heaviest: dict[Hashable, tuple[float, J]] = {}
    keys: dict[tuple[int, ...], Hashable] = {}
    for digits, world in worlds.items():
        if world.ruled is None:
            continue
        key = keys[digits] = evidence.view(world.ruled)
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


def _turns(holds: Mapping[Digits, bool], index: int) -> bool:
    """Whether changing one reading alone ever changes whether something holds."""
    seen: dict[tuple[int, ...], bool] = {}
    for digits, held in holds.items():
        if seen.setdefault((*digits[:index], *digits[index + 1 :]), held) != held:
            return True
    return False


def depending(finding: Finding, share: float, places: Sequence[Place]) -> Finding:
    unique = tuple(dict.fromkeys(places))
    return replace(
        finding, certainty=Certainty.DEPENDS, probability=min(1.0, share), depends_on=unique
    )


def taken(doubts: Sequence[Doubt], digits: Sequence[int], at: Chosen) -> Chosen:
    """The readings of these digits, all else as `at` has it."""
    pairs = zip(doubts, digits, strict=True)
    return {**at, **{doubt: doubt.options[digit][0] for doubt, digit in pairs}}


def likeliest(doubts: Sequence[Doubt]) -> Chosen:
    """The first reading of each."""
    return {doubt: doubt.options[0][0] for doubt in doubts}


def _which(doubt: Doubt, value: object) -> Hashable:
    """Which reading of an entry a value is; itself where it is not one of them.

    Not every value can be looked up: a hand that may be another seat's is a list of cards, and what a match
    stands at has tables.
    """
    options = enumerate(doubt.options)
    return next((n for n, (each, _) in options if each is value or each == value), (value,))


def keys_of(worlds: Sequence[World[J]], best: World[J]) -> Iterator[Key]:
    """Every finding of any world once, those of the likeliest world first."""
    yield from dict.fromkeys(key for world in (best, *worlds) for key in world.findings)


def heaviest(worlds: Sequence[World[J]], key: Key) -> World[J]:
    return max((w for w in worlds if key in w.findings), key=lambda world: world.weight)


def place_of(doubt: Doubt, replay: AnyReplay) -> Place:
    """The doubt's address: a card of a trick by the seat that played it, who led as the leader."""
    parts = doubt.place.parts
    if parts[1:] == ("card 1", "seat"):
        return Place.of(parts[0], "leader")
    if len(parts) == 2 and parts[1].startswith("card "):
        trick, index = int(parts[0].split()[1]), int(parts[1].split()[1]) - 1
        for fact in replay.play.tricks:
            if fact.number == trick and index < len(fact.seats) and fact.seats[index] is not None:
                return Place.of(parts[0], f"seat {fact.seats[index]}")
    return doubt.place
