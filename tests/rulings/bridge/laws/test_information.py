"""Laws 16 and 73: information from other than legal calls and plays is noted, and never ruled."""

from __future__ import annotations

from fairdeal.rulings import Verdict
from tests.rulings.bridge.laws.open_ways import board, taken, ways

CODE = "conduct"


def hesitated() -> Verdict:
    return board(
        'N: 1 S, E: P, S: 2 S\n! conduct S "long thought"\nW: P, N: 4 S, P, P, P', "NS 10 EW 3"
    )


def test_law_16b1_the_result_stands_where_nothing_suggested_was_chosen() -> None:
    verdict = hesitated()
    assert set(taken(verdict, CODE).values()) == {None}
    assert ways(verdict, CODE)["16B1"].award == verdict.deals[0].award == {"NS": 420, "EW": 0}


def test_law_16b3_damage_is_for_the_director_to_assign() -> None:
    assert ways(hesitated(), CODE)["16B3"].remedy is None


def test_law_73e2_a_false_inference_is_for_the_director_to_judge() -> None:
    assert ways(hesitated(), CODE)["73E2"].remedy is None
