"""The auction, article by article of the international rulebook."""

from __future__ import annotations

import pytest

from fairdeal.rulings import load
from tests.support.builders import HANDS, auction, contract, deal, found, ruled

PASSES = "P, P, P, P, P"


def test_international_3_1_first_pass_of_the_lead_player_is_28_no_trumps() -> None:
    verdict = auction(f"3: P, {PASSES}")
    assert contract(verdict) == "28 NT by 3"
    assert found(verdict) == []


def test_international_3_1_first_pass_of_another_seat_bids_nothing() -> None:
    verdict = auction(f"5: P, 3: 28 S, {PASSES}")
    assert found(verdict) == [("call-out-of-turn", "call 1")]
    assert contract(verdict) == "28 S by 3"


def test_international_3_1_bid_equal_to_the_last_is_insufficient() -> None:
    verdict = auction(f"3: 30 S, 30 D, P, 31 H, {PASSES}")
    assert found(verdict) == [("insufficient-bid", "call 2")]
    assert contract(verdict) == "31 H by 6"


def test_international_3_1_insufficient_last_word_leaves_the_deal_to_the_committee() -> None:
    verdict = auction(f"3: 30 S, 30 D, {PASSES}")
    assert contract(verdict) is None
    assert verdict.deals[0].outcome == "undecided"


def test_international_3_1_low_and_insufficient_are_two_findings() -> None:
    verdict = auction("3: 30 S, 27 H, P, P, P, P, P")
    assert found(verdict) == [("insufficient-bid", "call 2"), ("bid-range", "call 2")]


def test_international_1_6_beyond_56_by_plus_is_out_of_range_alone() -> None:
    verdict = auction(f"3: 56 S, Plus 1 D, {PASSES}")
    assert found(verdict) == [("bid-range", "call 2")]


@pytest.mark.parametrize(
    ("call", "codes"),
    [
        ("Double", ["opening-bid"]),
        ("XX", ["opening-bid"]),
        ("Plus D", ["opening-bid"]),
        ("Plus 1 NT", ["opening-bid"]),
        ("Plus noes", ["unapproved-bid", "opening-bid"]),
        ("Plus 1 noes", ["unapproved-bid", "opening-bid"]),
        ("Plus NT", ["unapproved-bid", "opening-bid"]),
        ("One plus D", ["unapproved-bid", "opening-bid"]),
        ("Plus", ["unapproved-bid", "opening-bid"]),
        ("Spades", ["unapproved-bid"]),
        ("30", ["unapproved-bid"]),
    ],
)
def test_international_3_4_first_call(call: str, codes: list[str]) -> None:
    verdict = auction(f"3: {call}, 30 H, {PASSES}")
    assert [each.code for each in verdict.findings] == codes
    assert contract(verdict) == "30 H by 4"


@pytest.mark.parametrize(
    "form",
    [
        "30 C",
        "Clubs 30",
        "30 NT",
        "30 Noes",
        "30 Pass",
        "Plus D",
        "D Plus",
        "Plus 2 D",
        "D plus 2",
        "Plus 1 Noes",
    ],
)
def test_international_3_4_approved_forms(form: str) -> None:
    assert found(auction(f"3: 28 S, {form}, {PASSES}")) == []


@pytest.mark.parametrize("form", ["Plus NT", "Plus 2 NT", "Plus Noes"])
def test_international_3_4_unlisted_forms_are_advice(form: str) -> None:
    verdict = auction(f"3: 28 S, {form}, {PASSES}")
    assert [(each.code, each.severity) for each in verdict.findings] == [("unlisted-bid", "advice")]


@pytest.mark.parametrize(
    ("form", "made"),
    [
        ("NT 30", "30 NT by 4"),
        ("Pass 40", "40 NT by 4"),
        ("One plus D", "29 D by 4"),
        ("+1 Pass", "29 NT by 4"),
        ("40 plus H", None),
        ("minus 1 S", None),
        ("30", None),
        ("Spades", None),
        ("Plus", None),
        ("one more", None),
    ],
)
def test_international_3_4_unapproved_forms(form: str, made: str | None) -> None:
    """With a clear value the bid stands; what it decides is for the committee all the same."""
    verdict = auction(f"3: 28 S, {form}, {PASSES}")
    assert [each.code for each in verdict.findings] == ["unapproved-bid"]
    assert contract(verdict) == made
    assert verdict.deals[0].outcome == "undecided"
    assert verdict.deals[0].award is None


def test_international_3_4_unclear_bid_leaves_plus_bids_unjudged() -> None:
    verdict = auction(f"3: 28 S, Spades, Plus 40 D, 30 H, {PASSES}")
    assert found(verdict) == [("unapproved-bid", "call 2")]
    assert contract(verdict) == "30 H by 6"


