"""What places on a form are called where people read of them."""

from __future__ import annotations

import pytest

from fairdeal.desk import words
from fairdeal.desk.check.sentences import otherwise
from fairdeal.grammar.notation.hand_record import read
from fairdeal.records.place import Place
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt.slips_of_cards import NOTHING
from fairdeal.rulings.frame.finding import Misread


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


def test_a_deal_of_which_nothing_is_known_says_so_plainly() -> None:
    deal = check(read('[Deal "1"]\n[Dealer "2"]\n').record, load("international")).deals[0]
    known = "no contract is recorded; the outcome and the award are not known"
    assert words.deal_line(deal) == f"Deal 1: {known}"


def test_a_card_left_out_of_a_line_is_called_so() -> None:
    entry = Misread(Place.of("trick 4", "card 5"), NOTHING, "a card left out")
    assert otherwise([entry]) == "card 5 of trick 4 as left out of the line"
