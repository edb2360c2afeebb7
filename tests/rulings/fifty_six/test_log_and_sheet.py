"""What a log does not tell and the sheet does: each deal is judged by both together (5.1, 5.2)."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.support.builders import contract, found, ruled

HEAD = '[Deal "3"]\n[Dealer "4"]\n'
AUCTION = "Auction:\n5: 40 H, P, P, X, P, P, P, P, P\n"
COLUMNS = "Sheet:\ndeal | bidder | contract | x | points A | points B | score A | score B\n"


def judged(row: str, log: str = AUCTION, columns: str = COLUMNS) -> Verdict:
    return ruled(f"{HEAD}{log}{columns}{row}\n")


def test_international_1_7_1_score_is_judged_by_the_contract_of_the_auction() -> None:
    """40 hearts doubled and made with 41 is 3 to A; by what the sheet says it would be something else."""
    for cells in ("5 | 40 H | ", "5 | 28 H | X", "2 | 40 H | X"):
        (finding,) = judged(f"3 | {cells} | 41 | 15 | 3 | 0").findings
        assert finding.code == "contract-entry"
    assert ("award-entry", "row 1 / score A") in found(judged("3 | 5 | 40 H | | 41 | 15 | 2 | 0"))


def test_international_1_7_1_so_it_is_where_the_sheets_points_are_in_doubt() -> None:
    assert found(judged("3 | 5 | 28 H | X | {41|46} | - | 3 | 0")) == [
        ("contract-entry", "row 1 / contract")
    ]


def test_international_1_7_1_the_sheets_points_give_outcome_and_award() -> None:
    verdict = judged("3 | 5 | - | - | 41 | 15 | 2 | 0")
    assert found(verdict) == [("award-entry", "row 1 / score A")]
    (deal,) = verdict.deals
    assert (deal.outcome, deal.award, deal.points) == ("made", {"A": 3, "B": 0}, None)


@pytest.mark.parametrize(
    "points", ["41 | 17", "{41|40} | {15|16}", "- | -"], ids=["no sum", "in doubt", "not there"]
)
def test_international_5_2_points_that_do_not_tell_give_no_award(points: str) -> None:
    assert judged(f"3 | 5 | 40 H | X | {points} | 3 | 0").deals[0].award is None


def test_two_copies_with_other_points_give_no_award() -> None:
    copy = "deal | points A | points B\n3 | 41 | 15\n"
    other = "deal | points A | points B\n3 | 31 | 25\n"
    verdict = ruled(f"{HEAD}{AUCTION}Sheet A:\n{copy}\nSheet B:\n{copy}")
    assert verdict.deals[0].award == {"A": 3, "B": 0}
    verdict = ruled(f"{HEAD}{AUCTION}Sheet A:\n{copy}\nSheet B:\n{other}")
    assert verdict.deals[0].award is None


def test_result_under_the_deal_comes_before_the_sheet() -> None:
    verdict = judged("3 | 5 | 40 H | X | 41 | 15 | 3 | 0", f"{AUCTION}Result:\npoints A 20 B 36\n")
    assert verdict.deals[0].outcome == "defeated"


TRICKS = "Play:\n5:AS KS 9H 9S KS QS\n1:10D\n"


def test_international_4_2_contract_of_the_sheet_tells_who_won() -> None:
    """Seat 5 leads; with hearts trumps seat 1 ruffs the third card."""
    verdict = judged("3 | 5 | 28 H | | - | - | - | -", TRICKS)
    assert (contract(verdict), verdict.deals[0].winners[0]) == ("28 H by 5", "1")
    assert found(verdict) == []
    assert [str(each.place) for each in verdict.notes] == ["contract"]
    assert "score sheet" in verdict.notes[0].message
    other = judged("3 | 5 | 28 D | | - | - | - | -", TRICKS)
    assert found(other) == [("lead-out-of-turn", "trick 2 / seat 1")]


@pytest.mark.parametrize("row", ["3 | 5 | {28 H|30 D}", "3 | {5|1} | 28 H", "3 | 5 | -"])
def test_contract_of_the_sheet_in_doubt_is_not_taken(row: str) -> None:
    assert contract(judged(f"{row} | | - | - | - | -", TRICKS)) is None


def test_international_1_7_1_sheet_without_a_place_for_a_double() -> None:
    columns = "Sheet:\ndeal | bidder | contract | points A | points B | score A | score B\n"
    for score in (1, 2, 3):
        verdict = judged(f"3 | 5 | 28 H | 41 | 15 | {score} | 0", TRICKS, columns)
        assert found(verdict) == []
        assert verdict.deals[0].award is None
    assert found(judged("3 | 5 | 28 H | 41 | 15 | 0 | 0", TRICKS, columns)) != []


def test_international_5_2_points_on_a_sheet_below_what_was_taken() -> None:
    log = AUCTION + "Play:\n5:JH JH 9H 9H AS AH\n"
    verdict = judged("3 | 5 | 40 H | X | 6 | 50 | 0 | 4", log)
    assert found(verdict) == [("points-entry", "row 1 / points A")]
    assert verdict.deals[0].award is None


@pytest.mark.parametrize(
    ("row", "missing"),
    [("3 | 5 | 40 H | X | 41 | 15 | 3 | 0", False), ("3 | 5 | 40 H | X | 41 | 15 | |", True)],
)
def test_score_is_said_to_lack_only_where_nobody_recorded_it(row: str, missing: bool) -> None:
    why = {each.why for each in judged(row).coverage if each.rule == "award-entry"}
    assert ("no score recorded" in why) is missing
