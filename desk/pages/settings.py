"""What a committee sets once, blank forms to print, the example for who is new, and help."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path, PurePath
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.archive.acts import now
from fairdeal.desk.archive.settings import Settings, keep_settings, settings_of
from fairdeal.desk.blank_forms import KINDS, LANGUAGES, PLAYERS, as_pdf, ids_of
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.files import write_bytes
from fairdeal.desk.health import looked_at
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    known_books,
    must_be_known,
    put_in,
    sent,
    who,
    word,
)
from fairdeal.desk.report.paper import names
from fairdeal.desk.tournament.event import shown_name
from fairdeal.desk.trouble import DeskError
from fairdeal.desk.usual import RULEBOOK, Usual, keep_usual, settings_file, usual
from fairdeal.digitize.sheets.layout_file import read_layout
from fairdeal.grammar.encoding import decoded
from fairdeal.templates.moments import zones

pages = Blueprint("settings", __name__)

EXAMPLE: Final = Path(__file__).resolve().parents[2] / "samples" / "onam-cup"
"""The synthetic match of the samples. An installation may be without it."""
_SHOWN: Final = (".jpg", ".hrn")


@pages.get("/settings")
def settings() -> Response:
    return answer(
        "settings.html",
        languages=names(),
        it=settings_of(archive().path),
        books=known_books(),
        zones=zones(),
        now=now(),
        here=_here(),
        file=settings_file(),
    )


def _here() -> Usual:
    """The settings of this computer; none where their file cannot be used, which is then written again."""
    try:
        return usual()
    except DeskError:
        return Usual()


def _layouts(known: tuple[str, ...]) -> tuple[str, ...]:
    """The layout files that commands use, with one that was sent. Raises what `read_layout` raises.

    It is copied, not named: a path sent by a browser would show what is in any file.
    """
    sent_file = request.files.get("layout")
    if sent_file is None or not sent_file.filename:
        return known
    name, data = PurePath(shown_name(sent_file.filename)).name, sent_file.read()
    read_layout(decoded(data)[0], name)
    place = settings_file().parent / "layouts" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(place, data, ours=True)
    return tuple(dict.fromkeys((*known, str(place))))


@pages.post("/settings")
def save() -> AnyResponse:
    who()
    given = Settings(**{each.name: word(each.name, 300) for each in fields(Settings)})
    if rulebook := word("rulebook", 100):
        must_be_known(rulebook)
    if given.zone and given.zone not in zones():
        raise DeskError(
            "There is no such time zone.", "", "Choose one of the list, such as Asia/Kolkata."
        )
    us = word("us", 1)
    if us not in ("", "A", "B"):
        raise DeskError("There is no such team.", "", "Choose one of the list.")
    ours = replace(_here(), us=us, language=given.language, rulebook=rulebook)
    keep_usual(replace(ours, layout=_layouts(() if word("forget", 3) else ours.layout)))
    keep_settings(archive().path, given)
    os.environ[RULEBOOK] = rulebook
    return back("/settings", "The settings are saved. New cases and new rulings begin with them.")


@pages.get("/health")
def health() -> Response:
    """What this installation has and lacks."""
    return answer("health.html", parts_of_it=looked_at(archive().path))


@pages.get("/help")
def help_page() -> Response:
    return answer("help.html", example=EXAMPLE.is_dir())


@pages.post("/example")
def example() -> AnyResponse:
    """A case with the pages of a match that never happened, to try everything on."""
    if not EXAMPLE.is_dir():
        raise NotFound
    files = [each for each in sorted(EXAMPLE.iterdir()) if each.suffix in _SHOWN]
    return put_in(
        ((each.name, each.read_bytes()) for each in files),
        lambda: archive().open_case("Example: a match that never happened", who()),
    )


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


@pages.get("/forms")
def forms() -> Response:
    """All forms, each as a button."""
    usual = settings_of(archive().path).language
    return answer(
        "forms.html",
        kinds=KINDS,
        languages=LANGUAGES,
        usual=usual if usual in LANGUAGES else "en",
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
    return sent(made, "application/pdf", f"{kind}.pdf")


def _given(name: str) -> str:
    """An entry of the form on the page, of one line."""
    text = " ".join(request.args.get(name, "").split())
    if len(text) > LONGEST:
        raise DeskError(f"{name} is too long to be printed.", name, f"At most {LONGEST} letters.")
    return text