def test_international_3_4_a_plus_bid_adds_to_the_last_value() -> None:
    assert contract(auction(f"3: 29 S, Plus 2 D, {PASSES}")) == "31 D by 4"


def test_international_3_4_5_noes_as_contract_is_no_trumps() -> None:
    assert contract(auction(f"3: 28 S, 30 NS, {PASSES}")) == "30 NT by 4"


@pytest.mark.parametrize("between", ["29 NT", "29 Pass"])
def test_international_3_4_5_noes_after_a_bid_without_a_suit_is_not_judged(between: str) -> None:
    """Seat 5 holds spades: over the spades it would be advice, and no-trumps show no suit."""
    assert found(auction("3: 28 S, P, 29 NS", hands=HANDS)) == [("noes-with-suit", "call 3")]
    assert found(auction(f"3: 28 S, {between}, 30 NS", hands=HANDS)) == []


def test_international_3_4_5_noes_after_passes_shows_the_last_suit_bid() -> None:
    verdict = auction("3: 28 S, P, P, 30 NS, P, P, P, P, P", hands=HANDS)
    assert found(verdict) == [("noes-with-suit", "call 4")]


def test_international_3_2_turn_goes_back_after_a_call_out_of_turn() -> None:
    verdict = auction("3: 28 S, 6: P, 4: P, 5: P, 6: P, 1: P, 2: P")
    assert found(verdict) == [("call-out-of-turn", "call 2")]


def test_international_3_2_turn_goes_on_after_a_call_out_of_turn() -> None:
    verdict = auction("3: 28 S, 6: 29 D, 1: P, 2: P, 3: P, 4: P, 5: P")
    assert found(verdict) == [("call-out-of-turn", "call 2")]
    assert contract(verdict) == "29 D by 6"


def test_international_3_2_early_pass_counts_among_the_five() -> None:
    verdict = auction("3: 28 S, 5: P, 6: P, 1: P, 2: P, 4: P")
    assert contract(verdict) == "28 S by 3"


def test_international_3_2_early_passer_may_be_left_out_later() -> None:
    verdict = auction("3: 28 S, 6: P, 4: P, 5: P, 1: P, 2: P, 3: 40 S")
    assert found(verdict) == [("call-out-of-turn", "call 2")]
    assert contract(verdict) == "40 S by 3"


def test_international_3_2_warning_first_then_a_point() -> None:
    calls = (
        "3: 28 S, 6: P\n! objection A\n4: P, 5: 29 S, 2: P\n! objection A\n6: P, 1: P, 3: P, 4: P"
    )
    first, second = auction(calls).findings
    assert (first.remedy.kind, first.remedy.to, first.remedy.points) == ("warning", "B", 0)
    assert (second.remedy.kind, second.remedy.to, second.remedy.points) == ("points", "A", 1)


def test_international_3_2_act_nobody_objected_to_keeps_the_warning() -> None:
    calls = "3: 28 S, 6: P, 4: P, 5: 29 S, 2: P\n! objection A\n6: P, 1: P, 3: P, 4: P"
    first, second = auction(calls).findings
    assert (first.objected, second.objected) == (False, True)
    assert second.remedy.kind == "warning"


def test_international_3_2_objection_of_the_own_side_is_none() -> None:
    (only,) = auction("3: 28 S, 6: P\n! objection B\n4: P, 5: P, 1: P, 2: P").findings
    assert only.objected is False


def test_international_3_2_objection_by_place_named() -> None:
    calls = "3: 28 S, 6: P, 4: P\n! objection A @ call 2\n5: P, 1: P, 2: P"
    (only,) = auction(calls).findings
    assert only.objected is True


def test_international_3_2_warning_lasts_for_the_session() -> None:
    one = (
        '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, 6: P\n! objection A\n4: P, 5: P, 1: P, 2: P\n'
    )
    two = (
        '[Deal "2"]\n[Dealer "3"]\nAuction:\n4: 28 S, 2: P\n! objection A\n5: P, 6: P, 1: P, 3: P\n'
    )
    first, second = ruled(one + two).findings
    assert (first.remedy.kind, second.remedy.kind) == ("warning", "points")


def test_international_3_2_out_of_turn_redouble_ends_the_auction() -> None:
    verdict = auction("3: 28 S, X, 1: XX")
    assert found(verdict) == [("call-out-of-turn", "call 3")]
    assert contract(verdict) == "28 S x4 by 3"


def test_international_3_3_self_raise_to_a_rung_in_the_same_suit() -> None:
    verdict = auction(f"3: 28 S, {PASSES}, 48 S")
    assert found(verdict) == []
    assert contract(verdict) == "48 S by 3"


