"""Statements, warnings, the ruling, signing off, reopening; and the report, on its page and on paper."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Act, Json, Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.settings import Settings, settings_of
from fairdeal.desk.once import Once
from fairdeal.desk.pages.answers import (
    HTML,
    answer,
    archive,
    back,
    case_and_verdict,
    existing,
    keep_score,
    queue,
    seen,
    sent,
    who,
    word,
)
from fairdeal.desk.pages.guard import OF_REPORTS, REPORT_POLICY
from fairdeal.desk.pages.jobs import unread
from fairdeal.desk.report import signing
from fairdeal.desk.report.paper import names
from fairdeal.desk.report.pdf import BY_HAND, browser, pdf_of, picture_of
from fairdeal.desk.report.signing import (
    DRAFTED,
    asked_language,
    changed_since,
    draft,
    drawn_report,
    empty_ruling,
    open_points,
    proposed,
    view_in,
)
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import RULING_PARTS
from fairdeal.desk.review.decided import FIGURES, differing, figures_of, number
from fairdeal.desk.score.figures import Sides, pair_text
from fairdeal.desk.score.match import score_of
from fairdeal.desk.trouble import DeskError
from fairdeal.rulings import game_of

pages = Blueprint("ruling", __name__)

THEIR_POLICY = f"sandbox; {REPORT_POLICY}"
"""One from others may hold anything: it also opens and saves nothing, and is of no origin, least of all
of the desk's."""


@pages.get("/cases/<case>/ruling")
def ruling(case: str) -> Response:
    file, ruled = case_and_verdict(case)
    view = view_in(archive(), file, ruled)
    now = draft(view)
    changed = changed_since(file, now) if file.open else None
    asked_anew = bool(request.args.get("draft"))
    drafted = file.open and bool(now) and (file.ruling is None or asked_anew or changed is not None)
    written = proposed(archive(), file, view)
    if asked_anew and file.open and changed is None:
        written |= now
    asked = differing(file, ruled)
    score = score_of(ruled)
    by_rulebook = [each.deal for each in score.by_the_rulebook.to_replay]
    scores = {name: str(file.ruling.body.get(name, "")) if file.ruling else "" for name in FIGURES}
    return answer(
        "ruling.html",
        file=file,
        view=view,
        ruling_parts=RULING_PARTS,
        written=written,
        scores=scores,
        sides=tuple(
            (side, words.side(side), name, score)
            for side, name, score in zip(
                game_of(ruled.book).sides, (view.team_a, view.team_b), FIGURES, strict=True
            )
        ),
        drafted=drafted,
        changed=changed,
        to_replay=[(each.deal, each.deal in by_rulebook) for each in score.in_force.to_replay],
        open_points=open_points(file, ruled, view) if file.open else (),
        asked=None if asked is None else (pair_text(figures_of(file)), pair_text(asked.totals)),
        called_of={side: words.side(side) for side in game_of(ruled.book).sides},
        languages=names(),
        usual=asked_language(archive(), ""),
    )


@pages.post("/cases/<case>/ruling")
def rule(case: str) -> AnyResponse:
    """Everything on the page in one: statements, an earlier warning, the ruling. What did not change is not
    an act; either all of it is kept, or nothing."""
    file, ruled = case_and_verdict(case)
    body = _ruling_given()
    body[DRAFTED] = draft(view_in(archive(), file, ruled))
    acts = list(_said(file, game_of(ruled.book).sides))
    if _changed(file, body):
        if body["text"]:
            acts.append((Kind.RULED, body))
        elif any(body[name] for name, _ in RULING_PARTS) or file.ruling is not None or not acts:
            raise empty_ruling()
    with archive().writing():
        for kind, said in acts:
            casework.act_on(archive(), case, kind, said, who(), seen())
    ruled_now = any(kind is Kind.RULED for kind, _ in acts)
    if ruled_now:
        keep_score(case)
    return back(f"/cases/{case}/ruling{'#sign' if ruled_now else ''}")


def _ruling_given() -> Json:
    body: Json = {name: word(name) for name, _ in RULING_PARTS}
    for side in FIGURES:
        score = word(side, 7).replace("−", "-")
        if score and number(score) is None:
            raise DeskError(f"“{score}” is not a score.", "", "Write a whole number, or nothing.")
        body[side] = score
    return body


def _changed(file: CaseFile, body: Json) -> bool:
    last = file.ruling.body if file.ruling is not None else None
    return last is None or any(last.get(name, "") != said for name, said in body.items())


def _said(file: CaseFile, sides: Sides) -> Iterator[tuple[Kind, Json]]:
    """Statements of the sides and an earlier warning, where the form has new ones."""
    for side in sides:
        text = word(f"statement_{side}")
        before = file.statements.get(side)
        if text and (before is None or before.body["text"] != text):
            yield Kind.STATEMENT, {"side": side, "text": text}
        elif before is not None and not text and f"statement_{side}" in request.form:
            raise DeskError(
                "A statement that was written down stays.", "", "Write what the side says now."
            )
    text, team = word("warning", 500), word("warning_to", 2)
    if text and team not in sides:
        raise DeskError("Whom was the warning for?", "", "Choose one of the two.")
    if text:
        yield Kind.WARNING, {"team": team, "text": text}


