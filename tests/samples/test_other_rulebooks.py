"""A small share of the soak of rulebooks: other rules and tables, clean and irregular."""

from __future__ import annotations

import pytest

from bench.soak.deals import ELSEWHERE, check_case, check_clean, of_kind
from samples.making.irregularities import make
from samples.making.records.deals import clean_record
from samples.making.records.table import VARIANTS, Variant


def name_of(variant: Variant) -> str:
    return f"{variant.rules}-{variant.players}"


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_clean_deals_have_no_finding(variant: Variant) -> None:
    for seed in range(40):
        assert not check_clean(clean_record(seed, variant)), f"seed {seed}"


@pytest.mark.parametrize("variant", VARIANTS[1:], ids=name_of)
def test_an_irregularity_gives_exactly_its_findings(variant: Variant) -> None:
    for kind in ELSEWHERE:
        for seed in range(2 if of_kind(variant, kind) else 0):
            assert not check_case(make(kind, seed, variant)), f"{kind}, seed {seed}"


def test_every_rulebook_and_table_of_the_sources_is_tried() -> None:
    assert [name_of(variant) for variant in VARIANTS] == [
        "international-6",
        "online-4",
        "online-6",
        "online-8",
        "wiki-4",
        "wiki-6",
        "wiki-8",
        "community-6",
        "community-8",
    ]