def test_international_3_3_self_raise_in_no_trumps() -> None:
    assert contract(auction(f"3: 28 NT, {PASSES}, 40 NT, P, P, P, P, P")) == "40 NT by 3"


@pytest.mark.parametrize("bid", ["35 S", "40 H", "40 NT"])
def test_international_3_3_faulty_self_raise_leaves_the_contract(bid: str) -> None:
    verdict = auction(f"3: 28 S, {PASSES}, {bid}")
    assert found(verdict) == [("self-raise", "call 7")]
    assert contract(verdict) == "28 S by 3"


def test_international_3_3_self_raise_by_another_seat() -> None:
    verdict = auction(f"3: 28 S, {PASSES}, 4: 40 H")
    assert found(verdict) == [("self-raise", "call 7")]


def test_international_3_3_second_self_raise() -> None:
    verdict = auction(f"3: 28 S, {PASSES}, 40 S, {PASSES}, 48 S")
    assert found(verdict) == [("self-raise", "call 13")]
    assert contract(verdict) == "40 S by 3"


def test_international_3_3_self_raise_may_be_doubled_and_redoubled() -> None:
    verdict = auction(f"3: 28 S, {PASSES}, 40 S, X, XX")
    assert found(verdict) == []
    assert contract(verdict) == "40 S x4 by 3"


def test_international_3_3_no_self_raise_over_a_double_let_stand() -> None:
    verdict = auction("3: 28 S, X, P, P, P, P, P, 3: 40 S")
    assert found(verdict) == [("self-raise", "call 8")]
    assert contract(verdict) == "28 S x2 by 3"


def test_international_3_3_bidders_pass_after_the_five_is_nothing() -> None:
    assert found(auction(f"3: 28 S, {PASSES}, P")) == []


def test_international_3_3_double_after_the_close() -> None:
    assert found(auction(f"3: 28 S, {PASSES}, 4: X")) == [("call-after-close", "call 7")]


def test_international_3_5_suit_bid_without_a_card_of_it() -> None:
    verdict = auction(f"3: 28 S, 29 H, {PASSES}", hands=HANDS)
    assert found(verdict) == [("suit-not-held", "call 2")]
    (only,) = verdict.findings
    assert (only.remedy.kind, only.remedy.to, only.remedy.points) == ("award-deal", "A", 3)


def test_international_3_5_bid_in_a_deal_without_contract_is_for_the_committee() -> None:
    verdict = auction("3: 28 S, 29 H", hands=HANDS)
    assert found(verdict) == [("suit-not-held", "call 2")]
    assert verdict.deals[0].outcome == "undecided"
    assert verdict.deals[0].award is None


def test_international_3_5_without_hands_nothing_is_said() -> None:
    assert found(auction(f"3: 28 S, 29 H, {PASSES}")) == []


def test_international_3_8_double_of_the_own_side() -> None:
    assert found(auction(f"3: 28 S, P, X, {PASSES}")) == [("double-inadmissible", "call 3")]


def test_international_3_8_double_of_a_double() -> None:
    assert found(auction(f"3: 28 S, X, P, X, {PASSES}")) == [("double-inadmissible", "call 4")]


def test_international_3_8_overbid_cancels_the_double() -> None:
    verdict = auction(f"3: 28 S, X, 29 D, X, {PASSES}")
    assert found(verdict) == []
    assert contract(verdict) == "29 D x2 by 5"


def test_international_3_8_redouble_by_the_other_side() -> None:
    verdict = auction("3: 28 S, X, P, XX, P, P, P, P, P")
    assert found(verdict) == [("redouble-inadmissible", "call 4")]


def test_international_3_8_any_call_after_a_redouble() -> None:
    assert found(auction("3: 28 S, X, XX, P")) == [("call-after-close", "call 4")]


def test_international_3_8_56_may_be_doubled() -> None:
    assert contract(auction(f"3: 56 S, X, {PASSES}")) == "56 S x2 by 3"


def test_passes_not_written_leave_the_standing_bid_with_a_note() -> None:
    verdict = deal(calls="3: 28 S, P", play="", result="points A 30 B 26")
    assert contract(verdict) == "28 S by 3"
    assert verdict.deals[0].outcome == "made"
    assert len(verdict.notes) == 1


def test_auction_that_stops_with_nothing_after_it_makes_no_contract() -> None:
    verdict = auction("3: 28 S, P")
    assert contract(verdict) is None
    assert verdict.deals[0].outcome == "undecided"


def test_unclear_call_is_no_offence_and_leaves_the_contract_open() -> None:
    verdict = auction("3: 28 S, D, P, P, P, P, P")
    assert found(verdict) == []
    assert contract(verdict) is None


def test_call_that_cannot_be_read_is_healed_by_a_later_bid() -> None:
    verdict = auction(f"3: 28 S, ??, 30 D, {PASSES}")
    assert found(verdict) == []
    assert contract(verdict) == "30 D by 5"


