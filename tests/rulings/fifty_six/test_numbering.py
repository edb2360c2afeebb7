"""Which deal a log is of, where its number is in doubt."""

from __future__ import annotations

from fairdeal.rulings.frame.finding import Verdict
from tests.support.builders import found, ruled

SHEET = """
Sheet:
deal | dealer | bidder | contract | x | points A | points B | score A | score B | total A | total B
1 | 1 | 2 | 28 S | | 26 | 30 | 0 | 1 | 0 | 1
2 | 2 | 4 | 30 H | | 20 | 36 | 0 | 1 | 0 | 2
3 | 3 | 3 | 41 C | X | 16 | 40 | 0 | 4 | 0 | 6
"""


def log(
    number: str, *, dealer: str = "2", result: str = "contract 30 H by 4\npoints A 20 B 36"
) -> Verdict:
    return ruled(f'[Deal "{number}"]\n[Dealer "{dealer}"]\nResult:\n{result}\n{SHEET}')


def test_row_that_agrees_says_which_deal_a_log_is_of() -> None:
    verdict = log("{3 0.6|2 0.4}")
    assert verdict.deals[0].deal == "2"
    (each,) = [each for each in verdict.settled if str(each.place) == "deal"]
    assert (each.text, each.changed) == ("2", True)
    assert "row 2 / contract" in {str(place) for place in each.by}
    assert found(verdict) == []


def test_number_that_the_ink_hardly_allows_is_not_taken() -> None:
    assert log("{3 0.95|2 0.04}").deals[0].deal == "3"


def test_clear_number_stays_whatever_the_rows_say() -> None:
    verdict = log("3")
    assert verdict.deals[0].deal == "3"
    assert found(verdict) != []


def test_log_with_nothing_to_go_by_keeps_the_number_that_the_ink_has() -> None:
    verdict = ruled('[Deal "{3 0.6|2 0.4}"]\nAuction:\nP\n' + SHEET)
    assert verdict.deals[0].deal == "3"


def test_number_of_another_log_is_seldom_a_second_time_right() -> None:
    text = '[Deal "3"]\nAuction:\nP\n\n[Deal "{3 0.8|4 0.1}"]\nAuction:\nP\n'
    assert [each.deal for each in ruled(text).deals] == ["3", "3"]
    text = '[Deal "3"]\nAuction:\nP\n\n[Deal "{3 0.6|4 0.4}"]\nAuction:\nP\n'
    assert [each.deal for each in ruled(text).deals] == ["3", "4"]


ROW = "{} | 1 | 2 | 28 S | | 26 | 30 | 0 | 1 | {} | {}\n"
HEAD = SHEET.strip().splitlines()[1]


def numbered(*deals: str) -> list[tuple[str, str]]:
    """The findings about the numbers of a sheet's rows."""
    rows = "".join(ROW.format(deal, 0, at) for at, deal in enumerate(deals, 1))
    verdict = ruled(f"Sheet:\n{HEAD}\n{rows}")
    return [
        (each.certainty.value, str(each.place))
        for each in verdict.findings
        if each.code == "deal-count"
    ]


def test_rows_whose_number_was_not_read_may_be_of_the_deals_between() -> None:
    assert numbered("1", "??", "??", "4") == []
    assert numbered("1", "??", "??", "5") == [("established", "row 4 / deal")]
    assert numbered("1", "??", "5", "6") == [("established", "row 3 / deal")]


def test_a_number_that_fits_only_as_its_rival_depends_on_it() -> None:
    """Read as 2 it comes after 5, read as 12 it fits: in neither case is a deal missing for sure."""
    rows = ("5", "??", "??", "??", "??", "??", "??", "{2 0.9786|12 0.0214}")
    assert [certainty for certainty, _ in numbered(*rows)] == ["depends"]
