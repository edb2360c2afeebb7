"""What a report says on its first screen where one slip of the pen explains what was found."""

from __future__ import annotations

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.report.page import view_of

DEAL = """[Deal "1"]
[Dealer "2"]
Hands:
1: QD 9S QH AC KC JC QS 9H
2: 9C 10C QS QH AH QC AS 9D
3: KH AD 10S AD 9H 10H 10H QD
4: KS 9C 9D 10D KC 10S KS JD
5: AC JH JS KD KD 10C AH 9S
6: AS JC 10D KH JD JS QC JH
Auction:
3: 28 S, P, +3 C, P, + 1 C, X, Pass, Pass, P, P, P
Play:
3:KH KS JH JH QH AH
5:AC QC AC 9C 10H KC
2:AS 10S 10S JS JS 9S
5:AH KH 9H QH 9H JD
1:KC QC 10H 9C 10C JC
6:AS QS QS QD KS 9S
5:KD 10D QD 9D AD 10D
2:10C AD 9D KD JD JC
"""
SWAPPED = DEAL.replace("1: QD 9S QH AC KC JC QS 9H", "1: KH AD 10S AD 9H 10H 10H QD").replace(
    "3: KH AD 10S AD 9H 10H 10H QD\n4", "3: QD 9S QH AC KC JC QS 9H\n4"
)


def test_entries_that_a_slip_explains_are_not_called_wrong() -> None:
    view = view_of(case_of([typed(SWAPPED.encode(), "log.hrn", "0")]))
    assert view.summary.lead == (
        "Nobody is accused. The record contradicts itself, and a slip of the pen would explain it."
    )
    assert not any("wrong entr" in each for each in view.summary.counts)
    remedies = {each.remedy for each in view.findings}
    assert remedies == {"A slip of the pen would explain this: look at that first."}


def test_an_entry_that_no_slip_elsewhere_explains_is_wrong() -> None:
    view = view_of(case_of([typed(f"{DEAL}Result:\npoints A 1 B 55\n".encode(), "log.hrn", "0")]))
    assert "wrong entr" in view.summary.lead
