"""What a deal of 56 scores either way, where the committee has to choose; and what a ruling makes of it."""

from __future__ import annotations

import pytest

from fairdeal.desk import words
from fairdeal.records import Team
from fairdeal.rulings import Verdict
from fairdeal.rulings.frame.finding import Finding
from tests.support.builders import auction, deal, ruled
from tests.support.under import Under

PASSES = ", P, P, P, P, P"

HANDS = """Hands:
1: KS AS QS 9S QC JH 10H JD
2: QC JH 10D AC KC AH 9C QH
3: 9S 10S JS JS JD JC 9D JC
4: KD 9D 10H 10C KC AC KD KH
5: AS QS KS 10S QH 9H 9H AD
6: 10C 9C AH AD QD 10D KH QD
"""


def written(calls: str, points: str = "", more: str = "") -> Verdict:
    """A deal of dealer 2 of which the auction is recorded and, it may be, the points."""
    return auction(f"{calls}\n{more}Result:\n{f'points {points}' if points else ''}")


def ways(verdict: Verdict) -> dict[str, dict[Team, int] | None]:
    return {way.condition: way.award for way in verdict.deals[0].awards_if}


def of(verdict: Verdict, code: str) -> Finding:
    (only,) = [each for each in verdict.findings if each.code == code]
    return only


def test_international_3_4_an_unapproved_bid_that_decides_stands_or_is_void() -> None:
    verdict = written("3: NT 30, P, P, P, P, P", "A 39 B 17")
    assert ways(verdict) == {
        "the bid stands": {"A": 1, "B": 0},
        "the bid is void": {"A": 0, "B": 0},
    }
    found = of(verdict, "unapproved-bid")
    assert found.remedy_text == (
        "For the committee to decide. The deal gives 1 to A if the bid stands; "
        "nothing if the bid is void."
    )
    line = words.deal_line(verdict.deals[0])
    assert "for the committee to decide; it gives 1 to A if the bid stands" in line
    assert "contract made" not in line


def test_international_3_4_without_a_result_both_results_are_reckoned() -> None:
    assert ways(written("3: NT 30, P, P, P, P, P")) == {
        "the bid stands and the contract is made": {"A": 1, "B": 0},
        "the bid stands and the contract is defeated": {"A": 0, "B": 2},
        "the bid is void": {"A": 0, "B": 0},
    }


def test_international_3_1_an_insufficient_last_word_leaves_three_ways() -> None:
    verdict = written("3: 30 S, 29 H, P, P, P, P, P", "A 29 B 27")
    assert verdict.deals[0].award is None
    assert ways(verdict) == {
        "the bid stands": {"A": 2, "B": 0},
        "the bid is void and 30 spades by seat 3 stands": {"A": 0, "B": 2},
        "the bid is void and the deal is dealt again": {"A": 0, "B": 0},
    }


def test_international_3_1_the_tricks_are_counted_with_the_trumps_of_each_way() -> None:
    """Seat 4 ruffs the first trick only if hearts are trumps."""
    play = "3:JS 9H 9S QS KS QS\n"
    verdict = deal("3: 30 S, 29 H, P, P, P, P, P", play, "")
    spades = "the bid is void and 30 spades by seat 3 stands and the contract is made"
    assert ways(verdict)[spades] == {"A": 1, "B": 0}
    assert ways(verdict)["the bid stands and the contract is made"] == {"A": 0, "B": 1}


def test_international_1_6_above_56_the_bid_cannot_stand_as_a_contract() -> None:
    verdict = written("3: 40 S, 57 H, P, P, P, P, P", "A 45 B 11")
    assert list(ways(verdict)) == [
        "the bid is void and 40 spades by seat 3 stands",
        "the bid is void and the deal is dealt again",
    ]


def test_international_3_8_a_double_without_effect_is_void_or_stands() -> None:
    verdict = written("3: 30 S, P, 5: X, P, P, P, P", "A 35 B 21")
    assert verdict.deals[0].award == {"A": 1, "B": 0}
    assert ways(verdict) == {
        "the call is void": {"A": 1, "B": 0},
        "the call stands": {"A": 2, "B": 0},
    }


def test_international_3_8_a_redouble_without_effect_counts_as_one_if_it_stands() -> None:
    verdict = written("3: 30 S, P, 5: XX, P, P, P, P", "A 35 B 21")
    assert ways(verdict) == {
        "the call is void": {"A": 1, "B": 0},
        "the call stands": {"A": 3, "B": 0},
    }


@pytest.mark.parametrize(
    ("calls", "code"),
    [
        ("3: 30 S, 29 H, 32 S, P, P, P, P, P", "insufficient-bid"),  # 3.1: bid over since
        ("3: 30 S, P, 5: X, 6: 32 H, P, P, P, P, P", "double-inadmissible"),  # 3.8: of a bid gone
        ("3: 30 S, X, P, X, P, P, P, P", "double-inadmissible"),  # 3.8: doubled already
        ("3: 30 S, P\n! silence 5\n6: X, 1: XX", "missing-call"),  # 3.1: the double was a good one
    ],
)
def test_international_calls_that_no_longer_matter_are_no_other_contract(
    calls: str, code: str
) -> None:
    verdict = written(calls, "A 35 B 21")
    assert of(verdict, code).remedy.kind == "committee"
    assert ways(verdict) == {
        "the deal stands": verdict.deals[0].award,
        "the deal is dealt again": {"A": 0, "B": 0},
    }


