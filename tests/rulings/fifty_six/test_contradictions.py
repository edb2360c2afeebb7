"""What the record contradicts itself in, and what follows without an offence: nobody is blamed for either."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Finding, Verdict
from tests.support.builders import AUCTION, HANDS, PLAY, deal, found, ruled, sheet

SEVEN = HANDS.replace("QC AS 9D", "QC AS")
"""Seat 2 without its nine of diamonds, which it plays in trick 7."""


def only(verdict: Verdict) -> Finding:
    (one,) = verdict.findings
    return one


def evidence(finding: Finding) -> list[tuple[str, str]]:
    return [(str(each.place), each.message) for each in finding.related]


def test_international_1_5_third_copy_is_a_wrong_entry() -> None:
    pack = only(deal(calls="", play="", hands=HANDS.replace("QC AS 9D", "QC AS 9C")))
    assert (pack.code, pack.severity, pack.seat) == ("pack", "entry", "4")
    assert pack.message == "The nine of clubs is written 3 times; the pack has 2."


def test_international_1_5_card_outside_the_row_is_a_wrong_entry() -> None:
    one = only(deal(play="3:KH QS JH JH QH AH\n"))
    assert (one.code, one.severity, one.seat) == ("card-not-held", "entry", "4")
    assert one.message == (
        "The queen of spades played by seat 4 in trick 1 is not in its hand as written."
    )
    assert evidence(one) == [("hand 4", "QS not in this hand")]


def test_international_1_5_card_played_twice_shows_all_three_entries() -> None:
    verdict = deal(play="3:KH KS JH JH QH AH\n5:JH QC AC 9C 10H KC\n")
    (one,) = [each for each in verdict.findings if each.code == "card-not-held"]
    assert one.severity == "entry"
    assert "appears more often in its play than in its hand as written" in one.message
    assert evidence(one) == [
        ("hand 5", "JH once in this hand"),
        ("trick 1 / seat 5", "JH played here"),
    ]


def test_international_3_2_two_cards_of_a_seat_in_a_trick_are_a_wrong_entry() -> None:
    one = only(deal(play="3:KH 4:KS 4:9C 5:JH 6:JH 1:QH\n"))
    assert (one.code, one.severity, one.remedy.kind) == ("play-out-of-turn", "entry", "committee")
    assert (one.needs_objection, one.objected) == (False, None)
    assert (
        one.message == "Trick 1 has two cards of seat 4: the king of spades and the nine of clubs."
    )
    assert evidence(one) == [("trick 1 / seat 4", "the king of spades here")]


def test_international_3_2_what_could_not_be_read_may_be_no_card_beside_another_of_its_seat() -> (
    None
):
    found = deal(play="3:KH 4:?? 4:9C 5:JH 6:JH 1:QH\n").findings
    assert [each.code for each in found] == []


def test_international_3_2_second_card_that_was_objected_to_is_an_act() -> None:
    one = only(deal(play="3:KH 4:KS 4:9C\n! objection A\n.. 5:JH 6:JH 1:QH\n"))
    assert (one.severity, one.objected, one.remedy.kind) == ("offence", True, "warning")


def test_international_3_2_second_card_uses_up_no_warning() -> None:
    play = "3:KH 4:KS 4:9C 5:JH 6:JH 1:QH\n5:AC 2:9C\n! objection A\n.. 6:QC\n"
    acts = [each for each in deal(play=play).findings if each.severity == "offence"]
    assert [(str(each.place), each.remedy.kind) for each in acts] == [
        ("trick 2 / seat 2", "warning")
    ]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("card-exposed", f"{HANDS}! exposed 3:KH\n"),
        ("constraining-hand", "Hands:\n5: JS JS 9S 9S AS AS 10S KS\n! disclosed 5\n"),
        ("void-trump-redeal", "Hands:\n2: AC AC 9C 10C QC KC 9D 9D\n4: JC JC 9C 10C QC KC AD AD\n"
            "6: JD JD KD KD 10D 10D QS QD\nAuction:\n3: 28 H, P, P, P, P, P\n"),
    ],
)  # fmt: skip
def test_international_2_4_redeal_hands_are_nobody_s_offence(code: str, text: str) -> None:
    one = only(ruled(f'[Deal "1"]\n[Dealer "2"]\n{text}'))
    assert (one.code, one.severity, one.remedy.kind) == (code, "ruling", "redeal")


def test_international_4_10_claims_are_nobody_s_offence() -> None:
    lines = PLAY.splitlines(keepends=True)
    verdict = deal(play="".join(lines[:6]) + "! claim 5: KD AC\n! challenge B\n")
    claims = [each for each in verdict.findings if each.code.startswith("claim")]
    assert [each.severity for each in claims] == ["ruling"]


# --- rows of fewer cards ---------------------------------------------------------------------------


def test_international_2_4_2_row_of_three_cards_is_not_a_hand_dealt_short() -> None:
    verdict = deal(hands="Hands:\n3: KH AD 10S\n", play="", result="points A 39 B 17")
    assert found(verdict) == []
    assert verdict.deals[0].award == {"A": 2, "B": 0}
    assert "hand-size" not in {each.code for each in verdict.possible}


def test_international_2_4_2_row_of_seven_with_an_auction_is_possibly_short() -> None:
    verdict = deal(hands=SEVEN, play="")
    assert found(verdict) == []
    assert [(each.code, str(each.place)) for each in verdict.possible] == [
        ("hand-size", "hand 2"),
    ]


def test_international_2_4_2_card_left_off_a_row_is_a_wrong_entry() -> None:
    verdict = deal(hands=SEVEN)
    one = only(verdict)
    assert (one.code, one.severity, str(one.place)) == (
        "card-not-held",
        "entry",
        "trick 7 / seat 2",
    )
    assert one.message.endswith("is not in its hand as written, a row of 7 cards.")
    assert verdict.deals[0].outcome == "made"
    assert verdict.deals[0].award == {"A": 2, "B": 0}


def test_international_2_4_2_row_that_was_not_meant_to_be_whole_contradicts_no_play() -> None:
    assert found(deal(hands=HANDS.replace("2: 9C 10C QS QH AH QC AS 9D", "2: 9C 10C QS"))) == []


@pytest.mark.parametrize(
    ("calls", "after", "why"),
    [
        ("", "", "nothing was called or played"),
        (AUCTION, "! redeal\n", "the record says that the deal was dealt again"),
        (AUCTION, '! note "dealt again, a card missing"\n', "a note says"),
    ],
)
def test_international_2_4_2_hand_of_seven_that_the_record_calls_short(
    calls: str, after: str, why: str
) -> None:
    verdict = deal(calls, play="", hands=SEVEN, after=after)
    one = only(verdict)
    assert (one.code, one.severity, one.remedy.kind) == ("hand-size", "ruling", "redeal")
    assert one.message.startswith("The hand of seat 2 as written has 7 cards instead of 8, and ")
    assert why in one.message
    assert verdict.deals[0].outcome == "redeal"


def test_international_2_4_2_hands_and_the_whole_play_agree_on_seven() -> None:
    hands = HANDS.replace("2: 9C 10C", "2: 9C")
    verdict = deal(hands=hands, play=PLAY.replace("2:10C AD", "3:AD"))
    sizes = [each.message for each in verdict.findings if each.code == "hand-size"]
    assert sizes == [
        "The hand of seat 2 as written has 7 cards instead of 8, and the whole play has the same cards."
    ]
    assert verdict.deals[0].outcome == "redeal"
    not_seen = deal(hands=hands, play=PLAY.replace("2:10C AD", "2:- AD"))
    assert "hand-size" not in {each.code for each in not_seen.findings}


def test_international_2_4_2_redeal_for_a_card_exposed_says_nothing_of_a_short_row() -> None:
    verdict = deal("", "", HANDS.replace("QC AS 9D", "QC"), after="! exposed 3:KH\n! redeal\n")
    assert [each.code for each in verdict.findings] == ["card-exposed"]


def test_international_2_4_2_seven_and_nine_are_both_found() -> None:
    hands = SEVEN.replace("4: KS", "4: 9D KS")
    verdict = deal(hands=hands, play="")
    assert found(verdict) == [("hand-size", "hand 2"), ("hand-size", "hand 4")]
    assert {each.severity for each in verdict.findings} == {"ruling"}


# --- nothing is established from what a row lacks -------------------------------------------------


def test_international_3_5_suit_that_a_short_row_lacks_may_have_been_held() -> None:
    hands = "Hands:\n3: KH AH 10H JH 9H QH KD\n"
    verdict = deal("3: 28 S, P, P, P, P, P", play="", hands=hands)
    assert found(verdict) == []
    assert "suit-not-held" in {each.code for each in verdict.possible}
    whole = deal("3: 28 S, P, P, P, P, P", play="", hands=hands.replace("KD", "KD AD"))
    assert found(whole) == [("suit-not-held", "call 1")]


def test_international_2_4_5_trumps_may_be_among_the_cards_left_off() -> None:
    hands = "Hands:\n2: AC AC 9C 10C QC KC 9D\n4: JC JC 9C 10C QC KC AD AD\n6: JD JD KD KD 10D 10D QS QD\n"
    calls = "3: 28 H, P, P, P, P, P"
    assert found(deal(calls, play="", hands=hands)) == []
    whole = deal(calls, play="", hands=hands.replace("KC 9D\n", "KC 9D 9D\n"))
    assert found(whole) == [("void-trump-redeal", "contract")]


def test_international_3_10_revoke_is_not_shown_by_the_card_left_off() -> None:
    """47 cards are written, and the last is a heart: whether seat 4 was dealt it is not recorded."""
    hands = HANDS.replace("3: KH AD 10S AD 9H 10H 10H QD", "3: KH AD 10S AD 9D 10H 10H QD")
    hands = hands.replace("4: KS 9C 9D 10D KC 10S KS JD", "4: KS 9C 10D KC 10S KS JD")
    verdict = deal(hands=hands, play=PLAY.splitlines(keepends=True)[0])
    assert found(verdict) == []
    assert ("revoke", "trick 1 / seat 4") in [
        (each.code, str(each.place)) for each in verdict.possible
    ]


def test_international_3_10_revoke_is_shown_by_what_a_short_row_has() -> None:
    hands = HANDS.replace("4: KS 9C 9D 10D KC 10S KS JD", "4: KS 9H 9D 10D KC 10S KS")
    verdict = deal(hands=hands, play=PLAY.splitlines(keepends=True)[0])
    assert ("revoke", "trick 1 / seat 4") in found(verdict)


def test_international_5_1_a_contract_not_entered_beside_a_score() -> None:
    """Blank in one row of those that have it; a sheet without any contract was kept without them."""
    full = "1 | 2 | 3 | 28 S |  | 30 | 26 | 1 | 0 | 1 | 0\n"
    blank = "2 | 3 | 4 |  |  | 30 | 26 | 1 | 0 | 2 | 0\n"
    unplayed = "2 | 3 | 4 |  |  |  |  |  |  |  | \n"
    assert found(sheet(full + blank)) == [("contract-entry", "row 2 / contract")]
    assert found(sheet(full + unplayed)) == []
    assert found(sheet(full.replace("28 S", "") + blank)) == []
