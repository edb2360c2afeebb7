"""The same slip under a log and on the sheet is one finding with two places."""

from __future__ import annotations

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
