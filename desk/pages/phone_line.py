"""The port for phones, open while a pass is open and only then; and the phone's page, which alone it serves.

The page knows the passes, and the archive only to put a photo into a pass's case. It shows nothing of any
case.
"""

from __future__ import annotations

import hashlib
import hmac
import socket
import time
from contextlib import suppress
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path
from threading import Lock, Thread
from typing import Final, Protocol

from flask import (
    Blueprint,
    Flask,
    Request,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    request,
)
from waitress.server import MultiSocketServer
from werkzeug.wrappers import Response as AnyResponse

from fairdeal import templates
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.pages.guard import (
    Access,
    Gate,
    Refusals,
    bracketed,
    network_of,
    refused_for_its_headers,
    say_what_is_wrong,
    through_a_proxy,
)
from fairdeal.desk.pages.jobs import Readings, Task
from fairdeal.desk.pages.phone_passes import (
    COOKIE,
    LANGUAGE,
    LARGEST,
    SMALL,
    Held,
    Look,
    Pass,
    Passes,
    from_near,
    look,
    passes,
    phone_in,
    room,
)
from fairdeal.desk.pages.serving import Limits, listen
from fairdeal.desk.review import casework
from fairdeal.desk.tournament.board import Told, event_now
from fairdeal.desk.tournament.event import EventPapers, seat_paper
from fairdeal.desk.trouble import DeskError
from fairdeal.digitize.pictures.decode import Content, sniff
from fairdeal.templates.language import ENGLISH, language, languages

pages = Blueprint("phone", __name__)


class Audits(Protocol):
    """The queue of audits, as far as a phone makes use of it: photos of an event go there."""

    files: EventPapers

    def add(self, audit: str) -> None: ...

    def working(self, audit: str) -> bool: ...


ENDINGS: Final = {
    Content.JPEG: "jpg",
    Content.PNG: "png",
    Content.WEBP: "webp",
    Content.HEIF: "heic",
}
"""The kinds of photos that phones take, and how their names end."""
STATIC: Final = {"tokens.css": "text/css", "phone.css": "text/css", "phone.js": "text/javascript"}


def page(name: str, code_of: str = "", **values: object) -> Response:
    """A page for the phone, in the language of whoever let it in."""
    asked = code_of or request.cookies.get(LANGUAGE, "")
    own = language(asked) if asked in languages() else ENGLISH
    return make_response(templates.render(f"phone/{name}", own, **values))


@pages.get("/<any('tokens.css', 'phone.css', 'phone.js'):name>")
def static_file(name: str) -> AnyResponse:
    text = (templates.HERE / "static" / name).read_text("utf-8")
    return Response(text, mimetype=STATIC[name])


@pages.get("/p/<code>")
def begin(code: str) -> AnyResponse:
    """Opening the address alone uses nothing up: some phones look at it before they show it."""
    found = _counting(passes().unclaimed(code))
    return page("begin.html", found.language, code=code, who=found.who, event=found.event)


@pages.post("/p/<code>")
def claim(code: str) -> AnyResponse:
    found = _counting(passes().claim(code, request.remote_addr or ""))
    answered = redirect("/photos", code=303)
    for name, value in ((COOKIE, found.key), (LANGUAGE, found.language)):
        answered.set_cookie(name, value, httponly=True, samesite="Strict")
    return answered


@pages.get("/photos")
def photos() -> AnyResponse:
    it = _let_in()
    return page("photos.html", it=it, minutes=round(passes().left(it) / 60), added=_added(it))


SHOWN: Final = 5
"""Photos of which the phone says what they are of: the last ones."""


def _added(it: Pass) -> list[Told]:
    """What the last photos of a phone are of, and how their matches stand: both teams may still be at the
    table. Of others' photos it says nothing."""
    if not it.event:
        return []
    audits = current_app.config["AUDITS"]
    # First: what is read from here on is not among what is looked up.
    working = audits.working(it.case)
    with Archive(current_app.config["ARCHIVE"]) as archive:
        now = event_now(audits.files, archive, it.case)
    found = [now.told_of(digest) for digest in reversed(it.added[-SHOWN:])]
    return [WAITS if each is None and working else each or UNREAD for each in found]


WAITS: Final = Told("A photo", "It is still being read.")
UNREAD: Final = Told(
    "A photo",
    "Nothing in it could be read. Take it again, or bring the paper to the desk.",
)


@pages.post("/place")
def place() -> AnyResponse:
    """Of which match a photo is that does not say so itself; only of this phone's own photos."""
    it = _let_in_by_form()
    digest = request.form.get("digest", "")
    if digest not in it.added:
        abort(404)
    seat = (request.form.get("round", "").strip(), request.form.get("table", "").strip())
    with Archive(current_app.config["ARCHIVE"]) as archive:
        seat_paper(archive, it.case, digest, seat, f"{it.who}, by phone")
    current_app.config["AUDITS"].add(it.case)
    return redirect("/photos", code=303)


@pages.post("/look")
def looked() -> AnyResponse:
    """A photo to be looked at; it is held until it is put into the case, or another is taken."""
    it = _let_in_by_form()
    if not passes().looks.allows(it.key) or not it.looking.acquire(blocking=False):
        abort(429)
    try:
        it.held = _held(request.files["photo"].stream.read(LARGEST + 1))
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
    passes().close(_let_in_by_form())
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


def _counting(found: Pass | None) -> Pass:
    """The pass of a code that counts; whoever guesses on and on is not even told that a code does not."""
    if found is None:
        abort(404 if passes().wrong.allows(network_of(request.remote_addr or "")) else 429)
    return found


