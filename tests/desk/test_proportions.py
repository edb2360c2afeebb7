"""Clopper and Pearson's bounds, against closed forms and the printed tables."""

from __future__ import annotations

import pytest

from fairdeal.desk.proportions import Proportion, at_most, lower_bound, upper_bound


def test_all_right_has_the_closed_form() -> None:
    assert lower_bound(1000, 1000) == pytest.approx(0.025 ** (1 / 1000), abs=1e-12)
    assert upper_bound(1000, 1000) == 1.0
    assert upper_bound(0, 20) == pytest.approx(1 - 0.025 ** (1 / 20), abs=1e-12)


def test_known_interval() -> None:
    # 10 of 100: 0.0490 to 0.1762 in every table of exact binomial limits.
    assert lower_bound(10, 100) == pytest.approx(0.04900469, abs=1e-7)
    assert upper_bound(10, 100) == pytest.approx(0.17622260, abs=1e-7)


@pytest.mark.parametrize(("k", "n", "share"), [(0, 5, 0.3), (2, 5, 0.3), (4, 5, 0.3), (9, 12, 0.9)])
def test_tail_by_adding_up(k: int, n: int, share: float) -> None:
    from math import comb

    exact = sum(comb(n, i) * share**i * (1 - share) ** (n - i) for i in range(k + 1))
    assert at_most(k, n, share) == pytest.approx(exact, abs=1e-12)


def test_written_out() -> None:
    assert str(Proportion(10, 100)) == "10 of 100 (95 %: 4.900 to 17.622 %)"
