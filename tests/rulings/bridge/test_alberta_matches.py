"""Matches of four hands under the Alberta rules, worked through by hand."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from tests.support.bridge_build import auction, awards, contract, found, hand, ruled

HONOURS = """Hands:
N: AS KS QS JS 2S AH 2H 3H 4H 5H 6H 7H 8H
E: 10S 9S 8S 7S AD 2D 3D 4D 5D 6D 7D 8D 9D
S: 6S 5S 4S 3S KH QH JH 10H 9H KD QD JD 10D
W: AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C
"""


def match(*hands: tuple[str, ...]) -> Verdict:
    """A match of hands dealt in turn from North: contract, tricks and score of each."""
    return ruled("".join(hand(n, "WNES"[n % 4], *each) for n, each in enumerate(hands, 1)))


def test_alberta_scoring_fast_and_slow_games_vulnerability_and_a_leg_left_on() -> None:
    verdict = match(
        # 120 below in one hand: a fast game, and an overtrick.
        ("4 S by N", "NS 11 EW 2", "NS 650 EW 0"),
        # A part-game.
        ("2 H by E", "NS 5 EW 8", "NS 0 EW 60"),
        # NS, vulnerable now, one down doubled.
        ("3 NT X by S", "NS 8 EW 5", "NS 0 EW 200"),
        # 40 more for EW make 100 in two hands: a slow game.
        ("1 NT by W", "NS 5 EW 8", "NS 0 EW 370"),
    )
    assert found(verdict) == []
    assert awards(verdict) == [(650, 0), (0, 60), (0, 200), (0, 370)]
    assert verdict.totals == {"NS": 650, "EW": 630}


def test_alberta_scoring_only_part_game_left_on_is_100() -> None:
    verdict = match(
        ("2 S by N", "NS 8 EW 5"),
        ("3 C by E", "NS 5 EW 8"),
        ("4 H by S", "NS 9 EW 4"),
        ("3 NT by W", "NS 6 EW 7"),
    )
    assert awards(verdict) == [(60, 0), (50, 0), (0, 50), (200, 0)]
    assert verdict.totals == {"NS": 310, "EW": 50}


def test_alberta_scoring_part_games_of_both_are_50_each() -> None:
    verdict = match(
        ("2 S by N", "NS 8 EW 5"),
        ("3 C by E", "NS 4 EW 9"),
        ("4 H by S", "NS 9 EW 4"),
        ("3 NT by W", "NS 5 EW 8"),
    )
    assert awards(verdict) == [(60, 0), (0, 60), (0, 50), (100, 50)]


def test_alberta_9_the_others_part_game_does_not_carry_over_a_game() -> None:
    verdict = match(
        ("2 S by N", "NS 8 EW 5"),
        ("1 NT by E", "NS 6 EW 7"),
        ("1 NT by S", "NS 7 EW 6"),
        ("2 S by W", "NS 5 EW 8"),
    )
    # 60 and 40 make NS a slow game; EW begins at zero again, and 60 is the only leg at the end.
    assert awards(verdict) == [(60, 0), (0, 40), (340, 0), (0, 160)]


def test_alberta_settled_fast_game_with_a_leg_on() -> None:
    verdict = ruled(hand(1, "N", "2 S by N", "NS 8 EW 5") + hand(2, "E", "4 S by N", "NS 10 EW 3"))
    assert awards(verdict) == [(60, 0), (620, 0)]


def test_alberta_9_a_vulnerable_side_stays_so_through_its_second_game() -> None:
    verdict = match(
        ("3 NT by N", "NS 9 EW 4"),
        ("6 S by S", "NS 12 EW 1"),
        ("7 NT X by E", "NS 2 EW 11"),
        ("1 C XX by W", "NS 7 EW 6"),
    )
    assert awards(verdict) == [(600, 0), (180 + 750 + 500, 0), (300, 0), (200, 0)]


def test_alberta_note_2_passed_out_hand_is_not_one_of_the_four() -> None:
    passed = '[Deal "2"]\n[Dealer "E"]\nAuction:\nP, P, P, P\n'
    text = (
        '[Deals "4"]\n'
        + hand(1, "N", "2 S by N", "NS 8 EW 5")
        + passed
        + hand(3, "S", "1 NT by S", "NS 7 EW 6")
        + hand(4, "W", "4 H by W", "NS 4 EW 9")
        + hand(5, "N", "1 H by N", "NS 7 EW 6")
    )
    verdict = ruled(text)
    assert found(verdict) == []
    assert awards(verdict) == [(60, 0), (0, 0), (340, 0), (50, 0), (130, 0)]


def test_alberta_note_2_misdeal_passes_the_deal_on() -> None:
    wrong = '[Deal "2"]\n[Dealer "E"]\nHands:\nN: AS KS\nE: QS\n'
    verdict = ruled(
        hand(1, "N", "2 S by N", "NS 8 EW 5") + wrong + hand(2, "S", "2 S by N", "NS 8 EW 5")
    )
    assert [each.outcome for each in verdict.deals] == ["made", "redeal", "made"]
    assert {code for code, _ in found(verdict)} == {"hand-size"}


def test_alberta_9_honours_in_one_hand() -> None:
    for bid, held in (("4 S by S", 100), ("2 C by W", 150), ("3 NT by S", 0), ("1 H by S", 0)):
        verdict = ruled(
            f'[Deal "1"]\n[Dealer "N"]\n{HONOURS}Result:\ncontract {bid}\npoints NS 0 EW 13\n'
        )
        lines = [step for step in verdict.deals[0].arithmetic if "honours" in step]
        assert [step.endswith(f": {held} to {t}.") for step in lines for t in ("NS", "EW")].count(
            True
        ) == (1 if held else 0)


def test_alberta_9_four_aces_at_no_trumps() -> None:
    hands = (
        HONOURS.replace("JS 2S AH", "AD AC AH").replace("AD 2D", "JS 2D").replace("W: AC", "W: 2S")
    )
    verdict = ruled(
        f'[Deal "1"]\n[Dealer "N"]\n{hands}Result:\ncontract 1 NT by E\npoints NS 7 EW 6\n'
    )
    assert awards(verdict) == [(50 + 150, 0)]


def test_alberta_9_vulnerability_written_wrong() -> None:
    verdict = ruled(
        hand(1, "N", "4 S by N", "NS 10 EW 3")
        + hand(2, "E", "2 H by E", "NS 5 EW 8", more='[Vulnerable "None"]\n')
    )
    assert found(verdict) == [("award-entry", "vulnerable")]


def test_alberta_9_wrong_score_is_found_and_right_ones_of_an_unknown_match_are_not() -> None:
    # The third hand of a match alone: vulnerable or not, a leg on or not, is not told.
    for score, wrong in (("NS 60 EW 0", False), ("NS 360 EW 0", False), ("NS 720 EW 0", True)):
        verdict = ruled(hand(3, "S", "2 S by N", "NS 8 EW 5", score))
        assert found(verdict) == ([("award-entry", "score NS")] if wrong else [])


def test_alberta_13_warning_first_then_100_points_off_the_same_pair() -> None:
    noted = '! conduct W "sighed"\n! warning EW\n'
    verdict = ruled(
        hand(1, "N", "2 S by N", "NS 8 EW 5")
        + noted
        + hand(2, "E", "1 NT by E", "NS 6 EW 7")
        + '! conduct E "winked"\n! warning EW\n! conduct N "frowned"\n! warning NS\n'
        + hand(3, "S", "1 NT by S", "NS 7 EW 6")
        + '! conduct E "coughed"\n! warning EW\n'
    )
    remedies = [(each.remedy.kind, each.remedy.to, each.remedy.points) for each in verdict.findings]
    assert remedies == [
        ("warning", "EW", 0),
        ("points", "EW", -100),
        ("warning", "NS", 0),
        ("points", "EW", -100),
    ]
    assert awards(verdict) == [(60, 0), (0, -60), (340, -100)]


def test_alberta_7_declarer_named_the_suit_first() -> None:
    assert contract(auction("1 S, 2 H, 2 S, 3 H, 4 S, P, P, P")) == "4 S by N"
    assert contract(auction("1 S, 2 H, 3 C, 3 S, 4 C, 4 S, P, P, P")) == "4 S by W"
    assert contract(auction("P, 1 H, X, XX, 1 S, 2 H, P, P, 2 S, X, P, P, P")) == "2 S x2 by N"


def test_alberta_7_double_does_not_change_what_is_sufficient() -> None:
    assert found(auction("3 S, X, 3 NT, P, P, P")) == []
    assert contract(auction("4 C, X, 4 H, P, P, P")) == "4 H by S"


def test_alberta_7_all_pass_is_passed_out() -> None:
    verdict = auction("P, P, P, P")
    assert verdict.deals[0].outcome == "passed-out"
    assert awards(verdict) == [(0, 0)]


def test_alberta_settled_insufficient_last_word_leaves_it_to_the_committee() -> None:
    verdict = auction("1 S, 1 H, P, P, P")
    assert (contract(verdict), verdict.deals[0].outcome) == (None, "undecided")
    assert contract(auction("1 S, 1 H, 2 C, P, P, P")) == "2 C by S"


def test_alberta_an_insufficient_bid_that_the_record_marks_was_let_stand() -> None:
    verdict = auction("1 S, 1 H ^I, P, P, P")
    assert found(verdict) == [("insufficient-bid", "call 2")]
    assert "record itself marks" in verdict.findings[0].message
    assert contract(verdict) == "1 H by E"


ONE_LEG = (("1 S by N", 6, 50), ("1 S by S", 6, 50), ("1 H by S", 6, 50))
"""Three hands that NS lose by a trick each: contract, their tricks, the other side's score."""


