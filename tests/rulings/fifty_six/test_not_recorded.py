"""Cards and tricks that are not recorded: the card in question may be among them."""

from __future__ import annotations

import pytest

from fairdeal.rulings.frame.finding import Certainty
from tests.support.builders import PLAY, deal, found, ruled

HAND_6 = "Hands:\n6: 9C KC AC 10C 9H KH QH JD\n"
"""Seat 6 was dealt one diamond, the jack."""
NO_TRUMPS = "3: 28 NT, P, P, P, P, P"


@pytest.mark.parametrize("first", ["3:AD KD QD\n", "", "3:AD KD QD - - -\n"])
def test_international_3_10_a_card_not_recorded_may_have_been_the_one_still_held(
    first: str,
) -> None:
    verdict = deal(NO_TRUMPS, first + "trick 2: 3:10D KD QD 9C\n", HAND_6)
    assert found(verdict) == []
    assert verdict.deals[0].award is None


def test_international_3_10_a_revoke_is_shown_where_every_card_before_it_is_recorded() -> None:
    play = "3:AD KD QD JD 9D QD\ntrick 2: 6:AC QS KC JC QC 10C\n"
    assert found(deal(NO_TRUMPS, play, HAND_6)) == []
    play = "3:JS KS QS 9C 9S QS\n3:AD KD QD 10C\n"
    assert found(deal(NO_TRUMPS, play, HAND_6)) == [("revoke", "trick 2 / seat 6")]


def test_international_3_10_two_still_held_and_one_card_not_recorded_are_a_revoke() -> None:
    play = "3:AC KC QC\ntrick 2: 3:9H QH 10H JD\n"
    assert found(deal(NO_TRUMPS, play, HAND_6)) == [("revoke", "trick 2 / seat 6")]


def test_international_3_10_the_suit_played_later_shows_a_revoke_whatever_is_not_recorded() -> None:
    play = "trick 2: 3:10D KD QD 9C\ntrick 4: 3:9D KD QD JD\n"
    assert found(deal(NO_TRUMPS, play, HAND_6)) == [("revoke", "trick 2 / seat 6")]


HELD = "Hands:\n6: JD 9C - - - - - -\n"
"""Two cards that seat 6 still held when the hands were written; the others are not recorded."""


def test_international_3_10_a_card_still_held_after_the_trick_shows_a_revoke() -> None:
    play = "trick 4: 3:10D KD QD 9H - -\n"
    assert found(deal(NO_TRUMPS, play, HELD)) == []
    verdict = deal(NO_TRUMPS, f"{play}! held\n", HELD)
    assert found(verdict) == [("revoke", "trick 4 / seat 6")]
    (finding,) = verdict.findings
    assert finding.message.endswith("while holding the jack of diamonds, still held after trick 4.")
    assert [str(each.place) for each in finding.related] == ["hand 6 / 1"]


def test_international_3_10_cards_held_before_the_trick_show_nothing_of_it() -> None:
    play = "trick 3: 3:JC KC QC 10C - -\n! held\ntrick 5: 3:10D KD QD 9H - -\n"
    assert found(deal(NO_TRUMPS, play, HELD)) == []


def test_cards_held_in_the_middle_of_a_trick_show_nothing_of_what_comes_after() -> None:
    play = "trick 4: 3:10D KD\n! held\n.. QD 9H\n"
    assert found(deal(NO_TRUMPS, play, HELD)) == []


def test_international_3_9_eight_jacks_played_whatever_others_cards_are_not_recorded() -> None:
    """Seat 4 plays all eight jacks; of seat 3 the last card is not recorded."""
    tricks = [
        "3:KS JS QS AS 10S 9S",
        "4:JS QS AS 10S 9S KS",
        *(f"4:J{suit} Q{suit} A{suit} 10{suit} 9{suit} K{suit}" for suit in "HHDDC"),
        "4:JC QC AC 10C 9C",
    ]
    verdict = deal(NO_TRUMPS, "\n".join(tricks) + "\n", "")
    assert found(verdict) == [("constraining-hand-undisclosed", "hand 4")]
    assert verdict.deals[0].award == {"A": 1 + 3, "B": 0}


UNREAD = PLAY.replace("2:10C AD 9D KD JD JC", "2:10C ? 9D KD JD ?")
"""Two cards of the last trick cannot be read: seat 3, which bid clubs and played none, may have held one."""

ROW = "Sheet:\ndeal | bidder | contract | score A | score B\n1 | 3 | 28 C |"


ENTRIES = {"log": ["score A", "score B"], "sheet": ["row 1 / score A", "row 1 / score B"]}
SURE = Certainty.ESTABLISHED


def _with_score(play: str, a: int, b: int, by: str) -> str:
    written = f"Result:\nscore A {a} B {b}" if by == "log" else f"{ROW} {a} | {b}"
    return f'[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 C, P, P, P, P, P\nPlay:\n{play}{written}\n'


@pytest.mark.parametrize("by", ["log", "sheet"])
@pytest.mark.parametrize(
    ("play", "on", "recorded"),
    [(UNREAD, "trick 8 / seat 3", True), (UNREAD.replace(" ? 9D KD JD ?", ""), "hand 3", False)],
)
def test_international_1_7_a_score_that_a_hidden_offence_makes_right_depends_on_it(
    by: str, play: str, on: str, recorded: bool
) -> None:
    """The deal and three more go to team B where seat 3 held no club, or held one and did not follow."""
    verdict = ruled(_with_score(play, 0, 5, by))
    assert verdict.deals[0].award == {"A": 1, "B": 0}
    assert found(verdict) == [("award-entry", place) for place in ENTRIES[by]]
    for each in verdict.findings:
        assert each.certainty is Certainty.DEPENDS
        # A revoke in four deals of a thousand, such a bid in one; a slip to this very figure in one.
        assert each.probability == pytest.approx(1 / 6)
        assert [str(place) for place in each.depends_on] == [
            on if by == "log" else f"deal 1 / {on}"
        ]
        assert each.not_recorded == (() if recorded else each.depends_on)
        assert "is right with the penalty for an offence" in each.message
        assert each.message.endswith("whether it held one is not recorded.")
    (wrong,) = ruled(_with_score(play, 1, 5, by)).findings  # team A's own is right as it stands
    assert (str(wrong.place), wrong.certainty) == (ENTRIES[by][1], Certainty.DEPENDS)


@pytest.mark.parametrize("by", ["log", "sheet"])
@pytest.mark.parametrize("b", [2, 7])
def test_international_1_7_a_score_that_no_offence_makes_right_is_wrong_for_certain(
    by: str, b: int
) -> None:
    """2 is what the defeat gives without a penalty, 7 more than any; a 0 beside these is no better."""
    verdict = ruled(_with_score(UNREAD, 0, b, by))
    assert found(verdict) == [("award-entry", place) for place in ENTRIES[by]]
    assert all(each.certainty is SURE and not each.depends_on for each in verdict.findings)


def test_international_1_7_a_hidden_offence_in_one_deal_makes_no_other_score_right() -> None:
    plain = (
        _with_score(PLAY, 0, 5, "log").replace('[Deal "1"]', '[Deal "2"]').replace("28 C", "28 NT")
    )
    verdict = ruled(_with_score(UNREAD, 0, 5, "log") + plain)
    wrong = [each for each in verdict.findings if each.code == "award-entry"]
    assert [(each.game, each.certainty) for each in wrong] == [
        *[(1, Certainty.DEPENDS)] * 2,
        *[(2, SURE)] * 2,
    ]
