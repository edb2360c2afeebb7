"""Attacks on the desk's pages: documents that stop it, and visitors who take what is everybody's."""

from __future__ import annotations

import hashlib
import http.client
import re
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from bench.hostile import pdfs, records, sent_cases
from bench.hostile.archives import ARCHIVE, fairdeal
from bench.hostile.attack import LIMIT_MEMORY, LIMIT_SECONDS, ROOT, SECONDS, Attack, Trial
from fairdeal.desk.archive.store import Archive

PASSWORD: Final = "an honest password"
START: Final = 60.0
"""Seconds that the desk may take to open on a busy machine. They are not counted against it."""
_BOUNDARY: Final = "fairdeal-hostile"


@dataclass(slots=True)
class Visitor:
    """Somebody at the pages, without a browser. `wrong` is what did not hold; `seconds` the longest
    answer that an honest person waited for, `page` the largest in bytes."""

    port: int
    host: str = "localhost"
    cookie: str = ""
    token: str = ""
    wrong: str = ""
    seconds: float = 0.0
    page: int = 0

    policy: str = ""
    """What the last page may do, as its head says."""

    def get(self, path: str) -> tuple[int, str]:
        return self._ask("GET", path, b"", {})

    def post(
        self, path: str, fields: dict[str, str], *files: tuple[str, bytes], named: str = "files"
    ) -> tuple[int, str]:
        """Send a form with files under that name; the answer's status, and where it leads."""
        parts = [_part(f'name="{name}"', value.encode()) for name, value in fields.items()]
        parts.append(_part('name="token"', self.token.encode()))
        parts += [_part(f'name="{named}"; filename="{name}"', data) for name, data in files]
        body = b"".join(parts) + f"--{_BOUNDARY}--\r\n".encode()
        kind = f"multipart/form-data; boundary={_BOUNDARY}"
        return self._ask("POST", path, body, {"Content-Type": kind})

    def _ask(self, method: str, path: str, body: bytes, more: dict[str, str]) -> tuple[int, str]:
        begun = time.monotonic()
        connection = http.client.HTTPConnection(self.host, self.port, timeout=100)
        try:
            headers = {"Cookie": self.cookie, **more} if self.cookie else more
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            page = answer.read()
        finally:
            connection.close()
            self.seconds = max(self.seconds, time.monotonic() - begun)
        self.page = max(self.page, len(page))
        self.policy = answer.headers["Content-Security-Policy"] or ""
        if answer.headers["Set-Cookie"]:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        text = page.decode("utf-8", "replace")
        found = re.search(r'(?:data-token|name="form" value)="([0-9a-f]+)"', text)
        self.token = found[1] if found else self.token
        return answer.status, answer.headers["Location"] or text

    def enter(self) -> None:
        """Open the first page, and say who one is."""
        self.get("/")
        self.post("/who", {"who": "Bina", "next": "/"})

    def open_case(self, *files: tuple[str, bytes]) -> str:
        """A new case of these documents; its page's address, or nothing where it was refused."""
        status, leads = self.post("/cases", {"title": "Evidence", "rules": ""}, *files)
        return leads if status == 303 else ""


def _part(told: str, data: bytes) -> bytes:
    return (
        f"--{_BOUNDARY}\r\nContent-Disposition: form-data; {told}\r\n\r\n".encode() + data + b"\r\n"
    )


@dataclass(slots=True)
class Visit:
    """An attack while the desk is open: what is done, and by whom. `phones` is the port for phones."""

    folder: Path
    honest: Visitor
    done: Callable[[Visit], None]
    phones: int
    failed: list[str] = field(default_factory=list)

    def go(self) -> None:
        try:
            self._wait_until_open()
            self.done(self)
        except Exception as error:
            self.failed.append(f"the desk did not answer ({type(error).__name__}: {error})")

    def _wait_until_open(self) -> None:
        until = time.monotonic() + START
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("localhost", self.honest.port), 1):
                return
            time.sleep(0.1)
        raise TimeoutError("it did not open")

    def wrong(self, seconds: float, page: int) -> str:
        if self.failed:
            return self.failed[0]
        if self.honest.seconds > seconds:
            return f"an honest person waited {self.honest.seconds:.0f} s"
        if self.honest.page > page:
            return f"a page of {self.honest.page / 1e6:,.0f} MB"
        return ""


