"""A case at a glance: the verdict first, then what to do next, findings by weight, documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response

from fairdeal.desk import words
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.exchange import receiving
from fairdeal.desk.check.missing import missing_line
from fairdeal.desk.check.questions import questions
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.documents import is_text
from fairdeal.desk.ledger.said import fate, papers_line
from fairdeal.desk.pages.answers import answer, archive, judged_or_why, queue
from fairdeal.desk.pages.case.cases import known_books, title_of_case, under_way
from fairdeal.desk.pages.findings.listed import left_to_decide
from fairdeal.desk.report.findings.marks import numbered
from fairdeal.desk.report.heading import players_of, team_called
from fairdeal.desk.review import casework
from fairdeal.desk.review.doubtful import doubtful
from fairdeal.desk.review.stage import Stage, stage_of
from fairdeal.desk.score.match import score_of
from fairdeal.desk.score.shown import ScoreTable, score_table
from fairdeal.desk.score.sides import sides_of
from fairdeal.rulings.frame.finding import Certainty

pages = Blueprint("overview", __name__)

WEIGHTIEST: Final = 6
"""Findings named on the page: those that weigh most. The others are on the page of findings."""


@dataclass(frozen=True, slots=True)
class Line:
    """A finding in a line."""

    number: int
    title: str
    kind: str
    certainty: str
    established: bool
    decision: str
    """What the committee made of it; empty where it has not decided."""


@pages.get("/cases/<case>")
def overview(case: str) -> Response:
    file = casework.case_file(archive(), case)
    ruled, why = judged_or_why(file)
    left = queue().left(case)
    findings = [] if ruled is None else list(_lines(file, ruled))
    return answer(
        "case.html",
        file=file,
        title=title_of_case(file, ruled),
        ruled=ruled,
        score=None if ruled is None or ruled.book.single_boards else _score(ruled),
        left=left,
        stage=Stage("stopped", why, "") if why else stage_of(file, ruled, left),
        doubts=len(questions(ruled).open) if ruled is not None else 0,
        others=sum(not each.matters for each in doubtful(file, ruled)) if ruled is not None else 0,
        findings=findings[:WEIGHTIEST],
        told=len(findings),
        undecided=0 if ruled is None else len(left_to_decide(file, ruled)),
        missing="" if ruled is None else missing_line(ruled),
        players=() if ruled is None else players_of(ruled),
        books=known_books(),
        texts=_texts(file),
        alike=receiving.others_like(archive(), case),
        under_way=under_way(case),
        papers={} if ruled is None else _papers(ruled),
        papers_line=() if ruled is None or ruled.ledger is None else papers_line(ruled.ledger),
    )


def _lines(file: CaseFile, ruled: Case) -> Iterator[Line]:
    """The findings in their order: sure ones first; offences, then rulings, then wrong entries."""
    for each in numbered(ruled.verdict.findings):
        finding, act = each.finding, file.decisions.get(each.key)
        where = words.where(finding)
        yield Line(
            each.number,
            f"{words.title(finding.code, finding)}: {where[:1].lower()}{where[1:]}",
            finding.severity,
            words.certainty(finding),
            finding.certainty is Certainty.ESTABLISHED,
            "" if act is None else words.DECISIONS[str(act.body["decision"])],
        )


def _papers(ruled: Case) -> dict[str, tuple[str, str]]:
    """What became of each document, by its digest: its status, and a sentence."""
    papers = () if ruled.ledger is None else ruled.ledger.papers
    return {each.digest: (each.status, fate(each)) for each in papers}


def _score(ruled: Case) -> ScoreTable:
    one, two = sides_of(ruled.book)
    return score_table(score_of(ruled), (team_called(ruled, one), team_called(ruled, two)))


def _texts(file: CaseFile) -> set[str]:
    """The typed records among a case's documents, by their digests."""
    unread = [digest for digest in file.documents if digest not in file.readings]
    return {digest for digest in unread if is_text(archive().blob(file.id, digest) or b"\0")}