def test_a_bid_heals_no_unread_call_that_may_have_ended_the_auction() -> None:
    unread = auction(f"3: 28 S, P, ??, P, P, P, 39 S, {PASSES}")
    assert contract(unread) is None
    assert found(unread) == []
    earlier = auction(f"3: 28 S, P, ??, P, P, 39 S, {PASSES}")
    assert contract(earlier) == "39 S by 2"


def test_silence_is_a_missing_call_and_no_fault_of_the_next() -> None:
    verdict = auction("3: 28 S, P\n! silence 5\n6: P, P, P, P")
    assert found(verdict) == [("missing-call", "call 3")]


def test_a_seat_read_with_doubt_is_no_surer_said_to_have_been_silent() -> None:
    (only,) = auction("3: 28 S, P\n! silence {5 0.8|6 0.2}\n6: P, P, P, P").findings
    assert (only.code, only.certainty.value, only.probability) == ("missing-call", "depends", 0.8)


@pytest.mark.parametrize("whose", ["{E 0.2|1 0.1|5 0.1}", "??", "E", "{1 0.9|5 0.1}"])
def test_silence_of_nobody_knows_whom_makes_no_call_one_out_of_turn(whose: str) -> None:
    verdict = auction(f"3: 28 S, P\n! silence {whose}\n6: P, P, P, P")
    assert "call-out-of-turn" not in [code for code, _ in found(verdict)]
    another = auction("3: 28 S, P\n! silence 1\n6: P, P, P, P")
    assert ("call-out-of-turn", "call 3") in found(another)


def test_call_before_which_a_seat_cannot_be_read_is_nobody_s_and_so_is_the_turn_after_it() -> None:
    """Who writes a seat there mostly does so because it was not the seat's turn."""
    verdict = auction("3: 28 S, ??: 29 H, 1: P, P, P, P, P")
    assert "call-out-of-turn" not in [code for code, _ in found(verdict)]
    another = auction("3: 28 S, 29 H, 1: P, P, P, P, P")
    assert ("call-out-of-turn", "call 3") in found(another)


NOBODY_KNOWN = '[Deal "1"]\nAuction:\n'
"""A deal without a dealer: who made a call is known only where its seat is written."""


def test_international_3_8_double_of_nobody_knows_whose_bid_is_no_offence() -> None:
    verdict = ruled(f"{NOBODY_KNOWN}28 S, 2: X, P, P, P, P, P")
    assert found(verdict) == []
    assert contract(verdict) is None


def test_international_3_8_redouble_of_nobody_knows_whose_bid_is_no_offence() -> None:
    verdict = ruled(f"{NOBODY_KNOWN}28 S, ??: X, 2: XX, P")
    assert found(verdict) == []
    assert contract(verdict) is None


def test_international_3_8_redouble_of_what_is_not_doubled_is_one_whoever_bid() -> None:
    verdict = ruled(f"{NOBODY_KNOWN}28 S, 2: XX, P, P, P, P, P")
    assert found(verdict) == [("redouble-inadmissible", "call 2")]
    assert (
        verdict.findings[0].message == "Seat 2 redoubled, but the bid of 28 had not been doubled."
    )


def test_a_later_bid_goes_over_a_double_that_may_not_have_counted() -> None:
    verdict = ruled(f"{NOBODY_KNOWN}28 S, 2: X, 30 D, {PASSES}")
    assert found(verdict) == []
    assert contract(verdict) == "30 D by 3"


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        (
            "3: P, 28 H",
            "seat 3's first Pass counts as 28 no-trumps, and 28 is not above that.",
        ),
        ("3: 29 S, 28 H", "28 is not above the 29 bid by seat 3."),
        (f"3: 28 H, {PASSES}, 4: 41 S", "after the auction was over: only the bidder may raise."),
    ],
)
def test_international_3_1_and_3_3_a_finding_gives_the_reason_that_decides(
    calls: str, words: str
) -> None:
    assert auction(calls).findings[0].message.endswith(words)


def test_international_3_10_two_revokes_of_a_side_cost_the_points_once() -> None:
    for play, count in (
        ("3:KH KS JH JH QH 9C\n5:AC QS AC QC 10H KC\n", 2),
        ("3:KH KS JH JH QH 9C\n", 1),
    ):
        revokes = [each for each in deal(play=play).findings if each.code == "revoke"]
        said = ["given once in a deal" in each.remedy_text for each in revokes]
        assert said == [count > 1] * count


def test_international_4_5_deal_count_quotes_its_own_sentence() -> None:
    book = load("international")
    assert "number of deals" in book.article("4.5", "deal-count")
    assert "wrong dealer" in book.article("4.5", "dealer-rotation")