def visited(
    name: str,
    tries: str,
    done: Callable[[Visit], None],
    *,
    prepare: Callable[[Path], object] = lambda _: None,
    password: bool = False,
    page: int = 5_000_000,
    **bounds: Any,
) -> Attack:
    """The desk with somebody at its pages. No answer to an honest person may take longer than ten
    seconds, or be larger than `page` bytes; `prepare` fills the archive before."""

    def ready(folder: Path) -> Trial:
        Archive(folder / ARCHIVE).close()
        prepare(folder)
        visit = Visit(folder, Visitor(_free_port()), done, _free_port())
        command = ["desk", "--no-browser", "--port", str(visit.honest.port), "--archive", ARCHIVE]
        command += ["--phone-address", "127.0.0.1", "--phone-port", str(visit.phones)]
        if password:
            (folder / "password.txt").write_text(PASSWORD)
            command += ["--password-file", "password.txt"]
        allowed = {"seconds": START + 60.0} | bounds
        return Trial(
            command,
            folder,
            meanwhile=visit.go,
            holds=lambda _: visit.wrong(SECONDS, page),
            **allowed,
        )

    return Attack(f"desk-{name}", tries, ready)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("localhost", 0))
        return int(found.getsockname()[1])


# Documents that stop it.


def _one_card(visit: Visit) -> None:
    visit.honest.enter()
    case = visit.honest.open_case(("cards.hrn", records.one_card(3_000)))
    for path in (case, f"{case}/findings", f"{case}/report", f"{case}/deal/1", "/"):
        if case or path == "/":
            visit.honest.get(path)


def _bombs_in_the_archive(folder: Path) -> None:
    """Two scans that never end, handed in before the desk was stopped: it takes them up when it opens."""
    from fairdeal.desk.review import casework

    with Archive(folder / ARCHIVE) as archive:
        case = archive.open_case("Bombs", "Eve")
        casework.keep_document(archive, case, pdfs.nested_forms(), "forms.pdf", "Eve")
        casework.keep_document(archive, case, pdfs.many_paths(), "paths.pdf", "Eve")


def _honest_photo(visit: Visit) -> None:
    """A photo handed in behind the bombs is read in the end."""
    visit.honest.enter()
    photo = (ROOT / "samples" / "onam-cup" / "hand-log-deal-02.jpg").read_bytes()
    case = visit.honest.open_case(("photo.jpg", photo)).rpartition("/")[2]
    until = time.monotonic() + 2 * LIMIT_SECONDS
    while time.monotonic() < until:
        visit.honest.get("/")
        with Archive(visit.folder / ARCHIVE, create=False) as archive:
            if any(act.kind.value == "reading" for act in archive.acts(case)):
                return
        time.sleep(1.0)
    visit.failed.append("the honest photo was never read")


def _their_page_in_the_archive(folder: Path) -> None:
    """A case of theirs, signed, whose report has a script and a form; taken in."""
    page = b'<!doctype html><form action="/who" method="post"></form><script>alert(1)</script>'
    report = hashlib.sha256(page).hexdigest()
    acts: list[tuple[str, sent_cases.Body]] = [
        sent_cases.OPENED,
        ("signed", {"report": report, "check": 1}),
    ]
    (folder / "sent.case").write_bytes(sent_cases.sent(acts, {report: page}))
    fairdeal(folder, "import", "sent.case")


def _their_page(visit: Visit) -> None:
    """Wherever their report is shown, nothing in it can act."""
    visit.honest.enter()
    with Archive(visit.folder / ARCHIVE, create=False) as archive:
        (case,) = archive.cases()
    shown = 0
    for path in (
        f"/cases/{case}/report/2",
        f"/cases/{case}/their-report/2",
        f"/cases/{case}/report",
    ):
        _, text = visit.honest.get(path)
        if "alert(1)" in text:
            shown += 1
            if "sandbox" not in visit.honest.policy or "allow-scripts" in visit.honest.policy:
                visit.failed.append(f"{path} shows a page of theirs as one of ours")
    if not shown:
        visit.failed.append("their page is shown nowhere: this attack looks in the wrong place")


