"""What is found in a deal beside the slips of the pen that would explain it, over all its readings.

How likely a reading is comes from its ink and from arithmetic alone. Within each reading the record as it
is written stands beside the records a slip away (`Pen.beside`). A finding that the worlds which carry the
weight do not have depends on the entries that they read differently. One offence in a deal that is otherwise
in order is likelier than any slip that would explain it, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import product
from math import prod
from typing import Any, Final, Generic

from fairdeal.records import NO_TRUMPS, Place, firsts
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.certainty import (
    Evidence,
    J,
    Judged,
    Key,
    Own,
    Scales,
    Weighed,
    key_of,
    slips,
)
from fairdeal.rulings.doubt.slip_candidates import Clues, Sketch, Slip
from fairdeal.rulings.doubt.slips_in_calls import in_the_auction, of_one_letter
from fairdeal.rulings.doubt.slips_of_cards import in_hands, in_the_play
from fairdeal.rulings.doubt.work import Work, size_of
from fairdeal.rulings.frame.finding import Certainty, Explanation, Finding, Misread, Refusal
from fairdeal.rulings.replay.reading import Chosen, Doubt, Seen

OF_RESULT: Final = frozenset({"contract-entry", "points-entry", "trick-winner", "dealer-rotation"})
"""Findings that an entry above or under a deal is not confirmed by the rest of it."""

OF_HOLDING: Final = frozenset({"suit-not-held", "noes-with-suit"})
"""Findings in the auction on which hands bear."""

LIGHT: Final = 1e-3
"""A world of less than this share of the weight tells nothing."""

ROUGH: Final = 10.0
"""How much heavier a world may be than the sketch of it."""

MOST_TRIED: Final = 60
"""Slips looked at for one deal, those that seem to weigh most first."""

MOST_SKETCHED: Final = 400
"""Slips of which a sketch is made."""

MOST_ENTRIES: Final = 220
"""Entries of a deal for which slips are looked at: a game has some 150, and a page that repeats a call
thousands of times is explained by none."""

MOST_WORK: Final = 50_000
"""Units of work for the slips of one deal: some 250 judgements of a deal of 56 with a few findings."""

MOST_FIRST: Final = 2
"""Likeliest slips beside which a second one is looked for."""


@dataclass(frozen=True, slots=True)
class World(Generic[J]):
    """A record a slip away: its weight, and what is found in it."""

    slip: Slip
    weight: float
    keys: frozenset[Key]
    ruled: J
    explains: bool = True
    """Whether it may be given as an explanation: without the slip nobody does what is not done with it."""


@dataclass(frozen=True, slots=True)
class Beside(Generic[J]):
    """A reading of a deal, what it weighs as it is written, and the worlds a slip away, heaviest first."""

    ruled: J
    first: float = 1.0
    worlds: tuple[World[J], ...] = ()
    unexplained: int = 0
    """Cards of the likeliest world that cannot be where they are written."""

    @property
    def total(self) -> float:
        return self.first + sum(world.weight for world in self.worlds)

    def without(self, key: Key) -> list[World[J]]:
        """The worlds that have not a finding, those first that explain."""
        found = [world for world in self.worlds if key not in world.keys]
        return sorted(found, key=lambda world: not world.explains)

    def share(self, key: Key) -> float:
        """How much of the weight has a finding of this reading."""
        return 1.0 - sum(world.weight for world in self.without(key)) / self.total


@dataclass(frozen=True, slots=True)
class Pen(Generic[J]):
    """How the records a slip away are judged and weighed.

    `elsewhere`: how many entries of other pages a deal, judged so, contradicts.
    """

    judge: Callable[[Seen], J]
    own: Own[J]
    elsewhere: Callable[[J], int]
    work: Work

    def weight(self, ruled: J) -> float:
        """How likely a deal is to be so: its offences, one an act, and the slips that it still needs."""
        needed, others = self._needed(ruled), self.elsewhere(ruled)
        entries = needed.rate() * slip_rates.SUM_SLIP**others
        entries *= slip_rates.THIS_ONE ** min(
            needed.cards + needed.sums + others, slip_rates.MOST_SLIPS
        )
        return entries * prod(slip_rates.acts(ruled.findings).values())

    def _needed(self, ruled: J) -> slip_rates.Slips:
        """The slips that a deal still needs, wrong entries in its result among them."""
        needed = slips(ruled, self.own)
        found = sum(each.code in OF_RESULT for each in ruled.findings)
        return slip_rates.Slips(needed.cards, max(needed.sums, found))

    def beside(self, ruled: J) -> Beside[J]:
        """A reading beside the records a slip away, one clean offence beside those a letter away.

        Where that is a first call that nothing but the dealer's entry puts out of turn, only another dealer
        counts, and what else puts all in order where something is wrong beside it.
        """
        needed = self._needed(ruled)
        wrong = needed.cards + needed.sums + self.elsewhere(ruled)
        done = slip_rates.acts(ruled.findings)
        early = len(done) == 1 and _by_the_dealer_alone(ruled)
        if not needed.cards and not early and (not done or len(done) + wrong < 2):
            return self._beside_few(ruled, done)
        first = self.weight(ruled) * (slip_rates.FIRST_CALLER if early else 1.0)
        if size_of(ruled.replay.seen) > MOST_ENTRIES or first <= 0.0:
            # No slip is to be distinguished from another among hundreds of entries or offences.
            return Beside(ruled, unexplained=needed.cards)
        worlds = tuple(
            world
            for world in self._worlds(ruled, first)
            if not early or world.slip.values[0][0][0] == "head" or (wrong and not world.keys)
            if not unnoticed(ruled, world.ruled)
        )
        if worlds and worlds[0].weight > first:
            needed = slips(worlds[0].ruled, self.own)
        return Beside(ruled, first, worlds, needed.cards)

    def _beside_few(self, ruled: J, done: Mapping[Any, float]) -> Beside[J]:
        """A reading with one offence, or none, beside the records that one entry puts in order: a letter; or
        a call that made another contract than is written, which is as often wrong as its copy."""
        clues = Clues(ruled.replay, ruled.findings)
        if done:
            worlds = self._in_order(ruled, of_one_letter(clues))
        elif any(each.code == "contract-entry" for each in ruled.findings):
            worlds = self._in_order(ruled, in_the_auction(clues))
            worlds = [each for each in worlds if as_full(ruled, each.ruled)]
            share = slip_rates.SUM_SLIP * slip_rates.THIS_ONE / max(1, len(worlds))
            worlds = [replace(each, weight=each.weight / each.slip.rate * share) for each in worlds]
        else:
            return Beside(ruled)
        worlds.sort(key=lambda world: -world.weight)
        return Beside(ruled, self.weight(ruled), tuple(worlds)) if worlds else Beside(ruled)

    def _in_order(self, ruled: J, slips_there: Iterable[Slip]) -> list[World[J]]:
        """The records a slip away in which less is found, and nothing new."""
        seen: Seen = replace(ruled.replay.seen, shared=True)
        there = set(map(key_of, ruled.findings))
        worlds = []
        for slip in slips_there:
            if self.work.spent >= self.work.allowed:
                break
            mended = self.judge(slip.mended(seen))
            self.work.count(size_of(seen), mended)
            keys = frozenset(map(key_of, mended.findings))
            if keys < there:
                worlds.append(World(slip, slip.rate * self.weight(mended), keys, mended))
        return worlds

    def _worlds(self, ruled: J, first: float) -> list[World[J]]:
        limit = self.work.spent + MOST_WORK
        found = list(self._one_away(ruled, first, limit))
        if len(slip_rates.acts(ruled.findings)) == 1 and not self._needed(ruled).cards:
            found += self._in_order(ruled, of_one_letter(Clues(ruled.replay, ruled.findings)))
        found.sort(key=lambda world: -world.weight)
        if found and _explains_little(ruled, found[0]):
            for once in found[:MOST_FIRST]:
                for twice in self._one_away(once.ruled, once.weight / once.slip.rate, limit):
                    both = once.slip.with_another(twice.slip)
                    weight = once.slip.rate * twice.weight
                    explains = once.explains and twice.explains
                    found.append(replace(twice, slip=both, weight=weight, explains=explains))
        found = _once(found)
        total = first + sum(world.weight for world in found)
        return [world for world in found if world.weight > LIGHT * total]

    def _one_away(self, ruled: J, first: float, limit: float) -> Iterator[World[J]]:
        """The deals one slip away that weigh anything beside the one given."""
        seen: Seen = replace(ruled.replay.seen, shared=True)
        size, total = size_of(seen), first
        for rough, slip in _ranked(ruled, seen):
            if rough * ROUGH < LIGHT * total:
                break
            if self.work.spent >= min(limit, self.work.allowed):
                break
            mended = self.judge(slip.mended(seen))
            self.work.count(size, mended)
            weight = slip.rate * self.weight(mended)
            if weight > LIGHT * total and as_full(ruled, mended):
                total += weight
                keys = frozenset(map(key_of, mended.findings))
                yield World(slip, weight, keys, mended, _explains(ruled, mended, slip))


def as_full(ruled: Any, mended: Any) -> bool:
    """Whether a deal is judged as fully without a slip as with it: what leaves less to check does away with
    findings, and explains none."""
    return not ruled.replay.has & ~mended.replay.has


def _explains(ruled: Any, mended: Any, slip: Slip) -> bool:
    """Whether nothing is done in a deal without a slip that is not done with it, and no entry is read as an
    offence: one offence in another's place explains nothing, however many findings go."""
    done = {_where(each) for each in ruled.findings if slip_rates.is_act(each)}
    acts_left = [each for each in mended.findings if slip_rates.is_act(each)]
    read = {entry.place for entry in slip.entries}
    return all(_where(each) in done and each.place not in read for each in acts_left)


