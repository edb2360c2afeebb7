"""The one warning of 3.2: given for an act out of turn, or noted for something else before."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.support.builders import ruled


def session(first: str, second: str = "4: 28 H, 6: 29 H\n! objection A") -> Verdict:
    """The verdict on two deals, each given by its auction. In the second, seat 6 calls early."""
    return ruled(
        f'[Deal "1"]\n[Dealer "2"]\nAuction:\n{first}\n[Deal "2"]\n[Dealer "3"]\nAuction:\n{second}\n'
    )


def last_remedy(verdict: Verdict) -> tuple[str, str | None, int]:
    remedy = verdict.findings[-1].remedy
    return remedy.kind, remedy.to, remedy.points


WARNING, POINT = ("warning", "B", 0), ("points", "A", 1)


@pytest.mark.parametrize(
    ("first", "remedy"),
    [
        ("3: 28 H, P\n! warning B", POINT),
        ("3: 28 H, P", WARNING),
        ("3: 28 H, P\n! warning A", WARNING),
        ("! warning B\n3: 28 H, P", POINT),
    ],
)
def test_international_3_2_a_warning_noted_before_is_the_one_warning(
    first: str, remedy: tuple[str, str | None, int]
) -> None:
    assert last_remedy(session(first)) == remedy


def test_international_3_2_a_warning_noted_later_is_none_before() -> None:
    verdict = session("3: 28 H", "4: 28 H, 6: 29 H\n! objection A\n1: P, 2: P\n! warning B")
    assert last_remedy(verdict) == WARNING


def test_international_3_2_a_warning_earlier_in_the_deal_counts() -> None:
    verdict = session("3: 28 H", "4: 28 H\n! warning B\n5: P, 1: 29 H\n! objection B")
    assert last_remedy(verdict) == ("warning", "A", 0)
    verdict = session("3: 28 H", "4: 28 H, 5: P\n! warning B\n2: 29 H\n! objection A\n")
    assert last_remedy(verdict) == POINT


def test_international_3_2_the_warning_for_the_act_itself_is_no_earlier_one() -> None:
    assert last_remedy(session("3: 28 H", "4: 28 H, 6: 29 H\n! warning B")) == WARNING
