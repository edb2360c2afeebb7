"""A hand that the sheet's remark says was found short (2.4.2)."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.support.builders import ruled

RECORD = """[Deal "1"]
[Dealer "2"]
Hands:
1: QD 9S QH AC KC JC QS
2: 9C 10C QS QH AH QC AS 9D
Auction:
3: 28 NT, P, P, P, P, P

Sheet:
deal | dealer | bidder | contract | x | score A | score B | remarks
1 | 2 | | | | | | {remark}
"""


def remarked(remark: str) -> Verdict:
    return ruled(RECORD.format(remark=remark))


def test_international_2_4_2_a_remark_on_the_sheet_says_that_a_hand_was_found_short() -> None:
    (only,) = remarked("seat 1 found short").findings
    assert (only.code, only.severity, str(only.place)) == ("hand-size", "ruling", "hand 1")
    assert 'the sheet remarks "seat 1 found short"' in only.message


@pytest.mark.parametrize("remark", ["", "long deal", "{found short 0.6|found hot 0.4}"])
def test_international_2_4_2_without_such_a_remark_the_row_was_not_wholly_written(
    remark: str,
) -> None:
    assert remarked(remark).findings == ()
