"""Damaged records of both games, and under every rulebook, as in the tests, in a long run."""

from __future__ import annotations

from collections.abc import Iterable

from bench.soak.outcome import Outcome, tried
from samples.making.records.table import VARIANTS
from tests.rulings.bridge import test_bridge_never_raises as bridge
from tests.rulings.fifty_six import test_never_raises as fifty_six
from tests.rulings.rulebooks import test_rulebooks_never_raise as rulebooks


def run(count: int, seed: int) -> Iterable[Outcome]:
    """Two dozen records a seed of either game, and one of each table under half of the rulebooks."""
    seeds = range(seed, seed + count)
    yield tried("records of 56", seeds, fifty_six.test_damaged_records_never_stop_a_check)
    of_bridge = bridge.test_damaged_records_of_bridge_never_stop_a_check
    yield tried("records of bridge", seeds, of_bridge)
    yield tried("records under every rulebook", seeds, _every_table)


def _every_table(seed: int) -> None:
    for variant in VARIANTS:
        rulebooks.test_damaged_records_never_stop_a_check(variant, range(seed, seed + 1))
