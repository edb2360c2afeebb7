"""International 4.10 where not every card that was left is known."""

from __future__ import annotations

from fairdeal.rulings.frame.finding import Certainty, Verdict
from tests.support.builders import HANDS, PLAY, deal, found

SIX_TRICKS = "".join(f"{line}\n" for line in PLAY.splitlines()[:6])


def claim(seat: str, cards: str, hands: str) -> Verdict:
    """A claim after six tricks, seat 5 to lead, challenged by the other side."""
    other = "B" if seat in "135" else "A"
    return deal(play=f"{SIX_TRICKS}! claim {seat}: {cards}\n! challenge {other}\n", hands=hands)


def without(*hidden: tuple[str, str]) -> str:
    """The hands with these cards not recorded."""
    lines = []
    for line in HANDS.splitlines():
        for seat, card in hidden:
            if line.startswith(f"{seat}:"):
                line = line.replace(card, "-", 1)
        lines.append(line)
    return "\n".join(lines) + "\n"


def test_international_4_10_claim_defeated_in_every_deal_is_established() -> None:
    verdict = claim("5", "KD KD", without(("3", "AD"), ("6", "JD")))
    assert found(verdict) == [("claim-defeated", "trick 7 / seat 5")]
    assert verdict.findings[0].certainty is Certainty.ESTABLISHED
    assert "every deal that fits the record" in verdict.findings[0].message
    assert verdict.deals[0].award is not None


def test_international_4_10_claim_defeated_in_some_deals_is_possible_only() -> None:
    verdict = claim("5", "KD KD", without(("1", "QD"), ("2", "10C")))
    assert found(verdict) == []
    assert verdict.deals[0].award is None
    (maybe,) = [each for each in verdict.possible if each.code == "claim-defeated"]
    assert maybe.certainty is Certainty.POSSIBLE
    assert maybe.probability is None
    why = [each.why for each in verdict.coverage if each.rule == "claim-defeated"]
    assert why == ["whether the claim holds depends on cards that were not recorded: 1 possible"]


def test_international_4_10_tabled_cards_are_known_without_hands() -> None:
    verdict = claim("5", "KD KD", "")
    assert found(verdict) == []
    assert [each.code for each in verdict.possible if "claim" in each.code] == ["claim-defeated"]
