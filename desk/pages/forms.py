"""Blank forms to print, as PDF."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, make_response, request

from fairdeal.desk.archive.settings import settings_of
from fairdeal.desk.blank_forms import KINDS, LANGUAGES, PLAYERS, as_pdf, ids_of
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.pages.answers import answer, archive
from fairdeal.desk.report.paper import BOTH, SECOND
from fairdeal.desk.trouble import DeskError

pages = Blueprint("forms", __name__)

MOST_COPIES: Final = 20
"""Copies in one PDF: they take some seconds."""
HEADING: Final = {
    "event": "Event",
    "date": "Date",
    "round": "Round",
    "table": "Table",
    "team A": "Team A",
    "team B": "Team B",
}
"""What can be printed into a form beforehand."""
LONGEST: Final = 60
"""Letters of an entry of the heading; more would be cut off on paper."""
_LIKE_REPORTS: Final = {SECOND: "malayalam", BOTH: "both"}


@pages.get("/forms")
def forms() -> Response:
    """All forms, each as a button."""
    usual = settings_of(archive().path).language
    return answer(
        "forms.html",
        kinds=KINDS,
        languages=LANGUAGES,
        usual=_LIKE_REPORTS.get(usual, "en"),
        players=PLAYERS,
        heading=HEADING,
        most=MOST_COPIES,
        longest=LONGEST,
    )


@pages.get("/forms/blank.pdf")
def blank() -> Response:
    """The form that is asked for. Raises DeskError where there is none such."""
    kind, language, players = (_given(name) for name in ("kind", "language", "players"))
    copies = _given("copies")
    if kind not in KINDS or language not in LANGUAGES or players not in PLAYERS:
        raise DeskError("There is no such form.", "", "Choose one of the page “Forms to print”.")
    if not (copies.isascii() and copies.isdigit() and 0 < int(copies) <= MOST_COPIES):
        raise DeskError(
            "How many copies?", "", f"Write a number from 1 to {MOST_COPIES}; print again for more."
        )
    heading = {name: text for name in HEADING if (text := _given(name))}
    try:
        ids = ids_of(kind, int(copies), heading.get("round", ""), heading.get("table", ""))
    except ValueError:
        ids = ids_of(kind, int(copies))
    seats = int(players) if kind in ("score-sheet", "hand-log") else 6
    task = Work.text("The form", 0, "draw up")
    made, missing = workers().call(task, as_pdf, kind, seats, language, ids, heading)
    if missing:
        raise DeskError(
            f"No font here has {missing}.", "", "Leave these letters out, and write them by hand."
        )
    sent = make_response(made)
    sent.headers["Content-Type"] = "application/pdf"
    sent.headers["Content-Disposition"] = f'attachment; filename="{kind}.pdf"'
    return sent


def _given(name: str) -> str:
    """An entry of the form on the page, of one line."""
    text = " ".join(request.args.get(name, "").split())
    if len(text) > LONGEST:
        raise DeskError(f"{name} is too long to be printed.", name, f"At most {LONGEST} letters.")
    return text
