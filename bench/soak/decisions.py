"""Random sequences of a committee's decisions, signatures and reopenings, as in the tests, in a long run."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from bench.soak.outcome import Outcome
from fairdeal.desk.proportions import Proportion
from tests.desk.score.test_decisions_at_random import SETTINGS, Decisions


def run(count: int, first: int) -> Iterable[Outcome]:
    """One outcome over all: what fails first is shown."""
    machine = seed(first)(Decisions)
    Decisions.signed = 0
    failures: tuple[str, ...] = ()
    try:
        run_state_machine_as_test(
            machine, settings=settings(SETTINGS, max_examples=count, phases=[Phase.generate])
        )
    except AssertionError as error:
        failures = (f"{type(error).__name__}: {error}",)
    right = Proportion(0 if failures else count, count)
    yield Outcome(f"sequences of decisions, {Decisions.signed} pages signed", right, failures)
