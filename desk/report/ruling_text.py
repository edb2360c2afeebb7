"""The text of a ruling: what follows from the decisions, and the committee's own words; and what keeps a
case from being signed.

A ruling is saved with the draft that its decisions gave then. As long as they give another one its text is
marked, and nothing is signed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairdeal.desk.archive.acts import Json, Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.numbered import numbered
from fairdeal.desk.report.findings import FindingView
from fairdeal.desk.review.decided import left_open, still_holds
from fairdeal.desk.score.match import score_of

if TYPE_CHECKING:
    from fairdeal.desk.intake.case import Case
    from fairdeal.desk.report.page import View

Parts = dict[str, str]
"""Texts by the parts of a ruling (`desk.review.committee.RULING_PARTS`)."""

DRAFTED: Final = "drafted"
"""Under this name a ruling keeps the draft that its decisions gave when it was saved."""


def draft(view: View) -> Parts:
    """A draft of the ruling for the committee to change, from what was decided: the parts by their names;
    nothing where nothing was decided. Findings that are not decided are not in it."""
    decided = [each for each in view.findings if each.decision is not None]
    upheld = [each for each in decided if _upheld(each)]
    if not decided:
        return {}
    return {
        "facts": "\n".join(_facts(upheld)),
        "conclusion": "\n".join(_articles(upheld)),
        "text": "\n".join([*_remedies(upheld), *_dismissed(decided)]),
        "adjustment": "\n".join(_figures(upheld)),
    }


def _upheld(finding: FindingView) -> bool:
    return finding.decision is not None and finding.decision.kind != "dismiss" and not finding.gone


def _facts(findings: Sequence[FindingView]) -> Iterable[str]:
    for each in findings:
        yield _at(each, each.now or each.message)


def _articles(findings: Sequence[FindingView]) -> Iterable[str]:
    named = {each.article: each.paraphrase for each in findings}
    for article, paraphrase in named.items():
        yield _sentence(f"{article}: {paraphrase}" if paraphrase else article)


def _remedies(findings: Sequence[FindingView]) -> Iterable[str]:
    for each in findings:
        changed = each.decision.remedy if each.decision is not None else ""
        yield _at(each, changed or each.remedy)


def _dismissed(findings: Sequence[FindingView]) -> Iterable[str]:
    for each in findings:
        if each.decision is not None and each.decision.kind == "dismiss":
            why = _sentence(each.decision.reason)
            yield f"{each.where}: “{each.title}” is dismissed. {why}"


def _figures(findings: Sequence[FindingView]) -> Iterable[str]:
    """What deals score; of the match that is left to the score itself: every page shows it as it is."""
    told = set()
    for each in findings:
        if each.ruled and each.ruled != each.before and each.game not in told:
            told.add(each.game)
            label = each.deal.label if each.deal is not None else each.where
            yield f"Deal {label}: {each.ruled} ({each.before} as written)."


def _at(finding: FindingView, text: str) -> str:
    """A sentence with its place before it, unless it begins with that."""
    if text.startswith(("Row ", "Deal ")):
        return _sentence(text)
    return f"{finding.where}: {_sentence(text)}"


def _sentence(text: str) -> str:
    text = text.strip()
    return text if not text or text[-1] in ".!?" else f"{text}."


# --- a text and the decisions that it is made of -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What the decisions say otherwise than when the ruling was saved; each empty where there is nothing."""

    before: tuple[str, ...]
    now: tuple[str, ...]


def changed_since(file: CaseFile, now: Mapping[str, str]) -> Change | None:
    """What became of the decisions since the ruling was saved; None where its text still is theirs, or where
    nothing was written. A line of an earlier draft that stands in the text again counts too."""
    if file.ruling is None:
        return None
    drafted: Parts | None = file.ruling.body.get(DRAFTED)
    then, today = set(_lines(drafted or {})), list(_lines(now))
    written = set(_lines(file.ruling.body))
    old = [line for line in dict.fromkeys(_earlier(file)) if line not in today]
    before = tuple(line for line in old if line in then or line in written)
    fresh = tuple(line for line in today if line not in then)
    return Change(before, fresh) if before or fresh or drafted is None else None


