"""Judgements kept in memory, each under the acts on which it rests: nobody sees an old one.

What was judged when its documents came in need not be judged again for the first page.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Final

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile, refusals
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import check_as_decided
from fairdeal.desk.once import Once
from fairdeal.desk.review.decided import decided_of, figures_of, stand, undecided
from fairdeal.desk.score.steps import CommitteeDecisions
from fairdeal.rulings.frame.finding import Decided


def with_decisions(file: CaseFile, case: Case) -> Case:
    """The case with what the committee decided so far, judged again by it. Raises ConfinedError."""
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


KEPT: Final = 8
"""Cases whose judgement is kept: a tournament's desk has some at hand at once."""

OF_RECORD: Final = frozenset(
    {
        Kind.DOCUMENT,
        Kind.WITHDRAWN,
        Kind.PLACED,
        Kind.READING,
        Kind.CORRECTED,
        Kind.UNCORRECTED,
        Kind.REFUSED,
        Kind.SHAPE,
        Kind.RULES,
        Kind.REDACTED,
    }
)
"""Acts on which the record rests, and so what the rulebook says of it."""
_OF_RULING: Final = frozenset(Kind) - {
    Kind.CHECKED,
    Kind.NOTE,
    Kind.STATEMENT,
    Kind.WARNING,
    Kind.RENAMED,
    Kind.PLAYERS,
}
"""Acts on which the score as ruled may rest: all that may change a decision or a ruling."""

_Key = tuple[str, str, int]
_judged: Once[_Key, Case] = Once(KEPT)
"""Judgements by case and last act. Nothing in them changes, so any thread may have them."""
_decided: Once[_Key, Case] = Once(KEPT)
"""The same with what the committee decided laid over them."""


def judgement(
    archive: Archive, file: CaseFile, judge: Callable[[], Case], *, patiently: bool
) -> Case:
    """The case as `judge` judges it, asked only where it did not judge these acts yet; with what the
    committee decided. Raises as `judge` and `with_decisions` do; DeskError where another thread is at it,
    which `patiently` waits for."""

    def last(kinds: Container[Kind]) -> _Key:
        numbers = (act.number for act in file.acts if act.kind in kinds)
        return str(archive.path), file.id, max(numbers, default=0)

    plain = _judged.get(last(OF_RECORD), judge, patiently=patiently)
    if not file.decisions and file.ruling is None:
        return plain
    return _decided.get(last(_OF_RULING), lambda: with_decisions(file, plain), patiently=patiently)
