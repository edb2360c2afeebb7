"""The same slip under a log and on the sheet is one finding with two places."""

from __future__ import annotations

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.rulings import Verdict
from tests.support.builders import AUCTION, HANDS, PLAY, found

DEAL = f'[Deal "1"]\n[Dealer "2"]\n{HANDS}Auction:\n{AUCTION}\nPlay:\n{PLAY}'
SHEET = "Sheet:\ndeal | bidder | contract | x | score A | score B\n1 | 1 | 32 C | X | {} | 0\n"


def ruled(text: str) -> Verdict:
    return case_of([typed(f'[Rules "international"]\n{text}'.encode(), "log.hrn", "")]).verdict


def test_a_figure_copied_to_the_sheet_is_found_once() -> None:
    verdict = ruled(f"{DEAL}Result:\nscore A 5 B 0\n{SHEET.format(5)}")
    assert found(verdict) == [("award-entry", "row 1 / score A")]
    (slip,) = verdict.findings
    assert [str(each.place) for each in slip.related] == ["deal 1 / score A"]
    assert slip.due == 2


def test_other_figures_are_two_slips() -> None:
    verdict = ruled(f"{DEAL}Result:\nscore A 5 B 0\n{SHEET.format(4)}")
    places = [place for code, place in found(verdict) if code == "award-entry"]
    assert places == ["score A", "row 1 / score A"]


def test_a_figure_that_is_wrong_under_the_deal_alone_stays_there() -> None:
    verdict = ruled(f"{DEAL}Result:\nscore A 5 B 0\n{SHEET.format(2)}")
    places = [place for code, place in found(verdict) if code == "award-entry"]
    assert places == ["score A"]


def test_that_a_log_is_of_a_row_is_no_surer_than_the_contract_that_both_have() -> None:
    sheet = SHEET.format(2).replace("32 C", "{32 C 0.97|33 C 0.03}")
    found = ruled(DEAL.replace('[Deal "1"]', '[Deal "7"]') + sheet).findings
    (slip,) = (each for each in found if each.code == "deal-count")
    assert [str(each) for each in slip.depends_on] == ["row 1 / contract"]
    assert slip.probability == pytest.approx(0.97)


@pytest.mark.parametrize(
    ("number", "said", "share", "hangs"),
    [
        ("7", "established", 1.0, []),
        ("{7 0.9995}", "established", 0.9995, []),
        ("{s 0.3|1 0.2}", "depends", 0.3, ["deal s / deal"]),
        ("{7 0.99}", "depends", 0.99, ["deal 7 / deal"]),
    ],
)
def test_that_a_log_has_another_number_is_no_surer_than_the_numbers(
    number: str, said: str, share: float, hangs: list[str]
) -> None:
    """The number of a log that print left open between s and 5 was established to be wrong."""
    sheet = SHEET.format(2)
    (slip,) = (
        each
        for each in ruled(DEAL.replace('[Deal "1"]', f'[Deal "{number}"]') + sheet).findings
        if each.code == "deal-count"
    )
    assert (slip.certainty.value, [str(each) for each in slip.depends_on]) == (said, hangs)
    assert slip.probability == pytest.approx(share, abs=1e-5)