def unnoticed(ruled: Judged, other: Judged) -> bool:
    """Whether an act to which somebody objected at the table is not done in another deal: they saw it, so no
    slip of the pen explains it."""
    objected = {
        _where(each)
        for each in ruled.findings
        if slip_rates.is_act(each) and ruled.replay.objected(each.place, each.team)
    }
    return not objected <= {_where(each) for each in other.findings}


def _where(finding: Finding) -> tuple[str, str]:
    """What was done, and at which call or in which trick: whose act it was another seat may change."""
    return finding.code, finding.place.parts[0]


def _by_the_dealer_alone(ruled: Judged) -> bool:
    """Whether the first call is out of turn by the dealer's entry alone: no card played confirms it, and
    nobody objected."""
    early = next((each for each in ruled.findings if each.code == "call-out-of-turn"), None)
    if early is None or early.at.call != 1 or early.objected:
        return False
    return not ruled.replay.played_on


def _ranked(ruled: Any, seen: Seen) -> list[tuple[float, Slip]]:
    """The slips that may be in a deal with a rough weight, those of most first."""
    clues, sketch = Clues(ruled.replay, ruled.findings), Sketch(ruled.replay)
    in_calls = [each for each in ruled.findings if each.at.call is not None]
    calls = prod(slip_rates.acts(tuple(in_calls)).values())
    held = prod(slip_rates.acts(tuple(f for f in in_calls if f.code not in OF_HOLDING)).values())
    found: list[tuple[float, Slip]] = []
    # Which contract a figure makes is not sketched: at best the play is in order by a suit that was named.
    named = {words.suit or NO_TRUMPS for words in (*seen.said, seen.head.contract) if words}
    bid = max(sketch.as_written, *(sketch.rate(seen, trump) for trump in named), 0.0)
    for slip in in_the_auction(clues):
        if slip.trump is None and slip.values[0][0][0] != "head":
            found.append((slip.rate * bid, slip))
        else:
            found.append((slip.rate * sketch.rate(slip.mended(seen), slip.trump), slip))
    for stays, slips_there in ((held, in_hands(clues)), (calls, in_the_play(clues))):
        for slip in slips_there:
            if len(found) >= MOST_SKETCHED:
                break
            found.append((slip.rate * stays * sketch.rate(slip.mended(seen)), slip))
    return nlargest(MOST_TRIED, found, key=lambda each: each[0])


