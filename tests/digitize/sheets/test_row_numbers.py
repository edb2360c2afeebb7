"""Rows told by the deal numbers printed before them."""

from __future__ import annotations

from hypothesis import given, strategies as st

from fairdeal.digitize.sheets.row_numbers import _out_of_step, first_number, number_rows


def test_numbers_in_sequence() -> None:
    assert first_number([1, 2, 3, None, 5]) == 1
    assert first_number([19, None, 21, 22, 23]) == 19
    assert first_number([1, 1, 2, None, None]) is None
    assert first_number([None, 2]) is None


def test_unread_number_between_two_that_agree_is_told() -> None:
    told = number_rows([1, 2, None, 4, 5, None])
    assert told.deals == (1, 2, 3, 4, 5, 6)
    assert not told.shaky


def test_missed_rule_shifts_the_rows_below_it() -> None:
    # The rows of deals 4 and 5 are seen as one: its number cannot be read.
    told = number_rows([1, 2, 3, None, 6, 7, 8])
    assert told.deals == (1, 2, 3, None, 6, 7, 8)
    assert told.shaky == (3,)


def test_rule_seen_twice_shifts_them_back() -> None:
    told = number_rows([1, 2, 3, 4, None, 5, 6, 7])
    assert told.deals == (1, 2, 3, 4, None, 5, 6, 7)
    assert told.shaky == (4,)


def test_number_that_does_not_belong_is_shaky() -> None:
    assert number_rows([1, 2, 3, 9, 5, 6, 7]).shaky == (3,)


def test_number_of_which_a_figure_was_not_seen_counts_as_it_is_due() -> None:
    told = number_rows([12, 13, 14, 15, 16, 7, 18])
    assert told.deals == (12, 13, 14, 15, 16, 17, 18)
    assert not told.shaky


@given(st.integers(1, 30), st.lists(st.booleans(), min_size=6, max_size=20))
def test_reading_only_some_numbers_changes_no_deal(first: int, read: list[bool]) -> None:
    numbers = [first + at if there else None for at, there in enumerate(read)]
    told = number_rows(numbers)
    if sum(read) >= 3:
        assert told.deals == tuple(first + at for at in range(len(read)))
        assert not told.shaky


@given(st.lists(st.none() | st.integers(0, 40), max_size=20))
def test_any_numbers(numbers: list[int | None]) -> None:
    told = number_rows(numbers)
    assert len(told.deals) == len(numbers)
    shaky = set(told.shaky)
    assert all(row in shaky for row, deal in enumerate(told.deals) if deal is None)


def test_numbers_that_step_away_from_the_layouts_are_doubted() -> None:
    """A dot matrix lost the stems of 10 to 12, which were read as 20 to 22."""
    by_place = list(range(1, 13))
    assert _out_of_step([*range(1, 10), 20, 21, 22], by_place) == {9, 10, 11}


def test_a_later_page_is_as_far_off_in_all_its_rows() -> None:
    assert _out_of_step(list(range(19, 31)), list(range(1, 13))) == set()
