"""A case shown, ruled on, signed and printed: the same for the pages of the desk and for the command line.

The text of a ruling is made of what follows from the decisions and of the committee's own words. A ruling is
saved with the draft that its decisions gave then. As long as they give another one its text is marked, and
nothing is signed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from fairdeal.desk.archive.acts import Act, Json, Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.settings import Settings, settings_of
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import workers
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import task_for_case
from fairdeal.desk.numbered import numbered
from fairdeal.desk.once import Once
from fairdeal.desk.report.findings import FindingView
from fairdeal.desk.report.page import View, printed, render, view_of
from fairdeal.desk.report.paper import Appeal, Paper, choices, chosen
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import RULING_PARTS, committee
from fairdeal.desk.review.decided import differing, left_open, still_holds
from fairdeal.desk.review.doubtful import nothing_to_rule_on
from fairdeal.desk.score.match import score_of
from fairdeal.desk.trouble import DeskError
from fairdeal.records import firsts

T = TypeVar("T")


def drawn(ruled: Case, function: Callable[..., T], *args: object) -> T:
    """What a worker makes of a case for a page: what others wrote is laid out there, not here."""
    return workers().call(task_for_case(ruled, "show"), function, ruled, *args)


KEPT: Final = 4
"""Views and reports kept: each has its pictures with it, some megabytes."""
Drawn = tuple[str, str, int, str, Settings]
"""An archive's path, a case, its last act, a language, and what is set: all that a report is made of."""
_views: Once[Drawn, View] = Once(KEPT)
_reports: Once[Drawn, bytes] = Once(KEPT)


def view_in(opened: Archive, file: CaseFile, ruled: Case, language: str = "") -> View:
    """The case as the report shows it, with what the committee made of it so far. Raises DeskError."""
    language = asked_language(opened, language)
    paper = _paper(opened, language)
    key = (str(opened.path), file.id, file.last, language, settings_of(opened.path))
    return _views.get(key, lambda: drawn(ruled, view_of, committee(file, ruled), paper))


def judged(opened: Archive, case: str) -> tuple[CaseFile, Case]:
    """A case as it is and as it is judged. Raises DeskError where nothing of it was read yet."""
    file = casework.case_file(opened, case)
    if not casework.documents_ready(file, opened):
        raise DeskError(f"Nothing of the case {case} was read yet.", case, "Read its photos first.")
    return file, casework.judged(opened, file)


Parts = dict[str, str]
"""Texts by the parts of a ruling (`desk.review.committee.RULING_PARTS`)."""

DRAFTED: Final = "drafted"
"""Under this name a ruling keeps the draft that its decisions gave when it was saved."""


def draft(view: View) -> Parts:
    """A draft of the ruling for the committee to change, from what was decided: the parts by their names;
    nothing where nothing was decided. Findings that are not decided are not in it."""
    decided = [each for each in view.findings if each.decision is not None]
    upheld = [
        each
        for each in decided
        if each.decision is not None and each.decision.kind != "dismiss" and not each.gone
    ]
    if not decided:
        return {}
    articles = {each.article: each.paraphrase for each in upheld}
    remedies = [_at(it, (it.decision and it.decision.remedy) or it.remedy) for it in upheld]
    dismissed = [
        f"{each.where}: “{each.title}” is dismissed. {_sentence(each.decision.reason)}"
        for each in decided
        if each.decision is not None and each.decision.kind == "dismiss"
    ]
    # What deals score; of the match that is left to the score itself: every page shows it as it is.
    scored = firsts((it.game, it) for it in upheld if it.ruled and it.ruled != it.before)
    return {
        "facts": "\n".join(_at(each, each.now or each.message) for each in upheld),
        "conclusion": "\n".join(
            _sentence(f"{article}: {paraphrase}" if paraphrase else article)
            for article, paraphrase in articles.items()
        ),
        "text": "\n".join([*remedies, *dismissed]),
        "adjustment": "\n".join(
            f"Deal {it.where if it.deal is None else it.deal.label}: {it.ruled} ({it.before} as written)."
            for it in scored.values()
        ),
    }


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
    own = {name: own_words(str(body.get(name) or ""), old) for name in PARTS}
    return {name: "\n".join(filter(None, (now.get(name, ""), own[name]))) for name in PARTS}


def own_words(text: str, drafted: Iterable[str]) -> str:
    """A text without the lines that were drafted from decisions."""
    drafted = set(drafted)
    return "\n".join(line for line in text.splitlines() if line not in drafted).strip()


# --- signing -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """What keeps a case from being signed, and where that is put right."""

    words: str
    finding: int = 0
    """The finding about it; 0 where there is none."""
    page: str = "/ruling#ruled"


