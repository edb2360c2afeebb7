"""How an auction of the international rules closes, and what a bid after the close is (3.3, 3.8)."""

from __future__ import annotations

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load
from tests.support.builders import auction, contract, found

PASSES = "P, P, P, P, P"


def test_international_3_3_the_bidder_who_passed_after_the_five_does_not_raise() -> None:
    verdict = auction(f"3: 30 H, {PASSES}, P, 3: 48 H")
    assert found(verdict) == [("self-raise", "call 8")]
    assert "had passed" in verdict.findings[0].message
    assert contract(verdict) == "30 H by 3"


def test_international_3_3_the_bidder_may_still_raise_after_a_faulty_bid_of_another_seat() -> None:
    verdict = auction(f"3: 30 H, {PASSES}, 5: 31 S, 3: 48 H")
    assert found(verdict) == [("self-raise", "call 7")]
    assert contract(verdict) == "48 H by 3"


def test_international_3_3_a_pass_of_the_bidder_in_between_does_not_decline() -> None:
    verdict = auction("3: 30 H, P, 3: P, 5: P, 6: P, 1: P, 2: P, 3: 48 H")
    assert contract(verdict) == "48 H by 3"


def test_international_3_3_five_others_close_the_auction_though_the_bidder_passed_early() -> None:
    verdict = auction("3: 30 H, 3: P, 4: P, 5: P, 6: P, 1: P, 2: P, 3: 48 C")
    assert found(verdict) == [("call-out-of-turn", "call 2"), ("self-raise", "call 8")]
    assert contract(verdict) == "30 H by 3"


@pytest.mark.parametrize("call", ["33 C", "4: 48 H", "3: 40 H"])
def test_international_3_8_a_bid_after_a_redouble_is_a_call_after_the_close(call: str) -> None:
    verdict = auction(f"3: 30 H, X, XX, {call}")
    assert found(verdict) == [("call-after-close", "call 4")]
    assert verdict.findings[0].article == "3.8"
    assert contract(verdict) == "30 H x4 by 3"


def test_a_double_after_an_unclear_call_past_the_close_is_no_established_offence() -> None:
    """3.3: it may have been the bidder's raise, which the others may double; a 56 of which the 5 was not
    seen led to an offence by the one who doubled it."""
    text = (
        '[Rules "international"]\n[Deal "1"]\n[Dealer "6"]\nAuction:\n'
        "54 D, P, P, P, P, P, 1: {said}, P, P, P, P, {last}, P, AP\n"
    )

    def found_in(said: str, last: str = "X") -> list[str]:
        record = read(text.format(said=said, last=last)).record
        return [each.code for each in check(record, load("international")).findings]

    assert found_in("??") == found_in("56 D") == []
    assert "call-after-close" in found_in("P")
    assert found_in("??", "30 H") == ["self-raise"]


def test_passes_after_an_unclear_call_past_the_close_are_nobodys_offence() -> None:
    """3.3: it may have been the bidder's raise, so the contract is not known and the others have a turn."""
    text = (
        '[Rules "international"]\n[Deal "1"]\n[Dealer "6"]\nAuction:\n'
        "28 S, P, P, P, P, P, 1: ??, P, P, P, P, P\n"
    )
    verdict = check(read(text).record, load("international"))
    assert verdict.findings == ()
    assert verdict.deals[0].contract is None
