"""The phone's page: a small application of its own, which serves this page and nothing else.

It knows the passes, and the archive only to put a photo into a pass's case. It shows nothing of any case.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, current_app, request
from werkzeug.exceptions import HTTPException

from fairdeal.desk.pages.entrance.door import Access
from fairdeal.desk.pages.entrance.guard import refused_for_its_headers, through_a_proxy
from fairdeal.desk.pages.entrance.refusals import Refusals
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.phone import asking
from fairdeal.desk.phone.passes import Passes
from fairdeal.desk.phone.views import page, pages
from fairdeal.desk.trouble import DeskError, in_one_line

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
        "media-src 'self' blob:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Permissions-Policy": "camera=(self)",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing from outside, nothing kept."""
SAID: Final = {
    400: "The phone's page did not understand this.",
    401: "This phone is not let in, or its time is over. Ask at the desk for a new code, and scan it.",
    403: "This did not come from the phone's own page. Scan the code again.",
    404: "This code does not count, or not any more. Ask at the desk for a new one.",
    405: "There is nothing here but the phone's page. Scan the code again.",
    411: "The phone's page only takes forms, as browsers send them.",
    413: "The photo is too large. Set the camera to a smaller picture.",
    421: "Use the address that the desk shows.",
    429: "Too many at once. Wait a minute.",
}
REFUSALS: Final = Refusals("phone/refused.html", SAID)


def create_phone_app(archive: Path, passes: Passes, hosts: set[str], readings: Readings) -> Flask:
    """The application. `hosts` are the names under which phones ask for it."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=asking.LARGEST + asking.SMALL,
        MAX_FORM_PARTS=4,
        ARCHIVE=archive,
        PASSES=passes,
        READINGS=readings,
        ACCESS=Access(hosts),
    )
    _guard(app)
    _troubles(app)
    app.register_blueprint(pages)
    return app


def _guard(app: Flask) -> None:
    @app.before_request
    def check() -> None:
        if not asking.from_near(request.remote_addr or "") or through_a_proxy(request):
            abort(403)
        code = refused_for_its_headers(request, current_app.config["ACCESS"])
        if code:
            abort(code)
        request.max_content_length = asking.room(request.path)

    @app.after_request
    def headers(answered: Response) -> Response:
        answered.headers.update(HEADERS)
        return answered


def _troubles(app: Flask) -> None:
    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response:
        code = error.code or 500
        return _said(SAID.get(code, error.name), code)

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        known = isinstance(error, DeskError) or hasattr(error, "exit_code")
        if not known:
            app.logger.exception("the phone's page failed")
        return _said(in_one_line(error), 400 if known else 500)


def _said(text: str, code: int) -> Response:
    found = page("said.html", text=text, inside=asking.phone_in() is not None)
    found.status_code = code
    return found
