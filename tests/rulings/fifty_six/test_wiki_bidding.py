"""The auction under `wiki`: 56 as EverybodyWiki describes it, row by row of its rules."""

from __future__ import annotations

import pytest

from tests.support.under import Under, found, only

WIKI = Under("wiki")
PASSES = "P, P, P, P, P"


def test_wiki_gameplay_right_of_the_dealer_calls_first() -> None:
    assert WIKI.contract(f"28 S, {PASSES}", dealer="5") == "28 S by 6"
    finding = only(WIKI.auction(f"4: 28 S, {PASSES}"))
    assert (finding.code, finding.article) == ("call-out-of-turn", "Gameplay")
    assert (finding.remedy.kind, finding.needs_objection) == ("committee", False)


def test_wiki_players_and_cards_counter_clockwise() -> None:
    assert WIKI.book.direction == "counter-clockwise"
    assert "direction" not in WIKI.book.settings  # it is printed
    assert WIKI.contract(f"28 S, 29 H, {PASSES}") == "29 H by 4"


def test_wiki_bidding_each_bid_at_least_one_more() -> None:
    finding = only(WIKI.auction(f"28 S, 28 H, P, 29 H, {PASSES}"))
    assert (finding.code, finding.article) == ("insufficient-bid", "Bidding")
    assert WIKI.codes(f"27 S, 29 H, {PASSES}") == ["bid-range"]
    assert WIKI.codes(f"56 S, +1 H, {PASSES}") == ["bid-range"]
    assert WIKI.book.settings["lowest-bid"].value == "28"


def test_wiki_bidding_first_call_may_be_pass() -> None:
    assert WIKI.codes(f"P, P, 28 S, {PASSES}") == []
    assert WIKI.contract(f"P, P, 28 S, {PASSES}") == "28 S by 5"
    assert WIKI.book.settings["first-pass"].value == "allowed"


@pytest.mark.parametrize("calls", ["P, P, P, P, P, P", "P, AP"])
def test_wiki_bidding_everybody_passes(calls: str) -> None:
    verdict = WIKI.auction(calls)
    deal = verdict.deals[0]
    assert found(verdict) == []
    assert (deal.contract, deal.outcome, deal.award) == (None, "passed-out", {"A": 0, "B": 0})


def test_wiki_bidding_five_passes_are_not_yet_everybody() -> None:
    assert WIKI.auction("P, P, P, P, P").deals[0].outcome == "undecided"


@pytest.mark.parametrize(
    ("form", "made"),
    [
        ("30 Hearts", "30 H"),
        ("Hearts 30", "30 H"),
        ("+1 Hearts", "29 H"),
        ("30 NT", "30 NT"),
        ("30 NS", "30 NT"),
        ("+1 NS", "29 NT"),
    ],
)
def test_wiki_bidding_examples_of_valid_bids(form: str, made: str) -> None:
    assert WIKI.codes(f"28 S, {form}, {PASSES}") == []
    assert WIKI.contract(f"28 S, {form}, {PASSES}") == f"{made} by 4"


@pytest.mark.parametrize(
    "form",
    ["Plus D", "D plus", "D plus 2", "30 Pass", "Plus 2 NT", "NT 30", "One plus D", "Pass 30"],
)
def test_wiki_bidding_other_forms_are_advice(form: str) -> None:
    verdict = WIKI.auction(f"28 S, {form}, {PASSES}")
    finding = only(verdict)
    assert (finding.code, finding.severity) == ("unlisted-bid", "advice")
    assert finding.setting == WIKI.book.settings["unlisted-forms"].shown
    assert verdict.deals[0].contract is not None


def test_wiki_bidding_plus_as_first_call_has_nothing_to_add_to() -> None:
    assert WIKI.codes(f"+1 Hearts, 28 S, {PASSES}") == ["opening-bid"]
    assert WIKI.codes(f"P, P, +1 Hearts, 28 S, {PASSES}") == ["opening-bid"]
    assert WIKI.codes(f"P, X, 28 S, {PASSES}") == ["double-inadmissible"]


def test_wiki_bidding_noes_as_final_bid_is_no_trumps_by_a_named_setting() -> None:
    assert WIKI.contract(f"28 S, 30 NS, {PASSES}") == "30 NT by 4"
    assert WIKI.book.settings["noes"].key == "bids.noes"


def test_wiki_gameplay_auction_ends_when_all_others_pass_or_by_a_redouble() -> None:
    finding = only(WIKI.auction(f"28 S, {PASSES}, 4: P"))
    assert (finding.code, finding.article) == ("call-after-close", "Gameplay")
    assert WIKI.codes("28 S, X, XX, 6: 30 H") == ["call-after-close"]
    assert WIKI.codes("28 S, P, P, P, P, 30 H, P, P, P, P, P") == []


def test_wiki_gameplay_no_self_raise() -> None:
    assert WIKI.codes(f"28 S, {PASSES}, 40 S") == ["call-after-close"]
    assert WIKI.contract(f"28 S, {PASSES}, 40 S") == "28 S by 3"


def test_wiki_double_is_cancelled_by_a_higher_bid() -> None:
    assert WIKI.codes(f"28 S, X, P, P, P, P, 30 S, {PASSES}") == []
    assert WIKI.contract(f"28 S, X, P, 29 H, {PASSES}") == "29 H by 6"


def test_wiki_double_challenges_the_other_team() -> None:
    finding = only(WIKI.auction(f"28 S, P, X, {PASSES}"))
    assert (finding.code, finding.article) == ("double-inadmissible", "Double and Redouble")
    assert WIKI.contract("56 S, X, XX") == "56 S x4 by 3"


def test_wiki_gameplay_conduct_is_for_the_committee() -> None:
    finding = only(WIKI.auction(f'28 S, P\n! conduct 4 "showed a card"\n{PASSES}'))
    assert (finding.code, finding.article) == ("conduct", "Gameplay")
    assert finding.remedy.kind == "committee"


NOES_HANDS = "Hands:\n5: AH 10H KH QH AC 10C KD QC\n"
"""Seat 5 was dealt a diamond and no spade."""


@pytest.mark.parametrize(
    ("calls", "codes"),
    [
        ("28 D, 29 S, +1 NS", ["noes-with-suit"]),
        ("28 S, 29 D, +1 NS", []),
        ("28 S, 29 D, 31 NS", ["noes-with-suit"]),
        ("28 D, 29 S, 31 NS", []),
        ("28 D, 29 NT, +1 NS", ["noes-with-suit"]),
        ("28 NT, 29 D, +1 NS", []),
        ("P, 28 D, +1 NS", []),
    ],
)
def test_wiki_bidding_plus_one_noes_shows_no_card_of_the_suit_before_the_last_bid(
    calls: str, codes: list[str]
) -> None:
    verdict = WIKI.ruled(f'[Deal "1"]\n[Dealer "2"]\n{NOES_HANDS}Auction:\n3: {calls}, {PASSES}\n')
    assert [each.code for each in verdict.findings] == codes
    assert all(each.severity == "advice" for each in verdict.findings)
