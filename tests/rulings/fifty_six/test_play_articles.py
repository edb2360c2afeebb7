"""Dealing, play and the cardinal rule, article by article of the international rulebook."""

from __future__ import annotations

import pytest

from tests.support.builders import AUCTION, HANDS, PLAY, contract, deal, found, ruled, sheet

# Seat 2 throws the ace of diamonds on a spade in trick 3 and plays the ten of spades in trick 6.
REVOKE_HANDS = """Hands:
1: AC 10H KS 10D 10S QC QS QC
2: 10S AH QD AD KD AC AD 9S
3: 10H AH JH KS 9H AS QH QD
4: 10D KD 10C JS AS 9C QS QH
5: JS JC 10C KH 9C 9S JD 9H
6: JC JD KC 9D 9D KH KC JH
"""
REVOKE_PLAY = """3:AS JS 9S JD KS 9S
4:10C 10C KC AC AC 10H
1:10S AD KS AS JS KC
5:KH KH 10H AH QH QH
2:KD QD KD JD 9D 10D
5:9H JH QS 10S JH 9C
2:QD 9H 10D 9C 9D QC
6:JC QC AD AH QS JC
"""
BY_4 = "3: 28 S, Plus 1 S, P, P, P, P, P"
BY_3 = "3: 29 S, P, P, P, P, P"


def test_clean_deal_has_no_finding() -> None:
    verdict = deal()
    assert found(verdict) == []
    assert contract(verdict) == "32 C x2 by 1"
    assert verdict.deals[0].points == {"A": 39, "B": 17}
    assert verdict.deals[0].award == {"A": 2, "B": 0}
    assert verdict.deals[0].winners == tuple("52516521")


def test_international_3_10_revoke_by_declaring_side_loses_the_deal() -> None:
    verdict = deal(BY_4, REVOKE_PLAY, REVOKE_HANDS)
    assert found(verdict) == [("revoke", "trick 3 / seat 2")]
    assert verdict.deals[0].outcome == "made"
    assert verdict.deals[0].award == {"A": 2 + 3, "B": 0}


def test_international_3_10_revoke_by_defender() -> None:
    verdict = deal(BY_3, REVOKE_PLAY, REVOKE_HANDS)
    assert found(verdict) == [("revoke", "trick 3 / seat 2")]
    assert verdict.deals[0].outcome == "defeated"
    assert verdict.deals[0].award == {"A": 1 + 3, "B": 0}


def test_international_3_10_award_has_the_doubling_points() -> None:
    verdict = deal("3: 28 S, Plus 1 S, X, P, P, P, P, P", REVOKE_PLAY, REVOKE_HANDS)
    assert verdict.deals[0].award == {"A": 2 + 1 + 3, "B": 0}


def test_international_3_10_revoke_shown_by_a_later_play() -> None:
    verdict = deal(BY_4, REVOKE_PLAY, hands="")
    assert found(verdict) == [("revoke", "trick 3 / seat 2")]
    (only,) = verdict.findings
    assert [(str(r.place), r.message) for r in only.related] == [
        ("trick 6 / seat 2", "10S still held")
    ]


def test_international_3_10_discard_without_hands_is_nobody_s_revoke() -> None:
    play = "".join(line + "\n" for line in REVOKE_PLAY.splitlines()[:3])
    assert found(deal(BY_4, play, hands="")) == []


def test_international_3_10_several_revokes_by_one_side_cost_three_points_once() -> None:
    play = REVOKE_PLAY.replace("JD KS 9S", "JD KS AH").replace("6:JC QC AD AH", "6:JC QC AD 9S")
    verdict = deal(BY_4, play, REVOKE_HANDS)
    revokes = [each for each in verdict.findings if each.code == "revoke"]
    assert {each.team for each in revokes} == {"B"}
    assert len(revokes) > 1
    assert verdict.deals[0].award == {"A": 5, "B": 0}


def test_international_3_10_offences_by_both_sides_go_to_the_committee() -> None:
    verdict = deal("3: Clubs 28, 4: Hearts 29, 5: 32 C, P, P, P, P, P", PLAY)
    assert found(verdict)[:2] == [("suit-not-held", "call 1"), ("suit-not-held", "call 2")]
    assert verdict.deals[0].outcome == "made"
    assert verdict.deals[0].award is None


