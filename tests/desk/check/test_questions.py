"""What a person should look at before a case is final: what matters, the weightiest first."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.desk.check.questions import (
    Questions,
    asked_of,
    depending_on,
    heading,
    questions,
    rest,
    where,
)
from fairdeal.desk.check.sentences import likeliest
from fairdeal.desk.cli import main
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import typed
from tests.desk.archive.test_slips import SLIPS, log


def case(text: str) -> Case:
    data = text.encode()
    return case_of([typed(data, "log.hrn", hashlib.sha256(data).hexdigest())])


def asked(text: str) -> list[str]:
    return list(map(asked_of, questions(case(text)).open))


def test_a_case_in_order_asks_nothing() -> None:
    found = questions(case(log()))
    assert found == Questions() and heading(found) == "" and rest(found) == ""


def test_a_slip_is_one_question_however_many_findings_it_explains() -> None:
    found = questions(case(log("4")))
    assert heading(found) == "1 entry to check before this is final"
    assert list(map(asked_of, found.open)) == ["Deal 1: the dealer (2 findings depend on it)"]


def test_a_slip_on_which_nothing_depends_is_no_question() -> None:
    """A line of the play is left out, as its winner shows: nothing is found for it, and it is explained."""
    found = case(SLIPS["line left out"][0])
    assert questions(found) == Questions() and len(likeliest(found.verdict.explanations)) == 1


@pytest.mark.parametrize(("share", "shown"), [(0.09, 0), (0.3, 0), (0.35, 1), (0.98, 1)])
def test_what_is_less_likely_than_the_record_and_another_slip_is_no_advice(
    share: float, shown: int
) -> None:
    why = case(log("4")).verdict.explanations[0]
    assert len(likeliest([replace(why, share=share)])) == shown


def test_a_call_decides_the_contract_and_no_finding() -> None:
    text = '[Deal "1"]\n[Dealer "2"]\nAuction:\n3: {28 S 0.9|40 S 0.1}, P, P, P, P, P\n'
    scored = text + "Result:\npoints A 30, B 26\n"
    assert asked(scored) == ["Deal 1: call 1 (what the deal scores depends on it)"]


def test_what_decides_nothing_is_counted_only_beside_what_does() -> None:
    """The other card would be a third copy: all else says which it is, and nothing depends on it."""
    change = ("2:10C AD 9D KD JD JC", "2:10C AD 9D KD JD {JC 0.9|QC 0.1}")
    assert questions(case(log(change=change))) == Questions()
    beside = questions(case(log("4", change=change)))
    assert list(map(where, beside.open)) == ["Deal 1: the dealer"]
    assert (
        rest(beside) == "1 other entry is hard to read, but nothing was found that depends on it."
    )


def test_the_question_that_settles_most_comes_first() -> None:
    """An answer about the first call settles two findings and the score, about the last one finding."""
    second = log("4").partition("[Deal")[2].replace(' "1"]', ' "2"]', 1)
    third = '"3"]\n[Dealer "3"]\nAuction:\n4: 28 S, {P 0.7|foo S 0.3}, P, P, P, P\n'
    unclear = log().replace("3: 28 S", "3: {28 S 0.8|foo 28 S 0.2}")
    assert asked(f"{unclear}[Deal{second}[Deal {third}") == [
        "Deal 1: call 1 (2 findings and what the deal scores depend on it)",
        "Deal 2: the dealer (2 findings depend on it)",
        "Deal 3: call 2 (1 finding depends on it)",
    ]


def test_words() -> None:
    (one,) = questions(case(log("4"))).open
    assert where(one) == "Deal 1: the dealer"
    assert depending_on(one) == "2 findings depend on it"


def test_check_asks_on_top_in_text_and_lists_it_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.hrn"
    file.write_text(log("4"), "utf-8")
    main(["check", str(file)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "1 entry to check before this is final:"
    main(["check", str(file), "--format", "json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["questions"] == [
        {
            "deal": "1",
            "game": 1,
            "places": ["dealer"],
            "findings": [
                {"code": "call-out-of-turn", "place": "call 1"},
                {"code": "lead-out-of-turn", "place": "trick 1 / seat 3"},
            ],
            "outcome": False,
            "slip": True,
        }
    ]
    assert answer["other_doubts"] == 0
    file.write_text(log(), "utf-8")
    main(["check", str(file)])
    assert "before this is final" not in capsys.readouterr().out