def _explains_little(ruled: J, world: World[J]) -> bool:
    """Whether a world still has half of what is found, or more."""
    keys = set(map(key_of, ruled.findings))
    return 2 * len(keys - world.keys) <= len(keys)


def _once(worlds: list[World[J]]) -> list[World[J]]:
    """The worlds, heaviest first, each change of the record once."""
    heaviest_first = sorted(worlds, key=lambda each: -each.weight)
    return list(firsts((frozenset(each.slip.entries), each) for each in heaviest_first).values())


# --- over all readings ------------------------------------------------------------------------------


BY_OFFENCES: Final = frozenset({"award-entry", "penalty-entry"})
"""Findings about entries that depend on what was an offence."""

MOST_TOLD: Final = 3
"""Explanations given of one deal, at most."""

LEAST_TOLD: Final = 0.03
"""Share of the weight below which an explanation is not told: it would confuse more than it explains."""

MOST_READINGS: Final = 64
"""Readings of a deal beside each of which slips are looked for; with more, beside the one chosen."""

LEAST_READING: Final = 1e-4
"""A reading of less weight than this is not looked at for slips: its findings stay as they are in it."""


MANY_WRONG: Final = 4
"""Cards that cannot be where they are written, and that no slip explains, from which on a play is not
written as it was played."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[J]):
    """One reading of a deal's doubtful entries, how likely it is, and what stands beside it."""

    share: float
    beside: Beside[J]
    keys: frozenset[Key]


