"""What is found in a deal beside the slips of the pen that would explain it, over all its readings.

How likely a reading is comes from its ink and from arithmetic alone. Within each reading the record as it
is written stands beside the records a slip away (`slip_weights`). A finding that the worlds which carry the
weight do not have depends on the entries that they read otherwise. One offence in a deal that is otherwise
in order is likelier than any slip that would explain it, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final, Generic

from fairdeal.records.place import Place
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.certainty import Weighed
from fairdeal.rulings.doubt.slip_weights import CONTRADICTIONS, Beside, Pen, World
from fairdeal.rulings.doubt.work import Work
from fairdeal.rulings.doubt.world import Evidence, J, Key, Own, key_of, slips
from fairdeal.rulings.frame.finding import Certainty, Explanation, Finding, Misread, Refusal
from fairdeal.rulings.replay.reading import Chosen, Doubt, Seen

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
) -> tuple[tuple[Finding, ...], tuple[Explanation, ...]]:
    """The findings of a deal as sure as slips of the pen leave them, and the slips that explain some.

    `seen` is the deal with its `doubts` as yet open, `judge` rules on it with the readings chosen. `evidence`
    is what other pages say of a reading, `elsewhere` how many of their entries it is at odds with. Slips
    that a person `refused` explain nothing.
    """
    if not weighed.findings:
        return (), ()

    def pen(chosen: Chosen) -> Pen[J]:
        return Pen(lambda other: judge(other, chosen), own, elsewhere, work)

    readings = _readings(doubts, judge, own, evidence, work, seen, pen) if doubts else None
    if readings is None:
        only = pen(weighed.chosen).beside(weighed.ruled)
        readings = [Reading(1.0, only, frozenset(map(key_of, weighed.ruled.findings)))]
    if not any(each.beside.worlds or each.beside.unexplained for each in readings):
        return weighed.findings, ()
    left = [_but(each, refused) for each in readings] if refused else readings
    found = tuple(
        _vouched(each, _with_readings(each, readings), _with_readings(each, left))
        for each in weighed.findings
    )
    return found, _explanations(weighed, left)


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
    first = None
    for options in product(*(doubt.options for doubt in doubts)):
        chosen: Chosen = {doubt: value for doubt, (value, _) in zip(doubts, options, strict=True)}
        ruled = judge(seen.reading(chosen), chosen)
        needed = slips(ruled, own)
        first = first or needed
        weight = prod(ink for _, ink in options) * needed.rate(first)
        if evidence is not None:
            weight *= evidence(ruled, True)
        weights.append(weight)
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
    return finding.severity not in ("entry", "advice") and finding.code not in CONTRADICTIONS


def _with_readings(finding: Finding, readings: Sequence[Reading[J]]) -> Finding:
    """A finding with what slips leave of it: it depends on an entry where worlds without it weigh most."""
    if not _weighed(finding):
        return finding
    key = key_of(finding)
    holding = [each for each in readings if key in each.keys]
    shares = [each.beside.share(key) for each in holding]
    if _of_the_play(finding) and any(each.beside.unexplained >= MANY_WRONG for each in holding):
        return _unreliable(finding, holding)
    if all(share >= slip_rates.BY_ITSELF for share in shares):
        return finding
    # What stands by itself in a reading is as sure there as it would be in clear ink.
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


def _of_the_play(finding: Finding) -> bool:
    return finding.severity == "offence" and finding.at.trick is not None


def _unreliable(finding: Finding, holding: Sequence[Reading[J]]) -> Finding:
    """An offence in a play not written as it was played: that depends on where it contradicts itself."""
    amiss = [
        each.place
        for reading in holding
        for each in reading.beside.ruled.findings
        if each.code in CONTRADICTIONS
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
