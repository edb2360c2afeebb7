"""Claims of bridge that were denied: what stands, what goes over, what is for the director."""

from __future__ import annotations

import pytest

from fairdeal.rulings import Verdict
from fairdeal.rulings.bridge import claims
from tests.rulings.bridge.test_every_bridge_rule import LOGS
from tests.support.bridge_build import found, ruled

HOLDS = (LOGS / "claim-stands" / "fires.hrn").read_text(encoding="utf-8")
FAILS = (LOGS / "claim-defeated" / "fires.hrn").read_text(encoding="utf-8")


def duplicate(text: str) -> Verdict:
    return ruled(text.replace("alberta", "duplicate"), "duplicate")


def words(verdict: Verdict) -> list[str]:
    return [each.message for each in verdict.findings]


def test_duplicate_70_a_claim_that_every_normal_line_gives_stands() -> None:
    verdict = duplicate(HOLDS)
    (finding,) = verdict.findings
    assert (finding.code, finding.article, finding.severity) == ("claim-stands", "Law 70", "ruling")
    assert finding.remedy.kind == "none" and finding.setting
    assert verdict.deals[0].outcome == "made"
    assert verdict.deals[0].arithmetic[0].startswith("Tricks after the claim: NS ")


def test_duplicate_70_what_a_normal_line_costs_goes_to_the_other_side() -> None:
    verdict = duplicate(FAILS)
    (finding,) = verdict.findings
    assert finding.code == "claim-defeated"
    assert (finding.remedy.kind, finding.remedy.to, finding.remedy.points) == ("tricks", "NS", 1)
    assert finding.message.endswith("In a normal line EW takes only 3.")
    assert "E 3♦ S 9♦ W A♦ N 10♦; W 9♥" in finding.related[0].message
    assert finding.related and finding.setting
    assert verdict.deals[0].arithmetic[0] == "Tricks after the claim: NS 2, EW 11."


def test_duplicate_69_a_claim_that_nobody_denied_stands_as_written() -> None:
    verdict = duplicate(FAILS.replace("! challenge NS\n", ""))
    assert found(verdict) == []
    assert any("did not deny the claim" in note.message for note in verdict.notes)
    agreed = duplicate(FAILS + "! concede NS\n")
    assert found(agreed) == []


def test_duplicate_68_the_tricks_written_say_how_many_were_claimed() -> None:
    """Eleven tricks are what every normal line gives: no more was claimed than that."""
    verdict = duplicate(FAILS + "Result:\npoints EW 11\n")
    assert [code for code, _ in found(verdict)] == ["claim-stands"]
    assert "claimed 3 of the 4 tricks left" in words(verdict)[0]
    assert verdict.deals[0].award == {"NS": 0, "EW": 450}
    more = duplicate(FAILS + "Result:\npoints EW 12\n")
    assert [code for code, _ in found(more)] == ["claim-defeated"]
    assert more.deals[0].award == {"NS": 0, "EW": 450}


def test_duplicate_71_a_trick_conceded_that_cannot_be_lost_is_given_back() -> None:
    """East claims two of four, and every normal line gives three."""
    verdict = duplicate(FAILS + "Result:\npoints EW 10\n")
    (finding,) = (each for each in verdict.findings if each.code == "claim-stands")
    assert finding.message.endswith(
        "It also conceded one trick that no normal line loses (Law 71)."
    )
    assert (finding.remedy.kind, finding.remedy.to, finding.remedy.points) == ("tricks", "EW", 1)
    assert verdict.deals[0].arithmetic[0] == "Tricks after the claim: NS 2, EW 11."


def test_duplicate_70_a_line_that_was_stated_is_for_the_director() -> None:
    verdict = duplicate(FAILS + '! note "East said: drawing the last trump"\n')
    (finding,) = verdict.findings
    assert finding.remedy.kind == "committee"
    assert 'Noted after it: "East said: drawing the last trump".' in finding.message
    assert verdict.deals[0].award is None


def test_duplicate_43_dummy_claims_nothing() -> None:
    verdict = duplicate(FAILS.replace("! claim E:", "! claim W:"))
    assert [code for code, _ in found(verdict)] == ["dummy-play"]


def test_a_claim_of_hands_that_are_not_recorded_is_not_judged() -> None:
    text = FAILS[: FAILS.index("Hands:")] + FAILS[FAILS.index("Auction:") :]
    verdict = duplicate(text)
    assert found(verdict) == []
    assert any(
        note.message == "The claim was not judged: not every card is known."
        for note in verdict.notes
    )


def test_a_claim_with_too_many_lines_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "least_tricks", lambda *_, **__: None)
    verdict = duplicate(FAILS)
    assert found(verdict) == []
    assert any(claims.TOO_MANY in note.message for note in verdict.notes)
    assert verdict.deals[0].award is None


def test_a_doubtful_card_leaves_the_claim_open() -> None:
    """With the ten of hearts for the queen the claim might hold: it depends on how a card is read."""
    text = FAILS.replace("! claim E:", "! claim E:", 1)
    line = next(row for row in text.splitlines() if row.startswith("N: 10C"))
    doubtful = text.replace(line, line.replace("QH", "{QH|2H}"))
    verdict = duplicate(doubtful)
    assert all(each.code != "claim-stands" for each in verdict.findings)


def test_the_search_is_bounded() -> None:
    assert claims.MOST_CARDS <= 300_000
