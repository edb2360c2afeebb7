"""Who may open the pages: this machine alone, unless the committee says otherwise, and then with a
password. Whatever another site makes a browser send is refused.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, redirect, request, session
from flask.sessions import SecureCookieSessionInterface
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.pages.door import Access, Logins

SAID: Final = {
    400: "The form came incomplete. Go back and send it again.",
    401: "You are not logged in, or your login has ended. Log in, then send it again.",
    403: "This form did not come from a page of the desk. Open the page again and send it from there.",
    404: "There is no such page. It may have been moved; begin again at the list of cases.",
    405: "This address only takes forms. Begin again at the list of cases.",
    413: "That is too much at once. Add fewer or smaller files, one match at a time.",
    421: "The desk is not to be reached under this name. Use the address that it printed when it started.",
}
"""Said by the pages."""

SAID_AT_ONCE: Final = {
    **SAID,
    400: "The desk did not understand this request.",
    403: "This did not come from a page of the desk, or it came through a proxy. Open the page again and "
    "send it from there. Where a proxy stands before the desk, start the desk with --proxy.",
    405: "The desk only shows pages and takes forms.",
    411: "The desk only takes forms whose length is known beforehand, as browsers send them.",
    431: "The address or the headers are too long.",
    500: "This is a fault in Fairdeal. Please report what you did.",
}
"""Said by their headers alone, before any page has seen the request."""


@dataclass(frozen=True, slots=True)
class Refusals:
    """The page that says why a request was refused by its headers, and what it says for each status. `said`
    has words for 400, which stand for any other."""

    page: str
    said: Mapping[int, str]

    def words(self, code: int) -> str:
        return self.said.get(code, self.said[400])


AT_ONCE: Final = Refusals("desk/refused.html", SAID_AT_ONCE)
"""Those of the desk."""


LOOPBACK: Final = ("127.0.0.1", "[::1]", "localhost")
POLICY: Final = (
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'self'; frame-src 'self'; base-uri 'none'"
)
"""Nothing from outside. Styles within the page are needed for the report, which is one file."""
OPEN_TO_ALL: Final = ("login", "static_file")
ASKED_BY_THEMSELVES: Final = ("cases.progress", "audits.audit_progress", "phone.state")
"""What open pages ask for again and again although nobody sits before them: it keeps no login alive."""
METHODS: Final = ("GET", "HEAD", "POST")
_READING: Final = ("GET", "HEAD")
STRANGERS_BODY: Final = 256_000
"""Bytes of a body from somebody who is not in: the password, or a form whose login has ended, with the
longest texts that any form takes. So much is held in memory; it never reaches the disk."""
STRANGERS_PARTS: Final = 40
"""Entries of such a form."""


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_everywhere(host: str) -> bool:
    """Whether this stands for every address of the machine, under which no browser asks for it."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def hosts_of(host: str, port: int, names: Collection[str]) -> set[str]:
    """Under which names browsers may ask, as they write them: with the port, an IPv6 address in brackets.

    The port 80 is not written.
    """
    known = {bracketed(host), *map(bracketed, names)}
    if is_loopback(host):
        known |= set(LOOPBACK)
    found = {f"{each}:{port}" for each in known} | set(names)
    return {each.casefold() for each in (found | known if port == 80 else found)}


def bracketed(host: str) -> str:
    """``::1`` as it stands in an address: ``[::1]``."""
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:
        return host


class Cookies(SecureCookieSessionInterface):
    """The session's cookie; over an encrypted connection it is sent over such ones only."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def guard(app: Flask, access: Access) -> None:
    """Put the checks before every request, and the headers on every answer."""
    app.session_interface = Cookies()

    @app.before_request
    def check() -> AnyResponse | None:
        code = refused_for_its_headers(request, access)
        if code:
            abort(code)
        if not inside(used=request.endpoint not in ASKED_BY_THEMSELVES):
            request.max_content_length = STRANGERS_BODY
            request.max_form_parts = STRANGERS_PARTS
            if request.endpoint not in OPEN_TO_ALL:
                return redirect("/login") if request.method in _READING else abort(401)
        if request.method not in _READING:
            _must_carry_the_token()
        return None

    @app.after_request
    def headers(answer: Response) -> Response:
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers["X-Frame-Options"] = "SAMEORIGIN"
        answer.headers["Referrer-Policy"] = "same-origin"
        answer.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if access.password is not None and request.endpoint != "static_file":
            # After logging out, the browser must have nothing left to show.
            answer.headers["Cache-Control"] = "no-store"
        answer.headers.setdefault("Cache-Control", "no-store")
        return answer


def inside(*, used: bool = False) -> bool:
    """Whether who asks is in: has given the password, where one is asked. `used` keeps the login alive."""
    access, logins = current_app.config["ACCESS"], current_app.config["LOGINS"]
    if not isinstance(access, Access) or not isinstance(logins, Logins):
        return False
    return access.password is None or logins.live(session.get("in"), used=used)


def refused_for_its_headers(asked: Request, access: Access) -> int:
    """The status with which a request is refused before its body is looked at; 0 where it is not."""
    if asked.host.casefold() not in access.hosts:
        return 421
    if asked.method not in METHODS:
        return 405
    if asked.method in _READING:
        return 0
    origin = asked.headers.get("Origin")
    if origin is not None and _netloc(origin) not in access.hosts:
        return 403
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return 403
    return 0


def through_a_proxy(asked: Request) -> bool:
    """Whether a proxy says that it passes the request on for somebody else."""
    return any(name in asked.headers for name in ("X-Forwarded-For", "Forwarded"))


def _must_carry_the_token() -> None:
    """A form of ours carries the session's own token."""
    given = request.form.get("token", "") or request.headers.get("X-Token", "")
    if not hmac.compare_digest(given.encode("utf-8", "replace"), token().encode()):
        abort(403)


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:
        return ""


def token() -> str:
    """This session's token, which every form carries."""
    if "token" not in session:
        session["token"] = secrets.token_hex(16)
    return str(session["token"])
