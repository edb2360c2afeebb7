"""Attacks on the port for phones, while an honest phone is let in."""

from __future__ import annotations

import re
import socket
from contextlib import ExitStack, suppress
from threading import Event, Thread
from typing import Final

from bench.hostile import pictures
from bench.hostile.archives import ARCHIVE
from bench.hostile.attack import LIMIT_MEMORY, LIMIT_SECONDS, ROOT
from bench.hostile.visitors import START, Visit, Visitor, visited
from fairdeal.desk.archive.store import Archive

_PHOTO: Final = ROOT / "samples" / "onam-cup" / "hand-log-deal-02.jpg"
_MUCH: Final = 280_000_000


def _let_in(visit: Visit) -> tuple[str, str]:
    """A case at the desk that lets a phone in: its page, and the path of the code."""
    visit.honest.enter()
    case = visit.honest.open_case(("log.hrn", b'[Deal "1"]\nAuction:\n3: 28 S\n'))
    visit.honest.post(f"{case}/phone", {})
    _, page = visit.honest.get(f"{case}/phone")
    found = re.search(r"http://[^/<]+(/p/[\w-]+)", page)
    return case, found[1] if found else ""


def _phone(visit: Visit) -> Visitor:
    return Visitor(visit.phones, "127.0.0.1")


def _begin(visit: Visit, code: str) -> Visitor:
    phone = _phone(visit)
    if phone.post(code, {})[0] != 303:
        visit.failed.append("the honest phone was not let in")
    phone.get("/photos")
    return phone


def _send(phone: Visitor, name: str, data: bytes) -> int:
    return phone.post("/look", {"form": phone.token}, (name, data), named="photo")[0]


def _hand_in(visit: Visit, case: str, phone: Visitor) -> None:
    """The honest phone's photo comes into the case."""
    _send(phone, "x.jpg", _PHOTO.read_bytes())
    _, page = phone.get("/photo")
    digest = re.search(r'name="digest" value="(\w+)"', page)
    phone.post("/keep", {"form": phone.token, "digest": digest[1] if digest else ""})
    with Archive(visit.folder / ARCHIVE, create=False) as archive:
        acts = archive.acts(case.rpartition("/")[2])
    if not any(act.body.get("name") == "phone.jpg" for act in acts):
        visit.failed.append("the honest photo did not come into the case")


def _wrong_codes(visit: Visit) -> None:
    """Somebody guesses on and on while the honest phone begins and sends a photo."""
    case, code = _let_in(visit)
    ended, opened = Event(), []

    def guess() -> None:
        guesser = _phone(visit)
        while not ended.is_set():
            with suppress(OSError):
                if guesser.get(f"/p/{'A' * 22}")[0] not in (404, 429):
                    opened.append("a wrong code opened the page")

    guessing = Thread(target=guess, daemon=True)
    guessing.start()
    try:
        _hand_in(visit, case, _begin(visit, code))
    finally:
        ended.set()
        guessing.join()
    visit.failed += opened


def _much(visit: Visit) -> None:
    """280 MB from a stranger, and from the phone that is in: neither is to be taken."""
    case, code = _let_in(visit)
    phone = _begin(visit, code)
    for cookie in ("", f"Cookie: {phone.cookie}\r\n"):
        taken, piece = 0, bytes(1_000_000)
        host = f"Host: 127.0.0.1:{visit.phones}\r\n{cookie}"
        head = f"POST /look HTTP/1.1\r\n{host}Content-Length: {_MUCH}\r\n\r\n"
        with suppress(OSError), socket.create_connection(("127.0.0.1", visit.phones), 20) as line:
            line.sendall(head.encode())
            line.settimeout(10)
            while taken < _MUCH:
                line.sendall(piece)
                taken += len(piece)
        if taken > 30_000_000:
            visit.failed.append(f"{taken / 1e6:.0f} MB were taken")
    _hand_in(visit, case, phone)


def _slow_lines(visit: Visit) -> None:
    """A hundred connections that never finish their question; the phone goes on beside them."""
    case, code = _let_in(visit)
    phone = _begin(visit, code)
    with ExitStack() as held:
        for _ in range(100):
            with suppress(OSError):
                line = socket.create_connection(("127.0.0.1", visit.phones), 5)
                held.enter_context(line)
                line.sendall(b"POST /look HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        _hand_in(visit, case, phone)


def _bombs(visit: Visit) -> None:
    """The phone that is in sends pictures that unpack to gigabytes, then an honest one."""
    case, code = _let_in(visit)
    phone = _begin(visit, code)
    for data in (
        pictures.deep_png_at_the_limit(),
        pictures.vast_webp(),
        pictures.vast_heic(),
        pictures.thin_png(),
    ):
        _send(phone, "../../x.hrn", data)
    visit.honest.get("/")
    _hand_in(visit, case, phone)


def _forged(visit: Visit) -> None:
    """Forms from other sites, under other names, for other cases, and file names that climb."""
    case, code = _let_in(visit)
    phone = _begin(visit, code)
    for more in (
        "Host: evil.example",
        f"Host: 127.0.0.1:{visit.phones}\r\nOrigin: http://evil.example",
    ):
        ask = (
            f"POST /done HTTP/1.1\r\n{more}\r\nCookie: {phone.cookie}\r\nContent-Length: 0\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", visit.phones), 5) as line:
            line.sendall(ask.encode())
            if line.recv(12)[9:12] not in (b"421", b"403"):
                visit.failed.append("a form of another site was taken")
    for path in ("/", "/cases", "/static/desk.js", "/phone.css/..%2fdesk.css", f"{case}/phone"):
        if phone.get(path)[0] == 200:
            visit.failed.append(f"the port for phones shows {path}")
    _send(phone, "../../../climbing.hrn", b'[Event "planted"]\n')
    _hand_in(visit, case, phone)


PHONES: Final = (
    visited("phone-wrong-codes", "guesses at the code while an honest phone begins", _wrong_codes),
    visited("phone-much", "280 MB from a stranger, and from the phone that is in", _much),
    visited(
        "phone-slow-lines", "100 connections at the port for phones that never finish", _slow_lines
    ),
    visited(
        "phone-bombs",
        "four photos from a phone that unpack to gigabytes",
        _bombs,
        seconds=START + 2.5 * LIMIT_SECONDS,
        memory=2 * LIMIT_MEMORY,
    ),
    visited("phone-forged", "forms of other sites, other names, names that climb", _forged),
)
