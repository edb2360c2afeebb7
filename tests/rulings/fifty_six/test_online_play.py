"""Cards, play and score under `online`, row by row of its rules."""

from __future__ import annotations

import itertools

import pytest

from fairdeal.rulings.fifty_six.book import table_of
from tests.support.under import Under, found, hands_of, only

ONLINE = Under("online")

NOT_FOLLOWED = """Hands:
1: JS 9S AS 10S KS QS JH 9H
2: JS 9S AS 10S KS QS JC AH
"""


@pytest.mark.parametrize("players", [4, 6, 8])
def test_online_players_and_cards_four_six_or_eight_players(players: int) -> None:
    text = ONLINE.legal(players)
    assert ONLINE.seats(text) == players
    assert found(ONLINE.ruled(text)) == []


def test_online_players_and_cards_six_where_nothing_says() -> None:
    assert ONLINE.seats('[Deal "1"]\n[Dealer "3"]\nAuction:\n28 S, P\n') == 6
    assert ONLINE.seats('[Deal "1"]\n[Dealer "7"]\nAuction:\n28 S, P\n') == 8


@pytest.mark.parametrize(
    ("players", "ranks"), [(4, "J 9 A 10"), (6, "J 9 A 10 K Q"), (8, "J 9 A 10 K Q 8 7")]
)
def test_online_players_and_cards_pack(players: int, ranks: str) -> None:
    table = table_of(ONLINE.book, players)
    assert {card.rank for card in table.pack} == set(ranks.split())
    assert table.pack_size == players * 8
    text = ONLINE.legal(players)
    hand = hands_of(text)[0]
    strange = hand.rsplit(" ", 1)[0] + " 6H"
    verdict = ONLINE.ruled(text[: text.index("Auction:")].replace(hand, strange))
    assert [each.article for each in verdict.findings if each.code == "pack"] == [
        "Players and Cards"
    ]


def test_online_game_overview_rank() -> None:
    ranks = ("J", "9", "A", "10", "K", "Q", "8", "7")
    for high, low in itertools.pairwise(ranks):
        assert ONLINE.trick(f"{low}S {high}S 7S 7H 7H 7C 7C 7D", players=8) == "4"
    assert ONLINE.trick("JS 9S 7H AS 7S 8S QS KS", "H", players=8) == "5"


@pytest.mark.parametrize("players", [4, 6, 8])
def test_online_players_and_cards_56_points_at_every_table(players: int) -> None:
    points = ONLINE.ruled(ONLINE.legal(players)).deals[0].points
    assert points is not None
    assert sum(points.values()) == 56
    assert [ONLINE.book.points[rank] for rank in ("J", "9", "A", "10", "K", "Q", "8", "7")] == [
        3,
        2,
        1,
        1,
        0,
        0,
        0,
        0,
    ]


def test_online_players_and_cards_eight_cards_each() -> None:
    text = ONLINE.legal(4)
    hand = hands_of(text)[0]
    short = text.replace(hand, hand.rsplit(" ", 1)[0])
    finding = only(ONLINE.ruled(f'[Players "4"]\n{short[: short.index("Auction:")]}'))
    assert (finding.code, finding.remedy.kind) == ("hand-size", "committee")
    assert ONLINE.ruled(short).deals[0].outcome != "redeal"


def test_online_first_to_lead_is_the_first_caller_by_a_named_setting() -> None:
    assert ONLINE.book.settings["first-lead"].key == "table.first_lead"
    assert ONLINE.trick("QS JS 9S AS 10S KS") == "4"
    text = '[Deal "1"]\n[Dealer "2"]\nPlay:\n5:QS JS 9S AS 10S KS\nResult:\ncontract 28 S by 1\n'
    finding = only(ONLINE.ruled(text))
    assert (finding.code, finding.article) == ("lead-out-of-turn", "Shuffle and order of play")
    assert (finding.remedy.kind, finding.needs_objection) == ("committee", False)


def test_online_equal_cards_the_first_wins_by_a_named_setting() -> None:
    assert "equal-cards" in ONLINE.book.settings
    assert ONLINE.trick("QS JS 9S AS JS KS") == "4"


def test_online_follow_suit_is_not_printed_and_for_the_committee() -> None:
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "6"]\n{NOT_FOLLOWED}Play:\n1:QS AH\n'
    finding = only(ONLINE.ruled(f"{text}Result:\ncontract 28 S by 1\n"))
    assert (finding.code, finding.seat, finding.remedy.kind) == ("revoke", "2", "committee")
    assert finding.setting == ONLINE.book.settings["follow-suit"].shown
    assert "not printed" in finding.setting


