"""Random boards of bridge: clean ones are clean, irregular ones give exactly what was made.

Longer: ``./run soak bridge``.
"""

from __future__ import annotations

import pytest

from bench.soak.bridge import check_case, check_clean, check_match, check_quick
from samples.making.bridge_irregularities import KINDS, make
from samples.making.records import bridge_matches


@pytest.mark.parametrize("seed", range(30))
def test_a_clean_board_gives_no_finding_and_the_award_of_another_reckoning(seed: int) -> None:
    assert check_clean(500_000 + seed) == ""


@pytest.mark.parametrize("seed", range(60))
def test_what_is_told_quickly_is_what_the_full_way_tells(seed: int) -> None:
    assert check_quick(600_000 + seed) == ""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_an_irregularity_gives_exactly_its_findings(kind: str, seed: int) -> None:
    assert check_case(make(kind, 700_000 + seed)) == ""


@pytest.mark.parametrize("seed", range(12))
def test_alberta_random_matches_with_their_sheets_are_right_by_another_reckoning(seed: int) -> None:
    assert check_match(800_000 + seed) == ""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", bridge_matches.SLIPS)
def test_alberta_9_a_slip_on_a_sheet_is_found_where_it_is(kind: str, seed: int) -> None:
    assert check_case(bridge_matches.make(kind, 900_000 + seed)) == ""
