"""Which phone may hand in photos, and what is seen in a photo before it is put into the case.

A pass is for one case, one phone, and a short time, and has two secrets. The *code* is in the QR code
that the desk shows: whoever begins with it first has the pass, and from then on it opens nothing any more.
The *key* is given to that phone alone, as a cookie. Neither has anything to do with the desk's own password
and logins, and none of it is written to the disk.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from flask import current_app, request

from fairdeal.desk import words
from fairdeal.desk.pages.guard import in_figures
from fairdeal.desk.trouble import DeskError

WIDEST: Final = 900
"""Pixels of the small picture that is shown: a phone's screen."""
QUALITY: Final = 80
KINDS: Final = {
    "score-sheet": "score sheet",
    "hand-log": "hand log",
    "dispute-slip": "dispute slip",
}
"""What our forms are called."""
OTHER: Final = (
    "If it is another sheet, or a typed log, put it into the case. If it is one of our forms, take it again: "
    "flat, sharp and with all four corners in it."
)
_GOOD: Final = (74, 122, 31)
_BAD: Final = (0, 119, 199)


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen. `good`: at least one form, and nothing wrong with any. `picture` is a small JPEG with
    the corners drawn in, empty where nothing could be decoded."""

    good: bool
    words: str
    remedy: str = ""
    picture: bytes = b""
    other: bool = False
    """Whether no form of ours is in it at all: it may be another sheet, or a typed log."""


def look(data: bytes, name: str) -> Look:
    """In a worker: look at a photo. Raises ReadError where it cannot be decoded."""
    import cv2
    import numpy as np

    from fairdeal.digitize import open_photo
    from fairdeal.digitize.page.find import corners_of, find_pages
    from fairdeal.digitize.pictures.picture import as_jpeg

    image = open_photo(data, name).image
    pages, refused = find_pages(image, "this photo")
    height, width = image.shape[:2]
    scale = min(1.0, WIDEST / max(height, width))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for page in pages:
        corners = np.round(corners_of(page) * scale).astype(np.int32)
        cv2.polylines(small, [corners], True, _BAD if refused else _GOOD, 6, cv2.LINE_AA)
    picture = as_jpeg(small, QUALITY)
    if refused:
        error = refused[0]
        other = all(each.code == "page-not-found" for each in refused)
        return Look(
            False, words.capital(error.message), OTHER if other else error.remedy, picture, other
        )
    kinds = [page.layout.form.split("/")[0] for page in pages]
    named = " and a ".join(KINDS.get(kind, "form") for kind in kinds)
    return Look(True, f"A {named}: all corners are seen, and it is sharp.", "", picture)


CLAIM_WITHIN: Final = 180.0
"""Seconds for which a QR code waits for its phone: to fetch it, unlock it and scan."""
LASTS: Final = 1200.0
"""Seconds for which a phone may hand in photos: a match has some twenty pages, each a minute."""
PHOTOS: Final = 40
"""Photos that a phone may hand in with one pass: the pages of a match, twice."""
LASTS_AT_EVENT: Final = 12 * 3600.0
"""Seconds for which somebody may collect the papers of an event: a day of it."""
PHOTOS_AT_EVENT: Final = 2_000
MOST: Final = 8
"""Passes at once: each may hold one photo in memory."""
LOOKS: Final = 15
"""Photos looked at in a minute for one phone: nobody takes one in less than four seconds."""
MINUTE: Final = 60.0
WRONG: Final = 10
"""Wrong codes in a minute from one address; further ones are answered with a refusal to look. The right one
counts all the same, so that nobody keeps a phone out."""
_REMEMBERED: Final = 500

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Held:
    """A photo that a phone has taken and not put into the case yet."""

    digest: str
    data: bytes
    look: Look


@dataclass(slots=True)
class Pass:
    """Leave for one phone. `case` is the case, or (`event`) the event, that its photos go to. `who` opened it
    at the desk; `until` is when it ends; `address` is the phone's."""

    case: str
    who: str
    until: float
    language: str = "en"
    event: bool = False
    code: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)
    key: str = field(default="", repr=False)
    form: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    """What every form of the phone's page carries."""
    address: str = ""
    photos: int = 0
    added: list[str] = field(default_factory=list)
    """The digests of the photos that it added to an event, in their order."""
    held: Held | None = None
    looking: Lock = field(default_factory=Lock, repr=False)
    """One photo of a phone is looked at at a time."""

    @property
    def claimed(self) -> bool:
        return bool(self.key)


