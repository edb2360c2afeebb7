"""What each rulebook of bridge says, row by row of docs/rulebooks.md."""

from __future__ import annotations

import pytest

from fairdeal.records import Contract, team_of
from fairdeal.rulings import check, load
from fairdeal.rulings.bridge.book import BridgeBook, board_dealer, board_vulnerable, bridge_table
from fairdeal.rulings.bridge.hearing import BRIDGE
from fairdeal.rulings.bridge.scoring.hand import hand_lines, sums
from fairdeal.rulings.frame.finding import Finding
from samples.making.bridge_irregularities import make
from tests.rulings.bridge.test_alberta_matches import HONOURS
from tests.support.bridge_build import auction, awards, contract, found, hand, ruled

HANDS = """Hands:
N: AS KS QS 2S AH KH 2H AD KD 2D AC KC 2C
E: JS 10S 9S 3S QH JH 10H QD JD 10D QC JC 10C
S: 8S 7S 6S 4S 9H 8H 7H 9D 8D 7D 9C 8C 7C
W: 5S 6H 5H 4H 3H 6D 5D 4D 3D 6C 5C 4C 3C
"""
PLAY = """Auction:
N: 2 NT, P, 3 NT, P, P, P
Play:
"""


def book(name: str) -> BridgeBook:
    return BRIDGE.load(name)


def played(rows: str, rules: str, hands: str = HANDS, result: str = "") -> list[Finding]:
    text = f'[Deal "1"]\n[Dealer "N"]\n{hands}{PLAY}{rows}{result}'
    return list(ruled(text, rules).findings)


def codes(findings: list[Finding]) -> list[str]:
    return [each.code for each in findings]


BOTH = pytest.mark.parametrize("rules", ["alberta", "duplicate"])


@BOTH
def test_alberta_2_and_duplicate_four_players(rules: str) -> None:
    assert book(rules).players == (4,)
    table = bridge_table(book(rules))
    assert {table.team[seat] for seat in "NS"} == {"NS"}
    assert {table.team[seat] for seat in "EW"} == {"EW"}


@BOTH
def test_alberta_3_and_duplicate_pack_of_52(rules: str) -> None:
    assert bridge_table(book(rules)).pack_size == 52
    twice = HANDS.replace("E: JS", "E: AS")
    assert codes(played("E:QH 7H 3H AH\n", rules, twice))[:1] == ["pack"]


@BOTH
def test_alberta_6_and_duplicate_thirteen_cards(rules: str) -> None:
    short = HANDS.replace("N: AS ", "N: ")
    text = f'[Deal "1"]\n[Dealer "N"]\n{short}'
    assert codes(list(ruled(text, rules).findings)) == ["hand-size"]


@BOTH
def test_alberta_5_and_duplicate_clockwise(rules: str) -> None:
    assert contract(auction("1 C, 1 D, 1 H, 1 S, P, P, P", rules=rules)) == "1 S by W"


@BOTH
def test_alberta_7_and_duplicate_the_dealer_calls_first(rules: str) -> None:
    verdict = auction("S: 1 C, P, P, P", rules=rules)
    assert found(verdict) == [("call-out-of-turn", "call 1")]


@BOTH
def test_alberta_8_and_duplicate_left_of_declarer_leads(rules: str) -> None:
    assert codes(played("E:QH 7H 3H AH\n", rules)) == []
    assert codes(played("S:7H 3H AH QH\n", rules)) == ["lead-out-of-turn"]


def test_alberta_5_the_deal_goes_left() -> None:
    two = hand(1, "N", "1 C by N", "NS 7 EW 6"), hand(2, "E", "1 C by N", "NS 7 EW 6")
    assert found(ruled(two[0] + two[1])) == []
    assert found(ruled(two[0] + two[1].replace('"E"', '"S"'))) == [("dealer-rotation", "dealer")]


def test_duplicate_2_dealer_and_vulnerability_by_the_board() -> None:
    assert "".join(board_dealer(board) for board in range(1, 9)) == "NESWNESW"
    assert [board_vulnerable(board) for board in range(1, 18)] == [
        "None", "NS", "EW", "All", "NS", "EW", "All", "None", "EW", "All", "None", "NS", "All",
        "None", "NS", "EW", "None",
    ]  # fmt: skip
    text = '[Deal "7"]\n[Dealer "N"]\n[Vulnerable "NS"]\nResult:\n'
    assert found(ruled(text, "duplicate")) == [
        ("dealer-rotation", "dealer"),
        ("dealer-rotation", "vulnerable"),
    ]


@BOTH
def test_alberta_7_and_duplicate_bids_from_one_to_seven_each_above_the_last(rules: str) -> None:
    assert found(auction("1 C, 1 D, 1 H, 1 S, 1 NT, 2 C, P, P, P", rules=rules)) == []
    assert found(auction("1 NT, 1 S, 2 C, P, P, P", rules=rules)) == [
        ("insufficient-bid", "call 2")
    ]
    assert found(auction("1 NT, 8 C, 2 C, P, P, P", rules=rules)) == [("bid-range", "call 2")]


@BOTH
def test_alberta_7_and_duplicate_three_passes_close_the_auction(rules: str) -> None:
    assert contract(auction("P, P, P, 1 C, P, P, P", rules=rules)) == "1 C by W"
    assert found(auction("1 C, X, XX, P, P, P, P", rules=rules)) == [("call-after-close", "call 7")]
    assert found(auction("P, P, P, P, 1 C", rules=rules)) == [("call-after-close", "call 5")]


