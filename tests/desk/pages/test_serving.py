"""The pages on a real socket: who is not in sends nothing to the disk, and nobody holds the door shut."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from waitress.receiver import FixedStreamReceiver

from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.guard import Access, Gate
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.serving import Limits, listen
from tests.support.waiting import PATIENCE

PASSWORD = "correct horse"
SHORT = Limits(connections=12, of_one=6, idle=0.4, headers=0.4, step=0.4, refused=0.4, look=0.05)
"""Everything happens soon."""
PATIENT = Limits(look=0.05)
Serve = Callable[..., int]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a desk with a password; gives its port."""
    running = []

    def start(
        limits: Limits = PATIENT,
        password: str | None = PASSWORD,
        proxy: str | None = None,
        more: Callable[[Flask], None] = lambda app: None,
    ) -> int:
        port = free_port()
        hosts = {f"localhost:{port}", f"localhost:{port}".upper().casefold()}
        path = tmp_path / "a.fairdeal"
        app = create_app(path, Access(hosts, password), Readings(path))
        more(app)
        server = listen(app, Gate(app), "127.0.0.1", port, proxy, limits)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        running.append((server, thread))
        return port

    yield start
    for server, thread in running:
        server.close()
        thread.join(10)


class Wire:
    """A connection by hand."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=PATIENCE, source_address=(address, 0)
        )

    def send(self, text: str | bytes) -> None:
        self.socket.sendall(text.encode() if isinstance(text, str) else text)

    def head(self, line: str, *headers: str) -> None:
        """The headers of a request as a browser sends them."""
        told = (f"Host: localhost:{self.port}", *headers)
        self.send("\r\n".join((f"{line} HTTP/1.1", *told, "", "")))

    def answer(self) -> str:
        """All until the other side closes or has sent an answer of known length."""
        got = b""
        try:
            while piece := self.socket.recv(65536):
                got += piece
                head, found, body = got.partition(b"\r\n\r\n")
                length = re.search(rb"(?i)content-length: (\d+)", head)
                if found and length and len(body) >= int(length[1]):
                    break
        except ConnectionError:
            pass
        return got.decode("latin-1")

    def ended(self) -> bool:
        """Waits until the other side closes; True where it does without a word."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionError:
            return True

    def status(self) -> int:
        found = self.answer().split(" ", 2)
        return int(found[1]) if len(found) > 1 else 0


def ask(port: int, line: str, *headers: str, address: str = "127.0.0.1") -> int:
    wire = Wire(port, address)
    wire.head(line, "Connection: close", *headers)
    return wire.status()


def log_in(port: int) -> tuple[str, str]:
    """The cookie and the token of somebody who is in."""
    wire = Wire(port)
    wire.head("GET /login")
    cookie, token = _session(wire.answer())
    form = f"token={token}&password={PASSWORD.replace(' ', '+')}"
    typed = "Content-Type: application/x-www-form-urlencoded"
    wire.head("POST /login", f"Cookie: {cookie}", typed, f"Content-Length: {len(form)}")
    wire.send(form)
    cookie, _ = _session(wire.answer())
    wire.head("GET /", f"Cookie: {cookie}")
    _, token = _session(wire.answer())
    return cookie, token


def _session(answer: str) -> tuple[str, str]:
    cookie = re.search(r"Set-Cookie: (fairdeal=[^;]+)", answer)
    token = re.search(r'data-token="([0-9a-f]+)"', answer)
    return cookie[1] if cookie else "", token[1] if token else ""


LARGE = (
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Length: 1000000000",
)


