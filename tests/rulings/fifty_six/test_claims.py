"""Claims as they are recorded (4.10): cards named, challenges given up, cards laid down without a claim."""

from __future__ import annotations

from fairdeal.rulings import Verdict
from tests.support.builders import HANDS, ruled

RECORD = """[Deal "1"]
[Dealer "2"]
{hands}Auction:
3: 28 NT, P, P, P, P, P
Play:
3:KH KS JH JH QH AH
5:AC QC AC 9C 10H KC
{events}
"""


def claimed(events: str) -> Verdict:
    return ruled(RECORD.format(hands=HANDS, events=events))


def test_international_4_10_a_card_that_was_played_already_is_said() -> None:
    verdict = claimed("! claim 5: AC 9S\n! challenge B")
    (note,) = [each for each in verdict.notes if "had played already" in each.message]
    assert "seat 5 names the ace of clubs" in note.message
    assert note.severity == "warning"
    assert [each.code for each in verdict.findings] == ["claim-defeated"]


def test_international_4_10_a_challenge_that_was_withdrawn_lets_the_claim_stand() -> None:
    for given_up in ('! note "challenge withdrawn"', "! concede A"):
        verdict = claimed(f"! claim 2: AS 9D\n! challenge A\n{given_up}")
        assert verdict.findings == ()
        assert verdict.deals[0].award == {"A": 0, "B": 2}


def test_international_4_10_a_claim_that_nobody_challenged_stands_without_a_word() -> None:
    verdict = claimed("! claim 2: AS 9D")
    assert (verdict.findings, verdict.notes) == ((), ())
    assert verdict.deals[0].award == {"A": 0, "B": 2}


def test_international_4_10_two_cards_of_a_seat_exposed_are_noted_and_not_judged() -> None:
    verdict = claimed("! exposed 2:AS\n! exposed 2:9D")
    assert verdict.findings == ()
    assert [each.message for each in verdict.notes if "exposed 2 cards" in each.message]
    assert not claimed("! exposed 2:AS\n! exposed 4:9D").notes
