"""Auction, play and conduct, article by article of the Alberta rules."""

from __future__ import annotations

from fairdeal.rulings import Verdict
from fairdeal.templates.language import language
from tests.support.bridge_build import auction, contract, found, ruled

HANDS = """Hands:
N: AS KS QS JS 2S AH 2H 3H 4H 5H 6H 7H 8H
E: 10S 9S 8S 7S AD 2D 3D 4D 5D 6D 7D 8D 9D
S: 6S 5S 4S 3S KH QH JH 10H 9H KD QD JD 10D
W: AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C
"""
"""South has spades to follow with."""


def opening_trick(by: str, cards: str) -> Verdict:
    """The verdict on a deal that `by` plays in one no-trump, of which one trick is recorded."""
    calls = {"N": "N: 1 NT", "W": "N: P, P, P, 1 NT"}[by]
    deal = f'[Deal "1"]\n[Dealer "N"]\n{HANDS}Auction:\n{calls}, P, P, P\nPlay:\n{cards}\n'
    return ruled(deal)


def test_alberta_7_three_others_close_the_auction_though_the_bidder_passed_early() -> None:
    verdict = auction("N: 1 H, N: P, E: P, S: P, W: P, N: 2 H")
    assert found(verdict) == [("call-out-of-turn", "call 2"), ("call-after-close", "call 6")]
    assert contract(verdict) == "1 H by N"


def test_alberta_12_a_revoke_by_dummy_costs_no_trick() -> None:
    (only,) = opening_trick("N", "E:10S KH 2C 2S").findings
    assert (only.code, only.article) == ("revoke", "12")
    assert (only.remedy.kind, only.remedy.points) == ("none", 0)
    assert only.setting == "a revoke by dummy costs no trick"


def test_alberta_note_1_a_revoke_by_anybody_else_costs_two() -> None:
    (only,) = opening_trick("W", "N:2S 10S KH 2C").findings
    assert (only.code, only.article) == ("revoke", "note 1")
    assert (only.remedy.kind, only.remedy.to, only.remedy.points) == ("tricks", "EW", 2)


def noted(events: str) -> list[tuple[str, str | None, int]]:
    """The remedies of what is noted after an auction."""
    verdict = auction(f"N: 1 S, P, P, P\n{events}")
    assert {each.code for each in verdict.findings} == {"conduct"}
    return [(each.remedy.kind, each.remedy.to, each.remedy.points) for each in verdict.findings]


def test_alberta_13_a_remark_that_nobody_was_warned_for_is_for_the_committee() -> None:
    committee = ("committee", None, 0)
    assert noted('! conduct N "asked the time"\n! conduct S "said thanks"') == [committee] * 2


def test_alberta_13_conduct_of_nobody_in_particular_is_said_in_both_languages() -> None:
    (finding,) = auction('N: 1 S, P, P, P\n! conduct "winked"').findings
    assert finding.message == 'The recorder noted the conduct of somebody: "winked".'
    assert "somebody" not in language("ml").words(finding.message)


def test_alberta_13_the_directors_warning_makes_it_an_infraction() -> None:
    committee, points = ("committee", None, 0), ("points", "NS", -100)
    events = (
        '! conduct N "asked the time"\n! conduct S "winked"\n! warning NS\n'
        '! conduct N "nodded"\n! warning NS\n! conduct S "said thanks"'
    )
    assert noted(events) == [committee, ("warning", "NS", 0), points, committee]
    assert noted('! conduct N "nodded"\n! warning EW') == [committee]
    assert noted('! conduct N "nodded"\n! objection EW') == [committee]
