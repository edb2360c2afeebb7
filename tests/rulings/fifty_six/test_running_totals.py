"""Running totals by article 5.3: one slip is one finding, and what stood before is not made up."""

from __future__ import annotations

import pytest

from tests.support.builders import found, sheet

COLUMNS = "deal | score A | total A"


@pytest.mark.parametrize("totals", [(9, 2, 3, 4, 6), (1, 4, 3, 4, 6), (1, 2, 3, 5, 6)])
def test_international_5_3_right_by_the_sum_of_all_scores(totals: tuple[int, ...]) -> None:
    assert _wrong(totals) == 1


@pytest.mark.parametrize("totals", [(1, 2, 4, 5, 7), (1, 2, 4, 5, 6), (3, 4, 5, 6, 8)])
def test_international_5_3_carried_on_and_perhaps_put_right(totals: tuple[int, ...]) -> None:
    assert _wrong(totals) == 1


def test_international_5_3_two_slips_are_two_findings() -> None:
    assert _wrong((1, 4, 5, 9, 11)) == 2


def _wrong(totals: tuple[int, ...]) -> int:
    """How many totals of five rows that score 1, 1, 1, 1 and 2 are found wrong."""
    rows = zip((1, 1, 1, 1, 2), totals, strict=True)
    text = "".join(f"{n} | {score} | {total}\n" for n, (score, total) in enumerate(rows, 1))
    return len(found(sheet(text, COLUMNS)))


def test_international_5_3_sheet_that_begins_with_a_later_deal() -> None:
    assert found(sheet("10 | 2 | 7\n11 | 1 | 8\n", COLUMNS)) == []
    assert found(sheet("10 | 2 | 7\n11 | 1 | 9\n", COLUMNS)) == [("total-entry", "row 2 / total A")]
    assert found(sheet("1 | 2 | 7\n2 | 1 | 8\n", COLUMNS)) == [("total-entry", "row 1 / total A")]


def test_international_5_3_sheet_of_which_the_first_deal_cannot_be_read() -> None:
    """It may begin with a later deal."""
    for rows in ("?? | 2 | 7\n", "?? | 2 | 7\n11 | 1 | 8\n", "?? | 2 | 7\n2 | 1 | 8\n"):
        assert found(sheet(rows, COLUMNS)) == []
    rows = "?? | 2 | 7\n11 | 1 | 9\n"
    assert found(sheet(rows, COLUMNS)) == [("total-entry", "row 2 / total A")]
