"""What may explain the score of a row without a log: 3.2, 3.10 and 4.3 beside the table of 1.7.1."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Certainty
from tests.support.builders import ruled
from tests.support.under import Under

COLUMNS = "deal | bidder | contract | x | points A | points B | score A | score B"
LOST = "6 | 4 | 40 S | | 21 | 35"
"""A row of team B's contract, defeated: 3 to team A."""
WON = "6 | 4 | 40 S | | 15 | 41"
"""The same made: 2 to team B."""


def told(row: str, remark: str = "", more: str = "") -> set[tuple[str, Certainty]]:
    verdict = ruled(f'Sheet:\n{COLUMNS}{more} | remarks\n{row} | "{remark}"\n')
    return {(each.code, each.certainty) for each in verdict.findings}


PERHAPS = {("award-entry", Certainty.DEPENDS)}
SURELY = {("award-entry", Certainty.ESTABLISHED)}


@pytest.mark.parametrize(
    "row",
    [
        f"{LOST} | 4 | 0",
        f"{LOST} | 6 | 0",
        f"{LOST} | 3 | 1",
        f"{WON} | 6 | 0",  # B made it and broke the cardinal rule: 3 of the table and 3 more
        f"{LOST} | 0 | 5",  # A broke it: 2 of the table and 3 more
    ],
)
def test_international_3_10_score_that_a_penalty_explains_depends(row: str) -> None:
    assert told(row) == PERHAPS


@pytest.mark.parametrize("row", [f"{LOST} | 7 | 0", f"{LOST} | 2 | 0", f"{WON} | 3 | 0"])
def test_international_1_7_1_score_that_none_explains_is_wrong(row: str) -> None:
    assert told(row, "revoke by B, +3") == SURELY


@pytest.mark.parametrize(
    ("row", "remark"),
    [
        (f"{LOST} | 6 | 0", "Revoke by B"),
        (f"{WON} | 6 | 0", "revoke by team B, +3"),
        (f"{LOST} | 4 | 0", "+1"),
        (f"{LOST} | 4 | 0", "call out of turn, 1 point to A"),
        (f"{LOST} | 3 | 1", "lead out of turn by A: 1"),
    ],
)
def test_international_4_3_remark_that_tells_the_penalty(row: str, remark: str) -> None:
    assert told(row, remark) == set()


@pytest.mark.parametrize(
    ("row", "remark"),
    [
        (f"{LOST} | 4 | 0", "lead out of turn by B, 1 to B"),
        (f"{LOST} | 4 | 0", "penalty 2"),
        (f"{LOST} | 4 | 0", "by 1 minute late"),
        (f"{LOST} | 6 | 0", "revoke by A"),
    ],
)
def test_international_4_3_remark_that_tells_another(row: str, remark: str) -> None:
    assert told(row, remark) == PERHAPS


def test_international_5_2_penalties_stand_in_their_column_where_there_is_one() -> None:
    assert told(f"{LOST} | 6 | 0 | 0 | 0", "", " | penalty A | penalty B") == SURELY
    assert told(f"{LOST} | 4 | 0 | 1 | 0", "", " | penalty A | penalty B") == set()
    assert told(f"{LOST} | 4 | 0 | | ", "+1", " | penalty A | penalty B") == set()


@pytest.mark.parametrize(("total", "expected"), [(4, PERHAPS), (5, PERHAPS), (3, SURELY)])
def test_international_5_3_score_that_the_total_leaves_out_is_wrong(
    total: int, expected: set[tuple[str, Certainty]]
) -> None:
    first = LOST.replace("6", "1", 1)
    found = told(f"{first} | 4 | 0 | {total}", more=" | total A")
    assert {each for each in found if each[0] == "award-entry"} == expected


def test_score_beside_a_log_is_judged_by_the_log() -> None:
    log = '[Deal "6"]\n[Dealer "3"]\nAuction:\n4: 40 S, P, P, P, P, P\n'
    (finding,) = ruled(f"{log}Sheet:\n{COLUMNS}\n{LOST} | 4 | 0\n").findings
    assert finding.certainty is Certainty.ESTABLISHED


def test_wiki_scoring_knows_no_penalty_that_might_be_within_it() -> None:
    book = Under("wiki")
    award = book.award("40 S by 4", "A 21 B 35")
    assert award is not None
    text = f"Sheet:\n{COLUMNS}\n{LOST} | {award['A'] + 1} | {award['B']}\n"
    assert [each.certainty for each in book.ruled(text).findings] == [Certainty.ESTABLISHED]


def test_international_1_7_1_doubt_and_penalty_are_weighed_together() -> None:
    """Half the readings have the right score; the other half is a slip or a penalty."""
    (finding,) = ruled(f"Sheet:\n{COLUMNS}\n{LOST} | {{3|6}} | 0\n").findings
    assert finding.probability == pytest.approx(0.5 / 3)


@pytest.mark.parametrize(
    ("row", "looked_at"),
    [
        ("6 | 4 | 48 S | | 8 | 48 | 0 | 4", ["x", "bidder", "score B"]),
        ("6 | 4 | 48 S | X | 8 | 48 | 0 | 6", ["score B"]),
        ("6 | 4 | 28 S | | 30 | 26 | 1 | 0", ["bidder", "score A"]),
        ("6 | 3 | 28 S | | 30 | 26 | 2 | 0", ["x", "bidder", "score A"]),
        ("6 | 3 | 28 S | | 30 | 26 | 0 | 1", []),
        ("6 | 3 | 28 S | | 27 | 29 | 0 | 4", ["x", "score B"]),  # as redoubled: 2 and 2
    ],
)
def test_international_1_7_1_a_score_that_another_cell_of_the_row_explains(
    row: str, looked_at: list[str]
) -> None:
    """The sign of a double left out comes first; the score is named with whatever else may be wrong."""
    (finding,) = [
        each for each in ruled(f"Sheet:\n{COLUMNS}\n{row}\n").findings if each.at.row == 1
    ][:1]
    assert finding.code == "award-entry"
    assert [each.parts[-1] for each in finding.depends_on] == looked_at
    if "x" in looked_at:
        first = next(each for each in finding.message.split(". ") if each.startswith("If "))
        assert first.startswith("If the contract was doubled, the score is right")


@pytest.mark.parametrize(
    ("x", "score", "how"),
    [("X", 3, "not doubled"), ("XX", 3, "not doubled"), ("X", 9, "redoubled")],
)
def test_online_score_of_another_doubling_is_wrong_and_names_the_x(
    x: str, score: int, how: str
) -> None:
    row = LOST.replace("| |", f"| {x} |")
    verdict = Under("online").ruled(f"Sheet:\n{COLUMNS}\n{row} | {score} | 0\n")
    [found] = [each for each in verdict.findings if each.code == "award-entry"]
    assert found.certainty is Certainty.ESTABLISHED
    [beside] = [each for each in found.related if str(each.place) == "row 1 / x"]
    assert f"{how}, the score is right" in beside.message