def test_international_3_10_slip_named_before_the_next_lead_is_excused() -> None:
    play = PLAY.replace(
        "2:AS 10S 10S JS JS 9S\n", "2:AS 10S 10S JS JS 9S\n! retracted 1:KC -> 1:9S\n"
    )
    assert found(deal(play=play)) == []


def test_international_4_4_swap_within_the_suit_is_not_excused() -> None:
    play = PLAY.replace(
        "2:AS 10S 10S JS JS 9S\n", "2:AS 10S 10S JS JS 9S\n! retracted 1:QS -> 1:9S\n"
    )
    assert found(deal(play=play)) == [("card-retracted", "trick 3 / seat 1")]


def test_international_4_2_first_of_equal_cards_wins() -> None:
    assert deal(play=PLAY.splitlines()[0] + "\n").deals[0].winners == ("5",)


def test_international_4_2_wrong_winner_written() -> None:
    verdict = deal(result="tricks 6 2 5 1 6 5 2 1")
    assert found(verdict) == [("trick-winner", "trick 1 / winner")]


def test_international_4_3_wrong_seat_leads() -> None:
    verdict = deal(play="4:KS JS AS QS QS 10S\n")
    assert found(verdict) == [("lead-out-of-turn", "trick 1 / seat 4")]
    (only,) = verdict.findings
    assert (only.remedy.kind, only.remedy.to, only.remedy.points) == ("points", "A", 1)
    assert (only.needs_objection, only.objected) == (True, False)


def test_international_4_3_point_counts_when_objected() -> None:
    verdict = deal(play="4:KS\n! objection A\n.. JS AS QS QS 10S\n", result="points A 30 B 26")
    assert verdict.deals[0].award is not None
    plain = deal(play="4:KS JS AS QS QS 10S\n", result="points A 30 B 26").deals[0].award
    assert plain is not None
    assert verdict.deals[0].award["A"] == plain["A"] + 1


def test_international_3_2_card_out_of_turn_and_the_seat_passed_over_plays_late() -> None:
    verdict = deal(play="3:KH 4:KS 6:JH 5:JH 1:QH 2:AH\n")
    assert found(verdict) == [("play-out-of-turn", "trick 1 / seat 6")]


def test_international_3_2_the_seat_passed_over_may_play_last() -> None:
    verdict = deal(play="3:KH 5:JH 6:JH 1:QH 2:AH 4:KS\n")
    assert found(verdict) == [("play-out-of-turn", "trick 1 / seat 5")]


def test_same_seat_twice_in_a_trick_leaves_no_winner() -> None:
    verdict = deal(play="3:KH 4:KS 4:9C 5:JH 6:JH 1:QH\n")
    assert found(verdict) == [("play-out-of-turn", "trick 1 / seat 4")]
    assert verdict.deals[0].winners == (None,)


def test_international_1_5_card_not_dealt() -> None:
    verdict = deal(play="3:KH QS JH JH QH AH\n")
    assert found(verdict) == [("card-not-held", "trick 1 / seat 4")]


def test_international_1_5_card_played_twice() -> None:
    verdict = deal(play="3:KH KS JH JH QH AH\n5:JH QC AC 9C 10H KC\n")
    assert ("card-not-held", "trick 2 / seat 5") in found(verdict)


def test_card_not_held_that_fails_to_follow_is_both() -> None:
    verdict = deal(play="3:KH KS JH JH QD AS\n")
    assert found(verdict) == [
        ("revoke", "trick 1 / seat 1"),
        ("revoke", "trick 1 / seat 2"),
    ]
    verdict = deal(play="3:KH KS JH JH JC AH\n".replace("JC", "AD"))
    assert found(verdict) == [
        ("revoke", "trick 1 / seat 1"),
        ("card-not-held", "trick 1 / seat 1"),
    ]


def test_international_1_5_one_finding_a_card_in_excess() -> None:
    verdict = deal(calls="", play="", hands=HANDS.replace("QC AS 9D", "QC AS 9C"))
    assert found(verdict) == [("pack", "hand 4 / 2")]


def test_international_1_5_card_of_no_pack() -> None:
    verdict = deal(calls="", play="", hands=HANDS.replace("QC AS 9D", "QC AS 8D"))
    assert found(verdict) == [("pack", "hand 2 / 8")]


def test_international_2_4_2_hand_of_seven() -> None:
    verdict = deal(calls="", play="", hands=HANDS.replace("QC AS 9D", "QC AS"))
    assert found(verdict) == [("hand-size", "hand 2")]
    assert verdict.deals[0].outcome == "redeal"
    assert verdict.deals[0].award == {"A": 0, "B": 0}


