"""Cards, play and score under `community`, row by row of its rules."""

from __future__ import annotations

import itertools

import pytest

from fairdeal.rulings.fifty_six.book import table_of
from tests.support.under import Under, found, hands_of, only

COMMUNITY = Under("community")
CARDS = "Game Rules for 56: cards"
PLAY = "Game Rules for 56: play"

NOT_FOLLOWED = """Hands:
1: JS 9S AS 10S KS QS JH 9H
2: JS 9S AS 10S KS QS JC AH
"""


@pytest.mark.parametrize("players", [6, 8])
def test_community_cards_six_or_eight_players(players: int) -> None:
    text = COMMUNITY.legal(players)
    assert COMMUNITY.seats(text) == players
    assert found(COMMUNITY.ruled(text)) == []
    assert COMMUNITY.book.players == (6, 8)


@pytest.mark.parametrize(("players", "ranks"), [(6, "J 9 A 10 K Q"), (8, "J 9 A 10 K Q 8 7")])
def test_community_cards_pack(players: int, ranks: str) -> None:
    table = table_of(COMMUNITY.book, players)
    assert {card.rank for card in table.pack} == set(ranks.split())
    assert table.pack_size == players * 8
    text = COMMUNITY.legal(players)
    hand = hands_of(text)[0]
    verdict = COMMUNITY.ruled(
        text[: text.index("Auction:")].replace(hand, hand.rsplit(" ", 1)[0] + " 6H")
    )
    assert [each.article for each in verdict.findings if each.code == "pack"] == [CARDS]


def test_community_cards_rank() -> None:
    ranks = ("J", "9", "A", "10", "K", "Q", "8", "7")
    for high, low in itertools.pairwise(ranks):
        assert COMMUNITY.trick(f"{low}S {high}S 7S 7H 7H 7C 7C 7D", players=8) == "2"


@pytest.mark.parametrize("players", [6, 8])
def test_community_cards_56_points_at_every_table(players: int) -> None:
    points = COMMUNITY.ruled(COMMUNITY.legal(players)).deals[0].points
    assert points is not None
    assert sum(points.values()) == 56
    ranks = ("J", "9", "A", "10", "K", "Q", "8", "7")
    assert [COMMUNITY.book.points[rank] for rank in ranks] == [3, 2, 1, 1, 0, 0, 0, 0]


def test_community_cards_eight_cards_each() -> None:
    text = COMMUNITY.legal(6)
    hand = hands_of(text)[0]
    short = text.replace(hand, hand.rsplit(" ", 1)[0])
    finding = only(COMMUNITY.ruled(short[: short.index("Auction:")]))
    assert (finding.code, finding.article, finding.remedy.kind) == ("hand-size", CARDS, "committee")


def test_community_play_right_of_the_dealer_leads() -> None:
    head = '[Deal "1"]\n[Dealer "2"]\nAuction:\n28 S, 29 H, P, P, P, P, P\nPlay:\n'
    assert COMMUNITY.ruled(f"{head}QS JS 9S AS 10S KS\n").deals[0].winners == ("2",)
    finding = only(COMMUNITY.ruled(f"{head}3:QS JS 9S AS 10S KS\n"))
    assert (finding.code, finding.article) == ("lead-out-of-turn", PLAY)
    assert finding.remedy.kind == "committee"


def test_community_play_equal_cards_the_first_wins_by_a_named_setting() -> None:
    assert COMMUNITY.trick("QS JS 9S AS JS KS") == "2"
    assert "equal-cards" in COMMUNITY.book.settings


def test_community_play_a_trump_wins_whatever_was_led() -> None:
    assert COMMUNITY.trick("JS QH 9S AS 10S KS", "H") == "2"
    assert COMMUNITY.trick("JS QH 9S KH 10S KS", "H") == "4"


