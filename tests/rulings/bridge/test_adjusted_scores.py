"""Adjusted scores as directors write them (Law 12C)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from fairdeal.rulings.bridge.scoring.adjusted import Award, awards, in_imps, share_of_top, written

SHARES = st.integers(0, 10_000).map(lambda each: Fraction(each, 10_000))


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("NS A60 EW A40", ("A60", "A40")),
        ("ns: a60%, ew: a60%", ("A60", "A60")),
        ("N-S AVE+ E-W AV-", ("average plus", "average minus")),
        ("EW average plus", ("average minus", "average plus")),
        ("A+ ", None),
        ("AVE", ("average", "average")),
        ("A50", ("A50", "A50")),
        ("50%", ("A50", "A50")),
        ("NS 62.5%", ("A62.5", "A37.5")),
        ("NS +3 IMP", ("+3 IMP", "-3 IMP")),
        ("NS −100", ("-100", "100")),
        ("NS 420 EW -620", ("420", "-620")),
        ("NS 60% of 420, 40% of -50", ("60% of 420, 40% of -50", "60% of -420, 40% of 50")),
        ("NS 33.3% 420 + 66.7% 450 EW -450", ("33.3% of 420, 66.7% of 450", "-450")),
    ],
)
def test_duplicate_12c_what_is_written_for_each_side(
    text: str, both: tuple[str, str] | None
) -> None:
    found = awards(text)
    assert (found and tuple(each.text for each in found)) == both


@pytest.mark.parametrize(
    "text",
    ["", "420", "A60", "NS", "NS A160", "NS 60% of 420", "NS 60% of 420, 50% of 50", "NS 1 NS 2",
     "of NS 420", "NS 100% of 420, 0% of 50", "NS 420420", "NS A60 EW what", "NS 1" * 200],
)  # fmt: skip
def test_what_nobody_can_be_sure_of_is_not_understood(text: str) -> None:
    assert awards(text) is None


@given(st.text("NSEWA+-%0123456789 of,IMP\n", max_size=60))
def test_no_text_stops_it_and_both_sides_are_read_again_as_written(text: str) -> None:
    found = awards(text)
    if found is not None and all(_short(each) for each in found):
        again = awards(written(found))
        assert again is not None and written(again) == written(found)


def _short(award: Award) -> bool:
    """Without weights of so many places that they are not written out."""
    return all((100 * weight) % 1 == 0 for weight, _ in award.outcomes)


def test_duplicate_86a_average_plus_is_three_imps() -> None:
    told = {
        text: in_imps((awards(f"NS {text}") or ())[0]) for text in ("A+", "A", "A-", "A60", "A55")
    }
    assert told == {"A+": 3, "A": 0, "A-": -3, "A60": 3, "A55": None}


@given(SHARES)
def test_duplicate_12c2c_the_other_boards_raise_a_plus_and_lower_a_minus(
    elsewhere: Fraction,
) -> None:
    plus, minus = awards("NS A+ EW A-") or ()
    assert share_of_top(plus, elsewhere) == max(Fraction(6, 10), elsewhere)
    assert share_of_top(minus, elsewhere) == min(Fraction(4, 10), elsewhere)
    (fixed, _) = awards("NS A60") or ()
    assert share_of_top(fixed, elsewhere) == Fraction(6, 10)