# Visitors.


def _body_before_password(visit: Visit) -> None:
    """A form of 280 MB from somebody who has not given the password: not to be taken."""
    taken, piece = 0, bytes(1_000_000)
    with socket.create_connection(("localhost", visit.honest.port), 20) as line:
        line.sendall(_head(visit, "/cases", f"Content-Length: {280_000_000}\r\n"))
        line.settimeout(10)
        with suppress(OSError):
            while taken < 280_000_000:
                line.sendall(piece)
                taken += len(piece)
    if taken > 30_000_000:
        visit.failed.append(f"{taken / 1e6:.0f} MB were taken from somebody without the password")


def _head(visit: Visit, path: str, more: str) -> bytes:
    host = f"Host: localhost:{visit.honest.port}\r\n"
    return f"POST {path} HTTP/1.1\r\n{host}Content-Type: application/octet-stream\r\n{more}\r\n".encode()


def _slow_lines(visit: Visit) -> None:
    """Two hundred connections that never finish their question; a person asks beside them."""
    with ExitStack() as held:
        for number in range(200):
            with suppress(OSError):
                line = socket.create_connection(("localhost", visit.honest.port), 5)
                held.enter_context(line)
                head = _head(visit, "/login", "Content-Length: 1000\r\n")
                line.sendall(head[:-2] if number % 2 else head + b"a")
        for _ in range(3):
            visit.honest.get("/login")
            time.sleep(1.0)


def _wrong_passwords(visit: Visit) -> None:
    """Somebody behind the same address guesses on and on; who knows the password must get in."""
    ended = Event()
    guessing = Thread(target=_guess, args=(visit.honest.port, ended), daemon=True)
    guessing.start()
    try:
        until = time.monotonic() + 20.0
        while time.monotonic() < until:
            time.sleep(1.0)
            visit.honest.get("/login")
            if visit.honest.post("/login", {"password": PASSWORD})[0] == 303:
                return
        visit.failed.append("who knows the password did not get in for 20 s")
    finally:
        ended.set()
        guessing.join()


def _guess(port: int, ended: Event) -> None:
    guesser = Visitor(port)
    with suppress(OSError):
        guesser.get("/login")
        while not ended.is_set():
            guesser.post("/login", {"password": "a guess"})
            time.sleep(0.02)


def _junk(visit: Visit) -> None:
    """Requests that are none: heads without end, wrong lengths, thousands of fields."""
    for data in (
        b"GET /" + b"a" * 1_000_000,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 100_000 + b"\r\n",
        _head(visit, "/cases", "Content-Length: -1\r\n"),
        _head(visit, "/cases", "Transfer-Encoding: chunked\r\n") + b"FFFFFFFFFFFFFFFF\r\n",
        b"\x16\x03\x01" + bytes(5_000),
    ):
        with (
            suppress(OSError),
            socket.create_connection(("localhost", visit.honest.port), 5) as line,
        ):
            line.settimeout(5)
            line.sendall(data)
            line.recv(1_000)
    visit.honest.enter()
    fields = {f"field-{number}": "x" for number in range(5_000)}
    visit.honest.post("/cases", fields)
    visit.honest.get("/")


VISITORS: Final = (
    visited("one-card", "9 KB: one card 3,000 times, handed in", _one_card),
    visited(
        "bombs-in-the-queue",
        "two PDFs that never end, from before it was stopped",
        _honest_photo,
        prepare=_bombs_in_the_archive,
        seconds=START + 2.5 * LIMIT_SECONDS,
        memory=2 * LIMIT_MEMORY,
    ),
    visited(
        "their-page",
        "a signed report of theirs with a script",
        _their_page,
        prepare=_their_page_in_the_archive,
    ),
    visited(
        "body-before-password",
        "280 MB from somebody without the password",
        _body_before_password,
        password=True,
    ),
    visited("slow-lines", "200 connections that never finish", _slow_lines),
    visited(
        "wrong-passwords",
        "guesses from the same address as an honest person",
        _wrong_passwords,
        password=True,
    ),
    visited("junk", "questions that are none", _junk),
)
