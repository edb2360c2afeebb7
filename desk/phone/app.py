"""The phone's page: a small application of its own, which serves this page and nothing else.

It knows the passes, and the archive only to put a photo into a pass's case. It shows nothing of any case.
"""

from __future__ import annotations

import hashlib
import hmac
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, current_app, make_response, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import templates
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.pages.entrance.door import Access, network_of
from fairdeal.desk.pages.entrance.guard import refused_for_its_headers, through_a_proxy
from fairdeal.desk.pages.jobs import Readings, Task
from fairdeal.desk.phone.looking import Look, look
from fairdeal.desk.phone.passes import Held, Pass, Passes
from fairdeal.desk.review import casework
from fairdeal.desk.trouble import DeskError, in_one_line
from fairdeal.digitize.pictures.sniff import Content, sniff

COOKIE: Final = "fairdeal-phone"
LARGEST: Final = 30_000_000
"""Bytes of a photo: a phone's best has 12; as PNG, of a screen, 20."""
SMALL: Final = 4_000
"""Bytes of any other form."""
PICTURES: Final = (Content.JPEG, Content.PNG, Content.WEBP, Content.HEIF)
FILES: Final = ("phone.css", "phone.js")
POLICY: Final = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; media-src 'self' blob:; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SAID: Final = {
    401: "This phone is not let in, or its time is over. Ask at the desk for a new code, and scan it.",
    403: "This did not come from the phone's own page. Scan the code again.",
    404: "This code does not count, or not any more. Ask at the desk for a new one.",
    405: "There is nothing here but the phone's page. Scan the code again.",
    413: "The photo is too large. Set the camera to a smaller picture.",
    421: "Use the address that the desk shows.",
    429: "Too many at once. Wait a minute.",
}


def create_phone_app(archive: Path, passes: Passes, hosts: set[str], readings: Readings) -> Flask:
    """The application. `hosts` are the names under which phones ask for it."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST + SMALL,
        MAX_FORM_PARTS=4,
        ARCHIVE=archive,
        PASSES=passes,
        READINGS=readings,
        ACCESS=Access(hosts),
    )
    _guard(app)
    _pages(app)
    return app


def room(path: str, known: bool) -> int:
    """Bytes that a form may bring: a photo only from a phone that is in, and only where photos go."""
    return LARGEST + SMALL if known and path == "/look" else SMALL


def phone_in(key: str) -> Pass | None:
    """The pass of whoever has this cookie."""
    passes: Passes = current_app.config["PASSES"]
    return passes.with_key(key)


def from_near(address: str) -> bool:
    """Whether an address is of a local network: nobody from the internet is answered."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return found.is_private or found.is_loopback or found.is_link_local


def _guard(app: Flask) -> None:
    @app.before_request
    def check() -> None:
        if not from_near(request.remote_addr or "") or through_a_proxy(request):
            abort(403)
        code = refused_for_its_headers(request, current_app.config["ACCESS"])
        if code:
            abort(code)
        request.max_content_length = room(request.path, _here() is not None)

    @app.after_request
    def headers(answered: Response) -> Response:
        answered.headers["Content-Security-Policy"] = POLICY
        answered.headers["Permissions-Policy"] = "camera=(self)"
        answered.headers["X-Content-Type-Options"] = "nosniff"
        answered.headers["Referrer-Policy"] = "same-origin"
        answered.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        answered.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        answered.headers["Cache-Control"] = "no-store"
        return answered

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> AnyResponse:
        code = error.code or 500
        return _said(SAID.get(code, error.name), code)

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> AnyResponse:
        known = isinstance(error, DeskError) or hasattr(error, "exit_code")
        if not known:
            app.logger.exception("the phone's page failed")
        return _said(in_one_line(error), 400 if known else 500)


