"""What a doubtful log of bridge may come to: for the sheets, and for the hands after it in the match.

A hand's entries depend on how the match stood before it. Where a log leaves that open, each way it may
stand is one more doubtful thing of the next hand, so that nothing there is said to be sure which hangs
on a figure or a card of an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final

from fairdeal.records.place import Place
from fairdeal.records.record import Deal
from fairdeal.rulings.bridge.replay.slips import own_slips
from fairdeal.rulings.bridge.scoring.award import BridgeRuled, taken
from fairdeal.rulings.bridge.scoring.match import UNKNOWN, MatchState, onward
from fairdeal.rulings.doubt.certainty import slips
from fairdeal.rulings.doubt.certainty import taken as taken_at
from fairdeal.rulings.doubt.slip_rates import Slips
from fairdeal.rulings.doubt.work import Work
from fairdeal.rulings.frame.finding import Finding
from fairdeal.rulings.replay.reading import Chosen, Doubt, Seen

MOST_WORLDS: Final = 256
"""Worlds of one log told apart for the sheets; with more, its entries are tried one by one."""

MOST_STATES: Final = 4
"""Ways the match may stand that are carried on; the rest are taken together as not known."""

SO_FAR: Final = Place.of("match so far")
"""The address, within a deal, of how the match stood before it; never shown to anybody."""

States = tuple[tuple[MatchState | None, float], ...]


@dataclass(frozen=True, slots=True)
class LogWays:
    """The ways a log may look, the heaviest first, with their shares; and the entries it hangs on."""

    game: int
    ways: tuple[tuple[BridgeRuled, float], ...]
    places: tuple[Place, ...]
    bounded: str | None = None


@dataclass(frozen=True, slots=True)
class SoFar:
    """How the match may stand: each way with its share, and the entries on which that hangs."""

    states: States
    places: tuple[Place, ...] = ()

    @property
    def likeliest(self) -> MatchState | None:
        return self.states[0][0]

    def onto(self, last: Deal, deal: Deal) -> SoFar:
        """The same before a deal that is not, or may not be, the next of the match."""
        return self._merged([(onward(state, last, deal), share) for state, share in self.states])

    def doubts(self) -> tuple[Doubt, ...]:
        """How the match stood, as a doubt of the next deal; none where there is only one way."""
        return (Doubt(SO_FAR, self.states),) if len(self.states) > 1 else ()

    def state(self, chosen: Chosen) -> MatchState | None:
        """How the match stood, read in one way."""
        found = (value for doubt, value in chosen.items() if doubt.place == SO_FAR)
        return next(found, self.likeliest)

    def after(self, ruled: BridgeRuled, ways: LogWays | None) -> SoFar:
        """How the match may stand after a deal."""
        if ways is None:
            return SoFar(((ruled.after, 1.0),))
        merged = self._merged([(way.after, share) for way, share in ways.ways])
        return replace(merged, places=ways.places if len(merged.states) > 1 else ())

    def _merged(self, found: Sequence[tuple[MatchState | None, float]]) -> SoFar:
        shares: dict[str, tuple[MatchState | None, float]] = {}
        for state, share in found:
            key = repr(state)
            shares[key] = (state, share + (shares[key][1] if key in shares else 0.0))
        ordered = sorted(shares.values(), key=lambda each: -each[1])
        beyond = ordered[MOST_STATES:]
        if any(state != UNKNOWN for state, _ in beyond):  # once it is the lightest, that is all
            rest = sum(share for _, share in beyond)
            return self._merged([*ordered[:MOST_STATES], (UNKNOWN, rest)])
        return SoFar(tuple(ordered), self.places if len(ordered) > 1 else ())

    def named(self, finding: Finding) -> Finding:
        """A finding with the entries of earlier deals on which it hangs."""
        if SO_FAR not in finding.depends_on:
            return finding
        kept = [place for place in finding.depends_on if place != SO_FAR]
        return replace(finding, depends_on=tuple(dict.fromkeys([*kept, *self.places])))


def ways_of(
    seen: Seen,
    doubts: Sequence[Doubt],
    judge: Callable[[Chosen], BridgeRuled],
    so_far: SoFar,
    work: Work,
) -> LogWays:
    """The ways a deal with doubtful entries may look."""
    label = seen.deal.label
    found: dict[str, tuple[BridgeRuled, float]] = {}
    keys: dict[tuple[int, ...], str] = {}
    most = work.most(MOST_WORLDS)
    first: Slips | None = None
    for digits in _worlds(doubts, most):
        ink = prod([doubt.options[n][1] for doubt, n in zip(doubts, digits, strict=True)])
        ruled = judge(taken_at(doubts, digits, {}))
        needed = slips(ruled, own_slips)
        first = first or needed
        weight = ink * needed.rate(first)
        key = keys[digits] = _look(ruled)
        before = found.get(key)
        found[key] = (ruled, weight) if before is None else (before[0], before[1] + weight)
    total = sum(weight for _, weight in found.values()) or 1.0
    ways = sorted(found.values(), key=lambda each: -each[1])
    bounded = None
    if prod(len(doubt.options) for doubt in doubts) > most:
        bounded = f"the unclear entries of deal {label} were tried one at a time when the sheets were judged"
    places = _turning(doubts, keys, label, so_far) if len(ways) > 1 else ()
    return LogWays(
        seen.game, tuple((ruled, weight / total) for ruled, weight in ways), places, bounded
    )


def _worlds(doubts: Sequence[Doubt], most: int) -> Iterator[tuple[int, ...]]:
    sizes = [len(doubt.options) for doubt in doubts]
    if prod(sizes) <= most:
        yield from product(*(range(size) for size in sizes))
        return
    first = (0,) * len(sizes)
    yield first
    for place, size in enumerate(sizes):
        for digit in range(1, size):
            yield (*first[:place], digit, *first[place + 1 :])


def _turning(
    doubts: Sequence[Doubt], keys: dict[tuple[int, ...], str], label: str | None, so_far: SoFar
) -> tuple[Place, ...]:
    """The entries of which another reading alone makes the log look another way."""
    found: list[Place] = []
    for n, doubt in enumerate(doubts):
        looks: dict[tuple[int, ...], set[str]] = {}
        for digits, key in keys.items():
            looks.setdefault((*digits[:n], *digits[n + 1 :]), set()).add(key)
        if any(len(each) > 1 for each in looks.values()):
            found += so_far.places if doubt.place == SO_FAR else [doubt.place.in_deal(label)]
    return tuple(dict.fromkeys(found))


def _look(ruled: BridgeRuled) -> str:
    """Everything that sheets, and the hands after it, see of a log."""
    verdict, replay = ruled.verdict, ruled.replay
    offences = [(each.code, each.place.parts, each.remedy) for each in ruled.findings]
    return repr(
        (
            verdict.contract, replay.source, verdict.outcome, verdict.points, verdict.award,
            ruled.lines, ruled.plain_lines, ruled.closing, ruled.after, replay.state,
            replay.dealer, taken(replay), replay.tricks_so_far(), offences,
        )
    )  # fmt: skip
