"""The port for phones: there while a phone is let in, gone afterwards."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages import phone_line as of_line
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import PhoneLine, own_address
from fairdeal.desk.pages.phone_passes import Passes
from fairdeal.desk.trouble import DeskError
from tests.desk.phone.conftest import Clock, Line
from tests.support.waiting import PATIENCE, until


@pytest.fixture
def open_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PhoneLine, Clock]]:
    monkeypatch.setattr(of_line, "LOOK", 0.05)
    monkeypatch.setattr(of_line, "LINGER", 0.0)
    path, clock = tmp_path / "archive.fairdeal", Clock()
    Archive(path).close()
    line = PhoneLine(path, Readings(path), "127.0.0.1", 0, Passes(clock))
    yield line, clock
    line.close()


def reachable(url: str) -> bool:
    host, port = url.split("/")[2].split(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


def until_closed(line: PhoneLine, url: str) -> bool:
    """The system closes the port when the server has looked at its connections once more."""
    return until(lambda: not line.listening and not reachable(url))


def test_the_port_is_open_only_while_a_phone_is_let_in(open_line: tuple[PhoneLine, Clock]) -> None:
    line, clock = open_line
    assert not line.listening
    url = line.url(line.open("case", "Bina"))
    assert url.startswith("http://127.0.0.1:") and urlopen(url).status == 200
    clock.now += 500
    assert until_closed(line, url)
    assert urlopen(line.url(line.open("case", "Bina"))).status == 200
    line.passes.end("case")
    assert until_closed(line, url)


def test_the_last_page_still_reaches_the_phone(
    open_line: tuple[PhoneLine, Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked for after the pass has ended, and with what it needs."""
    line, _ = open_line
    monkeypatch.setattr(of_line, "LINGER", PATIENCE)
    url = line.url(line.open("case", "Bina"))
    line.passes.end("case")
    time.sleep(0.4)  # Some looks later.
    assert line.listening and urlopen(url.partition("/p/")[0] + "/done").status == 200
    monkeypatch.setattr(of_line, "LINGER", 0.0)
    assert until_closed(line, url)


def test_one_port_for_several_cases(open_line: tuple[PhoneLine, Clock]) -> None:
    line, _ = open_line
    first, second = (line.url(line.open(case, "Bina")) for case in ("one", "two"))
    assert first.rpartition("/")[0] == second.rpartition("/")[0]
    line.passes.end("one")
    time.sleep(0.2)
    assert urlopen(second).status == 200


def test_a_body_from_a_stranger_is_refused_by_its_headers(
    open_line: tuple[PhoneLine, Clock],
) -> None:
    line, _ = open_line
    base = line.url(line.open("case", "Bina")).partition("/p/")[0]
    with socket.create_connection(("127.0.0.1", int(base.rpartition(":")[2])), 5) as sent:
        host = base.partition("//")[2]
        head = f"POST /look HTTP/1.1\r\nHost: {host}\r\nContent-Length: 30000000\r\n\r\n"
        sent.sendall(head.encode())  # And not one byte of it.
        answer = b""
        while piece := sent.recv(4000):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 401 ") and b"scan it" in answer and b"Log in" not in answer


def test_a_request_for_another_name_is_refused(open_line: tuple[PhoneLine, Clock]) -> None:
    line, _ = open_line
    with pytest.raises(HTTPError) as error:
        urlopen(Request(line.url(line.open("case", "Bina")), headers={"Host": "evil.example"}))
    assert error.value.code == 421


def test_an_address_of_the_internet_is_not_listened_on(tmp_path: Path) -> None:
    path = tmp_path / "archive.fairdeal"
    with pytest.raises(DeskError, match="from the internet"):
        PhoneLine(path, Readings(path), "8.8.8.8").open("case", "Bina")


def test_a_machine_in_no_network_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "archive.fairdeal"
    monkeypatch.setattr(of_line, "own_address", lambda: None)
    with pytest.raises(DeskError, match="not in a network"):
        PhoneLine(path, Readings(path)).open("case", "Bina")


def test_a_port_that_others_have_is_said(tmp_path: Path) -> None:
    path = tmp_path / "archive.fairdeal"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        line = PhoneLine(path, Readings(path), "127.0.0.1", taken.getsockname()[1])
        with pytest.raises(DeskError, match="cannot be listened on"):
            line.open("case", "Bina")
    assert not line.listening and not line.passes.any()


def test_the_machine_s_own_address_is_one_of_its_own() -> None:
    address = own_address()
    if address is not None:
        with socket.socket() as probe:
            probe.bind((address, 0))


def test_a_phone_for_photos_asks_nothing_at_the_table(line: Line) -> None:
    phone = line.phone()
    phone.begin(line.open())
    for path in ("/table", "/table/international/revoke", "/table/international/revoke/yes"):
        assert phone.get(path).status_code == 404
    assert "/table" not in phone.get("/photos").text
