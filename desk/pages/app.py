"""The pages put together: a Flask application over one archive."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from flask import Flask, request, send_from_directory, session
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

import templates
from desk.archive.history import told
from desk.archive.store import ArchiveError, OvertakenError
from desk.pages.answers import answer, back, close_archive, typed, way_back
from desk.pages.audit_jobs import AuditJobs
from desk.pages.guard import Access, Door, guard
from desk.pages.jobs import Readings
from desk.trouble import DeskError, in_one_line

PARTS: Final = ("cases", "reading", "findings", "ruling", "finding_cases", "audits")
"""Modules of this package, each with a blueprint `pages`."""
LARGEST: Final = 300_000_000
"""Bytes of one request: some dozens of photos."""
MOST_PARTS: Final = 400
"""Files and entries of one form."""

_SAID: Final = {
    400: "The form came incomplete. Go back and send it again.",
    403: "This form did not come from a page of the desk. Open the page again and send it from there.",
    404: "There is no such page. It may have been moved; begin again at the list of cases.",
    405: "This address only takes forms. Begin again at the list of cases.",
    413: "That is more than can be taken at once. Hand in fewer or smaller files, a match at a time.",
    421: "The desk is not to be reached under this name. Use the address that it printed when it started.",
}


def create_app(
    path: Path, access: Access, readings: Readings | None = None, audits: AuditJobs | None = None
) -> Flask:
    """The application. `readings` reads photos in the background, `audits` does audits; without them
    nothing is read."""
    app = Flask(__name__, static_folder=None, template_folder=None)
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
        AUDITS=audits or AuditJobs(path),
        ACCESS=access,
    )
    guard(app, access)
    app.teardown_appcontext(close_archive)
    _troubles(app)
    _entrance(app, access)
    for name in PARTS:
        app.register_blueprint(import_module(f"desk.pages.{name}").pages)
    return app


def _entrance(app: Flask, access: Access) -> None:
    door = Door(access)

    @app.get("/static/<path:name>")
    def static_file(name: str) -> AnyResponse:
        kept = send_from_directory(templates.HERE / "static", name, max_age=3600)
        kept.headers["Cache-Control"] = "max-age=3600"
        return kept

    @app.route("/login", methods=["GET", "POST"])
    def login() -> AnyResponse:
        wrong = ""
        if request.method == "POST":
            left = door.wait(request.remote_addr or "")
            if left > 0.0:
                wrong = (
                    "A wrong password was given a moment ago. Wait some seconds, then try again."
                )
            elif door.opens(request.remote_addr or "", request.form.get("password", "")):
                session["in"] = True
                return back("/")
            else:
                wrong = "That is not the password."
        return answer("login.html", wrong=wrong)

    @app.post("/who")
    def who() -> AnyResponse:
        name = " ".join(request.form.get("who", "").split())[:80]
        if not name:
            raise DeskError("Your name is needed.", "", "It stands beside everything that you do.")
        session["who"] = name
        session.permanent = True
        return back(request.form.get("next", "/"))


def _troubles(app: Flask) -> None:
    """What goes wrong is said in plain words, on a page."""

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> AnyResponse:
        code = error.code or 500
        return _trouble(_SAID.get(code, error.name), code)

    @app.errorhandler(OvertakenError)
    def overtaken(error: OvertakenError) -> AnyResponse:
        meanwhile = [(act.who, told(act)) for act in error.acts]
        return _trouble(str(error), 409, meanwhile)

    @app.errorhandler(ArchiveError)
    def of_the_archive(error: ArchiveError) -> AnyResponse:
        return _trouble(str(error), 404 if "There is no case" in error.message else 400)

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> AnyResponse:
        known = isinstance(error, DeskError) or hasattr(error, "exit_code")
        if not known:
            app.logger.exception("a page failed")
        return _trouble(in_one_line(error), 400 if known else 500)


def _trouble(text: str, code: int, meanwhile: Sequence[tuple[str, str]] = ()) -> AnyResponse:
    """A page that says what is wrong, what others did meanwhile, and what the person had typed."""
    page = answer(
        "trouble.html", text=text, again=way_back(), code=code, meanwhile=meanwhile, typed=typed()
    )
    page.status_code = code
    return page