@pytest.mark.parametrize("page", ["/cases", "/audits", "/login", "/nowhere", "/static/desk.css"])
def test_a_large_body_is_refused_before_it_comes(
    serve: Serve, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gigabyte was written to the disk before anybody asked for the password."""
    kept: list[bytes] = []
    monkeypatch.setattr(FixedStreamReceiver, "received", lambda _, data: kept.append(data))
    port = serve()
    wire = Wire(port)
    wire.head(f"POST {page}", *LARGE)
    wire.send(b"x" * 200_000)
    assert wire.status() == 401
    assert kept == []


def test_who_is_refused_reads_why_although_they_go_on_sending(serve: Serve) -> None:
    wire = Wire(serve())
    wire.head("POST /cases", *LARGE)
    for _ in range(20):
        wire.send(b"x" * 100_000)
    answer = wire.answer()
    assert "You are not logged in" in answer and "Traceback" not in answer


def test_who_is_refused_and_sends_on_without_end_is_cut_off(serve: Serve) -> None:
    """Two hundred megabytes were taken in, and thrown away."""
    wire = Wire(serve(Limits(look=0.05, refused_bytes=300_000)))
    wire.head("POST /cases", *LARGE)
    with pytest.raises(ConnectionError):
        for _ in range(500):
            wire.send(b"x" * 100_000)


def test_a_browser_that_asks_first_is_not_told_to_go_on(serve: Serve) -> None:
    wire = Wire(serve())
    wire.head("POST /cases", *LARGE, "Expect: 100-continue")
    assert wire.status() == 401


def test_who_is_in_may_send_as_much_as_the_page_takes(serve: Serve) -> None:
    port = serve()
    cookie, _ = log_in(port)
    kind = "Content-Type: multipart/form-data; boundary=x"
    for page, size, wanted in (
        ("/cases", 300_000_001, 413),
        ("/audits", 300_000_001, 100),
        ("/audits", 1_000_000_001, 413),
        ("/nowhere", 300_000, 413),
    ):
        wire = Wire(port)
        wire.head(
            f"POST {page}",
            f"Cookie: {cookie}",
            kind,
            f"Content-Length: {size}",
            "Expect: 100-continue",
        )
        assert int(wire.socket.recv(100).split(b" ")[1]) == wanted, page


def test_without_a_password_only_who_has_seen_a_page_may_send_much(serve: Serve) -> None:
    port = serve(password=None)
    wire = Wire(port)
    wire.head("POST /cases", *LARGE)
    assert wire.status() == 413


@pytest.mark.parametrize(
    ("line", "headers", "wanted"),
    [
        ("POST /cases", ("Transfer-Encoding: chunked",), 411),
        ("POST /cases", ("Transfer-Encoding: chunked", "Content-Length: 5"), 411),
        ("POST /cases", ("Transfer-Encoding: gzip, chunked",), 501),
        ("POST /cases", ("Content-Length: 5", "Content-Length: 6"), 400),
        ("POST /cases", ("Content-Length: +5",), 400),
        ("GET /login", ("Content-Length: 5",), 400),
        ("GET /login", ("X-Long: " + "x" * 40_000,), 431),
        ("GET /login?" + "x" * 40_000, (), 431),
        ("GET /login", ("Host: evil.example",), 421),
        ("POST /login", ("Origin: http://evil.example", *LARGE), 403),
        ("POST /login", ("Sec-Fetch-Site: cross-site", *LARGE), 403),
        ("OPTIONS /login", (), 405),
        ("TRACE /login", (), 405),
        ("CONNECT /login", (), 405),
        ("PUT /login", LARGE, 405),
    ],
)
def test_odd_requests_are_refused_by_their_headers(
    serve: Serve, line: str, headers: tuple[str, ...], wanted: int
) -> None:
    wire = Wire(serve())
    wire.head(line, *headers)
    answer = wire.answer()
    assert int(answer.split(" ", 2)[1]) == wanted
    assert "evil.example" not in answer and "Connection: close" in answer


def test_what_follows_a_refused_request_is_no_request(serve: Serve) -> None:
    asked = []
    port = serve(more=lambda app: app.before_request(lambda: asked.append(1)))
    wire = Wire(port)
    wire.head("POST /cases", "Transfer-Encoding: chunked")
    wire.head("GET /login")
    wire.head("GET /login")
    assert wire.status() == 411 and wire.ended()
    assert asked == []


def test_a_proxy_that_nobody_named_is_not_let_in_without_a_password(serve: Serve) -> None:
    port = serve(password=None)
    assert ask(port, "GET /", "X-Forwarded-For: 10.0.0.1") == 403
    assert ask(port, "GET /") == 200


@pytest.mark.parametrize(("proxy", "seen"), [("127.0.0.1", "10.9.8.7"), (None, "127.0.0.1")])
def test_only_a_named_proxy_is_believed(serve: Serve, proxy: str | None, seen: str) -> None:
    found: list[str | None] = []

    def watch(app: Flask) -> None:
        from flask import request

        app.before_request(lambda: found.append(f"{request.scheme} {request.remote_addr}"))

    port = serve(proxy=proxy, more=watch)
    forwarded = ("X-Forwarded-For: 1.2.3.4, 10.9.8.7", "X-Forwarded-Proto: https")
    assert ask(port, "GET /login", *forwarded) == 200
    assert found == [f"{'https' if proxy else 'http'} {seen}"]


def test_headers_that_never_end_are_not_waited_for(serve: Serve) -> None:
    wire = Wire(serve(SHORT))
    stopped = threading.Event()

    def trickle() -> None:
        while not stopped.wait(0.1):
            try:
                wire.send("X")
            except OSError:
                return

    wire.send("GET /login HTTP/1.1\r\nX-A: ")
    threading.Thread(target=trickle, daemon=True).start()
    assert wire.ended()
    stopped.set()


@pytest.mark.parametrize(
    "begun", ["", "\r\n", "POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\nx"]
)
def test_a_connection_on_which_nothing_comes_is_closed(serve: Serve, begun: str) -> None:
    port = serve(SHORT)
    wire = Wire(port)
    wire.send(begun.replace("{host}", f"localhost:{port}"))
    assert wire.ended()


def test_an_answer_that_nobody_reads_holds_no_thread(serve: Serve) -> None:
    """Nine of these waited for their readers, and all the desk waited with them."""

    def large(app: Flask) -> None:
        app.view_functions["login"] = lambda: b"x" * 40_000_000

    port = serve(SHORT, more=large)
    waiting = []
    for number in range(9):
        wire = Wire(port, f"127.0.1.{number + 1}")
        wire.head("GET /login")
        waiting.append(wire)
    assert ask(port, "GET /static/desk.css") == 200


def test_who_opens_many_connections_shuts_nobody_out(serve: Serve) -> None:
    """With a hundred connections open, the desk let nobody in."""
    limits = Limits(connections=12, of_one=6, look=0.05)
    port = serve(limits)
    held = [Wire(port, f"127.0.2.{n % 4}" if n % 4 else "127.0.0.1") for n in range(60)]
    for wire in held:
        try:
            wire.send("GET /login HTTP/1.1\r\nX: ")
        except OSError:
            continue
    assert ask(port, "GET /login", address="127.0.3.1") == 200
    assert ask(port, "GET /login") == 200


def test_one_address_has_only_its_share(serve: Serve) -> None:
    port = serve(Limits(connections=12, of_one=3, look=0.05))
    first = Wire(port)
    others = [Wire(port) for _ in range(3)]
    assert first.ended()
    others[-1].head("GET /login")
    assert others[-1].status() == 200


def test_an_upload_of_somebody_who_is_in_is_not_what_is_closed(serve: Serve) -> None:
    port = serve(Limits(connections=12, of_one=3, look=0.05))
    cookie, token = log_in(port)
    body = f"--x\r\nContent-Disposition: form-data; name=token\r\n\r\n{token}\r\n".encode()
    body += b"--x\r\nContent-Disposition: form-data; name=files; filename=a\r\n\r\n"
    body += b"y" * 400_000 + b"\r\n--x--\r\n"
    upload = Wire(port)
    upload.head(
        "POST /cases",
        f"Cookie: {cookie}",
        "Content-Type: multipart/form-data; boundary=x",
        f"Content-Length: {len(body)}",
    )
    upload.send(body[:1000])
    for _ in range(10):
        Wire(port)
    assert ask(port, "GET /login") == 200
    upload.send(body[1000:])
    assert "Please type your name first" in upload.answer()
