"""What bridge hands that are not recorded may hide: a revoke whose tricks make a score right."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Certainty
from tests.support.bridge_build import ruled

DEAL = """[Rules "duplicate"]

[Deal "3"]
[Dealer "S"]
[Vulnerable "EW"]
{hands}
Auction:
S: Pass, 3 H, Pass, Pass, Pass
Play:
N:4S 10S 6S KS
W:9C 10C 5C 2C
N:KC QH 8C JC
E:5H JH 8H 3C
S:7S AS 8S 3D
W:JD QD 4D 8D
N:QC 2D 4C AC
W:9H 9S 6H 7H
W:7D QS KD 6D
E:10H 2H AH JS
W:AD 7C 10D 9D
W:KH 5S 4H 3S
{score}
"""
"""East and West won nine tricks of twelve; East followed to clubs neither in trick 3 nor in trick 7."""
EAST = "Hands:\nE: 4D 10D 5H 4H 6H 2D KD QH 10S 3D 10H 5C 3H\n"
ON_A_SHEET = "Sheet:\ndeal | score NS | score EW\n3 | {} | {}\n"


@pytest.mark.parametrize("score", ["Result:\nscore NS {} EW {}\n", ON_A_SHEET])
def test_duplicate_64a_a_score_is_right_with_the_tricks_of_a_revoke_that_may_be_hidden(
    score: str,
) -> None:
    """One off is 100: with one trick less than the nine that are recorded."""
    verdict = ruled(DEAL.format(hands="", score=score.format(100, 0)), "duplicate")
    wrong = [each for each in verdict.findings if each.code == "award-entry"]
    assert wrong
    for each in wrong:
        assert each.certainty is Certainty.DEPENDS
        assert "is right with the penalty for an offence" in each.message
        assert any("hand E" in str(place) for place in each.depends_on)


@pytest.mark.parametrize(
    ("hands", "ns"), [("", 400), (EAST, 100)], ids=["three tricks more", "no club held"]
)
def test_duplicate_77_a_score_that_no_revoke_gives_is_wrong_for_certain(
    hands: str, ns: int
) -> None:
    verdict = ruled(DEAL.format(hands=hands, score=f"Result:\nscore NS {ns} EW 0\n"), "duplicate")
    wrong = [each for each in verdict.findings if each.code == "award-entry"]
    assert [each.certainty for each in wrong] == [Certainty.ESTABLISHED] * len(wrong) != []
