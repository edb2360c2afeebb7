"""Whose turn it is within a trick, after acts out of turn (3.2, 4.3)."""

from __future__ import annotations

from tests.support.builders import deal, found

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

