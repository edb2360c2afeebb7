"""Cards, play and score under `wiki`, row by row of its rules."""

from __future__ import annotations

import itertools

import pytest

from fairdeal.rulings.fifty_six.book import table_of
from tests.support.under import Under, found, hands_of, only

WIKI = Under("wiki")

NOT_FOLLOWED = """Hands:
1: JS 9S AS 10S KS QS JH 9H
2: JS 9S AS 10S KS QS JC AH
"""


@pytest.mark.parametrize("players", [4, 6, 8])
def test_wiki_players_and_cards_six_or_four_or_eight_players(players: int) -> None:
    text = WIKI.legal(players)
    assert WIKI.seats(text) == players
    assert found(WIKI.ruled(text)) == []
    assert WIKI.book.default_players() == 6


@pytest.mark.parametrize(
    ("players", "ranks"), [(4, "J 9 A 10"), (6, "J 9 A 10 K Q"), (8, "J 9 A 10 K Q 8 7")]
)
def test_wiki_players_and_cards_pack(players: int, ranks: str) -> None:
    table = table_of(WIKI.book, players)
    assert {card.rank for card in table.pack} == set(ranks.split())
    assert table.pack_size == players * 8
    text = WIKI.legal(players)
    hand = hands_of(text)[0]
    verdict = WIKI.ruled(
        text[: text.index("Auction:")].replace(hand, hand.rsplit(" ", 1)[0] + " 6H")
    )
    assert ("pack", "hand 1 / 8") in found(verdict)


def test_wiki_priority_rank() -> None:
    ranks = ("J", "9", "A", "10", "K", "Q", "8", "7")
    for high, low in itertools.pairwise(ranks):
        assert WIKI.trick(f"{low}S {high}S 7S 7H 7H 7C 7C 7D", players=8) == "4"


@pytest.mark.parametrize("players", [4, 6, 8])
def test_wiki_points_56_at_every_table(players: int) -> None:
    points = WIKI.ruled(WIKI.legal(players)).deals[0].points
    assert points is not None
    assert sum(points.values()) == 56
    ranks = ("J", "9", "A", "10", "K", "Q", "8", "7")
    assert [WIKI.book.points[rank] for rank in ranks] == [3, 2, 1, 1, 0, 0, 0, 0]


def test_wiki_gameplay_eight_cards_each() -> None:
    text = WIKI.legal(6)
    hand = hands_of(text)[0]
    short = text.replace(hand, hand.rsplit(" ", 1)[0])
    finding = only(WIKI.ruled(short[: short.index("Auction:")]))
    assert (finding.code, finding.article, finding.remedy.kind) == (
        "hand-size",
        "Gameplay",
        "committee",
    )


def test_wiki_gameplay_first_player_leads_whoever_won_the_auction() -> None:
    head = '[Deal "1"]\n[Dealer "2"]\nAuction:\n28 S, 29 H, P, P, P, P, P\nPlay:\n'
    assert WIKI.ruled(f"{head}QS JS 9S AS 10S KS\n").deals[0].winners == ("4",)
    finding = only(WIKI.ruled(f"{head}4:QS JS 9S AS 10S KS\n"))
    assert (finding.code, finding.article) == ("lead-out-of-turn", "Gameplay")
    assert finding.remedy.kind == "committee"


def test_wiki_card_play_first_of_equal_cards_wins() -> None:
    assert WIKI.trick("QS JS 9S AS JS KS") == "4"
    assert WIKI.trick("QS JS 9H AS JS 9H", "H") == "5"


def test_wiki_gameplay_must_follow_suit() -> None:
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "6"]\n{NOT_FOLLOWED}Play:\n1:QS AH\n'
    finding = only(WIKI.ruled(f"{text}Result:\ncontract 28 S by 1\n"))
    assert (finding.code, finding.article, finding.remedy.kind) == (
        "revoke",
        "Gameplay",
        "committee",
    )
    assert finding.setting is None  # it is printed


def test_wiki_gameplay_first_player_moves_one_to_the_right() -> None:
    def deals(second: int) -> list[tuple[str, str]]:
        text = "".join(
            f'[Deal "{n}"]\n[Dealer "{d}"]\nAuction:\n28 S, P\n' for n, d in ((1, 2), (2, second))
        )
        return found(WIKI.ruled(text))

    assert deals(3) == []
    assert deals(4) == [("dealer-rotation", "dealer")]


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
def test_wiki_scoring_awards(value: int, made: int, defeated: int) -> None:
    assert WIKI.award(f"{value} H by 1", f"A {value} B {56 - value}") == {"A": made, "B": 0}
    assert WIKI.award(f"{value} H by 1", f"A {value - 1} B {57 - value}") == {
        "A": 0,
        "B": defeated,
    }