CONSTRAINED = """Hands:
1: JC JC 9C 9C AC AC 10C 10C
2: KC KC QC QC JH JH 9H 9H
3: JD JD 9D 9D AH AH 10H 10H
4: KH QH QH QS AD AD 10D 10D
5: KD QS QD QD JS JS 9S 9S
6: AS AS 10S 10S KS KS KD KH
"""


def test_international_2_4_3_eight_of_a_suit() -> None:
    verdict = deal(calls="", play="", hands=CONSTRAINED)
    assert found(verdict) == [("constraining-hand", "hand 1")]
    assert verdict.findings[0].article == "2.4.3"
    assert verdict.deals[0].outcome == "redeal"


def test_international_2_4_4_eight_jacks() -> None:
    jacks = CONSTRAINED.replace("JC JC 9C 9C AC AC 10C 10C", "JC JC JD JD JH JH JS JS")
    verdict = deal(calls="", play="", hands="\n".join(jacks.splitlines()[:2]) + "\n")
    assert found(verdict) == [("constraining-hand", "hand 1")]
    assert verdict.findings[0].article == "2.4.4"


def test_international_3_9_constraining_hand_played_on() -> None:
    verdict = deal("3: 28 D, P, P, P, P, P", "3:AH KH KD KH JC JH\n", CONSTRAINED)
    assert ("constraining-hand-undisclosed", "hand 1") in found(verdict)
    assert verdict.findings[0].remedy.kind == "award-deal"
    assert verdict.findings[0].remedy.to == "B"


def test_international_4_8_disclosed_before_the_first_lead_is_a_redeal() -> None:
    verdict = deal("3: 28 D, P, P, P, P, P\n! disclosed 1", "", CONSTRAINED)
    assert found(verdict) == [("constraining-hand", "hand 1")]


def test_international_4_8_disclosed_after_the_first_lead_is_too_late() -> None:
    verdict = deal(
        "3: 28 D, P, P, P, P, P", "3:AH KH\n! disclosed 1\n.. KD KH JC JH\n", CONSTRAINED
    )
    assert ("constraining-hand-undisclosed", "hand 1") in found(verdict)
    assert "constraining-hand" not in {code for code, _ in found(verdict)}


VOID = """Hands:
1: JC JC 9C 9C AC AC QH KH
2: 10H 10H KH QH AD AD 10D 10D
3: 10C 10C KC KC QC QC JH JH
4: KD QS QD QD JS JS 9S 9S
5: JD JD 9D 9D 9H 9H AH AH
6: AS AS 10S 10S KS KS QS KD
"""


def test_international_2_4_5_defenders_void_in_trumps() -> None:
    verdict = deal("3: 28 C, P, P, P, P, P", "3:JH\n", VOID)
    assert found(verdict) == [("void-trump-redeal", "contract")]
    assert verdict.deals[0].outcome == "redeal"


def test_international_2_4_5_not_in_no_trumps() -> None:
    assert found(deal("3: 28 NT, P, P, P, P, P", "3:JH\n", VOID)) == []


def test_international_2_4_5_not_when_the_declaring_side_is_void() -> None:
    assert found(deal("3: 28 NT, 29 C, P, P, P, P, P", "3:JH\n", VOID)) == [
        ("suit-not-held", "call 2")
    ]


def test_small_penalties_stand_in_a_redealt_deal() -> None:
    calls = "3: 28 C, 6: P\n! objection A\n4: P, 5: P, 1: P, 2: P"
    verdict = deal(calls, "3:JH\n", VOID)
    assert verdict.deals[0].outcome == "redeal"
    assert verdict.deals[0].award == {"A": 0, "B": 0}
    lead = deal("3: 28 C, P, P, P, P, P", "4:KD\n! objection A\n.. JD KD QH AD JH\n", VOID)
    assert ("lead-out-of-turn", "trick 1 / seat 4") in found(lead)
    assert lead.deals[0].award == {"A": 1, "B": 0}


def test_hands_not_written_are_what_was_played() -> None:
    hearts = deal(calls="3: Hearts 28, Hearts 29, 32 C, P, P, P, P, P", hands="")
    assert ("suit-not-held", "call 2") in found(hearts)


