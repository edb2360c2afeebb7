"""Cases found again."""

from __future__ import annotations

import re

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.search import Question, index_all, search
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.numbered import keys_of_json
from fairdeal.desk.review import casework


@pytest.mark.parametrize(
    "question",
    [
        Question(event="harbour"),
        Question(code="call-out-of-turn"),
        Question(article="3.2"),
        Question(article="3.2", rulebook="international"),
        Question(seat="6"),
        Question(team="boatmen"),
        Question(player="anjali"),
        Question(text="harbour"),
        Question(text="turn seat"),
        Question(),
    ],
)
def test_a_case_is_found(archive: Archive, case: str, question: Question) -> None:
    assert [hit.case.case_id for hit in search(archive, question)] == [case]


@pytest.mark.parametrize(
    "question",
    [
        Question(event="mountain"),
        Question(code="revoke"),
        Question(article="3.2", rulebook="wiki"),
        Question(article="3.2", ruled=True),
        Question(text='" OR 1=1 --'),
        Question(text="nowhere*"),
    ],
)
def test_a_case_is_not_found(archive: Archive, case: str, question: Question) -> None:
    assert search(archive, question) == []


def test_precedents_show_the_ruling_and_what_became_of_the_finding(
    archive: Archive, case: str
) -> None:
    last = archive.acts(case)[-1].number
    finding = casework.case_file(archive, case).checked
    assert finding is not None
    key = keys_of_json(finding.body["check"]["findings"])[0]
    casework.decide(archive, case, key, "dismiss", "He was asked to.", "Bina", last)
    casework.act_on(archive, case, Kind.RULED, {"text": "No penalty."}, "Bina")
    (hit,) = search(archive, Question(article="3.2", ruled=True))
    assert hit.case.ruling == "No penalty."
    assert hit.matching[0].endswith("(dismissed)")


def test_the_index_can_be_made_anew(archive: Archive, case: str) -> None:
    for table in ("found", "facts", "words"):
        archive.connection.execute(f"DELETE FROM {table}")
    assert search(archive, Question(article="3.2")) == []
    index_all(archive)
    assert [hit.case.case_id for hit in search(archive, Question(article="3.2"))] == [case]


def test_what_others_wrote_does_not_command_the_terminal(
    archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    case = archive.open_case("a \x1b[2Jtitle\x9b2J", "Eve\x1b]0;x\x07")
    assert main(["archive", "--archive", str(archive.path), "ls"]) == 0
    assert main(["archive", "--archive", str(archive.path), "show", case]) == 0
    shown = capsys.readouterr()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown.out + shown.err)
    assert "title" in shown.out