def test_community_play_must_follow_suit() -> None:
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{NOT_FOLLOWED}Play:\n1:QS AH\n'
    finding = only(COMMUNITY.ruled(f"{text}Result:\ncontract 28 S by 1\n"))
    assert (finding.code, finding.article, finding.remedy.kind) == ("revoke", PLAY, "committee")


def test_community_next_dealer_is_not_stated_and_not_judged() -> None:
    deals = "".join(
        f'[Deal "{n}"]\n[Dealer "{d}"]\nAuction:\n28 S, P\n' for n, d in ((1, 2), (2, 5))
    )
    assert found(COMMUNITY.ruled(deals)) == []


@pytest.mark.parametrize(
    ("value", "made", "defeated"),
    [
        (28, 1, 2),
        (39, 1, 2),
        (40, 2, 3),
        (47, 2, 3),
        (48, 3, 4),
        (55, 3, 4),
        (56, 4, 5),
    ],
)
def test_community_scoring_awards(value: int, made: int, defeated: int) -> None:
    assert COMMUNITY.award(f"{value} H by 1", f"A {value} B {56 - value}") == {"A": made, "B": 0}
    assert COMMUNITY.award(f"{value} H by 1", f"A {value - 1} B {57 - value}") == {
        "A": 0,
        "B": defeated,
    }


@pytest.mark.parametrize(("mark", "factor"), [("X", 2), ("XX", 4)])
def test_community_scoring_doubled_2_redoubled_4(mark: str, factor: int) -> None:
    assert COMMUNITY.award(f"40 H {mark} by 1", "A 40 B 16") == {"A": 2 * factor, "B": 0}
    assert COMMUNITY.award(f"40 H {mark} by 1", "A 39 B 17") == {"A": 0, "B": 3 * factor}
    assert COMMUNITY.book.settings["redoubled"].value == "4"


def test_community_scoring_48_hearts_lost_is_4_and_doubled_8() -> None:
    assert COMMUNITY.award("48 Hearts by 1", "A 47 B 9") == {"A": 0, "B": 4}
    assert COMMUNITY.award("48 Hearts X by 1", "A 47 B 9") == {"A": 0, "B": 8}


def test_community_play_all_eight_tricks() -> None:
    text = '[Deal "1"]\n[Dealer "2"]\nResult:\ncontract 28 S by 1\npoints A 30 B 9\n'
    assert found(COMMUNITY.ruled(text)) == [("points-entry", "points A")]


def test_community_no_session_length_is_stated() -> None:
    assert COMMUNITY.book.scoring.session_deals is None
    logs = "".join(f'[Deal "{n + 1}"]\n[Dealer "1"]\nAuction:\n28 S, P\n' for n in range(5))
    assert found(COMMUNITY.ruled(f'[Deals "5"]\n{logs}')) == []


def test_community_no_match_points() -> None:
    sheet = "Sheet:\ndeal | score A | score B | total A | total B\n1 | 1 | 0 | 1 | 0\nmatch points A 3 B 0\n"
    verdict = COMMUNITY.ruled(sheet)
    assert (found(verdict), verdict.match_points) == ([], None)


def test_community_no_penalties_are_stated() -> None:
    kinds = {rule.remedy for rule in COMMUNITY.book.findings.values()}
    assert kinds == {"committee", "correct-entry"}
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{NOT_FOLLOWED}Play:\n1:QS AH\n'
    verdict = COMMUNITY.ruled(f"{text}Result:\ncontract 28 S by 1\npoints A 40 B 16\n")
    assert verdict.deals[0].award == {"A": 1, "B": 0}


def test_community_no_redeal_for_eight_of_a_suit() -> None:
    hand = "Hands:\n1: JS JS 9S 9S AS AS 10S 10S\n"
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{hand}Auction:\n28 S, P, P, P, P, P\n'
    assert found(COMMUNITY.ruled(text)) == []
    assert not any(rule.remedy == "redeal" for rule in COMMUNITY.book.findings.values())
