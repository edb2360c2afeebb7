"""Who may open the pages: this machine alone, unless the committee says otherwise, and then with a
password. Whatever another site makes a browser send is refused.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import scrypt
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, redirect, request, session
from werkzeug.wrappers import Response as AnyResponse

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
POLICY: Final = (
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'self'; frame-src 'self'; base-uri 'none'"
)
"""Nothing from outside. Styles within the page are needed for the report, which is one file."""
OPEN_TO_ALL: Final = ("login", "static_file")
WAIT: Final = 1.0
"""Seconds that a wrong password costs, so that trying them out takes years."""


@dataclass(frozen=True, slots=True)
class Access:
    """Under which names the pages may be asked for, and with which password.

    `hosts` are as the browser writes them, with the port. `password` is None on loopback only.
    """

    hosts: Collection[str]
    password: str | None = None
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(16), repr=False)

    def right(self, given: str) -> bool:
        """Whether this is the password; takes as long for a wrong one."""
        if self.password is None:
            return True
        return hmac.compare_digest(self._digest(given), self._digest(self.password))

    def _digest(self, text: str) -> bytes:
        return scrypt(text.encode(), salt=self.salt, n=2**14, r=8, p=1)


def is_loopback(host: str) -> bool:
    return host in LOOPBACK or host.startswith("127.")


def guard(app: Flask, access: Access) -> None:
    """Put the checks before every request, and the headers on every answer."""

    @app.before_request
    def check() -> AnyResponse | None:
        if request.host.casefold() not in access.hosts:
            abort(421)
        if request.method not in ("GET", "HEAD"):
            _must_come_from_here(access)
        if (
            access.password is not None
            and not session.get("in")
            and request.endpoint not in OPEN_TO_ALL
        ):
            return redirect("/login")
        return None

    @app.after_request
    def headers(answer: Response) -> Response:
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers["Referrer-Policy"] = "same-origin"
        answer.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        answer.headers.setdefault("Cache-Control", "no-store")
        return answer


def _must_come_from_here(access: Access) -> None:
    """A form of ours, sent from a page of ours: the right origin, and the session's own token."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc.casefold() not in access.hosts:
        abort(403)
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403)
    given = request.form.get("token", "") or request.headers.get("X-Token", "")
    if not hmac.compare_digest(given, token()):
        abort(403)


def token() -> str:
    """This session's token, which every form carries."""
    if "token" not in session:
        session["token"] = secrets.token_hex(16)
    return str(session["token"])


def slow_down() -> None:
    time.sleep(WAIT)
