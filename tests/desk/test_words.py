"""What places on a form are called where people read of them."""

from __future__ import annotations

import pytest

from fairdeal.desk import words
from fairdeal.desk.check.sentences import otherwise
from fairdeal.grammar.notation.hand_record import read
from fairdeal.records import Place
from fairdeal.rulings import check, load
from fairdeal.rulings.doubt.slips_of_cards import NOTHING
from fairdeal.rulings.frame.finding import Misread
from fairdeal.templates.language import Sentences


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
        ("deal 8 / deal", "Deal 8, number"),
    ],
)
def test_an_entry_is_called_so_that_its_box_is_found(address: str, shown: str) -> None:
    assert words.place(Place.parse(address)) == shown


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("event 1 / seat", "the seat of event 1"),
        ("event 2 / redeal", "event 2, redeal"),
        ("hand 3 / seat", "the seat before seat 3's hand"),
        ("deal", "the deal's number"),
        ("deal 8 / deal", "the number of deal 8"),
        ("dealer", "the dealer"),
    ],
)
def test_an_entry_on_which_a_finding_depends_is_called_as_a_person_does(
    address: str, shown: str
) -> None:
    assert words.entry(Place.parse(address)) == shown


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


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (1.0, "certain"),
        (0.9998, "almost certain"),
        (0.95, "very likely"),
        (0.62, "likely"),
        (0.5, "as likely as not"),
        (0.33, "1 chance in 3"),
        (0.1, "1 chance in 10"),
        (0.06, "1 chance in 20"),
        (0.002, "1 chance in 500"),
        (0.0001, "hardly possible"),
        (0.0, "hardly possible"),
    ],
)
def test_how_likely_something_is_stands_in_words(share: float, said: str) -> None:
    assert words.likely(share) == said


def test_every_share_has_words_that_a_sentence_in_another_language_knows() -> None:
    own = Sentences({"%(title)s: %(share)s": "%(share)s / %(title)s", "Bid": "B", **SHARES})
    for step in range(2001):
        said = words.likely(step / 2000)
        assert own.of(f"Bid: {said}") == f"{own.of(said)} / B", said
    assert own.of("Bid: 99.8 %") is None


SHARES = {
    **{said: said.upper() for _, said in words.LIKELY},
    "1 chance in %(n)s": "1:%(n)s",
    "hardly possible": "HARDLY",
}
"""The words for shares, as a catalogue has them."""