@pages.post("/cases/<case>/score")
def which_score(case: str) -> AnyResponse:
    """The answer where the ruling names another score than the decisions come to."""
    file, ruled = case_and_verdict(case)
    asked = differing(file, ruled)
    if asked is None or file.ruling is None:
        return back(f"/cases/{case}/ruling")
    if word("score", 20) == "worked-out":
        figures = dict(zip(FIGURES, map(str, asked.totals), strict=True))
        body = {**file.ruling.body, **figures}
        casework.act_on(archive(), case, Kind.RULED, body, who(), seen())
    else:
        reason = word("reason", 500)
        if not reason:
            raise DeskError("A reason is needed.", "", "Say in a few words why this score counts.")
        kept: Json = {
            "ruled": list(figures_of(file)),
            "worked_out": list(asked.totals),
            "reason": reason,
        }
        casework.act_on(archive(), case, Kind.SCORE_KEPT, kept, who(), seen())
    keep_score(case)
    return back(f"/cases/{case}/ruling#sign")


@pages.post("/cases/<case>/sign")
def sign(case: str) -> AnyResponse:
    """Freeze the case. The report says itself that it was signed, by whom and when."""
    if queue().left(case):
        raise DeskError("Photos of this case are still being read.", "", "Sign when they are read.")
    language = asked_language(archive(), word("language", 20))
    signing.sign(archive(), case, language, who(), seen())
    return back(f"/cases/{case}")


@pages.post("/cases/<case>/reopen")
def reopen(case: str) -> AnyResponse:
    casework.reopen(archive(), case, word("reason"), who())
    for task in unread(archive(), case):
        queue().add(task)
    return back(f"/cases/{case}")


@pages.get("/cases/<case>/report")
def report(case: str) -> Response:
    """The report as it is; of a case that is signed off, the one that was signed."""
    file = casework.case_file(archive(), case)
    if not file.ours:
        return _from_others(file, file.reports[-1] if file.reports else None)
    return _html(_page(file))


@pages.get("/cases/<case>/report/<int:act>")
def signed_report(case: str, act: int) -> Response:
    """A report as it was signed with this act."""
    file = casework.case_file(archive(), case)
    signed = _signing(file, act)
    if not file.ours:
        return _from_others(file, signed)
    return _html(archive().blob(case, str(signed.body["report"])))


def _signing(file: CaseFile, number: int) -> Act:
    return existing(next((each for each in file.reports if each.number == number), None))


def _from_others(file: CaseFile, signing: Act | None) -> Response:
    """A page of ours that says who sent the case, with their report in a frame of its own."""
    return answer("report_from_others.html", file=file, signing=signing)


@pages.get("/cases/<case>/their-report/<int:act>")
def their_report(case: str, act: int) -> Response:
    """A report that others sent, as it is: within the frame of our page about it, else as a file to save.
    Nobody is to open it as a page of the desk."""
    file = casework.case_file(archive(), case)
    signed = _signing(file, act)
    if file.ours:
        raise NotFound
    name = f"report-{case.replace('~', '-')}-{act}.html"
    return sent(
        existing(archive().blob(case, str(signed.body["report"]))),
        HTML,
        "" if request.headers.get("Sec-Fetch-Dest") == "iframe" else name,
        {"Content-Security-Policy": THEIR_POLICY},
    )


def _html(data: bytes | None) -> Response:
    return sent(existing(data), HTML, headers=OF_REPORTS)


_KEPT = 4
_printed: Once[tuple[str, str, int, str, Settings], bytes] = Once(_KEPT)
"""PDFs by archive, case, last act, language and settings: the picture of page 1 is made of the same one."""


def _ours(case: str) -> CaseFile:
    file = casework.case_file(archive(), case)
    if not file.ours:
        raise NotFound
    return file


def _language() -> str:
    return asked_language(archive(), request.args.get("language", ""))


def _page(file: CaseFile) -> bytes:
    """The report that was signed as it is; else as it is, in the language asked for."""
    if file.signed is None:
        return drawn_report(archive(), *case_and_verdict(file.id), _language())
    return existing(signing.signed_report(archive(), file))


def _pdf(file: CaseFile) -> bytes:
    path, signed = archive().path, file.signed is not None
    language, set_once = ("", Settings()) if signed else (_language(), settings_of(path))
    key = (str(path), file.id, file.last, language, set_once)
    return _printed.get(key, lambda: pdf_of(_page(file)))


@pages.get("/cases/<case>/share")
def share(case: str) -> Response:
    """How to print a report, and to send it."""
    return answer(
        "share.html",
        file=_ours(case),
        browser=browser() is not None,
        by_hand=BY_HAND,
        languages=names(),
        chosen=_language(),
    )


@pages.get("/cases/<case>/report.pdf")
def pdf(case: str) -> Response:
    return _file(_pdf(_ours(case)), "application/pdf", f"report-{case}.pdf")


@pages.get("/cases/<case>/page-1.jpg")
def picture(case: str) -> Response:
    return _file(picture_of(_pdf(_ours(case))), "image/jpeg", f"report-{case}-page-1.jpg")


def _file(data: bytes, kind: str, name: str) -> Response:
    """Shown in the browser, or saved under a name of its own where that is asked for."""
    return sent(data, kind, name if request.args.get("save") else "")
