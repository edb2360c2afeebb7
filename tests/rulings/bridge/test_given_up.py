"""Hands of bridge given up once they were opened, and reviews that a rulebook has no rule about."""

from __future__ import annotations

import pytest

from fairdeal import rulings
from fairdeal.rulings import Verdict
from fairdeal.rulings.frame.finding import Certainty
from tests.support.bridge_build import awards, found, ruled

BOOKS = ("alberta", "duplicate")
AUCTION = "Auction:\nN: 1 NT, P, P, P\n"
PLAY = f"{AUCTION}Play:\nE:5H 6H 7H 8H\nN:2C 3C\n"
THIRTEEN = (
    "N: 8H 2C 4D 5D 6D 7D 8D 2S 3S 4S 5S 6S 7S\nE: 5H 3C 9H 10H JH QH KH AH 4C 5C 6C 7C 8C\n"
    "S: 6H 9C 10C JC QC KC AC 2D 3D 9D 10D JD QD\nW: 7H 2H 3H 4H 8S 9S 10S JS QS KS AS KD AD\n"
)


def deal(text: str, rules: str) -> Verdict:
    return ruled(f'[Deal "1"]\n[Dealer "N"]\n{text}', rules)


@pytest.mark.parametrize(("rules", "article"), [("alberta", "8"), ("duplicate", "Law 6")])
def test_alberta_8_a_hand_given_up_in_the_play(rules: str, article: str) -> None:
    verdict = deal(f"Hands:\n{THIRTEEN}{PLAY}! redeal\n", rules)
    (given_up,) = verdict.findings
    assert (given_up.code, str(given_up.place)) == ("play-abandoned", "trick 2")
    assert (given_up.article, given_up.remedy.kind) == (article, "committee")
    assert (given_up.at.trick, given_up.certainty) == (2, Certainty.ESTABLISHED)
    assert verdict.deals[0].outcome == "redeal"
    assert awards(verdict) == [(0, 0)]


@pytest.mark.parametrize(("rules", "article"), [("alberta", "7"), ("duplicate", "Law 6")])
@pytest.mark.parametrize(("calls", "call"), [("N: P, 1 H, P\n", 3), ("N: 1 NT, P, P, P\n", 4)])
def test_alberta_7_a_hand_given_up_once_somebody_has_bid(
    calls: str, call: int, rules: str, article: str
) -> None:
    verdict = deal(f"Auction:\n{calls}! redeal\n", rules)
    assert found(verdict) == [("play-abandoned", f"call {call}")]
    assert verdict.findings[0].article == article


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize(
    "text", ["! redeal\n", "Auction:\nN: P, P\n! redeal\n", f"! redeal\n{AUCTION}"]
)
def test_alberta_7_before_anybody_has_bid_a_hand_may_be_thrown_in(text: str, rules: str) -> None:
    assert found(deal(text, rules)) == []


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(f"! exposed S:KS\n{PLAY}", "card-exposed", id="card exposed"),
        pytest.param(
            f"Hands:\n{THIRTEEN.replace(' 8S', '')}{PLAY}", "hand-size", id="twelve cards"
        ),
        pytest.param(f"Hands:\n{THIRTEEN.replace('8S', '7S')}{PLAY}", "pack", id="wrong pack"),
    ],
)
def test_alberta_note_2_a_wrong_deal_is_not_given_up(text: str, code: str, rules: str) -> None:
    assert {name for name, _ in found(deal(f"{text}! redeal\n", rules))} == {code}


def test_alberta_8_an_offence_in_the_play_is_no_reason_to_give_up() -> None:
    text = f"{AUCTION}Play:\nE:5H 6H 7H 2C\nS:3C 8H 4C 5C\n! redeal\n"
    assert ("play-abandoned", "trick 2") in found(deal(text, "alberta"))


def test_alberta_8_a_given_up_hand_hangs_on_the_card_that_may_have_been_dealt_twice() -> None:
    """A pack in doubt: with one reading the deal was wrong, with the other it was given up."""
    hands = THIRTEEN.replace("8S", "{8S 0.6|7S 0.4}")
    findings = {
        each.code: each for each in deal(f"Hands:\n{hands}{PLAY}! redeal\n", "alberta").findings
    }
    assert set(findings) == {"pack", "play-abandoned"}
    shares = [findings[code].probability for code in ("pack", "play-abandoned")]
    assert all(each.certainty is Certainty.DEPENDS for each in findings.values())
    assert sum(share for share in shares if share is not None) == pytest.approx(1.0)


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("text", [f"{AUCTION}! review auction\n", f"{PLAY}! review auction\n"])
def test_a_review_of_the_auction_is_said_to_have_no_rule(text: str, rules: str) -> None:
    verdict = deal(text, rules)
    assert verdict.findings == ()
    assert [note.message for note in verdict.notes] == [
        '"review auction" is noted; this rulebook has no rule about it.'
    ]


def test_alberta_8_why_no_review_of_the_auction_is_looked_for_is_told() -> None:
    book = rulings.load("alberta")
    assert "auction-review" not in book.findings
    assert "printed rules do not forbid" in book.settings["auction-review"].reason


@pytest.mark.parametrize("rules", BOOKS)
def test_a_review_of_a_trick_that_is_allowed_is_not_noted(rules: str) -> None:
    assert deal(PLAY.replace("N:2C 3C", "! review trick"), rules).notes == ()
