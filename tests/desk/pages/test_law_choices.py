"""A way that the Laws leave open is chosen at the desk: the score is worked out from it; it can be undone."""

from __future__ import annotations

import pytest

from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_findings_one_by_one import decided
from tests.rulings.bridge.claims.test_claims import FAILS

BOARDS = """[Rules "duplicate"]
[Deal "1"]
[Dealer "N"]
[Vulnerable "None"]
Auction:
N: 1 S, E: 1 H, P, P, P
Result:
points NS 5 EW 8
[Deal "17"]
[Dealer "N"]
[Vulnerable "None"]
Auction:
W: 1 H, N: P, E: 2 H, P, P, P
Result:
contract 2 H by E
points NS 7 EW 6
"""


@pytest.fixture
def case(desk: Desk) -> str:
    desk.introduce()
    return desk.new_case(BOARDS.encode())


def test_a_way_is_chosen_with_one_button_and_undone(desk: Desk, case: str) -> None:
    page = desk.get(f"/cases/{case}/findings").text
    assert "What the Laws leave open" in page and "as the record shows" in page
    decided(desk, case, 1, "accept", choice="27A1")
    page = desk.get(f"/cases/{case}/findings").text
    assert "Law 27A1: the next player accepts the bid" in page
    assert "EW 110" in page  # one heart, the bid that was accepted, with one over
    act = page.partition("/findings/undo")[2].partition('name="act" value="')[2].partition('"')[0]
    desk.post(f"/cases/{case}/findings/undo", {"act": act, "seen": desk.last(case)})
    page = desk.get(f"/cases/{case}/findings").text
    assert "Law 27A1: the next" not in page and "EW 110" not in page


def test_a_cancelled_call_takes_with_it_what_followed_from_it(desk: Desk, case: str) -> None:
    """Without west's bid, cancelled under Law 28B, east is the first of the side to name hearts."""
    decided(desk, case, 2, "accept", choice="28B")
    page = desk.get(f"/cases/{case}/findings").text
    assert "No longer valid: it followed from a finding that was decided differently." in page


def test_where_only_a_director_can_say_the_score_is_asked_for(desk: Desk, case: str) -> None:
    found = desk.get(f"/cases/{case}/findings").text
    key = found.partition('name="finding" value="')[2].partition('"')[0]
    form = {"finding": key, "decision": "accept", "seen": desk.last(case), "choice": "27B2"}
    refused = desk.post(f"/cases/{case}/findings", form)
    assert refused.status_code == 400 and "What does the deal score then?" in refused.text
    decided(desk, case, 1, "accept", choice="27B2", award_NS="80", award_EW="0")
    page = desk.get(f"/cases/{case}/findings").text
    assert "the deal scores 80 to NS" in page


def test_a_fallen_claim_that_is_let_stand_scores_what_was_claimed(desk: Desk) -> None:
    """With what was noted after it the claim is for the director; chosen, it needs no figures typed."""
    desk.introduce()
    noted = FAILS.replace("alberta", "duplicate") + '! note "East said: the trumps are gone"\n'
    case = desk.new_case(noted.encode())
    decided(desk, case, 1, "accept", choice="70A")
    page = desk.get(f"/cases/{case}/findings").text
    assert "EW 480" in page  # four spades with two over; a normal line gives one
    decided(desk, case, 1, "accept", choice="70D1", award_NS="0", award_EW="450")
    assert "the deal scores 450 to EW" in desk.get(f"/cases/{case}/findings").text


def test_a_way_that_there_is_not_is_refused(desk: Desk, case: str) -> None:
    found = desk.get(f"/cases/{case}/findings").text
    key = found.partition('name="finding" value="')[2].partition('"')[0]
    form = {"finding": key, "decision": "accept", "seen": desk.last(case), "choice": "99Z"}
    answer = desk.post(f"/cases/{case}/findings", form)
    assert answer.status_code == 400 and "There is no such way to choose." in answer.text


def test_the_report_shows_the_ways_and_the_one_chosen(desk: Desk, case: str) -> None:
    decided(desk, case, 1, "accept", choice="27A1")
    report = desk.get(f"/cases/{case}/report").text
    assert "What the Laws leave open" in report and "did not go by" not in report
    assert "The record does not show which of these ways the table took." in report  # board 17
    assert "Law 27A1: the next player accepts the bid" in report
