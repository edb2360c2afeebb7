"""The pages of a phone that is let in: begin, take a photo, look at it, put it into the case."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from flask import Blueprint, Response, abort, current_app, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import templates
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.pages.entrance.door import network_of
from fairdeal.desk.pages.jobs import Task
from fairdeal.desk.phone import asking
from fairdeal.desk.phone.asking import COOKIE, passes, phone_in
from fairdeal.desk.phone.looking import Look, look
from fairdeal.desk.phone.passes import Held, Pass
from fairdeal.desk.review import casework
from fairdeal.desk.trouble import DeskError
from fairdeal.digitize.pictures.sniff import Content, sniff

pages = Blueprint("phone", __name__)

ENDINGS: Final = {
    Content.JPEG: "jpg",
    Content.PNG: "png",
    Content.WEBP: "webp",
    Content.HEIF: "heic",
}
"""The kinds of photos that phones take, and how their names end."""
STATIC: Final = {"phone.css": "text/css", "phone.js": "text/javascript"}


def page(name: str, **values: object) -> Response:
    return make_response(templates.render(f"phone/{name}", **values))


@pages.get("/<any('phone.css', 'phone.js'):name>")
def static_file(name: str) -> AnyResponse:
    text = (templates.HERE / "static" / name).read_text("utf-8")
    return Response(text, mimetype=STATIC[name])


@pages.get("/p/<code>")
def begin(code: str) -> AnyResponse:
    """Opening the address alone uses nothing up: some phones look at it before they show it."""
    found = passes().unclaimed(code)
    if found is None:
        abort(_wrong())
    return page("begin.html", code=code, who=found.who)


@pages.post("/p/<code>")
def claim(code: str) -> AnyResponse:
    found = passes().claim(code, request.remote_addr or "")
    if found is None:
        abort(_wrong())
    answered = redirect("/photos", code=303)
    answered.set_cookie(COOKIE, found.key, httponly=True, samesite="Strict")
    return answered


@pages.get("/photos")
def photos() -> AnyResponse:
    it = _let_in()
    return page("photos.html", it=it, minutes=round(passes().left(it) / 60))


@pages.post("/look")
def looked() -> AnyResponse:
    """A photo to be looked at; it is held until it is put into the case, or another is taken."""
    it = _let_in_by_form()
    if not passes().looks.allows(it.key) or not it.looking.acquire(blocking=False):
        abort(429)
    try:
        it.held = _held(request.files["photo"].stream.read(asking.LARGEST + 1))
    finally:
        it.looking.release()
    return redirect("/photo", code=303)


@pages.get("/photo")
def photo() -> AnyResponse:
    it = _let_in()
    return redirect("/photos", 303) if it.held is None else page("looked.html", it=it, held=it.held)


@pages.get("/held.jpg")
def held() -> AnyResponse:
    it = _let_in()
    if it.held is None or not it.held.look.picture:
        abort(404)
    return Response(it.held.look.picture, mimetype="image/jpeg")


@pages.post("/keep")
def keep() -> AnyResponse:
    _put_in(_let_in_by_form())
    return redirect("/photos" if phone_in() is not None else "/done", code=303)


@pages.post("/done")
def end() -> AnyResponse:
    passes().end(_let_in_by_form().case)
    return redirect("/done", code=303)


@pages.get("/done")
def done() -> AnyResponse:
    return page("done.html")


def _let_in() -> Pass:
    found = phone_in()
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
    """The status for a code that does not count; who guesses on and on is not even told that."""
    return 404 if passes().wrong.allows(network_of(request.remote_addr or "")) else 429


def _held(data: bytes) -> Held:
    """A photo as it came, looked at by a worker. Raises DeskError for what is no photo."""
    if len(data) > asking.LARGEST:
        abort(413)
    if sniff(data) not in ENDINGS:
        raise DeskError("This is not a photo.", "", "Take one with the camera.")
    try:
        seen = workers().call(Work.photo("The photo"), look, data, "The photo")
    except ConfinedError as error:
        seen = Look(False, error.message, error.remedy)
    return Held(hashlib.sha256(data).hexdigest(), data, seen)


def _put_in(it: Pass) -> None:
    """The photo that is held into the case, as from the desk itself. The phone's name for it is not used."""
    held = it.held
    if held is None or request.form.get("digest") != held.digest:
        raise DeskError("This photo is not here any more.", "", "Take it again.")
    name = f"phone.{ENDINGS[sniff(held.data)]}"
    with Archive(current_app.config["ARCHIVE"]) as archive:
        digest = casework.keep_document(archive, it.case, held.data, name, f"{it.who}, by phone")
        act = casework.case_file(archive, it.case).documents[digest]
    current_app.config["READINGS"].add(Task(it.case, digest, str(act.body["name"])))
    passes().count(it)
