"""The auction under `online`: 56 as the site 56cardgameonline plays it, row by row of its rules."""

from __future__ import annotations

import pytest

from tests.support.under import Under, found, only

ONLINE = Under("online")
PASSES = "P, P, P, P, P"


@pytest.mark.parametrize(
    ("dealer", "players", "first"), [("2", 4, "3"), ("4", 4, "1"), ("6", 6, "1"), ("8", 8, "1")]
)
def test_online_shuffle_and_order_right_of_the_dealer_calls_first(
    dealer: str, players: int, first: str
) -> None:
    passes = ", ".join(["P"] * (players - 1))
    made = ONLINE.auction(f"28 S, {passes}", dealer, players).deals[0].contract
    assert made is not None
    assert made.by == first


def test_online_shuffle_and_order_another_seat_first_is_out_of_turn() -> None:
    finding = only(ONLINE.auction(f"4: 28 S, {PASSES}"))
    assert (finding.code, finding.article) == ("call-out-of-turn", "Shuffle and order of play")
    assert finding.remedy.kind == "committee"
    assert not finding.needs_objection


def test_online_direction_is_counter_clockwise_by_a_named_setting() -> None:
    setting = ONLINE.book.settings["direction"]
    assert (setting.key, setting.value) == ("table.direction", "counter-clockwise")
    assert ONLINE.contract(f"28 S, 29 H, {PASSES}") == "29 H by 4"


def test_online_game_overview_bids_go_up_from_28_to_56() -> None:
    assert ONLINE.codes(f"28 S, 28 H, P, 29 H, {PASSES}") == ["insufficient-bid"]
    assert ONLINE.codes(f"27 S, 29 H, {PASSES}") == ["bid-range"]
    assert ONLINE.codes(f"56 S, 57 H, {PASSES}") == ["bid-range"]
    finding = ONLINE.auction(f"27 S, 29 H, {PASSES}").findings[0]
    assert (finding.article, finding.remedy.kind) == ("Scoreboard", "committee")


def test_online_bid_formats_first_call_may_not_be_pass() -> None:
    finding = only(ONLINE.auction(f"P, 28 S, {PASSES}"))
    assert (finding.code, finding.article) == ("opening-bid", "Allowed bid formats")
    assert ONLINE.contract(f"P, 28 S, {PASSES}") == "28 S by 4"


def test_online_bid_formats_pass_of_the_first_player_after_one_out_of_turn() -> None:
    verdict = ONLINE.auction(f"5: P, 3: P, 28 S, {PASSES}")
    assert found(verdict) == [("call-out-of-turn", "call 1"), ("opening-bid", "call 2")]


def test_online_bid_formats_everybody_passing_is_no_deal() -> None:
    deal = ONLINE.auction("P, P, P, P, P, P").deals[0]
    assert (deal.contract, deal.outcome, deal.award) == (None, "undecided", None)


@pytest.mark.parametrize("form", ["28 Pass", "28 NT", "28 Noes", "28 S", "S 28"])
def test_online_bid_formats_opening_bids(form: str) -> None:
    assert ONLINE.codes(f"{form}, {PASSES}") == []


@pytest.mark.parametrize(
    ("form", "made"),
    [
        ("30 C", "30 C"),
        ("Clubs 30", "30 C"),
        ("Plus 2 D", "30 D"),
        ("D plus 2", "30 D"),
        ("30 NT", "30 NT"),
        ("Plus 2 NT", "30 NT"),
        ("30 NS", "30 NT"),
        ("30 Pass", "30 NT"),
        ("Plus D", "29 D"),
        ("+1 NS", "29 NT"),
    ],
)
def test_online_bid_formats_allowed(form: str, made: str) -> None:
    assert ONLINE.codes(f"28 S, {form}, {PASSES}") == []
    assert ONLINE.contract(f"28 S, {form}, {PASSES}") == f"{made} by 4"


@pytest.mark.parametrize(
    "form",
    ["D Plus", "Plus NT", "Plus NS", "NT 30", "Pass 30", "One plus D", "minus 1 S", "30", "Plus"],
)
def test_online_bid_formats_anything_else_is_not_allowed(form: str) -> None:
    finding = only(ONLINE.auction(f"28 S, {form}, {PASSES}"))
    assert (finding.code, finding.article) == ("unapproved-bid", "Allowed bid formats")


@pytest.mark.parametrize("form", ["Plus 1 NT", "Plus D", "Plus 1 D", "Double", "XX"])
def test_online_bid_formats_nothing_to_add_to_or_double(form: str) -> None:
    assert ONLINE.codes(f"{form}, 28 S, {PASSES}") == ["opening-bid"]


def test_online_bid_formats_noes_as_final_bid_is_no_trumps() -> None:
    assert ONLINE.contract(f"28 S, 33 NS, {PASSES}") == "33 NT by 4"


def test_online_auction_ends_when_all_others_pass() -> None:
    finding = only(ONLINE.auction(f"28 S, {PASSES}, 4: P"))
    assert (finding.code, finding.article) == ("call-after-close", "Game Overview")
    assert ONLINE.codes(f"28 S, {PASSES}, P") == []
    assert ONLINE.codes("28 S, X, XX, 6: P") == ["call-after-close"]


def test_online_no_self_raise() -> None:
    assert ONLINE.codes(f"28 S, {PASSES}, 40 S") == ["call-after-close"]
    assert ONLINE.contract(f"28 S, {PASSES}, 40 S") == "28 S by 3"


def test_online_double_is_cancelled_by_a_higher_bid_of_anybody() -> None:
    for words in ("29 H", "P, 29 H", "P, P, 29 H", "P, P, P, 29 H", "P, P, P, P, 29 H"):
        assert ONLINE.codes(f"28 S, X, {words}, {PASSES}") == []
    assert ONLINE.contract(f"28 S, X, 29 H, {PASSES}") == "29 H by 5"


def test_online_double_and_redouble_whose() -> None:
    own = only(ONLINE.auction(f"28 S, P, X, {PASSES}"))
    assert (own.code, own.article) == ("double-inadmissible", "Double and Redouble")
    assert ONLINE.codes(f"28 S, X, P, XX, {PASSES}")[0] == "redouble-inadmissible"
    assert ONLINE.contract("28 S, X, XX") == "28 S x4 by 3"


def test_online_no_holding_check() -> None:
    hands = "Hands:\n3: JH 9H AH 10H KH QH JD 9D\n"
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{hands}Auction:\n28 S, {PASSES}\n'
    assert found(ONLINE.ruled(text)) == []


NOES_HANDS = """Hands:
3: JS 9S AH KH QH AD KD QD
5: JD 9D AC KC QC AH KH QH
"""


@pytest.mark.parametrize(
    ("calls", "codes"),
    [
        ("28 S, P, 29 NS", []),
        ("28 D, P, 29 NS", ["noes-with-suit"]),
        ("28 D, 29 S, +1 NS", ["noes-with-suit"]),
        ("28 S, 29 D, +1 NS", []),
    ],
)
def test_online_bid_formats_noes_shows_no_card_of_the_suit(calls: str, codes: list[str]) -> None:
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{NOES_HANDS}Auction:\n{calls}, {PASSES}\n'
    given = [each for each in ONLINE.ruled(text).findings if each.code == "noes-with-suit"]
    assert [each.code for each in given] == codes
    assert all(each.severity == "advice" for each in given)
