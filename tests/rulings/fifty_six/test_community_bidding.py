"""The auction under `community`: 56 as the "Game Rules for 56" page describes it."""

from __future__ import annotations

import pytest

from tests.support.under import Under, found, only

COMMUNITY = Under("community")
PASSES = "P, P, P, P, P"
BIDDING = "Game Rules for 56: bidding"


@pytest.mark.parametrize(("dealer", "first"), [("2", "1"), ("1", "6"), ("6", "5")])
def test_community_bidding_right_of_the_dealer_calls_first(dealer: str, first: str) -> None:
    """Clockwise, the player on the dealer's right is the one before him in turn."""
    assert COMMUNITY.contract(f"28 S, {PASSES}", dealer) == f"28 S by {first}"
    finding = only(COMMUNITY.auction(f"3: 28 S, {PASSES}"))
    assert (finding.code, finding.article) == ("call-out-of-turn", BIDDING)
    assert (finding.remedy.kind, finding.needs_objection) == ("committee", False)


def test_community_direction_is_clockwise_by_a_named_setting() -> None:
    setting = COMMUNITY.book.settings["direction"]
    assert (setting.key, setting.value) == ("table.direction", "clockwise")
    assert COMMUNITY.contract(f"28 S, 29 H, {PASSES}") == "29 H by 2"


def test_community_bidding_from_28_each_higher() -> None:
    finding = only(COMMUNITY.auction(f"28 S, 28 H, P, 29 H, {PASSES}"))
    assert (finding.code, finding.article) == ("insufficient-bid", BIDDING)
    assert COMMUNITY.codes(f"27 S, 29 H, {PASSES}") == ["bid-range"]
    assert COMMUNITY.codes(f"50 S, +7 H, P, 51 H, {PASSES}") == ["bid-range"]


def test_community_bidding_first_call_may_not_be_pass() -> None:
    finding = only(COMMUNITY.auction(f"P, 28 S, {PASSES}"))
    assert (finding.code, finding.article) == ("opening-bid", BIDDING)
    assert COMMUNITY.contract(f"P, 28 S, {PASSES}") == "28 S by 2"


@pytest.mark.parametrize(
    ("form", "made"),
    [
        ("30 Heart", "30 H"),
        ("Hearts 35", "35 H"),
        ("Plus 2 hearts", "30 H"),
        ("30 NT", "30 NT"),
        ("36NS", "36 S"),
    ],
)
def test_community_bidding_terms_allowed(form: str, made: str) -> None:
    assert COMMUNITY.codes(f"28 S, {form}, {PASSES}") == []
    assert COMMUNITY.contract(f"28 S, {form}, {PASSES}") == f"{made} by 2"


@pytest.mark.parametrize(
    "form",
    ["Plus D", "D plus", "D plus 2", "30 Pass", "Plus 2 NT", "+1 NS", "NT 30", "minus 1 S", "30"],
)
def test_community_bidding_nothing_else_is_allowed(form: str) -> None:
    finding = only(COMMUNITY.auction(f"28 S, {form}, {PASSES}"))
    assert (finding.code, finding.article) == ("unapproved-bid", BIDDING)


def test_community_bidding_plus_number_suit_makes_that_suit_the_trump() -> None:
    assert COMMUNITY.contract(f"29 S, Plus 2 D, {PASSES}") == "31 D by 2"
    assert "plus-bids" in COMMUNITY.book.settings


def test_community_bidding_noes_keeps_the_trump_in_force() -> None:
    assert COMMUNITY.contract(f"28 H, P, 36 NS, {PASSES}") == "36 H by 3"
    assert COMMUNITY.contract(f"28 H, 30 NT, 36 NS, {PASSES}") == "36 NT by 3"
    assert COMMUNITY.contract(f"28 H, 30 NS, 31 NS, {PASSES}") == "31 H by 3"


def test_community_bidding_noes_before_any_bid_is_no_trumps() -> None:
    assert COMMUNITY.contract(f"36 NS, {PASSES}") == "36 NT by 1"


def test_community_bidding_noes_written_as_the_contract_names_no_trump() -> None:
    more = "Result:\ncontract 36 NS by 2\n"
    assert found(COMMUNITY.auction(f"28 H, 36 NS, {PASSES}", more=more)) == []
    more = "Result:\ncontract 37 NS by 2\n"
    assert found(COMMUNITY.auction(f"28 H, 36 NS, {PASSES}", more=more)) == [
        ("contract-entry", "contract")
    ]


def test_community_bidding_ends_when_all_pass_at_56_or_by_a_redouble() -> None:
    assert COMMUNITY.codes(f"28 S, {PASSES}, 3: P") == ["call-after-close"]
    assert COMMUNITY.codes(f"28 S, {PASSES}, P") == []
    assert COMMUNITY.codes("28 S, X, XX, 4: P") == ["call-after-close"]
    assert COMMUNITY.contract("28 S, 56 H") == "56 H by 2"
    for word in ("P", "X", "57 H"):
        assert "call-after-close" in COMMUNITY.codes(f"28 S, 56 H, {word}")
    assert COMMUNITY.contract("28 S, 56 H, X") == "56 H by 2"


def test_community_bidding_no_self_raise() -> None:
    assert COMMUNITY.codes(f"28 S, {PASSES}, 40 S") == ["call-after-close"]
    assert COMMUNITY.contract(f"28 S, {PASSES}, 40 S") == "28 S by 1"


def test_community_bidding_double_is_cancelled_by_a_higher_bid() -> None:
    assert COMMUNITY.codes(f"28 S, X, P, 29 H, {PASSES}") == []
    assert COMMUNITY.contract(f"28 S, X, P, 29 H, {PASSES}") == "29 H by 4"


def test_community_bidding_redouble_answers_a_double_passes_ignored() -> None:
    assert COMMUNITY.contract("28 S, X, P, P, XX") == "28 S x4 by 1"
    assert COMMUNITY.codes(f"28 S, P, XX, {PASSES}") == ["redouble-inadmissible"]
    assert COMMUNITY.codes(f"28 S, X, P, XX, {PASSES}") == ["redouble-inadmissible"]


def test_community_bidding_no_holding_check() -> None:
    hands = "Hands:\n1: JH 9H AH 10H KH QH JD 9D\n"
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{hands}Auction:\n28 S, {PASSES}\n'
    assert found(COMMUNITY.ruled(text)) == []
