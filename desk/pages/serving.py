"""The pages on a socket: waitress, with limits for whoever sends slowly, much, or nothing at all.

Waitress takes in requests in one thread and hands whole ones to others, so a slow sender keeps no
thread busy. It does keep a connection, and connections are few: when waitress has as many as it may, it
lets nobody in. And waitress takes the whole body before anybody looks at the headers. Both are
corrected here.
"""

from __future__ import annotations

import socket
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher
from waitress.utilities import Error

from fairdeal import templates
from fairdeal.desk.pages.guard import AT_ONCE, STRANGERS_BODY, Gate, Refusals, network_of

THREADS: Final = 8
"""Requests answered at once: some committee members, and the pieces of a page."""
HEADER_BYTES: Final = 32_000
"""Bytes of a request's first line and headers: an address, two cookies, what browsers say of themselves."""
MOST_BYTES: Final = 1_010_000_000
"""Bytes of any request, a little above what the form of an audit may hold (`desk.pages.guard`)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections there may be, and for how long each may keep one waiting. In seconds."""

    connections: int = 200
    """In all. A browser opens six; thirty people have as many as they need."""
    of_one: int = 40
    """From one address: six browsers behind one router, and some left over."""
    idle: float = 60.0
    """Without a request: longer than somebody looks at a page whose pictures still load."""
    headers: float = 10.0
    """For all headers of a request: they fit into one packet or two."""
    step: float = 30.0
    """For each `step_bytes` of a body or an answer: under 2,200 bytes a second no photo would arrive."""
    step_bytes: int = 65_536
    refused: float = 5.0
    """For which what a refused sender goes on sending is thrown away, so that it can read the answer."""
    refused_bytes: int = 16_000_000
    """And how much of it: a few photos, which a browser sends whole before it reads."""
    look: float = 1.0
    """Between two looks at all connections."""


class _RefusedError(Error):
    """A request that is answered with a status of its own, without any page having seen it."""

    def __init__(self, code: int) -> None:
        super().__init__("")
        self.code = code
        self.reason = _REASONS.get(code, "Refused")


_REASONS: Final = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    405: "Method Not Allowed",
    411: "Length Required",
    413: "Content Too Large",
    421: "Misdirected Request",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    501: "Not Implemented",
}


class _Parser(HTTPRequestParser):
    """A request as it comes in. Once its headers are there, `gate` decides whether the rest may come."""

    def __init__(self, adj: Any, gate: Gate | None) -> None:
        super().__init__(adj)
        self.gate = gate
        self.refused = False

    def received(self, data: bytes) -> int:
        looked_at = self.headers_finished
        taken = int(super().received(data))
        if self.headers_finished and not looked_at and self.error is None and not self.empty:
            self._look()
        if self.error is not None and not self.refused:
            self._refuse(self.error.code)
        return taken

    def _look(self) -> None:
        known = not self.chunked and "TRANSFER_ENCODING" not in self.headers
        if self.gate is not None:
            code = self.gate.refused(self._environ(), self.content_length, length_known=known)
            if code:
                self._refuse(code)

    def _refuse(self, code: int) -> None:
        self.close()
        self.error = _RefusedError(code)
        self.refused = self.completed = True
        self.expect_continue = False

    def _environ(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "REQUEST_METHOD": self.command,
            "PATH_INFO": self.path,
            "QUERY_STRING": self.query,
            "SCRIPT_NAME": "",
            "SERVER_NAME": "desk",
            "SERVER_PORT": "0",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.url_scheme": "http",
        }
        for name, value in self.headers.items():
            plain = name in ("CONTENT_LENGTH", "CONTENT_TYPE")
            found[name if plain else f"HTTP_{name}"] = value
        return found


