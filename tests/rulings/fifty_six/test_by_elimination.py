"""A card that is not recorded and follows from the others: what rests on it depends on it, and says so."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fairdeal.rulings import Verdict
from fairdeal.rulings.doubt import slip_rates
from fairdeal.rulings.doubt.elimination import SUREST
from fairdeal.rulings.frame.finding import Certainty
from tests.support.builders import HANDS, PLAY, deal, found, ruled

BID = "3: 28 S, P, P, P, P, P"
DEALT = """Hands:
1: AC 10H KS 10D 10S QC QS QC
2: 10S AH QD AD KD AC AD 9S
3: 10H AH JH KS 9H AS QH QD
4: 10D KD 10C JS AS 9C QS QH
5: JS JC 10C KH 9C 9S JD 9H
6: JC JD KC 9D 9D KH KC JH
"""
REVOKED = """3:AS JS 9S JD KS 9S
4:10C 10C KC AC AC 10H
1:10S AD KS AS JS KC
5:KH KH 10H AH QH QH
2:KD QD KD JD 9D 10D
5:9H JH QS 10S JH 9C
2:QD 9H 10D 9C 9D QC
6:JC QC AD AH QS JC
"""
"""Seat 2 holds the ten of spades in trick 3, and plays the ace of diamonds on spades."""
WITHOUT = REVOKED.replace("1:10S AD", "1:10S -")
REVOKE = ("revoke", "trick 3 / seat 2")


@pytest.mark.parametrize("hands", [DEALT, ""])
def test_international_3_10_a_revoke_by_a_card_that_follows_depends_on_it(hands: str) -> None:
    (finding,) = deal(BID, WITHOUT, hands).findings
    assert (finding.code, str(finding.place)) == REVOKE
    assert finding.certainty is Certainty.DEPENDS
    assert finding.depends_on == finding.not_recorded == (finding.place,)
    assert finding.message.endswith(
        "Seat 2's card in trick 3 is not recorded: by the other 47 it is the ace of diamonds."
    )


def test_international_3_10_the_fewer_cards_it_follows_from_the_surer_it_is() -> None:
    (by_hand,) = deal(BID, WITHOUT, DEALT).findings
    (by_pack,) = deal(BID, WITHOUT, "").findings
    assert 0.9 < (by_pack.probability or 0) < (by_hand.probability or 0) < 0.99


def test_international_3_10_a_pen_that_never_slips_would_not_make_it_established(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slip_rates, "CARD", 1e-9)
    (finding,) = deal(BID, WITHOUT, DEALT).findings
    assert (finding.certainty, finding.probability) == (Certainty.DEPENDS, SUREST)


def test_international_3_10_a_revoke_shown_only_by_a_later_card_that_follows_depends_on_it() -> (
    None
):
    """The ten of spades, held when spades were led in trick 3, is not recorded in trick 6."""
    play = REVOKED.replace("5:9H JH QS 10S", "5:9H JH QS -")
    (shown,) = deal(BID, play, DEALT).findings
    (finding,) = deal(BID, play, "").findings
    assert shown.certainty is Certainty.ESTABLISHED  # by the hands
    assert (finding.code, str(finding.place), finding.certainty) == (*REVOKE, Certainty.DEPENDS)
    assert [str(place) for place in finding.depends_on] == ["trick 6 / seat 2"]


def test_a_deal_is_shown_and_scored_as_it_is_recorded() -> None:
    [verdict] = deal(BID, WITHOUT, DEALT).deals
    [whole] = deal(BID, REVOKED, DEALT).deals
    assert verdict.points is None
    assert whole.points is not None


def test_international_3_10_a_card_that_nobody_can_read_follows_too() -> None:
    (finding,) = deal(BID, WITHOUT.replace("-", "??"), DEALT).findings
    assert (finding.code, str(finding.place)) == REVOKE
    assert "cannot be read: by the other 47" in finding.message


def test_international_3_10_each_hand_has_the_card_that_it_did_not_otherwise_play() -> None:
    """Two cards are missing, of two hands that are written."""
    play = WITHOUT.replace("2:KD QD KD", "2:KD QD -")
    (finding,) = deal(BID, play, DEALT).findings
    assert (finding.code, str(finding.place)) == REVOKE
    assert [str(each) for each in finding.depends_on] == ["trick 3 / seat 2"]
    assert "by seat 2's other cards it is" in finding.message
    assert found(deal(BID, play, "")) == []


def test_international_3_10_of_two_cards_of_one_hand_neither_follows() -> None:
    assert found(deal(BID, WITHOUT.replace("9H JH QS 10S", "9H JH QS -"), "")) == []
    two = WITHOUT.replace("4:10C 10C KC AC AC 10H", "4:10C 10C KC AC - 10H")
    assert found(deal(BID, two, DEALT)) == []


def test_international_3_10_nothing_follows_from_a_hand_that_the_play_contradicts() -> None:
    """Seat 2 plays a card in trick 8 that it was not dealt."""
    play = WITHOUT.replace("6:JC QC AD AH QS JC", "6:JC QC 9D AH QS JC")
    assert ("revoke", "trick 3 / seat 2") not in found(deal(BID, play, DEALT))


def test_international_3_10_nothing_follows_where_an_unclear_card_may_be_another() -> None:
    play = WITHOUT.replace("6:JC QC AD", "6:JC QC {AD|9D}")
    assert REVOKE not in found(deal(BID, play, DEALT))


LED_UNWRITTEN = """[Deal "1"]
[Dealer "3"]
Hands:
1: 9C KD QD 10D AH JH 10H 10S
2: AC 9C QD 9D 9H KS QS 9S
3: JC JD 10D KH QH JH 10S 9S
4: KC JC 10C KH QH 10H AS JS
5: KC QC QC AD KD JD AS QS
6: AC 10C AD 9D AH 9H KS JS
Auction:
4: 28 H, P, P, P, P, P
Play:
4:KH AD AH JH 9H QH
2:9D 10D JC KD 9D 10D
2:KS 9S AS QS JS 10S
6:9H 10H QS KH QH JD
AD - QD JD 10C QC
JC KC KC 10C AH AC
1:KD 9S 10S 10H QC KS
4:JS AS AC QD 9C JH
"""
"""No seat is written before trick 6, and who won trick 5 depends on the card that is not recorded."""


def test_international_3_10_it_follows_though_nobody_can_tell_who_led_the_next_trick() -> None:
    whole = [each.code for each in ruled(LED_UNWRITTEN.replace("AD -", "AD 9C")).findings]
    (finding,) = (each for each in ruled(LED_UNWRITTEN).findings if each.code == "revoke")
    assert "revoke" in whole
    assert str(finding.place) == "trick 5 / seat 1"
    assert finding.certainty is Certainty.DEPENDS


PLACES = st.tuples(st.integers(0, 7), st.integers(0, 5))


@given(missing=st.sets(PLACES, max_size=3), hands=st.sampled_from([HANDS, ""]))
def test_a_clean_deal_stays_clean_whatever_is_not_recorded(
    missing: set[tuple[int, int]], hands: str
) -> None:
    assert found(without(missing, hands)) == []


def without(missing: set[tuple[int, int]], hands: str) -> Verdict:
    rows = [line.split() for line in PLAY.splitlines()]
    for trick, index in missing:
        rows[trick][index] = rows[trick][index][:2] * (index == 0) + "-"
    return deal(play="\n".join(map(" ".join, rows)) + "\n", hands=hands)
