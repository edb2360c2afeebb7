"""Rows of a sheet left out, written twice or in each other's place: one finding, and no wrong total."""

from __future__ import annotations

import pytest

from tests.support.builders import found, sheet

COLUMNS = "deal | score A | score B | total A | total B"
ROWS = (
    "1 | 1 | 0 | 1 | 0",
    "2 | 0 | 2 | 1 | 2",
    "3 | 2 | 0 | 3 | 2",
    "4 | 0 | 1 | 3 | 3",
    "5 | 1 | 0 | 4 | 3",
    "6 | 0 | 1 | 4 | 4",
)


def written(*numbers: int, **changed: str) -> list[tuple[str, str]]:
    rows = [changed.get(f"row_{n}", ROWS[n - 1]) for n in numbers]
    return found(sheet("".join(f"{row}\n" for row in rows), COLUMNS))


def test_the_sheet_is_in_order() -> None:
    assert written(1, 2, 3, 4, 5, 6) == []


@pytest.mark.parametrize("row", range(1, 7))
def test_international_5_3_a_row_written_twice_is_one_finding(row: int) -> None:
    numbers = sorted([*range(1, 7), row])
    assert written(*numbers) == [("deal-count", f"row {row + 1} / deal")]


@pytest.mark.parametrize("row", range(2, 6))
def test_international_5_3_a_row_left_out_is_one_finding(row: int) -> None:
    numbers = [n for n in range(1, 7) if n != row]
    assert written(*numbers) == [("deal-count", f"row {row} / deal")]


def test_two_rows_left_out_are_one_finding() -> None:
    assert written(1, 2, 5, 6) == [("deal-count", "row 3 / deal")]


@pytest.mark.parametrize("row", range(1, 6))
def test_rows_in_each_others_place_are_one_finding(row: int) -> None:
    numbers = list(range(1, 7))
    numbers[row - 1 : row + 1] = [row + 1, row]
    assert written(*numbers) == [("deal-count", f"row {row} / deal")]


def test_international_5_3_a_total_that_no_left_out_row_explains_stays_wrong() -> None:
    """Without deal 3 team A would have lost points in it."""
    assert ("total-entry", "row 3 / total A") in written(1, 2, 4, 5, 6, row_4="4 | 0 | 1 | 0 | 3")


def test_international_5_3_a_wrong_total_below_a_row_left_out_stays() -> None:
    assert written(1, 2, 4, 5, 6, row_5="5 | 1 | 0 | 9 | 3") == [
        ("deal-count", "row 3 / deal"),
        ("total-entry", "row 4 / total A"),
    ]


def test_a_row_that_was_counted_twice_is_not_the_one_above_again() -> None:
    """Its totals go on from those above: nobody can tell which of number and row is wrong."""
    first = "1 | 2 | 3 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0\n"
    verdict = sheet(first + first.replace("0 | 1 | 0", "0 | 2 | 0"))
    [finding] = verdict.findings
    assert finding.code == "deal-count" and "recorded again" in finding.message


def test_a_row_of_a_deal_that_was_not_scored_may_stand_twice() -> None:
    """Two deals given up under one number are no row written twice."""
    row = "1 | 2 | 3 | 28 S | | | | 0 | 0 | 0 | 0\n"
    assert "deal-count" not in [code for code, _ in found(sheet(row + row))]