def open_points(file: CaseFile, ruled: Case, view: View) -> list[OpenPoint]:
    """Everything that is still to be decided or confirmed before a case can be signed."""
    found = []
    if nothing := nothing_to_rule_on(ruled):
        found.append(OpenPoint(nothing, page="#documents"))
    views = {each.key: each for each in view.findings}
    for each in numbered(ruled.verdict.findings):
        act, it = file.decisions.get(each.key), views.get(each.key)
        title = f": {it.title}" if it is not None else ""
        if act is None and still_holds(ruled, each.finding):
            found.append(OpenPoint(f"Finding {each.number} is not decided{title}", each.number))
        elif act is not None and left_open(act.body, each.finding):
            words = f"Finding {each.number}: it is not said what follows{title}"
            found.append(OpenPoint(words, each.number))
        elif act is not None and it is not None and it.decision is not None and it.decision.stale:
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


_AS_RULED: Final = re.compile(r"as ruled:?\s+(-?\d+)\s*(?:–|to)\s*(-?\d+)", re.IGNORECASE)


def _other_score(file: CaseFile, view: View) -> str:
    """A score of the match in the ruling's text other than the one as ruled; empty where it has none."""
    body: Json = file.ruling.body if file.ruling is not None else {}
    right = view.score.lines[-1].pair
    named = _AS_RULED.finditer("\n".join(_lines(body)))
    other = (" ".join(each[0].split()) for each in named if f"{each[1]} – {each[2]}" != right)
    return next(other, "")


# --- the ruling --------------------------------------------------------------------------------------


def proposed(opened: Archive, file: CaseFile, view: View) -> Json:
    """The parts of the ruling to read and save: as it was saved, with what the decisions say now."""
    now = draft(view)
    if file.ruling is None:
        set_once = settings_of(opened.path)
        first = {"members": set_once.members, "deadline": set_once.appeal_until}
        return {name: "" for name, _ in RULING_PARTS} | now | first
    parts = {name: str(file.ruling.body.get(name, "")) for name, _ in RULING_PARTS}
    marked = file.open and changed_since(file, now) is not None
    return parts | redrafted(file, now) if marked else parts


def empty_ruling() -> DeskError:
    """What is said where the text of a ruling is left out."""
    return DeskError("The ruling itself is empty.", "", "Say in a sentence or two what is ruled.")


# --- signing -----------------------------------------------------------------------------------------


class OpenError(DeskError):
    """Something is still to be decided or confirmed before a case can be signed; `points` is all of it."""

    def __init__(self, points: Sequence[OpenPoint]) -> None:
        super().__init__(
            f"{points[0].words.rstrip('.')}.",
            "",
            "Put it right first: the ruling page leads there.",
        )
        self.points = tuple(points)


def sign(opened: Archive, case: str, language: str, who: str, seen: int) -> Act:
    """Freeze a case with its report, in that language. Raises OpenError while anything is open, and
    DeskError where there is no ruling, or it names another score than its decisions come to."""
    with opened.writing():
        file, ruled = judged(opened, case)
        casework.must_be_open(opened, case)
        if file.ruling is None:
            raise DeskError("There is no ruling yet.", "", "Write it down first.")
        points = open_points(file, ruled, view_in(opened, file, ruled))
        if points:
            raise OpenError(points)
        if differing(file, ruled) is not None:
            raise DeskError(
                "The score in the ruling is not the one that the decisions come to.",
                "",
                "Say on the ruling page which of them counts, then sign.",
            )
        casework.recheck(opened, case)
        return casework.sign_off(
            opened, case, lambda signed: drawn_report(opened, signed, ruled, language), who, seen
        )


# --- the report --------------------------------------------------------------------------------------


def asked_language(opened: Archive, asked: str) -> str:
    """The language asked for, else the one that is set, among those that there are: a page names no file of
    this computer."""
    known = choices()
    usual = settings_of(opened.path).language
    return next((each for each in (asked, usual) if each in known), "en")


def drawn_report(opened: Archive, file: CaseFile, ruled: Case, language: str) -> bytes:
    """The report of a case in a language of `desk.report.paper`."""
    paper = _paper(opened, language)
    # Of a case that is just being signed the report is of that moment, and of who signs.
    if not file.open:
        return _bytes(drawn(ruled, render, committee(file, ruled), paper))
    key = (str(opened.path), file.id, file.last, language, settings_of(opened.path))
    return _reports.get(
        key, lambda: _bytes(drawn(ruled, printed, view_in(opened, file, ruled, language), paper))
    )


def _bytes(page: str) -> bytes:
    return page.encode("utf-8", "surrogatepass")


def _paper(opened: Archive, language: str) -> Paper:
    it = settings_of(opened.path)
    return Paper(chosen(language), Appeal(it.appeal_to, it.appeal_until, it.appeal_fee), it.zone)


def signed_report(opened: Archive, file: CaseFile) -> bytes | None:
    """The report that was signed last; None where it was taken out of the archive."""
    return opened.blob(file.id, str(file.reports[-1].body["report"]))