@pytest.mark.parametrize(
    ("last", "ours", "wrong"),
    [
        (("2 D by N", "NS 8 EW 5", "NS 40 EW 0"), 6, ["score NS"]),
        (("2 D by N", "NS 8 EW 5", "NS 140 EW 0"), 6, []),
        (("2 D by N", "NS 8 EW 5", "NS 130 EW 0"), 6, ["score NS"]),
        (("2 D by N", "NS 8 EW 5"), 6, []),
        # the other side has a part-game of the third hand: 50 each, and 40 may be the difference
        (("2 D by N", "NS 8 EW 5", "NS 40 EW 0"), None, ["score EW"]),
        (("2 D by N", "NS 8 EW 5", "NS 90 EW 50"), None, []),
    ],
)
def test_alberta_scoring_the_premium_of_the_fourth_hand_is_checked_in_typed_scores(
    last: tuple[str, ...], ours: int | None, wrong: list[str]
) -> None:
    hands = [(made, f"NS {n} EW {13 - n}", f"NS 0 EW {score}") for made, n, score in ONE_LEG]
    if ours is None:
        hands[2] = ("1 H by E", "NS 6 EW 7", "NS 0 EW 30")
    verdict = match(*hands, last)
    assert found(verdict) == [("award-entry", place) for place in wrong]
    assert {each.deal for each in verdict.findings} <= {"4"}


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("4 | 140 | 0\n", []),
        ("4 | 40 | 0\n", ["row 4 / score NS"]),
        ("4 | 40 | 0\n | 100 | 0\n", []),
    ],
)
def test_alberta_scoring_the_premium_may_stand_on_the_sheet(rows: str, wrong: list[str]) -> None:
    hands = [(made, f"NS {n} EW {13 - n}", f"NS 0 EW {score}") for made, n, score in ONE_LEG]
    hands.append(("2 D by N", "NS 8 EW 5", "NS 40 EW 0"))
    logs = "".join(hand(n, "WNES"[n % 4], *each) for n, each in enumerate(hands, 1))
    head = "Sheet:\ndeal | score NS | score EW\n" + "".join(f"{n} | 0 | 50\n" for n in (1, 2, 3))
    assert found(ruled(logs + head + rows)) == [("award-entry", place) for place in wrong]
