"""The way from the written score to the ruled one as page 1 shows it: every step with its finding and what
was decided on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import Numbered
from fairdeal.desk.report.shown import Cause, ReconciliationRow, ReconciliationView
from fairdeal.desk.review.committee import Committee
from fairdeal.desk.review.decided import moves_the_score
from fairdeal.desk.score.figures import NAMES, Sides, pair_text
from fairdeal.desk.score.match import Span, reconciliation_of
from fairdeal.desk.score.steps import TOTALS
from fairdeal.records import Team
from fairdeal.rulings import game_of
from fairdeal.rulings.frame.finding import Finding
from fairdeal.templates import shortened

LONGEST: Final = 46
"""Letters of a title or a decision beside a step. Words are left out, never steps."""


def reconciliation_view(
    case: Case, shown: Sequence[Numbered], committee: Committee | None
) -> ReconciliationView | None:
    """The reconciliation of a match in words; None where it has none."""
    reconciliation = reconciliation_of(case)
    if reconciliation is None:
        return None
    sides = game_of(case.book).sides
    rows = [_row(span, sides, shown, committee) for span in reconciliation.spans]
    if reconciliation.kept:
        reason = committee.kept[1] if committee is not None and committee.kept else ""
        note = f"The committee's own score. {shortened(reason, 2 * LONGEST)}".strip()
        rows[-1] = replace(rows[-1], where="Ruling", causes=(), others=(), note=note)
    name = NAMES["by-the-rulebook" if case.as_ruled is None else "as-ruled"]
    end = ", ".join([pair_text(reconciliation.end.totals), *reconciliation.end.open_deals])
    return ReconciliationView(
        pair_text(reconciliation.start), reconciliation.copy, tuple(rows), end, name
    )


def _row(
    span: Span, sides: Sides, shown: Sequence[Numbered], committee: Committee | None
) -> ReconciliationRow:
    found = [each for each in shown if _behind(span, each)]
    why = "the total is not the sum" if any(span.totals) else "the record scores it so"
    notes = ("" if found else why, span.open)
    return ReconciliationRow(
        _where(span),
        tuple(_cause(each, committee) for each in found[:1]),
        tuple(each.number for each in found[1:]),
        ", ".join(filter(None, notes)),
        ", ".join(_change(*each) for each in zip(sides, span.change, strict=True) if each[1] != 0),
        pair_text(span.to),
    )


def _change(side: Team, points: int | None) -> str:
    return f"{side} ?" if points is None else f"{side} {points:+d}".replace("-", "−")


def _where(span: Span) -> str:
    if not span.deal:
        return "Totals"
    return f"Deal {span.deal}" if span.scored else f"Deal {span.deal}, total"


def _behind(span: Span, shown: Numbered) -> bool:
    """Whether a step is about this finding, or about one that follows from it: of the deal's score, or of its
    running totals."""
    for each in (shown.finding, *shown.below):
        totals = each.code == TOTALS
        if _label(each) == span.deal or (totals and not span.deal):
            if totals and (any(span.totals) or not span.scored):
                return True
            if span.scored and moves_the_score(each):
                return True
    return False


def _label(finding: Finding) -> str:
    row = finding.at.row
    return finding.deal or ("" if row is None else str(row))


def _cause(each: Numbered, committee: Committee | None) -> Cause:
    decision = None if committee is None else committee.decisions.get(each.key)
    said = "not decided"
    if decision is not None:
        said = decision.words
        if decision.remedy and decision.kind != "dismiss":
            said = decision.remedy
    title = words.title(each.finding.code, each.finding)
    return Cause(each.number, shortened(title, LONGEST), shortened(said, LONGEST))