def _pages(app: Flask) -> None:
    @app.get("/<any('phone.css', 'phone.js'):name>")
    def file(name: str) -> AnyResponse:
        kind = {"css": "text/css", "js": "text/javascript"}[name.rpartition(".")[2]]
        text = (templates.HERE / "static" / name).read_text("utf-8")
        return Response(text, mimetype=kind)

    @app.get("/p/<code>")
    def begin(code: str) -> AnyResponse:
        """Opening the address alone uses nothing up: some phones look at it before they show it."""
        found = _passes().unclaimed(code)
        if found is None:
            abort(_wrong())
        return _page("begin.html", code=code, who=found.who)

    @app.post("/p/<code>")
    def claim(code: str) -> AnyResponse:
        found = _passes().claim(code, request.remote_addr or "")
        if found is None:
            abort(_wrong())
        answered = redirect("/photos", code=303)
        answered.set_cookie(COOKIE, found.key, httponly=True, samesite="Strict")
        return answered

    @app.get("/photos")
    def photos() -> AnyResponse:
        return _page("photos.html", it=_let_in(), minutes=_minutes(_let_in()))

    @app.post("/look")
    def looked() -> AnyResponse:
        it = _let_in_by_form()
        if not _passes().looks.allows(it.key):
            abort(429)
        if not it.looking.acquire(blocking=False):
            abort(429)
        try:
            it.held = _held(request.files["photo"].stream.read(LARGEST + 1))
        finally:
            it.looking.release()
        return redirect("/photo", code=303)

    @app.get("/photo")
    def photo() -> AnyResponse:
        it = _let_in()
        return (
            redirect("/photos", code=303)
            if it.held is None
            else _page("looked.html", it=it, held=it.held)
        )

    @app.get("/held.jpg")
    def held() -> AnyResponse:
        it = _let_in()
        if it.held is None or not it.held.look.picture:
            abort(404)
        return Response(it.held.look.picture, mimetype="image/jpeg")

    @app.post("/keep")
    def keep() -> AnyResponse:
        _put_in(_let_in_by_form())
        return redirect("/photos" if _here() is not None else "/done", code=303)

    @app.post("/done")
    def end() -> AnyResponse:
        it = _let_in_by_form()
        _passes().end(it.case)
        return redirect("/done", code=303)

    @app.get("/done")
    def done() -> AnyResponse:
        return _page("done.html")


def _passes() -> Passes:
    passes: Passes = current_app.config["PASSES"]
    return passes


def _here() -> Pass | None:
    return phone_in(request.cookies.get(COOKIE, ""))


def _let_in() -> Pass:
    found = _here()
    if found is None:
        abort(401)
    return found


def _let_in_by_form() -> Pass:
    """Whoever sends a form of ours, with what it carries."""
    found = _let_in()
    given = request.form.get("form", "")
    if not hmac.compare_digest(given.encode("utf-8", "replace"), found.form.encode()):
        abort(403)
    return found


def _wrong() -> int:
    """The status for a code that does not count; guessing on and on is refused without a look."""
    allowed = _passes().wrong.allows(network_of(request.remote_addr or ""))
    return 404 if allowed else 429


def _minutes(it: Pass) -> int:
    return round(_passes().left(it) / 60)


def _held(data: bytes) -> Held:
    """A photo as it came, looked at by a worker. Raises DeskError for what is no photo."""
    if len(data) > LARGEST:
        abort(413)
    if sniff(data) not in PICTURES:
        raise DeskError("This is not a photo.", "", "Take one with the camera.")
    try:
        seen = workers().call(Work.photo("The photo"), look, data, "The photo")
    except ConfinedError as error:
        seen = Look(False, error.message, error.remedy)
    return Held(hashlib.sha256(data).hexdigest(), data, seen)


def _put_in(it: Pass) -> None:
    """The photo that is held into the case, as from the desk itself."""
    held = it.held
    if held is None or request.form.get("digest") != held.digest:
        raise DeskError("This photo is not here any more.", "", "Take it again.")
    ending = {Content.PNG: "png", Content.WEBP: "webp", Content.HEIF: "heic"}
    name = f"phone.{ending.get(sniff(held.data), 'jpg')}"
    with Archive(current_app.config["ARCHIVE"]) as archive:
        digest = casework.keep_document(archive, it.case, held.data, name, f"{it.who}, by phone")
        act = casework.case_file(archive, it.case).documents[digest]
    current_app.config["READINGS"].add(Task(it.case, digest, str(act.body["name"])))
    _passes().count(it)


def _page(name: str, **values: object) -> Response:
    return make_response(templates.render(f"phone/{name}", **values))


def _said(text: str, code: int) -> Response:
    found = _page("said.html", text=text, inside=_here() is not None)
    found.status_code = code
    return found