def _earlier(file: CaseFile) -> Iterator[str]:
    """The lines of every draft from which a ruling was saved."""
    for act in file.acts:
        if act.kind is Kind.RULED:
            yield from _lines(act.body.get(DRAFTED) or {})


def _lines(parts: Mapping[str, object]) -> Iterator[str]:
    for name in PARTS:
        yield from str(parts.get(name) or "").splitlines()


PARTS: Final = ("facts", "conclusion", "text", "adjustment")
"""The parts of a ruling that are drafted from decisions."""


def redrafted(file: CaseFile, now: Mapping[str, str]) -> Parts:
    """The texts of the ruling with what the decisions say now, and the committee's own words kept."""
    body: Json = file.ruling.body if file.ruling is not None else {}
    old = set(_earlier(file))
    found = {}
    for name in PARTS:
        own = own_words(str(body.get(name) or ""), old)
        found[name] = "\n".join(part for part in (now.get(name, ""), own) if part)
    return found


def own_words(text: str, drafted: Iterable[str]) -> str:
    """A text without the lines that were drafted from decisions."""
    drafted = set(drafted)
    return "\n".join(line for line in text.splitlines() if line not in drafted).strip()


# --- signing -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """What keeps a case from being signed, and the finding about it; 0 where it is the ruling itself."""

    words: str
    finding: int = 0


def open_points(file: CaseFile, ruled: Case, view: View) -> list[OpenPoint]:
    """Everything that is still to be decided or confirmed before a case can be signed."""
    found = []
    for each in numbered(ruled.verdict.findings):
        act, title = file.decisions.get(each.key), _title(view, each.number)
        if act is None and still_holds(ruled, each.finding):
            found.append(OpenPoint(f"Finding {each.number} is not decided{title}", each.number))
        elif act is not None and left_open(act.body, each.finding):
            words = f"Finding {each.number}: it is not said what follows{title}"
            found.append(OpenPoint(words, each.number))
        elif act is not None and _stale(view, each.key):
            words = f"Finding {each.number} was read differently after it was decided{title}"
            found.append(OpenPoint(words, each.number))
    ruled_score = score_of(ruled).as_ruled
    named = {each.label: each.number for each in view.findings if each.title and each.label}
    for disputed in () if ruled_score is None else ruled_score.disputed:
        number = named.get(disputed.deal, 0)
        if not any(each.finding == number for each in found if number):
            found.append(OpenPoint(f"Papers differ, {disputed.text}", number))
    if changed_since(file, draft(view)) is not None:
        found.append(OpenPoint("The decisions have changed since the ruling was written"))
    elif other := _other_score(file, view):
        found.append(OpenPoint(f"The ruling says {other}; the score as ruled is another"))
    return found


def _title(view: View, number: int) -> str:
    title = next((each.title for each in view.findings if each.number == number), "")
    return f": {title}" if title else ""


def _stale(view: View, key: str) -> bool:
    return any(
        each.key == key and each.decision is not None and each.decision.stale
        for each in view.findings
    )


_AS_RULED: Final = re.compile(r"as ruled:?\s+(-?\d+)\s*(?:–|to)\s*(-?\d+)", re.IGNORECASE)


def _other_score(file: CaseFile, view: View) -> str:
    """A score of the match in the ruling's text other than the one as ruled; empty where it has none."""
    body: Json = file.ruling.body if file.ruling is not None else {}
    right = view.score.lines[-1].pair
    for found in _AS_RULED.finditer("\n".join(_lines(body))):
        if f"{found[1]} – {found[2]}" != right:
            return " ".join(found[0].split())
    return ""
