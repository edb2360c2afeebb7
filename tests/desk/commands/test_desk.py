"""The command that opens the desk: where it opens a browser, and where it does not."""

from __future__ import annotations

import subprocess
import sys
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask

from fairdeal.desk.cli import main
from fairdeal.desk.commands.desk import OPEN_AT
from fairdeal.desk.pages import app, serving
from fairdeal.desk.pages.guard import MARK


class Server:
    """A server that is stopped as soon as it runs."""

    def run(self) -> None:
        pass

    def close(self) -> None:
        pass


class Window(webbrowser.BaseBrowser):
    """A browser with windows, which keeps what it is asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.opened.append(url)
        return True


@pytest.fixture(autouse=True)
def stopped_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "listen", lambda *_: Server())
    monkeypatch.setattr(app, "get_ready", lambda _: None)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    found = Window()
    monkeypatch.setattr(webbrowser, "get", lambda: found)
    return found


def opened(tmp_path: Path, *given: str) -> int:
    return main(["desk", "--archive", str(tmp_path / "a.fairdeal"), "--port", "8456", *given])


def test_the_desk_opens_in_the_browser(tmp_path: Path, window: Window) -> None:
    assert opened(tmp_path) == 0
    assert window.opened == ["http://localhost:8456/"]


EVERY_USER = "every user of this computer can open it"


def test_a_desk_without_a_password_says_who_can_open_it(
    tmp_path: Path, window: Window, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened(tmp_path) == 0
    assert EVERY_USER in capsys.readouterr().err
    (tmp_path / "password").write_text("correct horse battery")
    assert opened(tmp_path, "--password-file", str(tmp_path / "password")) == 0
    assert EVERY_USER not in capsys.readouterr().err


def test_no_browser_is_opened_where_that_is_asked(tmp_path: Path, window: Window) -> None:
    assert opened(tmp_path, "--no-browser") == 0
    assert window.opened == []


def test_a_browser_of_the_terminal_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr(subprocess, "Popen", lambda *given, **_: started.append(given))
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert opened(tmp_path) == 0
    assert started == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_the_desk_runs_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr(subprocess, "Popen", lambda *given, **_: started.append(given))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(webbrowser, "_tryorder", None)
    monkeypatch.setattr(webbrowser, "_browsers", {})
    assert opened(tmp_path) == 0
    assert started == []


class Answering(BaseHTTPRequestHandler):
    """A desk on a port."""

    mark = "of-this-archive"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header(MARK, self.mark)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Other(Answering):
    mark = "of-another-archive"


def taken(*_: object) -> Server:
    raise OSError(98, "Address already in use")


@pytest.mark.parametrize("answering", [Answering, Other, None])
def test_a_second_start_opens_the_desk_that_runs(
    tmp_path: Path,
    window: Window,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answering: type[Answering] | None,
) -> None:
    """Only where it answers, and has this archive open: else it is said that the port is taken."""
    monkeypatch.setattr(serving, "listen", taken)
    with HTTPServer(("127.0.0.1", 0), answering or Answering) as server:
        address = f"http://localhost:{server.server_port}/"
        (tmp_path / f"a.fairdeal{OPEN_AT}").write_text(f"{address}\n{Answering.mark}")
        Thread(target=server.serve_forever, daemon=True).start()
        if answering is None:
            server.shutdown()
            server.server_close()
        status = opened(tmp_path)
        if answering is not None:
            server.shutdown()
    if answering is Answering:
        assert (status, window.opened) == (0, [address])
        assert f"open already, at {address}" in capsys.readouterr().err
    else:
        assert (status != 0, window.opened) == (True, [])
        assert "Is the desk open already?" in capsys.readouterr().err


def test_where_the_desk_is_open_is_said_while_it_is(
    tmp_path: Path, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, seen = tmp_path / f"a.fairdeal{OPEN_AT}", []
    made: list[Flask] = []
    monkeypatch.setattr(serving, "listen", lambda app, *_: made.append(app) or Server())
    monkeypatch.setattr(Server, "run", lambda _: seen.append(place.read_text()))
    assert opened(tmp_path) == 0
    [[address, mark]] = map(str.split, seen)
    assert address == "http://localhost:8456/"
    assert made[0].test_client().get("/").headers[MARK] == mark, "by which it is known again"
    assert not place.exists()
