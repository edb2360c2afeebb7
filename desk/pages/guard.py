"""Who may open the pages: this machine alone, unless the committee says otherwise, and then with a password.

How often a password may be tried, who is in, and what is refused by a request's headers alone. Whatever
another site makes a browser send is refused.

The director's password opens everything, and so does a desk without passwords. A committee decides cases; a
runner brings papers and asks for those that are missing; a guest sees results. Nobody below the committee
sees a case or a finding: both teams learn of those by the ruling.
"""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Any, Final, Literal, get_args
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, g, redirect, request, session
from flask.sessions import SecureCookieSessionInterface
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.once import UnfinishedError
from fairdeal.desk.trouble import DeskError, in_one_line

_log: Final = logging.getLogger(__name__)

TRIES: Final = 5
"""Wrong passwords in a row that cost nobody any time: people mistype."""
TRY_EVERY: Final = 5.0
"""Seconds until one more wrong password is allowed: at most 17,280 a day, so that a list of the million
passwords used most takes two months."""
PAGE_TRY_EVERY: Final = 3 * TRY_EVERY
"""The same for one login page. Of the tries that an address has, whoever guesses on and on from one page gets
a third; the others are for whoever asks from another page there."""
LONG: Final = 20
"""Letters from which a password is not guarded by waiting. At the thousand tries a second that the desk can
answer, four or five random words hold out for longer than anybody tries. Where nobody is made to wait,
nobody can keep others waiting: a stranger behind the same address cannot hold the door shut."""
REMEMBERED: Final = 1000
"""Addresses, known browsers and logins that are kept in memory; the oldest goes first."""
LONGEST_LOGIN: Final = 12 * 3600.0
"""Seconds after which the password is asked again: a day of play. The next morning begins with it."""
LONGEST_PAUSE: Final = 2 * 3600.0
"""Seconds without a page opened after which the password is asked again: longer than a match or a meal.
A tablet that somebody left behind is closed by then."""
REPORT_EVERY: Final = 60.0
"""Seconds between two lines on the terminal about wrong passwords."""
MARK: Final = "X-Fairdeal-Desk"
"""The header of an answer that says which run of the desk gave it."""
_PAGE: Final = "page "
_NETWORK: Final = 64
"""Bits of an IPv6 address that name a network. One machine may take any address within it."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Access:
    """Under which names the pages may be asked for, and with which password.

    `hosts` are as the browser writes them, with the port. `password` opens everything; it is None on loopback
    only. `others` are passwords that open less.
    """

    hosts: Collection[str]
    password: str | None = None
    others: Mapping[Role, str] = field(default_factory=dict)
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    mark: str = field(default_factory=lambda: secrets.token_hex(16))
    """Of this run of the desk: a second start knows it again by it. It opens nothing."""

    def role_of(self, given: str) -> Role | None:
        """Whose password this is, None for a wrong one, which takes as long.

        The digest is a quick one. The password itself is in this program's memory, so a slow digest would
        protect nothing, and every wrong try would cost the machine more than it costs the stranger.
        """
        if self.password is None:
            return "director"
        asked, found = self._digest(given), None
        for role, password in {**self.others, "director": self.password}.items():
            if hmac.compare_digest(asked, self._digest(password)):
                found = role
        return found

    @property
    def long(self) -> bool:
        """Whether nobody can guess any of its passwords by trying."""
        known = (self.password, *self.others.values())
        return all(each is None or len(each) >= LONG for each in known)

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self.salt, text.encode("utf-8", "replace"), "sha256")


@dataclass(frozen=True, slots=True)
class _Tries:
    """What is left of somebody's tries, and when that was so."""

    left: float
    at: float


