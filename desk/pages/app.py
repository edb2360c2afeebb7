"""The pages put together: a Flask application over one archive."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Final

from flask import Flask, jsonify, request, send_from_directory, session
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import templates
from fairdeal.desk import judging
from fairdeal.desk.archive.store import Archive, OvertakenError, UnknownCaseError
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.pages.answers import (
    answer,
    back,
    by_script,
    close_archive,
    introduced,
    known_books,
    known_languages,
    typed,
    way_back,
)
from fairdeal.desk.pages.guard import (
    LARGEST,
    SAID,
    Access,
    Door,
    Logins,
    Role,
    guard,
    say_what_is_wrong,
    token,
)
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import PhoneLine
from fairdeal.desk.pages.phone_passes import LANGUAGE
from fairdeal.desk.report.signing import KEPT, view_in
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import describe
from fairdeal.desk.trouble import DeskError
from fairdeal.digitize import forms

PARTS: Final = (
    "cases",
    "reading",
    "findings",
    "ruling",
    "tapping",
    "phone",
    "settings",
    "audits",
    "events",
    "at_table",
    "statistics",
)
"""Modules of this package, each with a blueprint `pages`."""
MOST_PARTS: Final = 400
"""Files and entries of one form."""
FONTS: Final = Path(forms.__file__).parent / "fonts"
"""The fonts of scripts that not every computer has."""
KNOWN_BROWSER: Final = "fairdeal-known"
"""The cookie of a browser that was in before: its tries at the password are counted alone."""
KNOWN_FOR: Final = 30 * 86400
"""Seconds for which a browser keeps that cookie: an event and the time for appeals after it."""


def create_app(
    path: Path,
    access: Access,
    readings: Readings | None = None,
    audits: object = None,
    phones: PhoneLine | None = None,
) -> Flask:
    """The application. `readings` reads photos in the background, `audits` (`AuditJobs`) does
    audits, `phones` lets phones in; without them nothing is read, and no phone comes in."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    app.url_map.strict_slashes = False  # An address that somebody typed may end in one.
    app.config.update(
        SECRET_KEY=secrets.token_bytes(32),
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="fairdeal",
        MAX_CONTENT_LENGTH=LARGEST,
        MAX_FORM_PARTS=MOST_PARTS,
        MAX_FORM_MEMORY_SIZE=2_000_000,
        ARCHIVE=path,
        READINGS=readings,
        AUDITS=audits,
        PHONES=phones,
        ACCESS=access,
        LOGINS=Logins(),
    )
    guard(app, access)
    app.teardown_appcontext(close_archive)
    _troubles(app)
    _entrance(app, access)
    for name in PARTS:
        app.register_blueprint(import_module(f"fairdeal.desk.pages.{name}").pages)
    return app


def _entrance(app: Flask, access: Access) -> None:
    door = Door(access)

    @app.get("/static/<path:name>")
    def static_file(name: str) -> AnyResponse:
        folder = FONTS if name.endswith(".ttf") else templates.HERE / "static"
        kept = send_from_directory(folder, name, max_age=3600)
        kept.headers["Cache-Control"] = "max-age=3600"
        return kept

    @app.route("/login", methods=["GET", "POST"])
    def login() -> AnyResponse:
        wrong = ""
        if request.method == "POST":
            address, browser = request.remote_addr or "", request.cookies.get(KNOWN_BROWSER, "")
            left = door.wait(address, browser, token())
            if left > 0.0:
                wrong = (
                    f"Several wrong passwords came from here. Try again in {ceil(left)} seconds."
                )
            elif role := door.opens(address, browser, request.form.get("password", ""), token()):
                return _let_in(app, door, role)
            else:
                wrong = "That is not the password."
        return answer("login.html", wrong=wrong)

    @app.post("/logout")
    def logout() -> AnyResponse:
        app.config["LOGINS"].end(session.get("in"))
        session.clear()
        return back("/login" if access.password is not None else "/")

    @app.post("/language")
    def choose_language() -> AnyResponse:
        answered = back(request.form.get("next", "/"))
        code = request.form.get("language", "")
        if code in dict(known_languages()):
            answered.set_cookie(
                LANGUAGE,
                code,
                max_age=KNOWN_FOR,
                secure=request.is_secure,
                httponly=True,
                samesite="Strict",
            )
        return answered

    @app.post("/who")
    def who() -> AnyResponse:
        if not introduced():
            raise DeskError("Your name is needed.", "", "It stands beside everything that you do.")
        return back(request.form.get("next", "/"))


def _let_in(app: Flask, door: Door, role: Role) -> AnyResponse:
    """A login, with a session and a token of its own: those from before count no more."""
    app.config["LOGINS"].end(session.get("in"))
    session.clear()
    session["in"] = app.config["LOGINS"].begin(role)
    token()
    answered = back("/" if role in ("director", "committee") else "/audits")
    answered.set_cookie(
        KNOWN_BROWSER,
        door.remember(),
        max_age=KNOWN_FOR,
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
        path="/login",
    )
    return answered


def _troubles(app: Flask) -> None:
    """What goes wrong is said in plain words, on a page."""

    say_what_is_wrong(app, SAID, _trouble)

    @app.errorhandler(OvertakenError)
    def overtaken(error: OvertakenError) -> AnyResponse:
        return _trouble(str(error), 409, [(act.who, describe(act)) for act in error.acts])

    @app.errorhandler(UnknownCaseError)
    def unknown(error: UnknownCaseError) -> AnyResponse:
        return _trouble(str(error), 404)


def _trouble(text: str, code: int, meanwhile: Sequence[tuple[str, str]] = ()) -> AnyResponse:
    """A page that says what is wrong, what others did meanwhile, and what the person had typed; for a form
    that stays on its page, the first two alone."""
    page = (
        jsonify(text=text, meanwhile=meanwhile)
        if by_script()
        else answer(
            "trouble.html",
            text=text,
            again=way_back(),
            code=code,
            meanwhile=meanwhile,
            typed=typed(),
        )
    )
    page.status_code = code
    return page


def get_ready(path: Path) -> None:
    """What the first pages would else wait for, done as soon as the desk is open: compile the pages, read the
    rulebooks, let a worker import what it will need, and judge and draw up the cases last worked on."""
    with suppress(DeskError):
        workers().call(Work.text("The desk", 0, "open"), judging.get_ready)
    templates.compile_pages("desk/", "report/")
    known_books()
    with suppress(DeskError), Archive(path) as archive:
        for case in archive.cases(latest=True)[:KEPT]:
            _draw_up(archive, case)


def _draw_up(archive: Archive, case: str) -> None:
    with suppress(DeskError):  # The case's page says why it cannot be judged.
        file = casework.case_file(archive, case)
        if file.open and casework.documents_ready(file, archive):
            view_in(archive, file, casework.judged(archive, file, patiently=True))