def nothing_elsewhere(ruled: object) -> int:
    """No other page says anything of the deal."""
    return 0


def beside_slips(
    weighed: Weighed[J],
    judge: Callable[[Seen, Chosen], J],
    own: Own[J],
    work: Work,
    seen: Seen,
    doubts: Sequence[Doubt] = (),
    evidence: Evidence[J] | None = None,
    elsewhere: Callable[[J], int] = nothing_elsewhere,
    refused: Sequence[Refusal] = (),
) -> tuple[tuple[Finding, ...], tuple[Explanation, ...], J]:
    """The findings of a deal as sure as slips of the pen leave them, the slips that explain some, and the
    deal as it most likely was.

    `seen` is the deal with its `doubts` as yet open, `judge` rules on it with the readings chosen. `evidence`
    is what other pages say of a reading, `elsewhere` how many of their entries it contradicts. Slips
    that a person `refused` explain nothing.
    """
    if not weighed.findings:
        return (), (), weighed.ruled

    def pen(chosen: Chosen) -> Pen[J]:
        return Pen(lambda other: judge(other, chosen), own, elsewhere, work)

    readings = _readings(doubts, judge, own, evidence, work, seen, pen) if doubts else None
    if readings is None:
        only = pen(weighed.chosen).beside(weighed.ruled)
        readings = [Reading(1.0, only, frozenset(map(key_of, weighed.ruled.findings)))]
    if not any(each.beside.worlds or each.beside.unexplained for each in readings):
        return weighed.findings, (), weighed.ruled
    left = [_but(each, refused) for each in readings] if refused else readings
    found = tuple(
        _vouched(each, _with_readings(each, readings), _with_readings(each, left))
        for each in weighed.findings
    )
    found = tuple(_as_its_offence(each, found) for each in found)
    return found, _explanations(weighed, left), _likeliest(left)


def _likeliest(readings: Sequence[Reading[J]]) -> J:
    """The deal that carries the most weight: as it is written in one of its readings, or a slip away."""
    weights = [
        (reading.share * weight / reading.beside.total, ruled)
        for reading in readings
        for weight, ruled in (
            (reading.beside.first, reading.beside.ruled),
            *((world.weight, world.ruled) for world in reading.beside.worlds),
        )
    ]
    return max(weights, key=lambda each: each[0])[1]


def _as_its_offence(finding: Finding, found: Sequence[Finding]) -> Finding:
    """A penalty that is left out, no surer than the surest offence that it is for: a reading that is not the
    one chosen may lack another side's offence, and slips were not looked for beside it."""
    if finding.code != "penalty-entry":
        return finding
    offences = [each for each in found if each.severity == "offence"]
    # The score of either side may lack tricks that go to one of them.
    costly = [each for each in offences if each.remedy.points]
    due = [each for each in offences if each.remedy.to == finding.team] or costly
    if not due or any(each.certainty is Certainty.ESTABLISHED for each in due):
        return finding
    surest = max(due, key=lambda each: each.probability or 0.0)
    if (surest.probability or 0.0) >= (finding.probability or 1.0):
        return finding
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=surest.probability,
        depends_on=tuple(dict.fromkeys((*surest.depends_on, *finding.depends_on))),
    )


def _but(reading: Reading[J], refused: Sequence[Refusal]) -> Reading[J]:
    """A reading without the slips that a person refused."""
    beside = reading.beside
    worlds = tuple(
        world
        for world in beside.worlds
        if not any(each.holds(world.slip.entries) for each in refused)
    )
    if len(worlds) == len(beside.worlds):
        return reading
    return replace(reading, beside=replace(beside, worlds=worlds, unexplained=0))


def _vouched(finding: Finding, open_: Finding, told: Finding) -> Finding:
    """A finding as the slips leave it, those refused left out: a person vouches for it, where it stands by
    that alone (`open_`: as all slips would leave it)."""
    by_person = told is finding and open_ is not finding
    return replace(finding, by="person") if by_person else told


