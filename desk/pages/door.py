"""The password and what follows it: how often it may be tried, and who is in."""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Final

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
_PAGE: Final = "page "
_NETWORK: Final = 64
"""Bits of an IPv6 address that name a network. One machine may take any address within it."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Access:
    """Under which names the pages may be asked for, and with which password.

    `hosts` are as the browser writes them, with the port. `password` is None on loopback only.
    """

    hosts: Collection[str]
    password: str | None = None
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def right(self, given: str) -> bool:
        """Whether this is the password; takes as long for a wrong one.

        The digest is a quick one. The password itself is in this program's memory, so a slow digest would
        protect nothing, and every wrong try would cost the machine more than it costs the stranger.
        """
        if self.password is None:
            return True
        return hmac.compare_digest(self._digest(given), self._digest(self.password))

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
        if self._unguarded():
            return 0.0
        with self._lock:
            return max(self._left(who)[1] for who in self._asking(address, browser, page))

    def opens(self, address: str, browser: str, given: str, page: str = "") -> bool:
        """Whether this is the password, where the try counts."""
        if self._unguarded():
            return self._access.right(given)
        with self._lock:
            asking = self._asking(address, browser, page)
            if any(self._left(who)[1] > 0.0 for who in asking):
                return False
            right = self._access.right(given)
            if not right:
                for who in asking:
                    left, _ = self._left(who)
                    self._tries[who] = _Tries(left - 1.0, self._clock())
                    self._tries.move_to_end(who)
                _forget(self._tries)
                if any(self._left(who)[1] > 0.0 for who in asking):
                    self._report(address)
        return right

    def _unguarded(self) -> bool:
        return self._access.password is None or len(self._access.password) >= LONG

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
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(ip_network((known, _NETWORK), strict=False))
    return str(known)


def _forget(kept: OrderedDict[str, _Tries] | OrderedDict[str, None]) -> None:
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)


@dataclass(slots=True)
class _Login:
    begun: float
    used: float


class Logins:
    """Who is in. Each login is a number that is kept here, so that its end is the end of every copy of its
    cookie. They last as long as the program runs: a new start asks everybody for the password."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._logins: OrderedDict[str, _Login] = OrderedDict()

    def begin(self) -> str:
        """A new login."""
        login, now = secrets.token_urlsafe(24), self._clock()
        with self._lock:
            self._logins[login] = _Login(now, now)
            while len(self._logins) > REMEMBERED:
                self._logins.popitem(last=False)
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

    def end(self, login: object) -> None:
        """End a login, for all who have its cookie."""
        with self._lock:
            self._logins.pop(str(login), None)