def test_sixth_hand_follows_from_five() -> None:
    five = "\n".join(line for line in HANDS.splitlines() if not line.startswith("4:")) + "\n"
    verdict = deal(calls="3: 28 S, Hearts 29, P, P, P, P, P", play="", hands=five)
    assert found(verdict) == [("suit-not-held", "call 2")]


def test_incomplete_trick_leaves_points_unknown_and_the_result_to_the_points_written() -> None:
    play = PLAY.replace("2:10C AD 9D KD JD JC", "2:10C AD 9D KD JD -")
    verdict = deal(play=play, result="points A 39 B 17")
    assert verdict.deals[0].points is None
    assert verdict.deals[0].outcome == "made"


def test_wrong_deal_number_order_and_redeal() -> None:
    one = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n'
    assert found(ruled(one + '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, P, P, P, P, P\n')) == []
    again = ruled(one + '[Deal "1"]\n[Dealer "3"]\nAuction:\n4: 28 S, P, P, P, P, P\n')
    assert found(again) == [("dealer-rotation", "dealer")]


def test_international_5_1_contract_written_wrong() -> None:
    assert found(deal(result="contract 32 C by 1")) == [("contract-entry", "contract")]
    assert found(deal(result="contract 32 C X by 3")) == [("contract-entry", "contract")]
    assert found(deal(result="contract C 32 X by 1")) == []


def test_international_5_2_points_and_score_written_wrong() -> None:
    assert found(deal(result="points A 38 B 17")) == [("points-entry", "points A")]
    assert found(deal(result="score A 1 B 0")) == [("award-entry", "score A")]


def test_penalty_left_out_of_the_score() -> None:
    play_score = deal(BY_4, REVOKE_PLAY, REVOKE_HANDS, "score A 0 B 1")
    assert found(play_score) == [("revoke", "trick 3 / seat 2"), ("penalty-entry", "score A")]
    ruled_score = deal(BY_4, REVOKE_PLAY, REVOKE_HANDS, "score A 5 B 0")
    assert found(ruled_score) == [("revoke", "trick 3 / seat 2")]


@pytest.mark.parametrize(
    ("score", "wrong"),
    [
        ("5 | 0 | | ", []),
        ("2 | 0 | 3 | ", []),
        ("0 | 0 | 5 | ", []),
        ("0 | 1 | | ", [("penalty-entry", "row 1 / penalty A")]),
        # The penalty is there, and the point for a contract that does not stand is there too.
        ("5 | 1 | | ", [("award-entry", "row 1 / score B")]),
        ("0 | 1 | 5 | ", [("award-entry", "row 1 / score B")]),
        (" | 1 | | ", [("award-entry", "row 1 / score B")]),
        ("2 | 0 | | ", [("award-entry", "row 1 / score A")]),
    ],
)
def test_international_3_10_penalty_in_score_or_column(
    score: str, wrong: list[tuple[str, str]]
) -> None:
    """Team B made 29 and revoked: the deal is A's, 2 points and 3 more, and B has none."""
    log = f'[Deal "1"]\n[Dealer "2"]\n{REVOKE_HANDS}Auction:\n{BY_4}\nPlay:\n{REVOKE_PLAY}'
    head = "Sheet:\ndeal | dealer | bidder | contract | x | score A | score B | penalty A | penalty B\n"
    verdict = ruled(f"{log}{head}1 | 2 | 4 | 29 S | | {score}\n")
    assert found(verdict) == [("revoke", "trick 3 / seat 2"), *wrong]


def test_international_5_2_two_sides_not_56_without_a_play() -> None:
    verdict = deal(play="", result="points A 39 B 18\nscore A 2 B 0")
    assert [code for code, _ in found(verdict)] == ["points-entry"]


@pytest.mark.parametrize(
    ("points", "score", "wrong"),
    [
        ("30 | 20", "1 | 0", "A"),
        ("20 | 26", "1 | 0", "A"),
        ("20 | 26", "0 | 2", "B"),
        ("30 | 36", "0 | 2", "A"),
        ("30 | 36", "1 | 0", "B"),
    ],
)
def test_international_5_2_the_score_tells_which_points_are_wrong(
    points: str, score: str, wrong: str
) -> None:
    """Seat 3 bid 28: of figures that do not make 56 the one at odds with the score is named."""
    head = (
        "Sheet:\ndeal | dealer | bidder | contract | x | points A | points B | score A | score B\n"
    )
    verdict = ruled(f"{head}1 | 2 | 3 | 28 S | | {points} | {score}\n")
    assert found(verdict) == [("points-entry", f"row 1 / points {wrong}")]


