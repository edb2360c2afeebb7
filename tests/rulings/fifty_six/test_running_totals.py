"""Running totals by article 5.3: one slip is one finding, and what stood before is not made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load
from fairdeal.rulings.frame.finding import Certainty
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


SLIP_BELOW = "1 | 2 | 2\n2 | {} | 5\n3 | 1 | 6\n4 | 2 | 78\n5 | 0 | 8\n"
"""The total of row 5 is the sum of all scores again, if that of row 2 is 3."""


@pytest.mark.parametrize("score", ["{0 0.5|3 0.5}", "{0 0.6|3 0.4}", "{3 0.9995|0 0.0005}"])
def test_international_5_3_a_score_in_doubt_bears_on_totals_below_a_wrong_one(score: str) -> None:
    """A second total was established as wrong, by one of two readings of a score three rows above."""
    verdict = sheet(SLIP_BELOW.format(score), COLUMNS)
    wrong = {
        str(each.place): each.certainty for each in verdict.findings if each.code == "total-entry"
    }
    assert wrong["row 4 / total A"] is Certainty.ESTABLISHED
    assert wrong.get("row 5 / total A", Certainty.DEPENDS) is Certainty.DEPENDS


def test_international_5_3_a_penalty_in_doubt_bears_on_totals_below_a_wrong_one() -> None:
    """The total of row 5 is right if the penalty of row 2 is 2."""
    rows = "1 | 2 | | 2\n2 | 1 | {1 0.5|2 0.5} | 5\n3 | 1 | | 6\n4 | 2 | | 78\n5 | 0 | | 8\n"
    (total,) = (
        each
        for each in sheet(rows, "deal | score A | penalty A | total A").findings
        if str(each.place) == "row 5 / total A"
    )
    assert total.certainty is Certainty.DEPENDS


@pytest.mark.parametrize("column", [1, 2])
def test_international_5_3_a_total_below_a_wrong_one_is_no_surer_than_what_stands_above(
    column: int,
) -> None:
    """Here each is clear, but one three rows above is something else three times in a thousand."""
    record = read(f"Sheet:\n{COLUMNS}\n{SLIP_BELOW.format(0)}").record
    paper, rows = record.sheets[0], list(record.sheets[0].rows)
    cells = list(rows[1].cells)
    seen = cells[column].readings[0]
    cells[column] = replace(cells[column], readings=(replace(seen, probability=0.997),))
    rows[1] = replace(rows[1], cells=tuple(cells))
    verdict = check(
        replace(record, sheets=(replace(paper, rows=tuple(rows)),)), load("international")
    )
    (total,) = (each for each in verdict.findings if str(each.place) == "row 5 / total A")
    assert total.certainty is Certainty.DEPENDS
    assert f"row 2 / {('score A', 'total A')[column - 1]}" in map(str, total.depends_on)
