"""An event on the pages: its board, what is missing, results entered by hand, what all may see; and its
rounds: who meets whom, drawn or by hand, forms for a round, and a page to pin up."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import templates
from fairdeal.desk.archive.acts import Json, Kind
from fairdeal.desk.archive.eventfile import Entered, Given, Planned, Seat, in_order
from fairdeal.desk.blank_forms import COPIES, as_forms, match_id
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.intake.schedule import COLUMNS, Adjustment, wrong_with
from fairdeal.desk.pages.answers import (
    HTML,
    answer,
    archive,
    back,
    existing,
    language_here,
    number_given,
    seen,
    sent,
    who,
    word,
)
from fairdeal.desk.pages.audit_jobs import LONGEST, event_here, jobs
from fairdeal.desk.report.pdf import Bound, bound, pdf_of, picture_of
from fairdeal.desk.report.signing import signed_report
from fairdeal.desk.review.casework import case_file
from fairdeal.desk.review.decided import MOST
from fairdeal.desk.tournament.board import EventNow
from fairdeal.desk.tournament.event import plan, seat_paper
from fairdeal.desk.tournament.pairings import (
    Pairing,
    Round,
    berger,
    everybody,
    knockout,
    rounds_of,
    swiss,
    winners,
)
from fairdeal.desk.tournament.public import Results, final_results, results_for_all
from fairdeal.desk.tournament.standings import standings, team_key
from fairdeal.desk.trouble import DeskError
from fairdeal.desk.words import capital
from fairdeal.templates.language import language, languages

pages = Blueprint("events", __name__)

HOWS: Final = {"entered": "Played, without a sheet", "forfeit": "Forfeit: it was not played"}
"""How a result came about that is entered by hand."""
WHATS: Final = ("sheet", "copy", "logs")
SCREEN_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page for all asks for itself again, and sends nothing."""


@pages.get("/audits/<event>/board")
def board_page(event: str) -> Response:
    progress = jobs().progress(event)
    now = event_here(event)
    return answer(
        "board.html",
        now=now,
        event=now.event,
        board=now.board,
        mark=_mark(now),
        progress=progress,
    )


def _mark(now: EventNow) -> str:
    """Another one as soon as anything on the board is another: the page is then asked for again."""
    case_acts = [(each.seat, each.state, each.figures, each.note) for each in now.board.cells]
    told = repr((now.event.last, case_acts, [each.title for each in now.board.homeless]))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


@pages.get("/audits/<event>/board.json")
def board_state(event: str) -> Response:
    """What the open board asks again and again: whether it is still as it was."""
    working = jobs().working(event)
    return jsonify(mark=_mark(event_here(event)), working=working)


@pages.get("/audits/<event>/missing")
def missing_page(event: str) -> Response:
    """What is missing, as a list to print and walk round with."""
    now = event_here(event)
    return answer("missing.html", now=now, event=now.event, board=now.board)


def _seat() -> Seat:
    return word("round", 20), word("table", 20)


def _act(event: str, kind: Kind, body: Json, to: str = "/board") -> AnyResponse:
    """One act of the event, as the person had it before them; then back to its board, or another page."""
    jobs().files.get(event)
    archive().add(event, kind, body, who(), seen=seen())
    return back(f"/audits/{event}{to}")


@pages.post("/audits/<event>/ask")
def ask(event: str) -> AnyResponse:
    number, table = event_here(event).cell(_seat()).seat
    what = word("what", 10)
    if what not in WHATS:
        raise DeskError("What was asked for?", "", "Choose the sheet, the second copy or the logs.")
    body = {"round": number, "table": table, "what": what, "whom": word("whom", LONGEST)}
    return _act(event, Kind.ASKED, body, "/board#missing")


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
    return _act(event, Kind.APPEALED, body, "/board#disputes")


@pages.post("/audits/<event>/take")
def take(event: str) -> AnyResponse:
    """Somebody sees to a dispute, or (without a name) lets it go."""
    number, table = event_here(event).cell(_seat()).seat
    body = {"round": number, "table": table, "by": who() if word("by", 5) else ""}
    return _act(event, Kind.TAKEN, body, "/board#disputes")


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
        raise DeskError(f"{capital(trouble[0])}.", "", trouble[1])
    return _act(event, Kind.GIVEN, body, "#given")


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
    to = "#given" if act in file.given else "/board"
    return _act(event, Kind.CONFIRMED, {"act": act}, to)