class Door:
    """Where the password is given.

    Wrong passwords are counted for each address, and for each login page there. A browser that was in
    before is counted alone, so nobody at its address takes its tries away. A try that was refused costs
    nothing: to try on does not make the wait longer.
    """

    def __init__(self, access: Access, clock: Clock = time.monotonic) -> None:
        self._access = access
        self._clock = clock
        self._lock = Lock()
        self._tries: OrderedDict[str, _Tries] = OrderedDict()
        self._browsers: OrderedDict[str, None] = OrderedDict()
        self._reported = -REPORT_EVERY

    def wait(self, address: str, browser: str = "", page: str = "") -> float:
        """Seconds until the next try from there counts; 0 where it counts now. `page` names the login page
        that is asked from, as only the desk can."""
        if self._access.long:
            return 0.0
        with self._lock:
            return max(self._left(who)[1] for who in self._asking(address, browser, page))

    def opens(self, address: str, browser: str, given: str, page: str = "") -> Role | None:
        """Whose password this is, where the try counts; None where it is nobody's."""
        if self._access.long:
            return self._access.role_of(given)
        with self._lock:
            asking = self._asking(address, browser, page)
            if any(self._left(who)[1] > 0.0 for who in asking):
                return None
            role = self._access.role_of(given)
            if role is None:
                for who in asking:
                    left, _ = self._left(who)
                    self._tries[who] = _Tries(left - 1.0, self._clock())
                    self._tries.move_to_end(who)
                _forget(self._tries)
                if any(self._left(who)[1] > 0.0 for who in asking):
                    self._report(address)
        return role

    def remember(self) -> str:
        """A browser that is in now, by a name that only it knows."""
        browser = secrets.token_urlsafe(24)
        with self._lock:
            self._browsers[browser] = None
            _forget(self._browsers)
        return browser

    def _asking(self, address: str, browser: str, page: str) -> tuple[str, ...]:
        """Whose tries these are: a known browser's own, else those of the address and of the page."""
        if browser in self._browsers:
            return (f"browser {browser}",)
        network = network_of(address)
        return (network, f"{_PAGE}{page}") if page else (network,)

    def _left(self, who: str) -> tuple[float, float]:
        """The tries that somebody has left, and the seconds until there is a whole one."""
        every = PAGE_TRY_EVERY if who.startswith(_PAGE) else TRY_EVERY
        known = self._tries.get(who)
        left = (
            TRIES if known is None else min(TRIES, known.left + (self._clock() - known.at) / every)
        )
        return left, max(0.0, 1.0 - left) * every

    def _report(self, address: str) -> None:
        now = self._clock()
        if now - self._reported >= REPORT_EVERY:
            self._reported = now
            _log.warning(
                "Several wrong passwords came from %s. Further ones have to wait.", address
            )


def network_of(address: str) -> str:
    """What counts as one address."""
    known = in_figures(address)
    if known is not None and known.version == 6:
        return str(ip_network((known, _NETWORK), strict=False))
    return address if known is None else str(known)


def in_figures(address: str) -> IPv4Address | IPv6Address | None:
    """An address that is written in figures; None for a name."""
    try:
        return ip_address(address)
    except ValueError:
        return None


def _forget(kept: OrderedDict[str, Any]) -> None:
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)


@dataclass(slots=True)
class _Login:
    begun: float
    used: float
    role: Role


class Logins:
    """Who is in. Each login is a number that is kept here, so that its end is the end of every copy of its
    cookie. They last as long as the program runs: a new start asks everybody for the password."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._logins: OrderedDict[str, _Login] = OrderedDict()

    def begin(self, role: Role = "director") -> str:
        """A new login of somebody in this role."""
        login, now = secrets.token_urlsafe(24), self._clock()
        with self._lock:
            self._logins[login] = _Login(now, now, role)
            _forget(self._logins)
        return login

    def live(self, login: object, *, used: bool = False) -> bool:
        """Whether this login has not ended. `used`: a person does something with it now."""
        now = self._clock()
        with self._lock:
            found = self._logins.get(login) if isinstance(login, str) else None
            if found is None:
                return False
            if now - found.begun > LONGEST_LOGIN or now - found.used > LONGEST_PAUSE:
                del self._logins[str(login)]
                return False
            if used:
                found.used = now
            return True

    def role(self, login: object) -> Role:
        """In which role somebody came in; a guest's where the login is not known."""
        with self._lock:
            found = self._logins.get(str(login))
        return "guest" if found is None else found.role

    def end(self, login: object) -> None:
        """End a login, for all who have its cookie."""
        with self._lock:
            self._logins.pop(str(login), None)


