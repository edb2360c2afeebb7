"""A case judged again as the committee decided on its findings."""

from __future__ import annotations

from dataclasses import replace

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import check_as_decided
from fairdeal.desk.review.mending import refusals
from fairdeal.desk.review.ruling.decided import decided_of, figures_of, stand, undecided
from fairdeal.desk.score.decisions import CommitteeDecisions
from fairdeal.rulings.frame.decided import Decided


def with_decisions(file: CaseFile, case: Case) -> Case:
    """The case with what the committee decided so far, judged again by it. Raises ConfinedError."""
    if not file.decisions and file.ruling is None:
        return case
    decided = tuple(decided_of(file, case))
    verdict = (
        check_as_decided(case, refusals(file), decided)
        if any(_weighs(each) for each in decided)
        else case.verdict
    )
    ruled = replace(case, as_ruled=verdict, decisions=CommitteeDecisions(decided))
    decisions = CommitteeDecisions(decided, len(undecided(file, ruled)), figures_of(file))
    ruled = replace(ruled, decisions=decisions)
    return replace(ruled, decisions=replace(decisions, stand=stand(file, ruled)))


def _weighs(decided: Decided) -> bool:
    """Whether a decision changes anything that the rulebook gives."""
    given = decided.remedy is not None or decided.award is not None
    return not decided.holds or given or decided.open_award or decided.established
