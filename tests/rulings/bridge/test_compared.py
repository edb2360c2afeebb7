"""Matchpoints, IMPs and victory points: Law 78 and the WBF's scale."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from fairdeal.rulings.bridge.scoring.standings import (
    cross_imps,
    imps,
    matchpoints,
    neuberg,
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


def test_neubergs_formula_gives_the_figures_of_the_ebu() -> None:
    """Ten different scores where eleven were expected: 19.9 of 20 and 2.2 less each (EBU)."""
    scores = range(0, 100, 10)
    found = [neuberg(each, 10, 11) for each in matchpoints(list(scores))]
    assert found == [Fraction(1 + 22 * place, 10) for place in range(10)]


@given(SCORES, st.integers(0, 20))
def test_neubergs_formula_keeps_the_average_the_order_and_the_share_of_both_sides(
    scores: list[int], missing: int
) -> None:
    most = len(scores) + missing
    plain = matchpoints(scores)
    found = [neuberg(each, len(scores), most) for each in plain]
    assert sum(found) == len(scores) * (most - 1)
    others = [neuberg(each, len(scores), most) for each in matchpoints([-each for each in scores])]
    assert {one + two for one, two in zip(found, others, strict=True)} == {2 * (most - 1)}
    assert all((a < b) == (c < d) for a, c in zip(plain, found, strict=True)
               for b, d in zip(plain, found, strict=True))  # fmt: skip
    if not missing:
        assert found == plain


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


@given(st.integers(0, 200), st.integers(1, 80))
def test_no_imp_is_worth_more_victory_points_than_the_one_before(margin: int, boards: int) -> None:
    less, here, more = (victory_points(each, boards)[0] for each in range(margin, margin + 3))
    assert here - less >= more - here


@pytest.mark.parametrize(
    ("boards", "printed"),
    [
        (1, "1000 1120 1229 1328 1418 1500 1574 1642 1703 1759 1809 1855 1897 1934 1969 2000"),
        (8, "1000 1044 1086 1127 1167 1205 1242 1277 1312 1345 1378 1409 1439 1468 1496 1523 1550 1575 1600 "
            "1623 1646 1668 1690 1711 1731 1750 1769 1787 1804 1821 1837 1853 1868 1883 1897 1911 1924 1937 "
            "1950 1962 1974 1985 1995 2000"),
        (10, "1000 1039 1077 1114 1150 1185 1218 1251 1283 1314 1343 1372 1400 1428 1454 1480 1505 1529 1552 "
             "1575 1597 1618 1639 1659 1678 1697 1716 1734 1751 1768 1784 1800 1815 1830 1844 1858 1871 1884 "
             "1897 1910 1922 1933 1944 1955 1966 1976 1986 1996 2000"),
    ],
)  # fmt: skip
def test_the_scale_is_the_one_that_federations_print(boards: int, printed: str) -> None:
    """In hundredths, for margins from 0. Rounding alone gives other figures in both longer matches."""
    found = [int(100 * victory_points(each, boards)[0]) for each in range(len(printed.split()))]
    assert found == [int(each) for each in printed.split()]


@pytest.mark.parametrize(
    ("margin", "boards", "won"),
    [(0, 16, "10.00"), (1, 16, "10.31"), (2, 16, "10.61"), (3, 16, "10.91"), (60, 16, "20.00"),
     (59, 16, "19.93"), (75, 16, "20.00"), (30, 4, "20.00")],
)  # fmt: skip
def test_the_scale_of_a_match_of_sixteen_boards(margin: int, boards: int, won: str) -> None:
    assert victory_points(margin, boards)[0] == Decimal(won)


def test_a_match_of_no_boards_has_no_victory_points() -> None:
    with pytest.raises(ValueError, match="board"):
        victory_points(0, 0)
