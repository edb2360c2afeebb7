"""A small share of the soak: clean deals give nothing, each irregularity what its maker states."""

from __future__ import annotations

import pytest

from bench.soak.deals import check_case, check_clean
from samples.making.irregularities import KINDS, make, make_pair, pairs, sheets
from samples.making.records.deals import clean_record, clean_session


def test_clean_deals_have_no_finding() -> None:
    for seed in range(150):
        assert not check_clean(clean_record(seed)), f"seed {seed}"


@pytest.mark.parametrize("seed", range(4))
def test_a_clean_session_has_no_finding(seed: int) -> None:
    assert not check_clean(clean_session(seed))


@pytest.mark.parametrize("kind", KINDS)
def test_an_irregularity_gives_exactly_its_findings(kind: str) -> None:
    for seed in range(12):
        assert not check_case(make(kind, seed)), f"seed {seed}"


@pytest.mark.parametrize("kind", sheets.SLIPS)
def test_a_slip_on_the_sheet_gives_exactly_its_findings(kind: str) -> None:
    assert not check_case(sheets.make_session(kind, 0))


def test_two_irregularities_at_once_give_the_findings_of_both() -> None:
    for first, second in pairs()[::4]:
        assert not check_case(make_pair(first, second, 1)), f"{first} + {second}"


def test_the_same_seed_makes_the_same_case() -> None:
    assert make("revoke", 3) == make("revoke", 3)
    assert make("revoke", 3) != make("revoke", 4)
