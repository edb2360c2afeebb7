"""How sure a finding is: every combination of readings is a world, and findings hold in some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulings import coverage
from rulings.finding import Finding
from rulings.replay.deal import DealReplay, replay
from rulings.replay.seen import Seen
from rulings.replay.table import Table
from rulings.rules.rule import Rule


@dataclass(frozen=True, slots=True)
class Weighed:
    """The likeliest world of a deal and what was found over all of them."""

    replay: DealReplay
    findings: tuple[Finding, ...]
    bounded: str | None = None
    """What could not be weighed exactly, in words."""


def look(world: DealReplay, rules: Sequence[Rule]) -> list[Finding]:
    """The findings of one world."""
    bits = coverage.has(world)
    found: list[Finding] = []
    for rule in rules:
        if rule.deal is None or rule.needs & ~bits:
            continue
        if rule.signs and not rule.signs & world.signs:
            continue
        found += rule.deal(world)
    return found


def weigh(seen: Seen, table: Table, rules: Sequence[Rule]) -> Weighed:
    likeliest = replay(seen, table)
    return Weighed(likeliest, tuple(look(likeliest, rules)))