@pages.get("/audits/<event>/results")
def results_page(event: str) -> Response:
    """What all may see, as those who work here see it: with how to show it to others."""
    return answer(
        "results.html",
        event=jobs().files.get(event),
        shown=_for_all(event),
        code=jobs().files.screen_code(event),
    )


def _for_all(event: str) -> Results:
    now = event_here(event)
    return results_for_all(now.event, now.board, now.results)


@pages.get("/audits/<event>/results.html")
def results_file(event: str) -> Response:
    """The same as one page to save, for any web space."""
    page = templates.render("screen.html", shown=_for_all(event), renew=False)
    return sent(page, HTML, "results.html")


@pages.get("/audits/<event>/results.<any('pdf', 'jpg'):kind>")
def results_to_send(event: str, kind: str) -> Response:
    """The same as PDF, or as a picture for a messenger."""
    page = templates.render("screen.html", language_here(), shown=_for_all(event), renew=False)
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
    kept = ((digest, jobs().files.data(now.event, digest)) for digest in every)
    papers = [
        Bound(called.get(digest, "Of no match"), found[0].name, found[1])
        for digest, found in kept
        if found is not None
    ]
    files = (case_file(archive(), cell.case) for cell in now.board.cells if cell.case)
    reports = (signed_report(archive(), file) for file in files if file.reports)
    signed = [report for report in reports if report is not None]
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
    asked = request.args.get("language", "")
    own = language(asked) if asked in languages() else language_here()
    page = templates.render("screen.html", own, shown=_for_all(event), renew=True)
    return sent(page, HTML, headers={"Content-Security-Policy": SCREEN_POLICY})


@pages.post("/audits/<event>/undo")
def undo(event: str) -> AnyResponse:
    answered = _act(event, Kind.UNCORRECTED, {"act": number_given("act")})
    file = jobs().files.get(event)
    if file.files and not jobs().finished(file):
        jobs().add(event)  # Of which match a paper is, or who meets whom, is as it was before.
    return answered


MOST_TABLES: Final = 500
"""Matches of one round."""
SYSTEMS: Final = {
    "swiss": "Swiss: teams of equal points meet",
    "berger": "Round robin: everybody meets everybody",
    "knockout": "Knockout: who loses is out",
}


@pages.get("/audits/<event>/rounds")
def rounds(event: str) -> Response:
    """The rounds as they are planned; with a system, the next one as it would be drawn, to be changed."""
    now = event_here(event)
    system = request.args.get("system", "")
    teams = _teams(request.args.get("teams", "")) or teams_of(now)
    drawn: tuple[Round, ...] = ()
    if system in SYSTEMS:
        drawn = _drawn(system, now, teams)
        if not drawn:
            raise DeskError("Nothing is left to draw.", "", "Every match of it is planned.")
    return answer(
        "rounds.html",
        event=now.event,
        rounds=[
            (number, now.event.rounds[number]) for number in sorted(now.event.rounds, key=in_order)
        ],
        teams=teams,
        systems=SYSTEMS,
        system=system,
        drawn=[(each, "\n".join(_written(each))) for each in drawn],
        following=str(_next(now)),
    )


def teams_of(now: EventNow) -> list[str]:
    """Every team that is named, in the order in which they are."""
    named = (team for cell in now.board.cells for team in cell.teams)
    planned = (team for each in now.event.planned for team in each.teams)
    return list({team_key(team): team for team in (*named, *planned) if team}.values())


def _teams(text: str) -> list[str]:
    return [each for line in text.splitlines() if (each := " ".join(line.split())[:LONGEST])]


def _next(now: EventNow) -> int:
    """The number of the round after the last that is planned or was played."""
    numbers = [in_order(each)[0] for each in (*now.event.rounds, *now.board.rounds)]
    return max((each for each in numbers if each < 1000), default=0) + 1


def _drawn(system: str, now: EventNow, teams: Sequence[str]) -> tuple[Round, ...]:
    """The rounds that can be drawn now. What holds up the standings is named, and does not hold up these."""
    results = list(final_results(now.event, now.board, now.results))
    if system == "berger":
        return berger(teams, _next(now))
    if system == "knockout":
        played = {each.number for each in _rounds(now, teams)}
        return tuple(
            each for each in knockout(teams, winners(results)) if each.number not in played
        )
    table = everybody(standings(results, ruled=True), teams)
    drawn = swiss(table, _rounds(now, teams), _next(now), bye_points=now.event.free)
    held = (each for number in now.board.rounds for each in now.board.holding_up(number))
    open_ = (f"{each.called}: {each.words.lower()}." for each in held if each.state != "later")
    return (replace(drawn, open=tuple(open_)),)


