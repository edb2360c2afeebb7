"""What a committee sets once, the example for who is new, and help."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Final

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import rulings
from fairdeal.desk.archive.acts import now
from fairdeal.desk.archive.settings import Settings, keep_settings, settings_of
from fairdeal.desk.pages.answers import announce, answer, archive, back, who, word
from fairdeal.desk.pages.cases import begin, keep, known_books
from fairdeal.desk.report.paper import names
from fairdeal.desk.trouble import DeskError
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
    )


@pages.post("/settings")
def save() -> AnyResponse:
    who()
    given = Settings(**{each.name: word(each.name, 300) for each in fields(Settings)})
    if given.rulebook and given.rulebook not in rulings.known():
        raise DeskError("There is no such rulebook.", "", "Choose one of the list.")
    if given.zone and given.zone not in zones():
        raise DeskError(
            "There is no such time zone.", "", "Choose one of the list, such as Asia/Kolkata."
        )
    keep_settings(archive().path, given)
    announce("The settings are saved. New cases and new rulings begin with them.")
    return back("/settings")


@pages.get("/help")
def help_page() -> Response:
    return answer("help.html", example=EXAMPLE.is_dir())


@pages.post("/example")
def example() -> AnyResponse:
    """A case with the pages of a match that never happened, to try everything on."""
    if not EXAMPLE.is_dir():
        raise NotFound
    files = [each for each in sorted(EXAMPLE.iterdir()) if each.suffix in _SHOWN]
    with archive().writing():
        case = archive().open_case("Example: a match that never happened", who())
        tasks = [keep(case, each.name, each.read_bytes()) for each in files]
    begin(case, tasks)
    return back(f"/cases/{case}")
