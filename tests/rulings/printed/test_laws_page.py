"""The page of the Laws' branches: complete, tested, and as the program has them."""

from __future__ import annotations

import pytest

from fairdeal.rulings.bridge.laws.claims import CODES as CLAIMS
from fairdeal.rulings.bridge.laws.families import FAMILIES, LOOKS
from fairdeal.rulings.bridge.rules import RULES
from fairdeal.rulings.printed import laws_page
from fairdeal.rulings.printed.laws_page import PAGE, page, slug
from fairdeal.rulings.printed.table_page import TableError

PROVISIONS = [each for family in FAMILIES for each in family.provisions]


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "write it with: python -m fairdeal.rulings.printed.laws_page"
    )


def test_a_way_without_a_test_stops_the_making(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws_page, "functions_there", lambda _: {})
    with pytest.raises(TableError, match=r"no test is named test_law_27a1_\.\.\. for Law 27A1"):
        page()


def test_keys_are_named_once_and_none_begins_another() -> None:
    slugs = [slug(each.key) for each in PROVISIONS]
    assert len(set(slugs)) == len(slugs)
    assert not [(a, b) for a in slugs for b in slugs if b.startswith(f"{a}_")]


def test_families_are_asked_about_findings_that_there_are() -> None:
    assert set(LOOKS) - set(CLAIMS) <= {rule.code for rule in RULES}


@pytest.mark.parametrize("each", PROVISIONS, ids=lambda each: each.key)
def test_texts_are_sentences_that_fit_together(each: laws_page.Provision) -> None:
    assert each.condition[0].islower() and each.condition[-1] not in ".!?"
    for text in (each.follows, each.score):
        assert text[0].isupper() and text.endswith(".")
