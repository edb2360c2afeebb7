"""Who may open the pages: this machine alone, unless the committee says otherwise, and then with a
password. Whatever another site makes a browser send is refused.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import scrypt
from ipaddress import ip_address
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, redirect, request, session
from werkzeug.wrappers import Response as AnyResponse

LOOPBACK: Final = ("127.0.0.1", "[::1]", "localhost")
POLICY: Final = (
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'self'; frame-src 'self'; base-uri 'none'"
)
"""Nothing from outside. Styles within the page are needed for the report, which is one file."""
OPEN_TO_ALL: Final = ("login", "static_file")
WAIT: Final = 2.0
"""Seconds for which a machine is not asked again after a wrong password, so that trying them out takes
years. Nothing waits meanwhile: a thread that slept would be one less for everybody else."""
FREE: Final = 3
"""Wrong passwords before the first wait: people mistype."""
MOST_WAITING: Final = 1000
"""Machines that are remembered for their wrong password."""


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
        return scrypt(text.encode("utf-8", "replace"), salt=self.salt, n=2**14, r=8, p=1)


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
    if origin is not None and _netloc(origin) not in access.hosts:
        abort(403)
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403)
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


class Door:
    """Where the password is asked: one try at a time, and none for a while after a wrong one."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._lock = Lock()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, machine: str) -> float:
        """Seconds that this machine still has to wait before another try counts."""
        with self._lock:
            times, last = self._wrong.get(machine, (0, 0.0))
            return 0.0 if times < FREE else max(0.0, last + WAIT - time.monotonic())

    def opens(self, machine: str, given: str) -> bool:
        """Whether this is the password."""
        with self._lock:
            times, _ = self._wrong.pop(machine, (0, 0.0))
            right = self._access.right(given)
            if not right:
                self._wrong[machine] = times + 1, time.monotonic()
                while len(self._wrong) > MOST_WAITING:
                    self._wrong.popitem(last=False)
        return right
