"""Matchpoints, IMPs and victory points: Law 78 and the WBF's scale."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.rulings.bridge.scoring.compared import (
    cross_imps,
    imps,
    matchpoints,
    victory_points,
)

SCORES = st.lists(st.integers(-760, 760).map(lambda each: each * 10), min_size=1, max_size=30)


def test_duplicate_78a_two_for_each_lower_score_and_one_for_each_equal_one() -> None:
    assert matchpoints([420, 450, 420, -50]) == [3, 6, 3, 0]
    assert matchpoints([100]) == [0]


@given(SCORES)
def test_duplicate_78a_the_matchpoints_of_a_board_add_up_to_the_same(scores: list[int]) -> None:
    found, top = matchpoints(scores), 2 * (len(scores) - 1)
    assert sum(found) == len(scores) * (len(scores) - 1)
    others = matchpoints([-each for each in scores])
    assert [one + two for one, two in zip(found, others, strict=True)] == [top] * len(scores)


@pytest.mark.parametrize(
    ("points", "worth"),
    [(0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (420, 9), (430, 10), (490, 10), (500, 11), (590, 11),
     (600, 12), (740, 12), (750, 13), (1090, 14), (1100, 15), (1490, 16), (1990, 18), (2490, 20),
     (2500, 21), (3490, 22), (3990, 23), (4000, 24), (9000, 24)],
)  # fmt: skip
def test_duplicate_78b_the_scale_of_imps(points: int, worth: int) -> None:
    assert (imps(points), imps(-points)) == (worth, -worth)


@given(st.integers(-900, 900))
def test_duplicate_78b_imps_are_antisymmetric_and_never_fall(tens: int) -> None:
    assert imps(10 * tens) == -imps(-10 * tens)
    assert imps(10 * tens) <= imps(10 * tens + 10)


@given(SCORES)
def test_cross_imps_of_a_board_add_up_to_nothing(scores: list[int]) -> None:
    assert sum(cross_imps(scores)) == pytest.approx(0)


@given(st.integers(-200, 200), st.integers(1, 80))
def test_victory_points_add_up_to_twenty(margin: int, boards: int) -> None:
    one, two = victory_points(margin, boards)
    assert one + two == 20 and min(one, two) >= 0
    assert victory_points(-margin, boards) == (two, one)
    assert victory_points(margin + 1, boards)[0] >= one


@pytest.mark.parametrize(
    ("margin", "boards", "won"),
    [(0, 16, "10.00"), (1, 16, "10.31"), (2, 16, "10.61"), (3, 16, "10.91"), (60, 16, "20.00"),
     (59, 16, "19.92"), (75, 16, "20.00"), (30, 4, "20.00")],
)  # fmt: skip
def test_the_scale_of_a_match_of_sixteen_boards(margin: int, boards: int, won: str) -> None:
    assert victory_points(margin, boards)[0] == Decimal(won)


def test_a_match_of_no_boards_has_no_victory_points() -> None:
    with pytest.raises(ValueError, match="board"):
        victory_points(0, 0)
