"""What needs a less likely reading is told as a doubt, what is as likely as not in full."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.numbered import needs_less_likely
from fairdeal.desk.report.page import view_of
from fairdeal.desk.report.walk import steps_of
from fairdeal.desk.review import casework
from fairdeal.desk.review.decided import undecided
from fairdeal.desk.review.doubtful import stage_of
from fairdeal.records import Field, Transcript
from fairdeal.rulings.frame.finding import Certainty
from tests.desk.archive.conftest import LOG as DISPUTED, archive

__all__ = ["archive"]

LOG = """[Rules "international"]
[Deal "1"]
[Dealer "2"]
Auction:
3: {{28 S {good}|27 S {bad}}}, P, P, P, P, P
"""
BELOW = "Bid below or above the limits"


@pytest.mark.parametrize(
    ("bad", "full", "listed", "counted"),
    [(0.7, 1, 0, 0), (0.5, 1, 0, 0), (0.3, 0, 1, 0), (0.02, 0, 1, 0), (0.004, 0, 0, 1)],
)
def test_how_likely_a_finding_is_decides_where_it_is_told(
    bad: float, full: int, listed: int, counted: int
) -> None:
    data = LOG.format(good=round(1 - bad, 3), bad=bad).encode()
    view = view_of(case_of([typed(data, "log.hrn", hashlib.sha256(data).hexdigest())]))
    assert sum(each.title == BELOW for each in view.findings) == full
    assert sum(BELOW in line for doubt in view.doubts for line in doubt.hanging) == listed
    assert view.faint == counted


def test_what_is_established_is_never_a_mere_doubt() -> None:
    assert not needs_less_likely("established", 0.1)
    assert not needs_less_likely("depends", None)
    assert needs_less_likely("depends", 0.49)


def test_entries_that_decide_something_are_read_before_findings_are_decided(
    archive: Archive,
) -> None:
    fields = tuple(
        Field(
            f"row {row} / {name}",
            "contract" if name == "contract" else "number",
            text,
            probability=0.6 if text == "2" else 1.0,
            flagged=text == "2",
            rivals=(("2", 0.6), ("5", 0.4)) if text == "2" else ((text, 1.0),),
        )
        for row, total in ((1, "1"), (2, "2"))
        for name, text in (("contract", "28 S"), ("score A", "1"), ("total A", total))
    )
    case = archive.open_case("A sheet", "Bina")
    digest = casework.keep_document(archive, case, b"\x89PNG\r\n\x1a\n", "sheet.png", "Bina")
    page = Transcript("sheet.png", "score-sheet/1", fields=fields)
    casework.keep_reading(archive, case, digest, [page])
    ruled = casework.recheck(archive, case)
    file = casework.case_file(archive, case)
    assert stage_of(file, ruled, 0).name == "doubts"
    assert undecided(file, ruled) == [], "a mere doubt is not for the committee to decide"
    key = (digest, 0, "row 2 / total A")
    casework.correct(archive, case, key, "read", "2", "Bina", file.last)
    ruled = casework.recheck(archive, case)
    assert stage_of(casework.case_file(archive, case), ruled, 0).name == "ruling"


def test_a_deal_stepped_through_marks_and_numbers_what_the_findings_page_tells() -> None:
    case = case_of([typed(DISPUTED.encode(), "log.hrn", "")])
    (index,) = [
        n for n, each in enumerate(case.verdict.findings) if each.code == "call-out-of-turn"
    ]
    findings = list(case.verdict.findings)
    assert marked(case) == {1}
    findings.insert(0, replace(findings[index], certainty=Certainty.DEPENDS, probability=0.1))
    doubted = replace(case, verdict=replace(case.verdict, findings=tuple(findings)))
    assert len(view_of(doubted).findings) == 1
    assert marked(doubted) == {1}
    only = replace(case, verdict=replace(case.verdict, findings=tuple(findings[:1])))
    assert marked(only) == set()


def marked(case: Case) -> set[int]:
    """The numbers of the findings that the steps of the first deal point at."""
    walk = steps_of(case, 1)
    assert walk is not None
    return {number for step in walk.steps for number in step.findings}
