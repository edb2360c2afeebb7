"""Entries and the weight of their readings."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fairdeal.records import (
    DOUBTED_PROBABILITY,
    Entry,
    Reading,
    Standing,
    absent,
    blank,
    clear,
    illegible,
    rivals,
)


def test_a_clear_entry_is_all_weight() -> None:
    assert clear("9H").weighted() == (("9H", 1.0),)
    assert not clear("9H").doubtful


@pytest.mark.parametrize("entry", [absent(), illegible(), blank()])
def test_an_entry_without_readings_may_be_anything(entry: Entry[str]) -> None:
    assert entry.weighted() == ((None, 1.0),)
    assert entry.value is None


def test_a_doubted_entry_leaves_something_else_possible() -> None:
    entry = Entry(Standing.DOUBTED, (Reading("9H"),))
    assert entry.weighted()[0] == ("9H", DOUBTED_PROBABILITY)
    assert entry.weighted()[1][0] is None
    assert Entry(Standing.DOUBTED, (Reading("9H", 0.6),)).weighted() == (("9H", 0.6), (None, 0.4))


def test_rivals_without_figures_share_evenly() -> None:
    assert rivals(("a", None), ("b", None)).weighted() == (("a", 0.5), ("b", 0.5))


def test_what_is_missing_to_one_is_something_else() -> None:
    weights = dict(rivals(("a", 0.7), ("b", 0.2)).weighted())
    assert weights[None] == pytest.approx(0.1)


@given(st.lists(st.one_of(st.none(), st.floats(0.001, 1.0)), min_size=2, max_size=6))
def test_weights_add_up_to_one(figures: list[float | None]) -> None:
    entry = Entry(Standing.RIVALS, tuple(Reading(str(i), p) for i, p in enumerate(figures)))
    assert sum(weight for _, weight in entry.weighted()) == pytest.approx(1.0)


def test_map_changes_values_and_keeps_the_rest() -> None:
    entry = rivals(("1", 0.7), ("2", 0.3)).map(int)
    assert entry.readings == (Reading(1, 0.7), Reading(2, 0.3))
    assert entry.standing is Standing.RIVALS