def _rounds(now: EventNow, teams: Sequence[str]) -> tuple[Round, ...]:
    """The rounds so far: as planned, else as they were played."""
    planned = {
        int(number): Round(
            int(number),
            tuple(
                Pairing(place, *each.teams)
                for place, each in enumerate((m for m in matches if not m.bye), 1)
            ),
            next((each.teams[0] for each in matches if each.bye), None),
        )
        for number, matches in now.event.rounds.items()
        if number.isdigit()
    }
    played = {each.number: each for each in rounds_of(now.results, teams)}
    return tuple({**played, **planned}[number] for number in sorted({**played, **planned}))


def _written(drawn: Round) -> Iterator[str]:
    """The round as a person may change it, a match a line."""
    for each in drawn.pairs:
        yield f"{each.team_a} – {each.team_b}"
    yield from ([drawn.bye] if drawn.bye else drawn.through)


@pages.get("/audits/<event>/round/<number>")
def round_page(event: str, number: str) -> Response:
    """Who meets whom at which table, on a page to pin up."""
    now = event_here(event)
    return answer("round.html", event=now.event, number=number, matches=_matches(now, number))


def _matches(now: EventNow, number: str) -> tuple[Planned, ...]:
    return existing(now.event.rounds.get(number) or None)


@pages.get("/audits/<event>/round/<number>/forms.pdf")
def round_forms(event: str, number: str) -> Response:
    """The score sheets of a round, one for each team, with the match in the heading and in the code."""
    now = event_here(event)
    given: list[tuple[str, Mapping[str, str]]] = []
    for each in _matches(now, number):
        if each.bye:
            continue
        heading = {
            "event": each.event or now.event.title,
            "date": each.date,
            "round": each.round,
            "table": each.table,
            "team A": each.teams[0],
            "team B": each.teams[1],
        }
        said = {name: text for name, text in heading.items() if text}
        given += [(match_id(each.round, each.table, copy), said) for copy in COPIES]
    data = workers().call(
        Work.text("The forms", 0, "open"), as_forms, "score-sheet", 6, "en", given
    )
    return sent(data, "application/pdf", f"round-{number}-score-sheets.pdf")


@pages.post("/audits/<event>/plan")
def plan_round(event: str) -> AnyResponse:
    """The matches of a round, a line each: table, then the two teams."""
    jobs().files.get(event)
    number = word("round", 3)
    if not number.isascii() or not number.isdigit() or int(number) < 1:
        raise DeskError(f"“{number}” is not a round.", "", "Write its number, such as 2.")
    number = str(int(number))
    matches = list(_lines(number, word("pairs", 60_000)))
    plan(archive(), event, matches, who(), word("how", 200) or "by hand", seen=seen())
    if jobs().files.get(event).files:
        jobs().add(event)
    return back(f"/audits/{event}/rounds")


@pages.post("/audits/<event>/free")
def free(event: str) -> AnyResponse:
    """What a team gets for a round in which it sits out."""
    return _act(event, Kind.FREE, {"points": number_given("points")}, "/rounds")


def _lines(number: str, text: str) -> list[Planned]:
    """``Kochi – Calicut``: a line a match, tables from 1 on; a team alone is free in this round."""
    found: list[Planned] = []
    named: dict[str, int] = {}
    for number_of, written in enumerate(
        (each.strip() for each in text.splitlines() if each.strip()), 1
    ):
        parts = [
            each.strip() for each in written.replace("—", "–").replace(" - ", " – ").split(" – ")
        ]
        if len(parts) > 2 or not all(parts) or max(map(len, parts)) > LONGEST:
            raise DeskError(
                f"Line {number_of}, “{written[:60]}”, does not name two teams.",
                "",
                "Write a match a line: Kochi – Calicut. A team alone on its line sits out.",
            )
        for team in parts:
            before = named.setdefault(team.casefold(), number_of)
            if before != number_of:
                raise DeskError(
                    f"{team} stands in line {before} and in line {number_of}.",
                    "",
                    "Take one of them out.",
                )
        teams = (parts[0], parts[1] if len(parts) > 1 else "")
        found.append(Planned(number, str(number_of), teams))
    if not found or len(found) > MOST_TABLES:
        raise DeskError("No match is written.", "", "Write a match a line: Kochi – Calicut.")
    return found