def test_international_3_3_a_faulty_raise_is_void_or_stands() -> None:
    verdict = written(f"3: 30 S{PASSES}, 3: 48 H", "A 35 B 21")
    assert ways(verdict) == {
        "the bid is void": {"A": 1, "B": 0},
        "the bid stands": {"A": 0, "B": 4},
    }


def test_international_5_5_a_question_about_the_score_costs_nothing_or_the_most() -> None:
    verdict = written(f"3: 30 S\n! score-query 3\n4: P{', P' * 4}", "A 35 B 21")
    assert ways(verdict) == {
        "no points are asked for": {"A": 1, "B": 0},
        "team B is given 2 points": {"A": 1, "B": 2},
    }


def test_international_4_4_a_card_taken_back_is_excused_or_the_cardinal_rule_holds() -> None:
    play = "3:JS KS 9S QS KS QS\n! retracted 4:AS -> 4:KS\n"
    verdict = deal(f"3: 30 S{PASSES}", play, "", "points A 35 B 21")
    assert of(verdict, "card-retracted").article == "4.4"
    assert ways(verdict) == {
        "it is excused": {"A": 1, "B": 0},
        "the cardinal rule applies to it": {"A": 4, "B": 0},
    }


BOTH = """[Rules "international"]
[Deal "1"]
[Dealer "2"]
Hands:
1: KS AS QS 9S QC JH 10H JD
2: QC JH 10D AC KC AH 9C QH
3: 9S 10S JS JS JD JC 9D JC
4: KD 9D 10H 10C KC AC KD KH
5: AS QS KS 10S QH 9H 9H AD
6: 10C 9C AH AD QD 10D KH QD
Auction:
3: 28 NT, P, P, P, P, P
Play:
3:9D 10H AD QD JD 10D
1:QC QC 10S KC QS 10C
Result:
points A 30 B 26
"""


def test_international_3_10_offences_of_both_sides_say_why_no_award_is_given() -> None:
    """Seat 4 holds diamonds in trick 1, seat 3 clubs in trick 2."""
    verdict = ruled(BOTH)
    revokes = [each for each in verdict.findings if each.code == "revoke"]
    assert [each.seat for each in revokes] == ["4", "3"]
    assert verdict.deals[0].award is None
    assert ways(verdict) == {
        "the offences cancel out": {"A": 1, "B": 0},
        "only that of team A counts": {"A": 0, "B": 5},
        "only that of team B counts": {"A": 4, "B": 0},
    }
    for each in revokes:
        assert each.remedy_text.startswith(
            "Both sides broke the cardinal rule, so the rulebook gives no award."
        )
    assert "contract made" not in words.deal_line(verdict.deals[0])


def test_international_3_10_one_revoke_says_the_award_and_what_the_deal_counts_as() -> None:
    verdict = ruled(BOTH.replace("1:QC QC 10S", "1:QC QC JC"))
    assert of(verdict, "revoke").remedy_text.endswith("1 + 3 = 4 to A.")
    assert words.deal_line(verdict.deals[0]).endswith("counted as made by 3.10; award A 4, B 0")


def test_international_3_10_the_declaring_side_revokes_and_is_counted_as_defeated() -> None:
    verdict = ruled(BOTH.replace("3:9D 10H", "3:9D 9D"))
    assert verdict.deals[0].outcome == "made"
    assert of(verdict, "revoke").remedy_text.endswith("2 + 3 = 5 to B.")
    assert "counted as defeated by 3.10" in words.deal_line(verdict.deals[0])


def test_international_3_10_a_redeal_with_a_revoke_in_it_has_both_scores() -> None:
    verdict = ruled(BOTH.replace("1:QC QC 10S KC QS 10C", "! redeal\n1:QC QC JC KC QS 10C"))
    assert ways(verdict)["the deal is dealt again"] == {"A": 0, "B": 0}
    assert ways(verdict)["the offence of team B counts"] == {"A": 4, "B": 0}


def test_international_3_2_a_penalty_says_the_award_that_it_makes() -> None:
    calls = "5: 28 S\n! objection B\n1: 29 S\n! objection B\n2: P, P, P, P, P"
    verdict = written(calls, "A 35 B 21")
    first, second = verdict.findings
    assert (first.remedy.kind, second.remedy.kind) == ("warning", "points")
    assert second.remedy_text.endswith("The deal then gives 1 to A and 1 to B.")


@pytest.mark.parametrize("name", ["community", "online", "wiki"])
def test_rulebooks_that_price_no_revoke_have_the_scores_of_each_ruling(name: str) -> None:
    verdict = Under(name).ruled(
        BOTH.replace('[Rules "international"]\n', "").replace("28 NT", "28 S")
    )
    revoke = next(each for each in verdict.findings if each.code == "revoke")
    assert revoke.remedy.kind == "committee"
    assert len({str(way.award) for way in revoke.awards_if}) > 1


def test_international_clean_deals_have_nothing_to_choose() -> None:
    verdict = written(f"3: 30 S{PASSES}", "A 35 B 21")
    assert verdict.deals[0].awards_if == ()
    assert verdict.deals[0].counted is None