SAID: Final = {
    400: "The form came incomplete. Go back and send it again.",
    401: "You are not logged in, or your login has ended. Log in, then send it again.",
    403: "This form did not come from a page of the desk. Open the page again and send it from there.",
    404: "There is no such page. It may have been moved; begin again at the list of cases.",
    405: "This address only takes forms. Begin again at the list of cases.",
    413: "That is too much at once. Add fewer or smaller files, one match at a time.",
    421: "The desk cannot be reached under this name. Use the address that it printed when it started.",
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
    "font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'self'; frame-src 'self'; base-uri 'none'"
)
"""Nothing from outside. Styles within the page are needed for the report, which is one file."""
REPORT_POLICY: Final = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'self'"
)
"""A report shows itself and no more: it runs nothing and sends nothing."""
OF_REPORTS: Final = {"Content-Security-Policy": REPORT_POLICY}
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Of every answer."""
OPEN_TO_ALL: Final = ("login", "static_file", "events.screen")
ASKED_BY_THEMSELVES: Final = (
    "cases.progress",
    "audits.audit_progress",
    "phone.state",
    "events.board_state",
)
"""What open pages ask for again and again although nobody sits before them: it keeps no login alive."""
LARGEST: Final = 300_000_000
"""Bytes of one request: some dozens of photos."""
LARGEST_AUDIT: Final = 1_000_000_000
"""Bytes added at once; more can be added afterwards."""
MANY: Final = ("audits.new_audit", "audits.more_files")
"""The pages that take so much."""
METHODS: Final = ("GET", "HEAD", "POST")
_READING: Final = ("GET", "HEAD")
STRANGERS_BODY: Final = 256_000
"""Bytes of a body from somebody who is not in: the password, or a form whose login has ended, with the
longest texts that any form takes. So much is held in memory; it never reaches the disk."""
STRANGERS_PARTS: Final = 40
"""Entries of such a form."""


def is_loopback(host: str) -> bool:
    known = in_figures(host)
    return host == "localhost" or (known is not None and known.is_loopback)


def is_everywhere(host: str) -> bool:
    """Whether this stands for every address of the machine, under which no browser asks for it."""
    known = in_figures(host)
    return known is not None and known.is_unspecified


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
    """``::1`` as it is in an address: ``[::1]``."""
    known = in_figures(host)
    return f"[{host}]" if known is not None and known.version == 6 else host


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
        else:
            must_be_allowed(role_here(), request.endpoint)
        if request.method not in _READING:
            _must_carry_the_token()
        return None

    @app.after_request
    def headers(answer: Response) -> Response:
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        answer.headers.update(HEADERS | {MARK: access.mark})
        if access.password is not None and request.endpoint != "static_file":
            # After logging out, the browser must have nothing left to show.
            answer.headers["Cache-Control"] = "no-store"
        answer.headers.setdefault("Cache-Control", "no-store")
        if request.method == "GET" and g.get("unfinished"):
            answer.headers["Refresh"] = AGAIN
        return answer


AGAIN: Final = "4"
"""Seconds after which a browser asks again for a page that lacks what is still being worked out."""


def inside(*, used: bool = False) -> bool:
    """Whether who asks is in: has given the password, where one is asked. `used` keeps the login alive."""
    access, logins = current_app.config["ACCESS"], current_app.config["LOGINS"]
    if not isinstance(access, Access) or not isinstance(logins, Logins):
        return False
    return access.password is None or logins.live(session.get("in"), used=used)


def role_here() -> Role:
    """In which role whoever asks is in."""
    access, logins = current_app.config["ACCESS"], current_app.config["LOGINS"]
    return "director" if access.password is None else logins.role(session.get("in"))


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


def say_what_is_wrong(
    app: Flask, said: Mapping[int, str], page: Callable[[str, int], AnyResponse]
) -> None:
    """What goes wrong is said in plain words, on a page of the application."""

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> AnyResponse:
        code = error.code or 500
        return page(said.get(code, error.name), code)

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> AnyResponse:
        g.unfinished = isinstance(error, UnfinishedError)
        known = isinstance(error, DeskError) or hasattr(error, "exit_code")
        if not known:
            app.logger.exception("a page failed")
        return page(in_one_line(error), getattr(error, "status", 400) if known else 500)


class Gate:
    """Decides by the headers of a request, before any of its body is taken: a body goes to the disk before
    the pages see it. `takes` gives the status with which a body of that many bytes is refused, 0 for none."""

    def __init__(self, app: Flask, takes: Callable[[Request, int], int] | None = None) -> None:
        self._app, self._takes = app, takes or takes_at_the_desk

    def refused(self, environ: Mapping[str, Any], length: int, *, length_known: bool) -> int:
        """The status with which to refuse a request; 0 to take it with its body of `length` bytes."""
        try:
            with self._app.request_context(dict(environ)):
                code = refused_for_its_headers(request, current_app.config["ACCESS"])
                if code or not length_known:
                    return code or 411
                return self._takes(request, length)
        except HTTPException as error:
            return error.code or 400


def takes_at_the_desk(asked: Request, length: int) -> int:
    """Whoever is not in may send only a little, and whoever is in not more than the page that they send it to
    takes."""
    access = current_app.config["ACCESS"]
    if access.password is None and through_a_proxy(asked):
        return 403  # A proxy would let in whoever reaches it, under the name of this machine.
    if not length:
        return 0
    if asked.method != "POST":
        return 400
    if inside() and "token" in session:
        return 413 if length > _room(asked.endpoint) else 0
    if length <= STRANGERS_BODY:
        return 0
    return 413 if inside() else 401


def _room(endpoint: str | None) -> int:
    if endpoint is None:
        return STRANGERS_BODY
    return LARGEST_AUDIT if endpoint in MANY else LARGEST


Role = Literal["director", "committee", "runner", "guest"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

_FOR_ALL: Final = frozenset(("login", "logout", "who", "choose_language", "static_file"))
_GUESTS: Final = frozenset(
    (
        "at_table.at_table",
        "at_table.by_rulebook",
        "at_table.question",
        "at_table.slip",
        "audits.audits",
        "events.results_page",
        "events.results_file",
        "events.results_to_send",
        "events.screen",
        "settings.blank",
        "settings.forms",
        "settings.help_page",
    )
)
_RUNNERS: Final = _GUESTS | {
    "at_table.keep",
    "audits.audit_progress",
    "audits.more_files",
    "events.rounds",
    "events.round_page",
    "events.round_forms",
    "events.ask",
    "events.board_page",
    "events.board_state",
    "events.missing_page",
    "events.place",
}
_DIRECTORS: Final = frozenset(
    (
        "audits.new_audit",
        "audits.remove",
        "events.free",
        "events.plan_round",
        "events.enter_result",
        "events.give",
        "events.undo",
        "settings.save",
    )
)
"""What only a director does: what makes or ends an event, says who meets whom, or is set for all."""


class NotYoursError(DeskError):
    """Somebody asks for what their password does not open."""

    status = 403


def must_be_allowed(role: Role, endpoint: str | None) -> None:
    """Raises NotYoursError where this role may not open a page or send its form."""
    if endpoint is None or endpoint in _FOR_ALL or role == "director":
        return
    allowed = {
        "committee": endpoint not in _DIRECTORS,
        "runner": endpoint in _RUNNERS,
        "guest": endpoint in _GUESTS,
    }[role]
    if not allowed:
        again = "Log out, and enter with the right password."
        if endpoint in _DIRECTORS:
            raise NotYoursError("This is for the director.", "", again)
        raise NotYoursError("This is for the committee.", "", again)