@BOTH
def test_alberta_8_and_duplicate_suit_must_be_followed(rules: str) -> None:
    findings = played("E:QH 7S 3H AH\n", rules)
    assert [(each.code, each.seat) for each in findings] == [("revoke", "S")]


def test_alberta_9_vulnerable_after_a_game_to_the_end_of_the_match() -> None:
    verdict = ruled(
        hand(1, "N", "3 NT by N", "NS 9 EW 4")
        + hand(2, "E", "1 NT by N", "NS 6 EW 7")
        + hand(3, "S", "1 NT by S", "NS 6 EW 7")
    )
    assert awards(verdict) == [(600, 0), (0, 100), (0, 100)]


def test_duplicate_2_vulnerable_by_the_record_or_the_board() -> None:
    for board, sides, points in ((1, "", 50), (2, "", 100), (1, '[Vulnerable "All"]\n', 100)):
        dealer = board_dealer(board)
        verdict = ruled(
            hand(board, dealer, "1 NT by N", "NS 6 EW 7", more=sides), rules="duplicate"
        )
        assert awards(verdict) == [(0, points)]


def test_duplicate_77_games_and_part_scores() -> None:
    for bid, points in (
        (Contract(3, "NT", "N"), 400),
        (Contract(4, "S", "N"), 420),
        (Contract(5, "C", "N"), 400),
        (Contract(2, "NT", "N"), 120),
        (Contract(4, "D", "N"), 130),
        (Contract(2, "H", "N", 2), 470),
    ):
        lines = hand_lines(book("duplicate"), bid, bid.value + 6, False)
        assert sums(lines)["NS"] == points


def test_duplicate_77_no_honours() -> None:
    text = f'[Deal "1"]\n[Dealer "N"]\n{HONOURS}Result:\ncontract 2 C by W\npoints NS 5 EW 8\n'
    assert awards(ruled(text, "duplicate")) == [(0, 90)]
    assert awards(ruled(text)) == [(0, 40 + 150)]


def test_duplicate_board_by_board() -> None:
    verdict = ruled(
        hand(1, "N", "3 NT by N", "NS 9 EW 4") + hand(1, "N", "3 NT by S", "NS 8 EW 5"),
        rules="duplicate",
    )
    assert found(verdict) == []
    assert awards(verdict) == [(400, 0), (0, 50)]


def test_alberta_14_four_hands_make_a_match() -> None:
    three = "".join(hand(n, d, "1 C by N", "NS 7 EW 6") for n, d in ((1, "N"), (2, "E"), (3, "S")))
    assert found(ruled('[Deals "4"]\n' + three)) == [("deal-count", "deal")]
    assert found(ruled('[Deals "4"]\n' + three + hand(4, "W", "1 C by N", "NS 7 EW 6"))) == []


@pytest.mark.parametrize("seed", range(12))
def test_alberta_note_1_revoke_costs_two_tricks_if_there_are_two(seed: int) -> None:
    verdict = check(make("revoke", seed).record, load("alberta"))
    (revoke,) = [each for each in verdict.findings if each.code == "revoke"]
    deal = verdict.deals[0]
    assert deal.points is not None
    assert revoke.team is not None
    won = deal.points[revoke.team]
    due = ("tricks", 2) if won >= 2 else ("committee", 0) if won else ("none", 0)
    assert (revoke.remedy.kind, revoke.remedy.points) == due
    if won == 1:
        assert deal.award is None


def test_alberta_13_improprieties_warning_then_100() -> None:
    noted = '! conduct W "sighed"\n! warning EW\n'
    verdict = ruled(hand(1, "N", "1 C by N", "NS 7 EW 6") + noted + noted)
    assert [each.remedy.points for each in verdict.findings] == [0, -100]


def test_duplicate_73_improprieties_are_for_the_committee() -> None:
    noted = '! conduct W "sighed"\n'
    verdict = ruled(hand(1, "N", "1 C by N", "NS 7 EW 6") + noted, "duplicate")
    assert [each.remedy.kind for each in verdict.findings] == ["committee"]


@pytest.mark.parametrize("seed", range(12))
def test_duplicate_64_revoke_by_who_won_the_trick(seed: int) -> None:
    """The revoker won that trick: it and one more if there is one; else one if any was won since."""
    verdict = check(make("revoke", seed).record, load("duplicate"))
    (revoke,) = verdict.findings
    assert revoke.at.trick is not None
    winners = verdict.deals[0].winners[revoke.at.trick - 1 :]
    won = [seat for seat in winners if seat is not None and team_of(seat) == revoke.team]
    count = min(2, len(won)) if winners[0] == revoke.seat else min(1, len(won))
    assert (revoke.remedy.kind, revoke.remedy.points) == (("tricks" if count else "none"), count)


def test_duplicate_a_deal_scored_as_at_rubber_is_not_judged_by_the_table_of_boards() -> None:
    for scoring, awarded in (
        ("Rubber", None),
        ("MatchPoints;RoundUp", (90, 0)),
        ("#Chicago", None),
    ):
        text = hand(1, "N", "1 NT by N", "NS 7 EW 6", "NS 40 EW 0", f'[Scoring "{scoring}"]\n')
        verdict = ruled(text, "duplicate")
        assert awards(verdict) == [awarded]
        assert found(verdict) == ([("award-entry", "score NS")] if awarded else [])


def test_alberta_14_another_match_begins_after_the_fourth_hand() -> None:
    first = "".join(
        hand(n, d, "3 NT by N", "NS 9 EW 4") for n, d in ((1, "N"), (2, "E"), (3, "S"), (4, "W"))
    )
    verdict = ruled(first + hand(5, "N", "3 NT by N", "NS 8 EW 5"))
    assert awards(verdict)[-1] == (0, 50)