def _readings(
    doubts: Sequence[Doubt],
    judge: Callable[[Seen, Chosen], J],
    own: Own[J],
    evidence: Evidence[J] | None,
    work: Work,
    seen: Seen,
    pen: Callable[[Chosen], Pen[J]],
) -> list[Reading[J]] | None:
    """Every reading with its weight and the slips beside it; None where there are too many.

    Only ink, the slips that a reading needs and other pages weigh here: never whether it is allowed.
    """
    count = prod(len(doubt.options) for doubt in doubts)
    if count > MOST_READINGS or work.most(count) < count:
        return None
    weights: list[float] = []
    looked_at: list[tuple[Chosen, J]] = []
    scales = Scales(lambda chosen: judge(seen.reading(chosen), chosen), own, evidence)
    for options in product(*(doubt.options for doubt in doubts)):
        chosen: Chosen = {doubt: value for doubt, (value, _) in zip(doubts, options, strict=True)}
        ruled = scales.judge(chosen)
        weights.append(scales.world(chosen, prod(ink for _, ink in options), ruled).weight)
        looked_at.append((chosen, ruled))
    total = sum(weights)
    if total <= 0.0:
        return None
    found = []
    for weight, (chosen, ruled) in zip(weights, looked_at, strict=True):
        share = weight / total
        beside = Beside(ruled) if share < LEAST_READING else pen(chosen).beside(ruled)
        found.append(Reading(share, beside, frozenset(map(key_of, ruled.findings))))
    return found


def _weighed(finding: Finding) -> bool:
    """Whether slips bear on it: what the record contradicts itself in stays so, whatever explains it."""
    if finding.code in BY_OFFENCES:
        return True
    return (
        finding.severity not in ("entry", "advice")
        and finding.code not in slip_rates.CONTRADICTIONS
    )


def _with_readings(finding: Finding, readings: Sequence[Reading[J]]) -> Finding:
    """A finding with what slips leave of it: it depends on an entry where worlds without it weigh most."""
    if not _weighed(finding):
        return finding
    key = key_of(finding)
    holding = [each for each in readings if key in each.keys]
    shares = [each.beside.share(key) for each in holding]
    of_the_play = finding.severity == "offence" and finding.at.trick is not None
    if of_the_play and any(each.beside.unexplained >= MANY_WRONG for each in holding):
        return _unreliable(finding, holding)
    if all(share >= slip_rates.BY_ITSELF for share in shares):
        return finding
    # What stands on its own in a reading is as sure there as it would be in clear ink.
    parts = [1.0 if share >= slip_rates.BY_ITSELF else share for share in shares]
    share = sum(each.share * part for each, part in zip(holding, parts, strict=True))
    if len(readings) == 1:
        share *= finding.probability or 1.0  # of the readings only the one chosen was looked at
    places: dict[Place, None] = {}
    for each, part in sorted(zip(holding, shares, strict=True), key=lambda pair: -pair[0].share):
        if part < slip_rates.BY_ITSELF and not places:
            slip = each.beside.without(key)[0].slip
            places |= dict.fromkeys(entry.place for entry in slip.entries)
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=min(1.0, max(share, 1e-6)),
        depends_on=tuple(dict.fromkeys((*places, *finding.depends_on))),
    )


def _unreliable(finding: Finding, holding: Sequence[Reading[J]]) -> Finding:
    """An offence in a play not written as it was played: that depends on where it contradicts itself."""
    amiss = [
        each.place
        for reading in holding
        for each in reading.beside.ruled.findings
        if each.code in slip_rates.CONTRADICTIONS
    ]
    places = dict.fromkeys((*finding.depends_on, *amiss))
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=min(finding.probability or 1.0, slip_rates.IN_DISORDER),
        depends_on=tuple(places)[:MANY_WRONG],
    )


def _explanations(weighed: Weighed[J], readings: Sequence[Reading[J]]) -> tuple[Explanation, ...]:
    """The slips that explain something, the likeliest first."""
    shares: dict[tuple[Misread, ...], float] = {}
    worlds: dict[tuple[Misread, ...], World[J]] = {}
    for reading in readings:
        for world in reading.beside.worlds:
            entries = world.slip.entries
            share = reading.share * world.weight / reading.beside.total
            shares[entries] = shares.get(entries, 0.0) + share
            worlds.setdefault(entries, world)
    found: list[Explanation] = []
    replay = weighed.ruled.replay
    for entries in sorted(shares, key=lambda each: -shares[each]):
        world = worlds[entries]
        gone = [each for each in weighed.findings if key_of(each) not in world.keys]
        if len(found) == MOST_TOLD or not gone or not world.explains:
            continue
        if shares[entries] < LEAST_TOLD:
            continue
        places = tuple(dict.fromkeys((each.code, each.place) for each in gone))
        label = replay.deal.label
        clean = not world.keys
        found.append(Explanation(replay.seen.game, label, entries, shares[entries], places, clean))
    return tuple(found)