class Pace:
    """So many of something in so many seconds, for each name."""

    def __init__(self, most: int, seconds: float, clock: Clock = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._seen: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def allows(self, name: str) -> bool:
        """Whether it is not too many yet; counts this one if so."""
        now = self._clock()
        with self._lock:
            seen = self._seen.setdefault(name, deque(maxlen=self._most))
            self._seen.move_to_end(name)
            while len(self._seen) > _REMEMBERED:
                self._seen.popitem(last=False)
            if len(seen) == self._most and now - seen[0] < self._seconds:
                return False
            seen.append(now)
            return True


class Passes:
    """The passes that are open now. They end with the program."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._open: list[Pass] = []
        self.looks = Pace(LOOKS, MINUTE, clock)
        self.wrong = Pace(WRONG, MINUTE, clock)

    def open(self, case: str, who: str, language: str = "en", *, event: bool = False) -> Pass:
        """A new pass for a case; one that was open for it ends. At an event only a code that nobody has
        scanned ends. Raises DeskError where there are too many."""
        with self._lock:
            self._open = [
                each for each in self._open if each.case != case or (event and each.claimed)
            ]
            if len(self._live()) >= MOST:
                raise DeskError(f"{MOST} phones are let in already.", "", "End one of them first.")
            made = Pass(case, who, self._clock() + CLAIM_WITHIN, language, event)
            self._open.append(made)
        return made

    def end(self, case: str) -> None:
        """End the passes of a case or event, where there are any."""
        with self._lock:
            self._open = [each for each in self._open if each.case != case]

    def close(self, it: Pass) -> None:
        """End this one."""
        with self._lock:
            self._open = [each for each in self._open if each is not it]

    def of(self, case: str) -> Pass | None:
        """The pass that is open for a case."""
        return next(iter(self.all_of(case)), None)

    def all_of(self, case: str) -> tuple[Pass, ...]:
        """The passes that are open for a case or event."""
        with self._lock:
            return tuple(each for each in self._live() if each.case == case)

    def any(self) -> bool:
        """Whether any pass is open."""
        with self._lock:
            return bool(self._live())

    def left(self, it: Pass) -> float:
        """Seconds until a pass ends."""
        return max(0.0, it.until - self._clock())

    def unclaimed(self, code: str) -> Pass | None:
        """The pass whose QR code this is, as long as no phone has begun with it."""
        with self._lock:
            return self._with_code(code)

    def claim(self, code: str, address: str) -> Pass | None:
        """A phone begins: the pass of this code, from now on with a key of its own; None where the code does
        not count (any more)."""
        with self._lock:
            found = self._with_code(code)
            if found is not None:
                found.key, found.address = secrets.token_urlsafe(24), address
                found.until = self._clock() + (LASTS_AT_EVENT if found.event else LASTS)
        return found

    def with_key(self, key: str) -> Pass | None:
        """The pass of the phone that has this key."""
        with self._lock:
            return next((it for it in self._live() if it.claimed and _same(key, it.key)), None)

    def count(self, it: Pass) -> None:
        """A photo was put into the case; after the last one the pass ends."""
        with self._lock:
            it.photos += 1
            it.held = None
            if it.photos >= (PHOTOS_AT_EVENT if it.event else PHOTOS):
                it.until = self._clock()

    def _with_code(self, code: str) -> Pass | None:
        return next((it for it in self._live() if not it.claimed and _same(code, it.code)), None)

    def _live(self) -> list[Pass]:
        """Those that have not ended; the others are let go, with the photos that they held."""
        now = self._clock()
        self._open = [each for each in self._open if now < each.until]
        return self._open


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())


LANGUAGE: Final = "fairdeal-language"
"""The cookie of a browser that has the pages in another language than English."""
COOKIE: Final = "fairdeal-phone"
LARGEST: Final = 30_000_000
"""Bytes of a photo: a phone's best has 12; as PNG, of a screen, 20."""
SMALL: Final = 4_000
"""Bytes of any other form."""


def room(path: str) -> int:
    """Bytes that the request's form may bring: a photo only from a phone that is in, and where photos go."""
    return LARGEST + SMALL if path == "/look" and phone_in() is not None else SMALL


def passes() -> Passes:
    """The passes that are open."""
    found: Passes = current_app.config["PASSES"]
    return found


def phone_in() -> Pass | None:
    """The pass of the phone that asks; None where it is not let in."""
    return passes().with_key(request.cookies.get(COOKIE, ""))


def from_near(address: str) -> bool:
    """Whether an address is of a local network: nobody from the internet is answered."""
    known = in_figures(address.partition("%")[0])
    return known is not None and (known.is_private or known.is_loopback or known.is_link_local)