_REFUSED_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The page has its styles within it: where the desk refuses a name, it refuses a style sheet too."""


class _RefusedTask(ErrorTask):
    """The page that says why."""

    def execute(self) -> None:
        code = int(self.request.error.code)
        refusals: Refusals = self.channel.server.refusals
        page = templates.render(refusals.page, text=refusals.words(code)).encode()
        self.status = f"{code} {_REASONS.get(code, 'Refused')}"
        self.response_headers += [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Security-Policy", _REFUSED_POLICY),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        self.set_close_on_finish()
        self.content_length = len(page)
        self.write(b"" if getattr(self.request, "command", "") == "HEAD" else page)


class _Channel(HTTPChannel):
    """A connection that knows how long it has kept us waiting."""

    error_task_class = _RefusedTask

    def __init__(self, server: _Server, sock: socket.socket, addr: Any, adj: Any, map: Any) -> None:
        self.limits = server.limits
        self.origin = network_of(str(addr[0]))
        self.opened = time.monotonic()
        self.sent = 0
        self._draining = False
        self._thrown_away = 0
        self._stage: tuple[str, Any] = ("", None)
        self._count, self._since = 0, self.opened
        self.parser_class = lambda adj: _Parser(adj, server.gate)
        super().__init__(server, sock, addr, adj, map)

    def missed(self) -> tuple[int, float]:
        """How much its end would be missed: less for those that wait, and wait for long."""
        stage, request = self.stage()
        if stage == "working" or (stage == "body" and request.content_length > STRANGERS_BODY):
            return 2, -self.opened
        return int(stage in ("body", "answer")), self._since

    def stage(self) -> tuple[str, Any]:
        """What goes on, and with which request."""
        if self._draining:
            return "refused", None
        if self.total_outbufs_len:
            return "answer", None
        if self.requests:
            return "working", next(iter(self.requests), None)
        if self.request is not None:
            return ("body" if self.request.headers_finished else "headers"), self.request
        return "idle", self.sent

    def overdue(self) -> bool:
        """Whether it has kept us waiting for too long."""
        stage, now = self.stage(), time.monotonic()
        count = self._progress(stage[0])
        if stage != self._stage or count >= self._count + self.limits.step_bytes:
            self._stage, self._count, self._since = stage, count, now
        allowed = {
            "idle": self.limits.idle,
            "headers": self.limits.headers,
            "body": self.limits.step,
            "answer": self.limits.step,
            "refused": self.limits.refused,
        }.get(stage[0])
        return allowed is not None and now - self._since > allowed

    def _progress(self, stage: str) -> int:
        if stage == "answer":
            return self.sent
        return int(self.request.body_bytes_received) if stage == "body" else 0

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent = int(super().send(data, do_close=do_close) or 0)
        self.sent += sent
        return sent

    def readable(self) -> bool:
        return bool(self.connected and (self._draining or super().readable()))

    def writable(self) -> bool:
        return bool(self.connected and not self._draining and super().writable())

    def handle_read(self) -> None:
        if not self._draining:
            super().handle_read()
            return
        try:
            self._thrown_away += len(self.recv(self.adj.recv_bytes))
        except OSError:
            self.handle_close()
        if self._thrown_away > self.limits.refused_bytes:
            self.handle_close()

    def handle_write(self) -> None:
        """As waitress does; but who is refused may still be sending, and would not read an answer if the
        connection were closed upon it."""
        if not self.close_when_flushed:
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if self.will_close:
            self.handle_close()
        elif self.connected and not self.total_outbufs_len:
            self._draining = True
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                self.handle_close()


class _Server(TcpWSGIServer):
    """Listens at one address."""

    channel_class = _Channel

    def __init__(
        self,
        limits: Limits,
        gate: Gate,
        proxied: bool,
        refusals: Refusals,
        *given: Any,
        **named: Any,
    ) -> None:
        self.limits, self.gate, self.proxied, self.refusals = limits, gate, proxied, refusals
        super().__init__(*given, **named)

    def handle_accept(self) -> None:
        super().handle_accept()
        self._make_room()

    def _make_room(self) -> None:
        """Where there are too many connections, close one of the address that has the most: who opens many
        loses the oldest of their own that only waits, and nobody else is shut out."""
        there = [each for each in self._map.values() if isinstance(each, _Channel)]
        for origin, number in Counter(each.origin for each in there).most_common(1):
            if len(there) > self.limits.connections or (
                number > self.limits.of_one and not self.proxied
            ):
                crowd = (each for each in there if each.origin == origin)
                min(crowd, key=_Channel.missed).handle_close()

    def maintenance(self, now: float) -> None:
        for channel in list(self.active_channels.values()):
            if channel.overdue():
                channel.handle_close()


def listen(
    app: Any,
    gate: Gate,
    host: str,
    port: int,
    proxy: str | None = None,
    limits: Limits | None = None,
    refusals: Refusals = AT_ONCE,
) -> MultiSocketServer:
    """Listen for requests to `app`; `gate` decides by their headers, and `refusals` are said to whom it
    refuses. What a `proxy` says of who asks and how is believed of that address alone. Raises OSError where
    the address cannot be listened on."""
    limits = limits or Limits()
    named = (
        {}
        if proxy is None
        else {
            "trusted_proxy": proxy,
            "trusted_proxy_count": 1,
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
        }
    )
    adj = Adjustments(
        host=host,
        port=port,
        threads=THREADS,
        ident=None,
        max_request_body_size=MOST_BYTES,
        max_request_header_size=HEADER_BYTES,
        asyncore_use_poll=True,
        connection_limit=2 * limits.connections + 100,
        **named,
    )
    adj.cleanup_interval = adj.asyncore_loop_timeout = limits.look
    found: dict[int, Any] = {}
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(adj.threads)
    servers = [
        _Server(
            limits,
            gate,
            proxy is not None,
            refusals,
            app,
            found,
            True,
            None,
            dispatcher=dispatcher,
            adj=adj,
            sockinfo=sockinfo,
        )
        for sockinfo in adj.listen
    ]
    where = [(each.effective_host, each.effective_port) for each in servers]
    return MultiSocketServer(found, adj, where, dispatcher, servers[-1].log_info)
