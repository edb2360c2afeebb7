"""The Laws' branches: each has a test and a name of its own, and texts that fit together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal.rulings.bridge.laws.branches import FAMILIES, LOOKS
from fairdeal.rulings.bridge.laws.claims_and_conduct import CODES as CLAIMS
from fairdeal.rulings.bridge.laws.provision import Provision
from fairdeal.rulings.bridge.rules import RULES
from tests.support.named import functions_under

PROVISIONS = [each for family in FAMILIES for each in family.provisions]
TESTS = functions_under(Path(__file__).parent)


def slug(key: str) -> str:
    """A key as the name of its test begins: ``27B1(a)`` is ``27b1a``."""
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"[()]", "", key.lower())).strip("_")


@pytest.mark.parametrize("each", PROVISIONS, ids=lambda each: each.key)
def test_every_way_that_a_law_leaves_has_a_test(each: Provision) -> None:
    assert [name for name in TESTS if name.startswith(f"test_law_{slug(each.key)}_")]


def test_keys_are_named_once_and_none_begins_another() -> None:
    slugs = [slug(each.key) for each in PROVISIONS]
    assert len(set(slugs)) == len(slugs)
    assert not [(a, b) for a in slugs for b in slugs if b.startswith(f"{a}_")]


def test_families_are_asked_about_findings_that_there_are() -> None:
    assert set(LOOKS) - set(CLAIMS) <= {rule.code for rule in RULES}


@pytest.mark.parametrize("each", PROVISIONS, ids=lambda each: each.key)
def test_texts_are_sentences_that_fit_together(each: Provision) -> None:
    assert each.condition[0].islower() and each.condition[-1] not in ".!?"
    for text in (each.follows, each.score):
        assert text[0].isupper() and text.endswith(".")