@pytest.mark.parametrize(("mark", "factor"), [("X", 2), ("XX", 3)])
def test_wiki_scoring_doubled_2_redoubled_3(mark: str, factor: int) -> None:
    assert WIKI.award(f"48 H {mark} by 2", "A 8 B 48") == {"A": 0, "B": 3 * factor}
    assert WIKI.award(f"48 H {mark} by 2", "A 9 B 47") == {"A": 4 * factor, "B": 0}


def test_wiki_maximum_points_15_for_56_doubled_redoubled_and_lost() -> None:
    assert WIKI.award("56 H XX by 1", "A 55 B 1") == {"A": 0, "B": 15}
    awards = []
    for value in range(28, 57):
        for mark in ("", "X ", "XX "):
            for points in (f"A {value} B {56 - value}", f"A {value - 1} B {57 - value}"):
                award = WIKI.award(f"{value} H {mark}by 1", points)
                assert award is not None
                awards.append(max(award.values()))
    assert max(awards) == 15
    assert awards.count(15) == 1


def early(points: str) -> list[tuple[str, str]]:
    text = f'[Deal "1"]\n[Dealer "2"]\nResult:\ncontract 30 S by 1\npoints {points}\n'
    return found(WIKI.ruled(text))


def test_wiki_card_play_may_end_when_the_contract_is_certain() -> None:
    assert early("A 30 B 9") == []
    assert early("A 11 B 27") == []
    assert early("A 11 B 26") == [("points-entry", "points A")]
    assert early("A 29 B 27") == []


def test_wiki_card_play_may_end_early_on_a_sheet_too() -> None:
    head = "Sheet:\ndeal | bidder | contract | x | points A | points B | score A | score B\n"
    assert found(WIKI.ruled(f"{head}1 | 1 | 30 S | | 31 | 12 | 1 | 0\n")) == []
    assert found(WIKI.ruled(f"{head}1 | 1 | 30 S | | 21 | 12 | 1 | 0\n"))[0][0] == "points-entry"


def test_wiki_card_play_all_eight_tricks_are_fine_too() -> None:
    text = WIKI.legal(4)
    assert text[text.index("Play:") : text.index("Result:")].count("\n") == 9
    assert found(WIKI.ruled(text)) == []


def session(heading: str, deals: int) -> list[tuple[str, str]]:
    logs = "".join(
        f'[Deal "{n + 1}"]\n[Dealer "{n % 6 + 1}"]\nAuction:\n28 S, P\n' for n in range(deals)
    )
    return found(WIKI.ruled(heading + logs))


def test_wiki_gameplay_session_usually_has_12_deals() -> None:
    assert WIKI.book.scoring.session_deals == 12
    assert session('[Deals "12"]\n', 12) == []
    assert session('[Deals "8"]\n', 8) == []
    assert session("", 5) == []
    assert session('[Deals "12"]\n', 10) == [("deal-count", "heading / deals")]


def test_wiki_no_match_points() -> None:
    sheet = "Sheet:\ndeal | score A | score B | total A | total B\n1 | 1 | 0 | 1 | 0\nmatch points A 3 B 0\n"
    verdict = WIKI.ruled(sheet)
    assert (found(verdict), verdict.match_points) == ([], None)


def test_wiki_no_penalties_are_stated() -> None:
    kinds = {rule.remedy for rule in WIKI.book.findings.values()}
    assert kinds == {"committee", "correct-entry", "none"}
    penalties = WIKI.book.penalties
    assert (penalties.cardinal, penalties.out_of_turn, penalties.lead_out_of_turn) == (
        None,
        None,
        None,
    )


def test_wiki_no_redeal_for_eight_of_a_suit_or_void_trumps() -> None:
    hand = "Hands:\n3: JS JS 9S 9S AS AS 10S 10S\n"
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{hand}Auction:\n28 S, P, P, P, P, P\n'
    assert found(WIKI.ruled(text)) == []


def broken_off(points: str) -> list[tuple[str, str]]:
    """Two tricks of 12 points to seats 3 and 1, a contract of 40 and no more of the play."""
    text = '[Deal "1"]\n[Dealer "2"]\nPlay:\n3:JS JS 9S 9S AS AS\nJH JH 9H 9H AH AH\n'
    return found(WIKI.ruled(f"{text}Result:\ncontract 40 S by 1\npoints {points}\n"))


def test_wiki_points_written_are_at_least_those_of_the_tricks_recorded() -> None:
    assert broken_off("A 40 B 10") == []
    assert broken_off("A 24 B 20") == []
    assert broken_off("A 23 B 20") == [("points-entry", "points A")]
