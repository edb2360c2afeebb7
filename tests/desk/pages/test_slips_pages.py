"""An explanation by a slip of the pen, taken and refused through the pages' forms, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import Work, Workers
from tests.desk.archive.test_slips import log
from tests.desk.pages.conftest import Desk
from tests.support.whole import verify

SAID = "read the dealer as seat 2, not seat 4, and nothing in this deal is irregular"
BY_A_PERSON = "Confirmed by a person"


def asked(desk: Desk, case: str) -> str:
    """The name of the question on the findings page."""
    page = desk.get(f"/cases/{case}/findings").text
    found = re.search(r'action="(/cases/\w+/slip/\w+)"', page)
    assert found is not None, page
    return found[1]


def test_an_explanation_is_taken_and_undone(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(log("4").encode())
    address = asked(desk, case)
    assert SAID in desk.get(address).text
    done = desk.post(address, {"answer": "take", "reason": "", "seen": desk.last(case)})
    assert done.status_code == 303
    page = desk.get(f"/cases/{case}/findings").text
    assert "Nothing irregular was found" in page and "/slip/" not in page
    report = desk.get(f"/cases/{case}/report").text
    assert "Entries read by a person" in report and "Taken as a slip of the pen." in report
    assert "Taken as a slip of the pen." in desk.get(f"/cases/{case}/history").text
    undo(desk, case)
    assert SAID in desk.get(f"/cases/{case}/findings").text


def test_an_explanation_is_refused_with_who_and_why_and_taken_back(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(log("4").encode())
    address = asked(desk, case)
    assert BY_A_PERSON not in desk.get(f"/cases/{case}/findings").text
    answer = {"answer": "refuse", "reason": "Both captains say so.", "seen": desk.last(case)}
    assert desk.post(address, answer).status_code == 303
    for page in ("findings", "report"):
        text = desk.get(f"/cases/{case}/{page}").text
        assert BY_A_PERSON in text and "Both captains say so." in text and "/slip/" not in text
        assert "Deal 1: the dealer stands as written, seat 4, not seat 2" in text
    undo(desk, case)
    page = desk.get(f"/cases/{case}/findings").text
    assert SAID in page and BY_A_PERSON not in page
    with Archive(desk.path) as archive:
        assert verify(archive) == []


def test_a_question_that_somebody_answered_is_not_answered_again(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(log("4").encode())
    address, last = asked(desk, case), desk.last(case)
    assert desk.post(address, {"answer": "refuse", "seen": last}).status_code == 303
    again = desk.post(address, {"answer": "take", "seen": last})
    assert again.status_code == 400 and "answered already" in again.text
    assert desk.get(address).status_code == 400
    assert desk.get(f"/cases/{case}/slip/0123").status_code == 400


def test_an_answer_that_is_none_is_refused(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(log("4").encode())
    answer = desk.post(asked(desk, case), {"answer": "perhaps", "seen": desk.last(case)})
    assert answer.status_code == 400 and "Nothing was chosen" in answer.text


def test_an_answer_asks_workers_for_one_judgement(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes well under a second: the case is judged with the answer, and what is kept is looked at."""
    desk.introduce()
    case = desk.new_case(log("4").encode())
    address, last = asked(desk, case), desk.last(case)
    called: list[str] = []

    def call(pool: Workers, task: Work, function: Callable[..., object], *given: object) -> object:
        called.append(function.__name__)
        return calling(pool, task, function, *given)

    calling = Workers.call
    monkeypatch.setattr(Workers, "call", call)
    desk.post(address, {"answer": "refuse", "seen": last})
    assert called == ["judged", "check_body"]


def undo(desk: Desk, case: str) -> None:
    """Take the last answer back, by the button of the page of readings."""
    page = desk.get(f"/cases/{case}/read").text
    found = re.search(r'name="act" value="(\d+)"', page)
    assert found is not None, page
    answer = desk.post(f"/cases/{case}/undo", {"act": found[1], "seen": desk.last(case)})
    assert answer.status_code == 303
