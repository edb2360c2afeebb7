"""Auction, play and conduct, article by article of the Alberta rules."""

from __future__ import annotations

from fairdeal.grammar.notation.hand_record import read
from fairdeal.rulings import Verdict, check, load


def alberta(text: str) -> Verdict:
    """The verdict on deal 1, dealt by North, under the Alberta rules."""
    return check(read(f'[Deal "1"]\n[Dealer "N"]\n{text}').record, load("alberta"))


def found(verdict: Verdict) -> list[tuple[str, str]]:
    return [(each.code, str(each.place)) for each in verdict.findings]


def test_alberta_7_three_others_close_the_auction_though_the_bidder_passed_early() -> None:
    verdict = alberta("Auction:\nN: 1 H, N: P, E: P, S: P, W: P, N: 2 H\n")
    assert found(verdict) == [("call-out-of-turn", "call 2"), ("call-after-close", "call 6")]
    contract = verdict.deals[0].contract
    assert contract is not None and (contract.value, contract.trump) == (1, "H")
