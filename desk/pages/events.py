"""An event on the pages: its board, what is missing, results entered by hand, and what all may see."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import templates
from fairdeal.desk.archive.acts import Json, Kind
from fairdeal.desk.archive.eventfile import Entered, Given, Seat
from fairdeal.desk.intake.adjustments import COLUMNS, Adjustment, wrong_with
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    language_here,
    number_given,
    seen,
    sent,
    who,
    word,
)
from fairdeal.desk.pages.audit_jobs import LONGEST, event_here, jobs
from fairdeal.desk.report.bound import Bound, bound
from fairdeal.desk.report.pdf import pdf_of, picture_of
from fairdeal.desk.report.signing import signed_report
from fairdeal.desk.review.casework import case_file
from fairdeal.desk.review.decided import MOST
from fairdeal.desk.tournament.board import EventNow
from fairdeal.desk.tournament.event import seat_paper
from fairdeal.desk.tournament.public import results_for_all
from fairdeal.desk.trouble import DeskError
from fairdeal.templates.language import language, languages

pages = Blueprint("events", __name__)

HOWS: Final = {"entered": "Played, without a sheet", "forfeit": "Forfeit: it was not played"}
"""How a result came about that is entered by hand."""
WHATS: Final = ("sheet", "copy", "logs")
MOST_TABLES: Final = 500
"""Matches of one round."""
SCREEN_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page for all asks for itself again, and sends nothing."""


@pages.get("/audits/<event>/board")
def board_page(event: str) -> Response:
    now = event_here(event)
    return answer(
        "board.html", now=now, event=now.event, board=now.board, mark=_mark(now), **_work(event)
    )


def _work(event: str) -> Json:
    return {"working": jobs().working(event), "progress": jobs().progress(event)}


def _mark(now: EventNow) -> str:
    """Another one as soon as anything on the board is another: the page is then asked for again."""
    case_acts = [(each.seat, each.state, each.figures, each.note) for each in now.board.cells]
    told = repr((now.event.last, case_acts, [each.title for each in now.board.homeless]))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


@pages.get("/audits/<event>/board.json")
def board_state(event: str) -> Response:
    """What the open board asks again and again: whether it is still as it was."""
    return jsonify(mark=_mark(event_here(event)), working=jobs().working(event))


@pages.get("/audits/<event>/missing")
def missing_page(event: str) -> Response:
    """What is missing, as a list to print and walk round with."""
    now = event_here(event)
    return answer("missing.html", now=now, event=now.event, board=now.board)


def _seat() -> Seat:
    return word("round", 20), word("table", 20)


def _act(event: str, kind: Kind, body: Json, to: str = "") -> AnyResponse:
    """One act of the event, as the person had it before them; then back to its board."""
    jobs().files.get(event)
    archive().add(event, kind, body, who(), seen=seen())
    return back(f"/audits/{event}/board{to}")


@pages.post("/audits/<event>/ask")
def ask(event: str) -> AnyResponse:
    number, table = event_here(event).cell(_seat()).seat
    what = word("what", 10)
    if what not in WHATS:
        raise DeskError("What was asked for?", "", "Choose the sheet, the second copy or the logs.")
    body = {"round": number, "table": table, "what": what, "whom": word("whom", LONGEST)}
    return _act(event, Kind.ASKED, body, "#missing")


@pages.post("/audits/<event>/place")
def place(event: str) -> AnyResponse:
    """Of which match a paper is that does not say so itself: then it is judged there."""
    jobs().files.get(event)
    seat_paper(archive(), event, word("digest", 64), _seat(), who())
    jobs().add(event)
    return back(f"/audits/{event}/board")


@pages.post("/audits/<event>/appeal")
def appeal(event: str) -> AnyResponse:
    """A team appeals from a signed ruling: its result is open until the case is signed again."""
    cell = event_here(event).cell(_seat())
    if cell.state != "signed":
        raise DeskError("There is no signed ruling here.", "", "Look at the board again.")
    team = word("team", LONGEST)
    if team not in cell.teams:
        raise DeskError("Who appeals?", "", "Choose the team.")
    number, table = cell.seat
    body = {"round": number, "table": table, "team": team, "reason": word("reason", 500)}
    return _act(event, Kind.APPEALED, body, "#disputes")


@pages.post("/audits/<event>/take")
def take(event: str) -> AnyResponse:
    """Somebody sees to a dispute, or (without a name) lets it go."""
    number, table = event_here(event).cell(_seat()).seat
    body = {"round": number, "table": table, "by": who() if word("by", 5) else ""}
    return _act(event, Kind.TAKEN, body, "#disputes")


@pages.get("/audits/<event>/match/<number>/<table>")
def match_page(event: str, number: str, table: str) -> Response:
    """A match of the event: its papers, a case to open, a result to enter."""
    now = event_here(event)
    cell = now.cell((number, table))
    incidents = [each for each in now.event.incidents.values() if each.seat == cell.seat]
    return answer(
        "event_match.html", now=now, event=now.event, cell=cell, hows=HOWS, incidents=incidents
    )


