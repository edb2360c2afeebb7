"""Whose turn it is after acts out of turn, in a trick and in the auction (3.2, 4.3)."""

from __future__ import annotations

import pytest

from tests.support.builders import auction, deal, found

HAND_1 = "Hands:\n1: QH AC 9D 9D JC KC KS AS\n"
"""Seat 1 was dealt a heart, and no queen of spades."""


def test_international_4_3_the_seat_that_should_have_led_may_play_late() -> None:
    verdict = deal(play="5:JH 3:KH 4:KS 6:JH\n")
    assert found(verdict) == [("lead-out-of-turn", "trick 1 / seat 5")]


def test_international_4_3_a_seat_jumped_over_after_a_wrong_lead_is_another_offence() -> None:
    verdict = deal("", "4:KS 3:10S 6:JS\n", "")
    assert found(verdict) == [
        ("lead-out-of-turn", "trick 1 / seat 4"),
        ("play-out-of-turn", "trick 1 / seat 6"),
    ]


def test_card_without_a_label_goes_on_from_a_seat_that_played_twice() -> None:
    verdict = deal("", "3:10H 6:JD 3:KH QS\n", HAND_1)
    assert found(verdict) == [
        ("play-out-of-turn", "trick 1 / seat 6"),
        ("play-out-of-turn", "trick 1 / seat 3"),
    ]


@pytest.mark.parametrize(
    ("calls", "faults"),
    [
        # Seat 3 is due. After 5 the turn may go on to 6, whom 4 passes over.
        ("5: P, 4: P, 6: P", [1, 2]),
        # Two early: 4 was jumped over by 5, 3 by both, and each acts late.
        ("4: P, 6: P, 5: P, 3: P", [1, 2]),
        ("4: P, 6: P, 3: P, 5: P", [1, 2]),
        # Once seat 5 has acted in turn, the turn of seat 3 is gone.
        ("4: P, 5: P, 3: P", [1, 3]),
    ],
)
def test_international_3_2_after_several_early_calls_whoever_some_order_has_due_may_call(
    calls: str, faults: list[int]
) -> None:
    assert found(auction(calls)) == [("call-out-of-turn", f"call {call}") for call in faults]


@pytest.mark.parametrize("together", ["~ 36 37 NT Pass", "29 H 30 S"])
def test_international_3_2_after_calls_that_ran_together_nobody_is_out_of_turn(
    together: str,
) -> None:
    """How many calls a line is that cannot be read is not known, nor whose turn came after it."""
    assert found(auction(f"3: 28 S, P,\n{together},\n3: 38 NS")) == []
    assert found(auction("3: 28 S, P,\n29 H,\n3: 38 NS")) == [("call-out-of-turn", "call 4")]