def _held(data: bytes) -> Held:
    """A photo as it came, looked at by a worker. Raises DeskError for what is not a photo."""
    if len(data) > LARGEST:
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
    by = f"{it.who}, by phone"
    if it.event:
        papers = current_app.config["AUDITS"].files
        papers.get(it.case)  # It may have been removed meanwhile.
        filed = papers.take(it.case, name, BytesIO(held.data))
        papers.add(it.case, [filed], by)
        current_app.config["AUDITS"].add(it.case)
        it.added.append(held.digest)
    else:
        with Archive(current_app.config["ARCHIVE"]) as archive:
            digest = casework.keep_document(archive, it.case, held.data, name, by)
            act = casework.case_file(archive, it.case).documents[digest]
        current_app.config["READINGS"].add(Task(it.case, digest, str(act.body["name"])))
    passes().count(it)


def takes(asked: Request, length: int) -> int:
    """The bytes of a photo are taken from a phone that is in, and from nobody else."""
    if length > room(asked.path):
        return 413 if phone_in() is not None else 401
    return 400 if length and asked.method != "POST" else 0


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


def create_phone_app(
    archive: Path,
    passes: Passes,
    hosts: set[str],
    readings: Readings,
    audits: Audits | None = None,
) -> Flask:
    """The application. `hosts` are the names under which phones ask for it."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST + SMALL,
        MAX_FORM_PARTS=4,
        ARCHIVE=archive,
        PASSES=passes,
        READINGS=readings,
        AUDITS=audits,
        ACCESS=Access(hosts),
    )
    _guard(app)
    say_what_is_wrong(app, SAID, _said)
    app.register_blueprint(pages)
    return app


def _guard(app: Flask) -> None:
    @app.before_request
    def check() -> None:
        if not from_near(request.remote_addr or "") or through_a_proxy(request):
            abort(403)
        code = refused_for_its_headers(request, current_app.config["ACCESS"])
        if code:
            abort(code)
        request.max_content_length = room(request.path)

    @app.after_request
    def headers(answered: Response) -> Response:
        answered.headers.update(HEADERS)
        return answered


def _said(text: str, code: int) -> Response:
    found = page("said.html", text=text, inside=phone_in() is not None)
    found.status_code = code
    return found


PORT: Final = 8457
"""Beside the desk's own."""
LIMITS: Final = Limits(connections=40, of_one=12)
"""Some phones, each with the six connections of a browser and as many that it has left behind."""
LOOK: Final = 1.0
"""Seconds between two looks whether any pass is still open."""
LINGER: Final = 10.0
"""Seconds for which the port stays open after the last pass has ended: the phone still fetches the page that
says so, over a network that may be slow, and would show an error of the browser instead."""
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for examples: nothing is sent there, the system only says which of its own it would use."""


def own_address() -> str | None:
    """The address of this machine in its network; None where it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found = str(probe.getsockname()[0])
        return None if ip_address(found).is_unspecified else found
    return None


class PhoneLine:
    """Listens for phones at one address of a local network: `address`, None to find out this
    machine's own."""

    def __init__(
        self,
        archive: Path,
        readings: Readings,
        address: str | None = None,
        port: int = PORT,
        passes: Passes | None = None,
        audits: Audits | None = None,
    ) -> None:
        self.passes = passes or Passes()
        self._archive, self._readings, self._audits = archive, readings, audits
        self._address, self._port = address, port
        self._lock = Lock()
        self._server: MultiSocketServer | None = None
        self._at = ""

    def open(self, case: str, who: str, language: str = "en", *, event: bool = False) -> Pass:
        """Let in a phone for a case or an event. Raises DeskError where no phone could reach this machine, or
        not only phones that are near."""
        with self._lock:
            if self._server is None:
                self._listen()
            return self.passes.open(case, who, language, event=event)

    def url(self, it: Pass) -> str:
        """What the QR code of a pass holds."""
        return f"http://{self._at}/p/{it.code}"

    @property
    def listening(self) -> bool:
        return self._server is not None

    def close(self) -> None:
        """Stop listening, whatever is open."""
        with self._lock:
            self._stop()

    def _listen(self) -> None:
        address = self._address or own_address()
        if address is None:
            raise DeskError(
                "This machine is not in a network that a phone could be in.",
                "",
                "Connect it to the same Wi-Fi as the phone.",
            )
        if not from_near(address):
            raise DeskError(
                f"{address} can be reached from the internet.",
                "",
                "Start the desk with an address of the local network: --phone-address ADDRESS.",
            )
        hosts: set[str] = set()
        app = create_phone_app(self._archive, self.passes, hosts, self._readings, self._audits)
        try:
            server = listen(app, Gate(app, takes), address, self._port, None, LIMITS, REFUSALS)
        except OSError as error:
            reason = (error.strerror or "it failed").lower()
            raise DeskError(
                f"{address}:{self._port} cannot be listened on ({reason}).",
                "",
                "Start the desk with another port: --phone-port N.",
            ) from error
        self._at = f"{bracketed(address)}:{self._port or server.effective_listen[0][1]}"
        hosts.add(self._at)
        self._server = server
        Thread(target=_run, args=(server,), name="phones", daemon=True).start()
        Thread(target=self._watch, args=(server,), name="phones-end", daemon=True).start()

    def _watch(self, server: MultiSocketServer) -> None:
        """Close the port once no pass has been open for a little while."""
        needed = time.monotonic()
        while True:
            time.sleep(LOOK)
            with self._lock:
                if self._server is not server:
                    return
                if self.passes.any():
                    needed = time.monotonic()
                elif time.monotonic() - needed >= LINGER:
                    self._stop()
                    return

    def _stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


def _run(server: MultiSocketServer) -> None:
    """Until it is closed, which takes its connections away from under it."""
    with suppress(OSError, RuntimeError, ValueError):
        server.run()
