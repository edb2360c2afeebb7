"""Search forgives typing errors; earlier rulings on an article are counted."""

from __future__ import annotations

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.search import Question, precedents, search
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from fairdeal.desk.review.decided import keyed
from tests.desk.archive.conftest import LOG, document


@pytest.mark.parametrize(
    "question",
    [
        Question(team="Boatmem"),
        Question(event="Harbuor Cup"),
        Question(player="Anjaly Menon"),
        Question(text="harbor"),
        Question(text="harbuor cup"),
    ],
)
def test_a_word_typed_wrongly_finds_the_case(
    archive: Archive, case: str, question: Question
) -> None:
    assert search(archive, question) == []
    assert [hit.case.case_id for hit in search(archive, question, near=True)] == [case]


def test_what_is_not_near_is_not_found(archive: Archive, case: str) -> None:
    for question in (Question(team="Mangrove"), Question(text="mangrove")):
        assert search(archive, question, near=True) == []


def test_earlier_rulings_on_an_article_are_counted(archive: Archive, case: str) -> None:
    assert precedents(archive, "another") == {}
    ruled = casework.rule_on(archive, casework.case_file(archive, case))
    (key,) = [key for key, each in keyed(ruled) if each.code == "call-out-of-turn"]
    last = archive.acts(case)[-1].number
    casework.decide(archive, case, key, "accept", "", "Bina", last)
    assert precedents(archive, "another") == {}, "decided, but not ruled yet"
    casework.act_on(archive, case, Kind.RULED, {"text": "A warning."}, "Bina")
    other = archive.open_case("Later", "Bina")
    casework.hand_in(archive, other, document(LOG.encode()), "Bina")
    assert precedents(archive, other) == {"3.2": 1}
    assert precedents(archive, case) == {}