def test_international_5_3_one_slip_in_a_total_is_one_finding() -> None:
    verdict = sheet(
        "1 | 2 | 3 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0\n"
        "2 | 3 | 4 | 29 S | | 30 | 26 | 2 | 0 | 4 | 0\n"
        "3 | 4 | 5 | 28 H | | 30 | 26 | 1 | 0 | 5 | 0\n"
    )
    assert found(verdict) == [("total-entry", "row 2 / total A")]


def test_international_1_7_1_wrong_score_with_right_totals_is_two_findings() -> None:
    verdict = sheet(
        "1 | 2 | 3 | 28 S | | 30 | 26 | 1 | 0 | 1 | 0\n"
        "2 | 3 | 4 | 29 S | | 30 | 26 | 3 | 0 | 3 | 0\n"
    )
    assert found(verdict) == [
        ("award-entry", "row 2 / score A"),
        ("total-entry", "row 2 / total A"),
    ]


def test_international_1_7_1_row_of_its_own() -> None:
    good = "1 | 2 | 3 | 48 S | XX | 47 | 9 | 0 | 6 | 0 | 6\n"
    assert found(sheet(good)) == []
    assert found(sheet(good.replace("0 | 6 | 0 | 6", "0 | 5 | 0 | 5"))) == [
        ("award-entry", "row 1 / score B")
    ]


def test_sheet_row_against_the_log_of_its_deal() -> None:
    log = f'[Deal "1"]\n[Dealer "2"]\n{HANDS}Auction:\n{AUCTION}\nPlay:\n{PLAY}'
    head = (
        "Sheet:\ndeal | dealer | bidder | contract | x | points A | points B | score A | score B\n"
    )
    assert found(ruled(log + head + "1 | 2 | 1 | 32 C | X | 39 | 17 | 2 | 0\n")) == []
    assert found(ruled(log + head + "1 | 2 | 3 | 31 C | | 39 | 17 | 2 | 0\n")) == [
        ("contract-entry", "row 1 / contract"),
        ("contract-entry", "row 1 / bidder"),
        ("contract-entry", "row 1 / x"),
    ]


def test_international_5_1_contract_left_blank_on_the_sheet() -> None:
    log = f'[Deal "1"]\n[Dealer "2"]\n{HANDS}Auction:\n{AUCTION}\nPlay:\n{PLAY}'
    head = (
        "Sheet:\ndeal | dealer | bidder | contract | x | points A | points B | score A | score B\n"
    )
    assert found(ruled(log + head + "1 | 2 | 1 | | | 39 | 17 | 2 | 0\n")) == [
        ("contract-entry", "row 1 / contract")
    ]
    # Not transcribed, or a row in which nothing was entered yet: nothing is known to be left out.
    assert found(ruled(log + head + "1 | 2 | 1 | - | X | 39 | 17 | 2 | 0\n")) == []
    assert found(ruled(log + head + "1 | 2 | 1 | | | | | | \n")) == []
    # A deal that was dealt again needs no contract.
    again = log.replace("Play:\n", "Play:\n! redeal\n")
    rows = head + "1 | 2 | | | | | | 0 | 0\n"
    assert "contract-entry" not in {each.code for each in ruled(again + rows).findings}


SHORT_HEAD = "Sheet:\ndeal | dealer | bidder | contract | x | points A | points B\n"


@pytest.mark.parametrize(
    ("contract", "why"),
    [
        ("27 S", "27 is below the lowest bid, 28"),
        ("H 57", "57 is above the highest bid, 56"),
        ("27", "27 is below the lowest bid, 28"),
        ("27 S X", "27 is below the lowest bid, 28"),
        ("28 S", ""),
        ("56 NT", ""),
        ("29", ""),
        ("+1 D", ""),
        ("??", ""),
    ],
)
def test_international_3_1_contract_on_a_sheet_that_no_auction_makes(
    contract: str, why: str
) -> None:
    findings = ruled(f"{SHORT_HEAD}1 | 2 | 1 | {contract} | | 39 | 17\n").findings
    assert [(each.code, str(each.place), each.article) for each in findings] == (
        [("contract-entry", "row 1 / contract", "3.1")] if why else []
    )
    assert all(why in each.message for each in findings)


