"""What a bid comes to when nothing, or something unread, was bid before (1.6, 3.1, 3.4)."""

from __future__ import annotations

import pytest

from tests.support.builders import auction, contract, found, ruled


def articles(calls: str) -> list[tuple[str, str, str]]:
    return [(each.code, str(each.place), each.article) for each in auction(calls).findings]


@pytest.mark.parametrize("plus", ["Plus 2 D", "+D", "D plus 1", "+1 NS", "+1 NT"])
def test_international_3_4_plus_adds_to_nothing_until_somebody_has_bid(plus: str) -> None:
    assert articles(f"4: P, 5: {plus}") == [
        ("call-out-of-turn", "call 1", "3.2"),
        ("opening-bid", "call 2", "3.4"),
    ]


def test_international_3_1_the_pass_of_the_lead_player_is_a_bid_to_add_to() -> None:
    assert articles("3: P, +1 D") == []
    assert contract(auction("3: P, +1 D, P, P, P, P, P")) == "29 D by 4"


@pytest.mark.parametrize("calls", ["??, +1 H", "27 H, +1 H"])
def test_international_3_4_plus_after_something_bid_or_unread_is_not_judged(calls: str) -> None:
    assert "opening-bid" not in [code for code, _, _ in articles(f"3: {calls}")]


def test_international_3_1_a_pass_of_nobody_knows_whom_may_have_been_the_opening_bid() -> None:
    assert found(ruled('[Deal "1"]\nAuction:\nP, +1 H\n')) == []


@pytest.mark.parametrize("unread", ["??", "{P|41 C}"])
def test_international_3_1_insufficient_whatever_the_unread_call_was(unread: str) -> None:
    verdict = auction(f"3: 38 C, {unread}, 38 H")
    assert found(verdict) == [("insufficient-bid", "call 3")]
    assert verdict.findings[0].probability == 1.0


def test_international_3_1_above_the_last_clear_bid_nobody_knows_after_an_unread_call() -> None:
    assert found(auction("3: 38 C, ??, 39 H")) == []


@pytest.mark.parametrize(("bid", "article"), [("58 C", "1.6"), ("20 C", "3.1")])
def test_international_1_6_names_the_highest_bid_and_3_1_the_lowest(bid: str, article: str) -> None:
    assert articles(f"3: {bid}") == [("bid-range", "call 1", article)]