def test_online_next_dealer_is_not_stated_and_not_judged() -> None:
    deals = "".join(
        f'[Deal "{n}"]\n[Dealer "{d}"]\nAuction:\n28 S, P\n' for n, d in ((1, 2), (2, 5))
    )
    assert found(ONLINE.ruled(deals)) == []


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
def test_online_scoreboard_awards(value: int, made: int, defeated: int) -> None:
    assert ONLINE.award(f"{value} H by 1", f"A {value} B {56 - value}") == {"A": made, "B": 0}
    assert ONLINE.award(f"{value} H by 1", f"A {value - 1} B {57 - value}") == {
        "A": 0,
        "B": defeated,
    }


@pytest.mark.parametrize(("mark", "factor"), [("X", 2), ("XX", 3)])
def test_online_scoreboard_doubled_2_redoubled_3(mark: str, factor: int) -> None:
    assert ONLINE.award(f"40 H {mark} by 1", "A 40 B 16") == {"A": 2 * factor, "B": 0}
    assert ONLINE.award(f"40 H {mark} by 1", "A 39 B 17") == {"A": 0, "B": 3 * factor}


def early(points: str, contract: str = "28 S by 1") -> list[tuple[str, str]]:
    text = f'[Deal "1"]\n[Dealer "2"]\nResult:\ncontract {contract}\npoints {points}\n'
    return found(ONLINE.ruled(text))


def test_online_game_overview_play_may_end_when_the_contract_is_certain() -> None:
    assert early("A 30 B 9") == []
    assert early("A 11 B 29") == []
    assert early("A 20 B 20") == [("points-entry", "points A")]
    assert early("A 30 B 27") == [("points-entry", "points A")]
    assert ONLINE.award("28 S by 1", "A 30 B 9") == {"A": 1, "B": 0}
    assert ONLINE.award("28 S by 1", "A 11 B 29") == {"A": 0, "B": 2}


def test_online_game_overview_all_eight_tricks_are_fine_too() -> None:
    text = ONLINE.legal(6)
    assert text[text.index("Play:") : text.index("Result:")].count("\n") == 9
    assert found(ONLINE.ruled(text)) == []


def session(heading: str, deals: int) -> list[tuple[str, str]]:
    logs = "".join(f'[Deal "{n + 1}"]\n[Dealer "1"]\nAuction:\n28 S, P\n' for n in range(deals))
    return found(ONLINE.ruled(heading + logs))


def test_online_game_overview_session_has_as_many_deals_as_its_record_says() -> None:
    assert session('[Deals "12"]\n', 12) == []
    assert session('[Deals "10"]\n', 10) == []
    assert session("", 7) == []
    assert session('[Deals "12"]\n', 11) == [("deal-count", "heading / deals")]


def test_online_no_match_points() -> None:
    sheet = "Sheet:\ndeal | score A | score B | total A | total B\n1 | 1 | 0 | 1 | 0\nmatch points A 3 B 0\n"
    verdict = ONLINE.ruled(sheet)
    assert (found(verdict), verdict.match_points) == ([], None)


def test_online_no_penalties_are_stated() -> None:
    kinds = {rule.remedy for rule in ONLINE.book.findings.values()}
    assert kinds == {"committee", "correct-entry", "none"}
    assert [code for code, rule in ONLINE.book.findings.items() if rule.remedy == "none"] == [
        "noes-with-suit"
    ]
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "6"]\n{NOT_FOLLOWED}Play:\n1:QS AH\n'
    verdict = ONLINE.ruled(f"{text}Result:\ncontract 28 S by 1\npoints A 40 B 16\n")
    assert [each.code for each in verdict.findings] == ["revoke"]
    assert verdict.deals[0].award == {"A": 1, "B": 0}


def test_online_claim_is_noted_and_not_ruled_on() -> None:
    text = (
        '[Deal "1"]\n[Dealer "2"]\nPlay:\n3:QS JS 9S AS 10S KS\n! claim 4: JH JD\n! challenge A\n'
    )
    verdict = ONLINE.ruled(f"{text}Result:\ncontract 28 S by 1\n")
    assert found(verdict) == []
    assert any("claim" in note.message for note in verdict.notes)


def test_online_no_redeal_for_eight_of_a_suit() -> None:
    hand = "Hands:\n3: JS JS 9S 9S AS AS 10S 10S\n"
    text = f'[Players "6"]\n[Deal "1"]\n[Dealer "2"]\n{hand}Auction:\n28 S, P, P, P, P, P\n'
    assert found(ONLINE.ruled(text)) == []
    assert not any(rule.remedy == "redeal" for rule in ONLINE.book.findings.values())
