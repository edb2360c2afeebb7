"""What a director gives beside the results: a CSV file, line by line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, strategies as st

from fairdeal.desk.intake.schedule import (
    Amount,
    ScheduleError,
    amount,
    is_adjustments,
    read_adjustments,
)

HEAD = "who,award,reason,board,table,round\n"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("-10% of a top", Amount(Fraction(-10), "top")),
        ("−25 %", Amount(Fraction(-25), "top")),
        ("-3 MP", Amount(Fraction(-3), "MP")),
        ("-2 IMPs", Amount(Fraction(-2), "IMP")),
        ("-0,5 VP", Amount(Fraction(-1, 2), "VP")),
        ("carry-over 4.5 VP", Amount(Fraction(9, 2), "VP")),
        ("carried over 120 of 240 MP", Amount(Fraction(120), "MP", Fraction(240))),
        ("5", None),
        ("120 of 240 VP", None),
        ("much", None),
    ],
)
def test_an_award_says_how_much_of_what(text: str, meant: Amount | None) -> None:
    assert amount(text) == meant


def test_a_file_names_a_pair_a_team_or_a_board() -> None:
    text = HEAD + "Pair 4,-10% of a top,late,,,\n,NS A60 EW A40,fouled,7,3,2\n"
    penalty, board = read_adjustments(text.encode(), "adjustments.csv")
    assert (penalty.called, penalty.reason) == ("-10% of a top for Pair 4", "late")
    assert board.called == "NS A60 EW A40 on board 7 at table 3 in round 2"
    assert board.amount is None and is_adjustments("Papers/Adjustments.csv")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pair,what\n", "line 1: there is no column who or award"),
        (HEAD + "Pair 4,much\n", "line 2: “much” is not understood"),
        (HEAD + ",-1 VP\n", "line 2: nobody is named"),
        (HEAD + "\n,A60,,7\n", "line 3: “A60” is not an adjusted score"),
        (HEAD + "x" * 200_000, "not a CSV file"),
        ("", "line 1: there is no column"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ScheduleError) as raised:
        read_adjustments(text.encode(), "adjustments.csv")
    assert said in str(raised.value) and raised.value.remedy


@given(st.binary(max_size=200))
@example(b"%PDF-")
def test_no_file_stops_it_without_a_word(data: bytes) -> None:
    try:
        read_adjustments(HEAD.encode() + data, "adjustments.csv")
    except ScheduleError as error:  # Its line, or that it is no list at all.
        assert "line" in str(error) or "Save the list" in error.remedy
