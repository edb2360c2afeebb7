"""What is said to be not checked was not, for the reason named: scores in the log, on a sheet, in neither."""

from __future__ import annotations

import pytest

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load

LOG = """[Deal "1"]
[Dealer "2"]
Auction:
3: 28 S, P, P, P, P, P
Result:
points A 30 B 26
"""
BRIDGE = """[Deal "1"]
[Dealer "N"]
[Vulnerable "None"]
Auction:
N: 1 H, Pass, Pass, Pass
Result:
contract 1 H by N
points NS 7 EW 6
"""


def awards(text: str, book: str) -> dict[str | None, str | None]:
    """Why awards were not checked, deal by deal (None: on the sheets); None where they were."""
    verdict = check(read(text).record, load(book))
    return {
        each.deal: None if each.checked else each.why
        for each in verdict.coverage
        if each.rule == "award-entry"
    }


def sheet(columns: str, row: str) -> str:
    return f"Sheet:\n| {columns} |\n| {row} |\n"


@pytest.mark.parametrize(
    ("text", "book", "found"),
    [
        (LOG, "international", {"1": "no score recorded"}),
        (LOG + "score A 1\n", "international", {"1": None}),
        (
            LOG + sheet("deal | contract | bidder | score A | score B", "1 | 28 S | 3 | 1 |"),
            "international",
            {"1": None, None: None},
        ),
        (
            LOG + sheet("deal | contract | bidder | score A | score B", "1 | 28 S | 3 | | "),
            "international",
            {"1": "no score recorded", None: None},
        ),
        (
            LOG + sheet("deal | contract | bidder | score A | score B", "1 | 28 S | 3 | ?? |"),
            "international",
            {"1": None, None: None},
        ),
        (BRIDGE, "duplicate", {"1": "no score recorded"}),
        (BRIDGE + "score NS 80\n", "duplicate", {"1": None}),
        (
            BRIDGE + sheet("deal | score NS | score EW", "1 | 80 |"),
            "duplicate",
            {"1": None, None: None},
        ),
        (
            BRIDGE + sheet("deal | score NS | score EW", "1 | | "),
            "duplicate",
            {"1": "no score recorded", None: None},
        ),
        (BRIDGE + "Sheet NS:\n| we | they |\n| 30 | |\n", "alberta", {"1": None, None: None}),
    ],
)
def test_no_score_is_recorded_only_where_there_is_none(
    text: str, book: str, found: dict[str | None, str | None]
) -> None:
    assert awards(text, book) == found


def test_a_sheet_without_bidders_is_checked_where_the_logs_name_them() -> None:
    row = sheet("deal | score A | score B", "1 | 4 |")
    assert awards(LOG + row, "international") == {"1": None, None: None}
    verdict = check(read(LOG + row).record, load("international"))
    assert [each.code for each in verdict.findings] == ["award-entry"]
    more = row + "| 2 | | 2 |\n"
    why = awards(LOG + more, "international")[None]
    assert why == "the sheet has no column contract", "row 2 has no log"
