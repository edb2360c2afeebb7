"""What is found in a deal beside the slips of the pen that would explain it.

Beside the deal as it is written stand the deals one slip away. Each weighs what its slip is rare, times the
rates of the offences that it still has and of the contradictions that still need a slip. A finding that
the worlds which carry the weight do not have depends on the entries that they read otherwise. One offence
in a deal that is otherwise in order is likelier than any slip that would explain it, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import Final

from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.certainty import Weighed
from fairdeal.rulings.doubt.judged import J, Key, Own, key_of
from fairdeal.rulings.doubt.needed import slips
from fairdeal.rulings.doubt.slip_candidates import Slip, slips_near
from fairdeal.rulings.doubt.work import Work, size_of
from fairdeal.rulings.frame.finding import Certainty, Explanation, Finding
from fairdeal.rulings.replay.seen import Seen

CONTRADICTIONS: Final = frozenset({"pack", "card-not-held"})
"""Findings that the record contradicts itself: that stays so, whatever explains it."""

BY_OFFENCES: Final = frozenset({"award-entry", "penalty-entry"})
"""Findings about entries that depend on what was an offence."""

MOST_TOLD: Final = 3
"""Explanations of one deal that are told."""

MOST_TRIED: Final = 240
"""Slips looked at for one deal."""

MOST_ENTRIES: Final = 220
"""Entries of a deal for which slips are looked at: a game has some 150, and a page that repeats a call
thousands of times is explained by none."""

MOST_WORK: Final = 50_000
"""Units of work for the slips of one deal: some 250 judgements of a deal of 56 with a few findings."""


@dataclass(frozen=True, slots=True)
class _World:
    slip: Slip
    weight: float
    keys: frozenset[Key]


def beside_slips(
    weighed: Weighed[J], judge: Callable[[Seen], J], own: Own[J], work: Work
) -> tuple[tuple[Finding, ...], tuple[Explanation, ...]]:
    """The findings of a deal as sure as slips of the pen leave them, and the slips that explain some.

    Slips are looked for beside the readings chosen: what holds in other readings only, and so depends
    already, is no reason for them.
    """
    ruled, findings = weighed.ruled, weighed.findings
    sure = [each for each in findings if each.certainty is Certainty.ESTABLISHED]
    offences = {each.place.parts for each in sure if each.severity == "offence"}
    needed = slips(ruled, own)
    one_alone = len(offences) + needed.cards + needed.sums < 2 and not needed.cards
    if one_alone or not sure:
        return findings, ()
    if size_of(ruled.replay.seen) > MOST_ENTRIES:
        return findings, ()
    seen = replace(ruled.replay.seen, shared=True)
    first = _weight(ruled, own)
    if first <= 0.0:
        return findings, ()  # hundreds of offences: no slip is to be told from another
    worlds = _worlds(ruled, seen, judge, own, first, work)
    total = first + sum(world.weight for world in worlds)
    found = tuple(_told(each, worlds, first, total) for each in findings)
    return found, _explanations(ruled, findings, worlds, total)


def _weight(ruled: J, own: Own[J]) -> float:
    """How likely a deal is to be so: its offences, one an act, and the slips that it still needs."""
    acts: dict[tuple[int | None, tuple[str, ...]], float] = {}
    for each in ruled.findings:
        if each.severity == "offence" and each.code not in CONTRADICTIONS:
            act = (each.game, each.place.parts)
            acts[act] = max(acts.get(act, 0.0), slip_rates.offence(each.code))
    return slips(ruled, own).rate() * prod(acts.values())


def _worlds(
    ruled: J, seen: Seen, judge: Callable[[Seen], J], own: Own[J], first: float, work: Work
) -> list[_World]:
    """The deals one slip away that weigh anything beside the one that is written."""
    found = []
    size, own_work = size_of(seen), Work(MOST_WORK)
    for slip in islice(slips_near(ruled.replay), MOST_TRIED):
        if own_work.spent >= MOST_WORK or work.spent >= work.allowed:
            break
        mended = judge(slip.mended(seen))
        own_work.count(size, mended)
        work.count(size, mended)
        weight = slip.rate * _weight(mended, own)
        if weight > first / 1000:
            found.append(_World(slip, weight, frozenset(map(key_of, mended.findings))))
    return sorted(found, key=lambda world: -world.weight)


def _weighed(finding: Finding) -> bool:
    """Whether slips bear on it: what the record contradicts itself in stays so, whatever explains it."""
    if finding.code in BY_OFFENCES:
        return True
    return finding.severity not in ("entry", "advice") and finding.code not in CONTRADICTIONS


def _told(finding: Finding, worlds: Sequence[_World], first: float, total: float) -> Finding:
    """A finding that depends on an entry where slips without it carry the weight."""
    if finding.certainty is not Certainty.ESTABLISHED or not _weighed(finding):
        return finding
    key = key_of(finding)
    without = [world for world in worlds if key not in world.keys]
    share = 1.0 - sum(world.weight for world in without) / total
    if share >= slip_rates.BY_ITSELF or not without:
        return finding
    places = tuple(entry.place for entry in without[0].slip.entries)
    return replace(
        finding,
        certainty=Certainty.DEPENDS,
        probability=min(1.0, max(share, 1e-6)),
        depends_on=places,
    )


def _explanations(
    ruled: J, findings: Sequence[Finding], worlds: Sequence[_World], total: float
) -> tuple[Explanation, ...]:
    found = []
    for world in worlds[:MOST_TOLD]:
        gone = [each for each in findings if key_of(each) not in world.keys]
        if gone:
            found.append(
                Explanation(
                    ruled.replay.seen.game,
                    ruled.replay.deal.label,
                    world.slip.entries,
                    world.weight / total,
                    tuple(dict.fromkeys((each.code, each.place) for each in gone)),
                    not world.keys,
                )
            )
    return tuple(found)
