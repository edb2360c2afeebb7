"""A draft of the ruling, written from what the committee decided on the findings, for it to change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairdeal.desk.report.finding_views import FindingView
from fairdeal.desk.report.page import View
from fairdeal.desk.score.figures import ScoreTable


def draft(view: View) -> dict[str, str]:
    """The parts of a ruling by their names (`desk.review.committee.RULING_PARTS`); nothing where
    nothing was decided. Findings that are not decided are not in it."""
    decided = [each for each in view.findings if each.decision is not None]
    upheld = [each for each in decided if _upheld(each)]
    if not decided:
        return {}
    return {
        "facts": "\n".join(_facts(upheld)),
        "conclusion": "\n".join(_articles(upheld)),
        "text": "\n".join([*_remedies(upheld), *_dismissed(decided)]),
        "adjustment": "\n".join(_figures(upheld, view)),
    }


def _upheld(finding: FindingView) -> bool:
    return finding.decision is not None and finding.decision.kind != "dismiss" and not finding.gone


def _facts(findings: Sequence[FindingView]) -> Iterable[str]:
    for each in findings:
        yield f"{each.where}: {_sentence(each.now or each.message)}"


def _articles(findings: Sequence[FindingView]) -> Iterable[str]:
    named = {each.article: each.paraphrase for each in findings}
    for article, paraphrase in named.items():
        yield _sentence(f"{article}: {paraphrase}" if paraphrase else article)


def _remedies(findings: Sequence[FindingView]) -> Iterable[str]:
    for each in findings:
        changed = each.decision.remedy if each.decision is not None else ""
        yield f"{each.where}: {_sentence(changed or each.remedy)}"


def _dismissed(findings: Sequence[FindingView]) -> Iterable[str]:
    for each in findings:
        if each.decision is not None and each.decision.kind == "dismiss":
            why = _sentence(each.decision.reason)
            yield f"{each.where}: “{each.title}” is dismissed. {why}"


def _figures(findings: Sequence[FindingView], view: View) -> Iterable[str]:
    told = set()
    for each in findings:
        if each.ruled and each.ruled != each.before and each.game not in told:
            told.add(each.game)
            label = each.deal.label if each.deal is not None else each.where
            yield f"Deal {label}: {each.ruled} ({each.before} as written)."
    if view.summary.scores:
        yield from _match(view.score, view.pair)


def _match(score: ScoreTable, pair: str) -> Iterable[str]:
    ruled = score.lines[-1]
    yield f"Score of the match as ruled: {ruled.text} ({pair})."
    if ruled.points:
        yield f"Match points: {ruled.points}."


def _sentence(text: str) -> str:
    text = text.strip()
    return text if not text or text[-1] in ".!?" else f"{text}."
