"""4.10 where the auction leaves no contract: the trumps are not known, and nothing is ruled."""

from __future__ import annotations

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import check, load

RECORD = """[Deal "1"]
[Dealer "3"]
Auction:
4: 28 D, 5: Pass, 6: Pass, 1: Pass, 2: Pass, 3: 60 S, 4: AP
Play:
4:AC JC 10C JC QC 9C
! claim 5: KS KD
! challenge A
"""


def test_international_4_10_claim_without_a_contract_is_not_judged_and_that_is_said() -> None:
    verdict = check(read(RECORD).record, load("international"))
    assert not [each for each in verdict.findings if each.code.startswith("claim-")]
    assert any("the contract is not known" in note.message for note in verdict.notes)
