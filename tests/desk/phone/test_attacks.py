"""What somebody on the same network may try at the port for phones, and what happens."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages import phone_line, phone_passes
from fairdeal.desk.pages.guard import Gate
from tests.desk.phone.conftest import HOST, Line


def test_a_wrong_code_opens_nothing(line: Line) -> None:
    it = line.open()
    for code in ("x", it.code[:-1], it.code + "x", it.code.swapcase(), "%00", "ü"):
        assert line.phone().get(f"/p/{code}").status_code == 404
        assert line.phone().post(f"/p/{code}").status_code == 404
        line.clock.now += phone_passes.MINUTE
        it = line.open()


def test_guessing_is_slowed_down_and_keeps_nobody_out(line: Line) -> None:
    it, stranger = line.open(), line.phone()
    codes = [stranger.get(f"/p/{n}").status_code for n in range(phone_passes.WRONG + 3)]
    assert codes == [404] * phone_passes.WRONG + [429] * 3
    assert line.phone().get(f"/p/{it.code}").status_code == 200
    line.clock.now += phone_passes.MINUTE
    assert stranger.get("/p/x").status_code == 404


def test_a_code_waits_three_minutes_for_its_phone(line: Line) -> None:
    it = line.open()
    line.clock.now += phone_passes.CLAIM_WITHIN
    assert line.phone().post(f"/p/{it.code}").status_code == 404
    assert not line.passes.any()


def test_a_pass_ends_after_its_time_and_takes_its_photo_with_it(line: Line, sharp: bytes) -> None:
    phone = line.phone()
    phone.begin(line.open())
    phone.send(sharp)
    line.clock.now += phone_passes.LASTS
    assert phone.keep().status_code == 401
    assert phone.get("/held.jpg").status_code == 401
    assert line.names() == []


def test_a_code_lets_one_phone_in_and_a_look_at_it_uses_nothing_up(line: Line) -> None:
    it, first, second = line.open(), line.phone(), line.phone()
    assert second.get(f"/p/{it.code}").status_code == 200
    first.begin(it)
    assert second.get(f"/p/{it.code}").status_code == 404
    assert second.post(f"/p/{it.code}").status_code == 404
    assert second.get("/photos").status_code == 401
    assert first.get("/photos").status_code == 200


def test_a_photo_goes_to_the_case_of_its_pass_and_to_no_other(line: Line, sharp: bytes) -> None:
    with Archive(line.path) as archive:
        other = archive.open_case("", "Cyril")
    phone, theirs = line.phone(), line.phone()
    phone.begin(line.open())
    theirs.begin(line.passes.open(other, "Cyril"))
    phone.send(sharp)
    for fields in ({"case": other}, {"digest": "0" * 64, "case": other}):
        phone.post("/keep", fields)
    assert (
        theirs.post("/keep", {"digest": line.passes.of(line.case).held.digest}).status_code == 400
    )  # type: ignore[union-attr]
    phone.keep()
    with Archive(line.path) as archive:
        assert len(archive.acts(other)) == 1
    assert line.names() == ["phone.jpg"]


def test_a_new_code_ends_the_phone_before(line: Line) -> None:
    phone = line.phone()
    phone.begin(line.open())
    line.open()
    assert phone.get("/photos").status_code == 401


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/cron.d/x", "..\\x.jpg", "", "a" * 5000, "x\0.hrn"]
)
def test_a_file_s_name_is_never_used(line: Line, sharp: bytes, name: str) -> None:
    phone = line.phone()
    phone.begin(line.open())
    sent = phone.send(sharp, name or "x")
    assert sent.status_code in (303, 400, 413)
    if sent.status_code == 303:
        phone.keep()
        assert line.names() == ["phone.jpg"]
    assert {each.name for each in line.path.parent.iterdir()} <= {
        f"{line.path.name}{end}" for end in ("", "-wal", "-shm")
    }


@pytest.mark.parametrize(
    "data", [b'[Event "x"]\n', b"%PDF-1.4", b"PK\x03\x04", b"GIF89a", b"<script>", b"\0" * 100, b""]
)
def test_only_photos_are_taken(line: Line, data: bytes) -> None:
    phone = line.phone()
    phone.begin(line.open())
    assert phone.send(data).status_code == 400
    assert phone.keep().status_code == 400
    assert line.names() == []


def test_a_huge_photo_is_refused_and_so_are_bytes_from_strangers(
    line: Line, sharp: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (phone_line, phone_passes):
        monkeypatch.setattr(module, "LARGEST", 10_000)
    phone, stranger = line.phone(), line.phone()
    phone.begin(line.open())
    assert phone.send(sharp).status_code == 413
    assert stranger.send(bytes(phone_passes.SMALL + 1)).status_code in (401, 413)
    assert line.passes.of(line.case).held is None  # type: ignore[union-attr]


def test_the_gate_decides_before_any_byte_of_a_body(line: Line) -> None:
    gate, it = Gate(line.app, phone_line.takes), line.open()
    it.key = "key"

    def asked(path: str, length: int, **more: str) -> int:
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "HTTP_HOST": HOST,
            "SERVER_NAME": "x",
            "SERVER_PORT": "0",
            "wsgi.url_scheme": "http",
            "QUERY_STRING": "",
            **more,
        }
        return gate.refused(environ, length, length_known=length >= 0)

    inside = {"HTTP_COOKIE": f"{phone_passes.COOKIE}=key"}
    assert asked("/look", phone_passes.LARGEST) == 401
    assert asked("/look", phone_passes.LARGEST, **inside) == 0
    assert asked("/look", phone_passes.LARGEST + phone_passes.SMALL + 1, **inside) == 413
    assert asked("/keep", phone_passes.SMALL + 1, **inside) == 413
    assert asked("/p/x", phone_passes.SMALL + 1) == 401
    assert asked("/look", -1, **inside) == 411
    assert asked("/look", 10, **inside, HTTP_HOST="evil.example") == 421
    assert asked("/look", 10, **inside, HTTP_ORIGIN="http://evil.example") == 403
    assert asked("/look", 10, **inside, REQUEST_METHOD="PUT") == 405
    assert asked("/look", 10, **inside, REQUEST_METHOD="GET") == 400


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost:8457", "192.168.1.20", "192.168.1.20:8456"]
)
def test_another_host_is_refused(line: Line, host: str) -> None:
    it = line.open()
    answer = line.phone().get(f"/p/{it.code}", base_url=f"http://{host}")
    assert answer.status_code == 421 and it.code not in answer.text


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_a_form_from_another_site_is_refused(line: Line, headers: dict[str, str]) -> None:
    it, phone = line.open(), line.phone()
    assert phone.post(f"/p/{it.code}", headers=headers).status_code == 403
    phone.begin(it)
    assert phone.post("/done", headers=headers).status_code == 403
    assert line.passes.any()


def test_a_form_without_what_its_page_carries_is_refused(line: Line, sharp: bytes) -> None:
    phone = line.phone()
    phone.begin(line.open())
    for path in ("/look", "/keep", "/done"):
        for form in ("", "0" * 32, "ü"):
            photo = {"photo": (BytesIO(sharp), "x.jpg")} if path == "/look" else {}
            assert phone.post(path, {**photo, "form": form}).status_code == 403


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "x", ""])
def test_nobody_from_far_is_answered(line: Line, address: str) -> None:
    it = line.open()
    answer = line.phone().get(f"/p/{it.code}", environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == 403


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded"])
def test_nobody_comes_through_a_proxy(line: Line, name: str) -> None:
    it = line.open()
    assert line.phone().get(f"/p/{it.code}", headers={name: "8.8.8.8"}).status_code == 403


@pytest.mark.parametrize("address", ["192.168.1.9", "10.0.0.2", "fe80::1%wlan0", "fd00::2"])
def test_phones_that_are_near_are(line: Line, address: str) -> None:
    it = line.open()
    answer = line.phone().get(f"/p/{it.code}", environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == 200


def test_looking_at_photos_has_a_pace(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = line.phone()
    phone.begin(line.open())
    told = [phone.send(b"no photo").status_code for _ in range(phone_passes.LOOKS + 2)]
    assert told == [400] * phone_passes.LOOKS + [429] * 2


def test_one_photo_of_a_phone_is_looked_at_at_a_time(line: Line, sharp: bytes) -> None:
    phone, it = line.phone(), line.open()
    phone.begin(it)
    with it.looking:
        assert phone.send(sharp).status_code == 429
    assert phone.send(sharp).status_code == 303


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/cases",
        "/login",
        "/static/desk.js",
        "/phone.css/../desk.css",
        "/p/",
        "/../app.py",
        "/held.jpg",
    ],
)
def test_the_port_has_nothing_of_the_desk(line: Line, path: str) -> None:
    line.open()
    answer = line.phone().get(path)
    assert answer.status_code in (401, 404)
    assert "Traceback" not in answer.text


def test_every_answer_forbids_what_comes_from_outside(line: Line) -> None:
    it = line.open()
    for path in (f"/p/{it.code}", "/phone.js", "/nowhere"):
        headers = line.phone().get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_phone_has_no_cookie_of_the_desk_s_and_its_own_says_nothing(line: Line) -> None:
    it, phone = line.open(), line.phone()
    cookie = phone.post(f"/p/{it.code}").headers["Set-Cookie"]
    assert (
        cookie.startswith("fairdeal-phone=")
        and "HttpOnly" in cookie
        and "SameSite=Strict" in cookie
    )
    assert it.code not in cookie and line.case not in cookie


def test_nothing_of_a_pass_is_on_the_disk_or_in_its_words(line: Line, tmp_path: Path) -> None:
    it = line.open()
    assert it.code not in repr(it) and it.form not in repr(it)
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(it.code.encode() in path.read_bytes() for path in found)


def test_there_is_an_end_of_phones(line: Line) -> None:
    from fairdeal.desk.trouble import DeskError

    for number in range(phone_passes.MOST):
        line.passes.open(f"case {number}", "Bina")
    with pytest.raises(DeskError, match="already"):
        line.passes.open("another", "Bina")
