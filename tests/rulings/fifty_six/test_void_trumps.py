"""Defenders without a trump between them (2.4.5), noticed during the play or after it."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.support.builders import deal, found

HANDS = """Hands:
1: KS AS QS 9S QC JH 10H JD
2: QC JH 10D AC KC AH 9C QH
3: 9S 10S JS JS JD JC 9D JC
4: KD 9D 10H 10C KC AC KD KH
5: AS QS KS 10S QH 9H 9H AD
6: 10C 9C AH AD QD 10D KH QD
"""
"""Seats 1, 3 and 5 hold all the spades."""

PLAY = """3:9D 9D AD 10D JD 10D
1:AS AC 9S 10C KS QD
3:JC KC 9H 9C QC KC
3:JS AC QS AD KS 9C
3:JC 10H AS 10C QS QC
5:QH AH 10H AH JS KH
3:JD KD 10S QD 9S JH
1:JH QH 10S KD 9H KH
"""


def played(play: str = PLAY, result: str = "") -> Verdict:
    return deal("3: 28 S, P, P, P, P, P", play, HANDS, result)


LATE = "void in trumps, known late: still a redeal"


def test_international_2_4_5_all_tricks_played_names_the_setting_and_both_scores() -> None:
    verdict = played()
    (only,) = [each for each in verdict.findings if each.code == "void-trump-redeal"]
    assert only.setting == LATE
    assert "nothing in it scores" in only.message
    assert "team A gets 1 and team B 0" in only.message
    assert verdict.deals[0].outcome == "redeal"


@pytest.mark.parametrize("play", [PLAY.splitlines()[0] + "\n", PLAY + "! redeal\n"])
def test_international_2_4_5_noticed_during_the_play_is_a_redeal_by_its_words(play: str) -> None:
    (only,) = [each for each in played(play).findings if each.code == "void-trump-redeal"]
    assert only.setting is None


def test_international_2_4_5_played_on_the_score_that_is_due_is_that_of_the_redeal() -> None:
    codes = [code for code, _ in found(played(result="score A 1 B 0"))]
    assert codes == ["void-trump-redeal", "award-entry"]
    assert [code for code, _ in found(played(result="score A 0 B 0"))] == ["void-trump-redeal"]