@pages.post("/audits/<event>/result")
def enter_result(event: str) -> AnyResponse:
    """A result without a sheet. It counts once somebody else confirms it."""
    now = event_here(event)
    cell = now.cell(_seat())
    score = [_figure(word(name, 7)) for name in ("score_a", "score_b")]
    how, reason = word("how", 10), word("reason", 500)
    if how not in HOWS:
        raise DeskError("Was it played?", "", "Choose one of the two.")
    if how == "forfeit" and not reason:
        raise DeskError("A reason is needed.", "", "Say in a few words why it was not played.")
    body = {
        "round": cell.seat[0],
        "table": cell.seat[1],
        "teams": list(cell.teams),
        "score": score,
        "how": how,
        "reason": reason,
    }
    return _act(event, Kind.RESULT, body)


def _figure(text: str) -> int:
    text = text.replace("−", "-")
    if not text.removeprefix("-").isdecimal() or abs(int(text)) > MOST:
        raise DeskError(f"“{text}” is not a score.", "", "Write a whole number for each team.")
    return int(text)


@pages.post("/audits/<event>/give")
def give(event: str) -> AnyResponse:
    """A penalty, carry-over or an adjusted score of a board. It counts once somebody else confirms it."""
    body = {name: word(name, LONGEST) for name in COLUMNS}
    if trouble := wrong_with(Adjustment(**body)):
        raise DeskError(f"{trouble[0][:1].upper()}{trouble[0][1:]}.", "", trouble[1])
    _act(event, Kind.GIVEN, body)
    return back(f"/audits/{event}#given")


@pages.post("/audits/<event>/confirm")
def confirm(event: str) -> AnyResponse:
    """Somebody else looked at a result that was entered, and says that it is right."""
    act = number_given("act")
    file = jobs().files.get(event)
    both: tuple[Entered | Given, ...] = (*file.results.values(), *file.given.values())
    entered = next((each for each in both if each.act == act), None)
    if entered is None:
        raise DeskError("That result was changed meanwhile.", "", "Look at the board again.")
    if entered.by.casefold() == who().casefold():
        raise DeskError(
            f"{entered.by} entered it.", "", "Somebody else confirms it: under their own name."
        )
    answered = _act(event, Kind.CONFIRMED, {"act": act})
    return back(f"/audits/{event}#given") if act in file.given else answered


@pages.get("/audits/<event>/results")
def results_page(event: str) -> Response:
    """What all may see, as those who work here see it: with how to show it to others."""
    now = event_here(event)
    shown = results_for_all(now.event, now.board, now.results)
    return answer(
        "results.html", event=now.event, shown=shown, code=jobs().files.screen_code(event)
    )


@pages.get("/audits/<event>/results.html")
def results_file(event: str) -> Response:
    """The same as one page to save, for any web space."""
    now = event_here(event)
    shown = results_for_all(now.event, now.board, now.results)
    page = templates.render("screen.html", shown=shown, renew=False)
    return sent(page, "text/html; charset=utf-8", "results.html")


@pages.get("/audits/<event>/results.<any('pdf', 'jpg'):kind>")
def results_to_send(event: str, kind: str) -> Response:
    """The same as PDF, or as a picture for a messenger."""
    now = event_here(event)
    shown = results_for_all(now.event, now.board, now.results)
    page = templates.render("screen.html", language_here(), shown=shown, renew=False)
    made = pdf_of(page.encode("utf-8", "surrogatepass"))
    if kind == "jpg":
        return sent(picture_of(made), "image/jpeg", "results.jpg")
    return sent(made, "application/pdf", "results.pdf")


@pages.get("/audits/<event>/papers.pdf")
def papers_to_keep(event: str) -> Response:
    """Every paper, match by match, those of no match last, and the pages that were signed."""
    now = event_here(event)
    called = {digest: cell.called for cell in now.board.cells for digest in cell.papers}
    every = dict.fromkeys((*called, *(each.digest for each in now.event.files)))
    papers, signed = [], []
    for digest in every:
        found = jobs().files.data(now.event, digest)
        if found is not None:
            papers.append(Bound(called.get(digest, "Of no match"), found[0].name, found[1]))
    for cell in now.board.cells:
        file = case_file(archive(), cell.case) if cell.case else None
        if file is not None and file.reports:
            report = signed_report(archive(), file)
            signed += [] if report is None else [report]
    if not papers:
        raise DeskError("No paper has come in yet.", "", "Add photos first.")
    made = bound(now.event.title, papers, signed, language_here())
    return sent(made, "application/pdf", "papers.pdf")


@pages.get("/screen/<event>/<code>")
def screen(event: str, code: str) -> Response:
    """The results for a screen in the hall and for phones: without a password."""
    known = jobs().files.there(event)
    if not known or not hmac.compare_digest(
        code.encode(), jobs().files.screen_code(event).encode()
    ):
        raise NotFound
    now = event_here(event)
    shown = results_for_all(now.event, now.board, now.results)
    asked = request.args.get("language", "")
    own = language(asked) if asked in languages() else language_here()
    page = templates.render("screen.html", own, shown=shown, renew=True)
    found = sent(page, "text/html; charset=utf-8")
    found.headers["Content-Security-Policy"] = SCREEN_POLICY
    return found


@pages.post("/audits/<event>/undo")
def undo(event: str) -> AnyResponse:
    answered = _act(event, Kind.UNCORRECTED, {"act": number_given("act")})
    file = jobs().files.get(event)
    if file.files and not jobs().finished(file):
        jobs().add(event)  # Of which match a paper is, or who meets whom, is as it was before.
    return answered