def test_international_3_1_contract_under_a_deal_that_no_auction_makes() -> None:
    alone = '[Deal "1"]\n[Dealer "2"]\nResult:\ncontract {} by 1\n'
    (finding,) = ruled(alone.format("27 S")).findings
    assert (finding.code, str(finding.place), finding.article) == (
        "contract-entry",
        "contract",
        "3.1",
    )
    assert '"27 S": 27 is below the lowest bid, 28' in finding.message
    assert ruled(alone.format("28 S")).findings == ()


def test_international_3_1_where_the_bid_is_recorded_the_bid_is_what_is_found() -> None:
    log = '[Deal "1"]\n[Dealer "2"]\nAuction:\n27 S, P, P, P, P, P\n'
    rows = f"{SHORT_HEAD}1 | 2 | 1 | 27 S | | 39 | 17\n"
    assert [each.code for each in ruled(log + rows).findings] == ["bid-range"]


@pytest.mark.parametrize("calls", ["??", "28 S, -, P, P, P, P", "28 S, P"])
def test_international_3_1_an_auction_that_tells_no_contract_hides_none(calls: str) -> None:
    log = f'[Deal "1"]\n[Dealer "2"]\nAuction:\n3: {calls}\n'
    findings = ruled(f"{log}{SHORT_HEAD}1 | 2 | 1 | 27 S | | 39 | 17\n").findings
    assert [each.code for each in findings if str(each.place) == "row 1 / contract"] == [
        "contract-entry"
    ]


@pytest.mark.parametrize("share", [0.2, 0.8])
def test_what_may_be_bid_makes_no_reading_of_a_contract_likelier(share: float) -> None:
    cell = f"{{28 S {1 - share:.1f}|27 S {share}}}"
    (finding,) = ruled(f"{SHORT_HEAD}1 | 2 | 1 | {cell} | | 39 | 17\n").findings
    assert finding.probability == pytest.approx(share)


def test_international_5_4_match_points() -> None:
    rows = "".join(
        f"{n} | {n % 6 + 1} | 3 | 28 S | | 30 | 26 | 1 | 0 | {n} | 0\n" for n in range(1, 19)
    )
    assert found(sheet(rows + "match points A 3 B 0\n")) == []
    assert found(sheet(rows + "match points A 2 B 0\n")) == [
        ("match-points-entry", "match points A")
    ]
    short = sheet("".join(rows.splitlines(keepends=True)[:17]) + "match points A 3 B 0\n")
    assert found(short) == [("deal-count", "heading / deals")]


def test_international_5_4_match_points_do_not_follow_from_totals_found_wrong() -> None:
    def rows(slip: int) -> str:
        totals, text = [0, 0], ""
        for n in range(1, 19):
            totals[n % 2] += 1 + (slip if n == 9 else 0)
            won = "3 | 28 S | | 30 | 26 | 1 | 0" if n % 2 == 0 else "2 | 28 S | | 26 | 30 | 0 | 1"
            text += f"{n} | {n % 6 + 1} | {won} | {totals[0]} | {totals[1]}\n"
        return text + "match points A 1 B 1\n"

    level, turned = sheet(rows(0)), sheet(rows(5))
    assert level.match_points == {"A": 1, "B": 1}
    assert "total-entry" in {each.code for each in turned.findings}
    assert turned.match_points is None


def test_example_of_the_notation_explains_its_award() -> None:
    verdict = deal(BY_4, REVOKE_PLAY, REVOKE_HANDS)
    assert verdict.deals[0].arithmetic == (
        "Cardinal rule broken by the declaring side, team B: counted as defeated.",
        "Contract 29, defeated: the row 28 to 39 gives 2 to team A.",
        "Cardinal rule: 3 more to team A = 5.",
    )
    assert verdict.totals == {"A": 5, "B": 0}


def test_incomplete_trick_has_a_winner_where_no_missing_card_can_beat_it() -> None:
    first = deal(calls="3: 28 H, P, P, P, P, P", play="3:KH KS JH - QH AH\n", hands="")
    assert first.deals[0].winners == ("5",)
    open_trick = deal(calls="3: 28 H, P, P, P, P, P", play="3:KH KS - JH QH AH\n", hands="")
    assert open_trick.deals[0].winners == (None,)


def test_incomplete_trick_has_a_winner_where_the_hands_show_it() -> None:
    """Seat 4 has no heart and no trump, so its missing card cannot win."""
    verdict = deal(calls="3: 28 H, P, P, P, P, P", play="3:KH - JH JH QH AH\n")
    assert verdict.deals[0].winners == ("5",)
