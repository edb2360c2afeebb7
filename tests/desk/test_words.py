"""What places on a form are called where people read of them."""

from __future__ import annotations

import pytest

from fairdeal.desk import words
from fairdeal.records.place import Place


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("hand 2 / 4", "Hand of seat 2, card 4"),
        ("deal 3 / hand 5 / 2", "Deal 3, hand of seat 5, card 2"),
        ("hand N / 4", "North's hand, card 4"),
        ("row 1 / x", "Row 1, X or XX"),
        ("trick 7 / seat 5", "Trick 7, seat 5"),
        ("sheet A / row 2 / 4", "Sheet A, row 2, 4"),
        ("deal 30 / vulnerable", "Deal 30, vulnerability"),
        ("deal 18 / points EW", "Deal 18, tricks EW"),
    ],
)
def test_an_entry_is_called_so_that_its_box_is_found(address: str, shown: str) -> None:
    assert words.place(Place.parse(address)) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [("3.10", "Article 3.10"), ("Law 27", "Law 27"), ("Bidding", "Section “Bidding”")],
)
def test_an_article_is_called_as_its_rulebook_calls_it(name: str, shown: str) -> None:
    assert words.article(name) == shown
