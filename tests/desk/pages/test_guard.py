"""Who may open the pages, and what is refused."""

from __future__ import annotations

import pathlib
import re
from io import BytesIO

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.guard import Access
from fairdeal.desk.pages.jobs import Readings
from tests.desk.pages.conftest import HOST, Desk


@pytest.mark.parametrize("host", ["evil.example", "localhost", "localhost:9999", "127.0.0.1:80"])
def test_a_foreign_host_is_refused(desk: Desk, host: str) -> None:
    """A page of another site whose name was made to lead here (DNS rebinding)."""
    answer = desk.client.get("/", base_url=f"http://{host}")
    assert answer.status_code == 421
    assert "Use the address" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_form_from_another_site_is_refused(desk: Desk, headers: dict[str, str]) -> None:
    answer = desk.post("/who", {"who": "Eve"}, headers=headers)
    assert answer.status_code == 403
    assert "You are" not in desk.get("/").text


def test_a_form_without_the_token_is_refused(desk: Desk) -> None:
    for token in ("", "0" * 32):
        assert desk.post("/who", {"who": "Eve", "token": token}).status_code == 403


def test_every_page_forbids_what_comes_from_outside(desk: Desk) -> None:
    answer = desk.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    cookie = answer.headers.get("Set-Cookie", "")
    assert not cookie or ("HttpOnly" in cookie and "SameSite=Strict" in cookie)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../guard.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/pages/desk/base.html",
        "/nowhere",
        "/cases/../../etc/passwd",
        "/cases/000000000000",
        "/cases/000000000000/report",
    ],
)
def test_no_path_leads_out(desk: Desk, path: str) -> None:
    answer = desk.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "to", ["http://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_the_way_back_is_always_to_a_page_of_the_desk(desk: Desk, to: str) -> None:
    answer = desk.post("/who", {"who": "Bina", "next": to})
    assert answer.headers["Location"] == "/"


def test_with_a_password_nothing_is_shown_without_it(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.fairdeal"
    app = create_app(path, Access({HOST}, "correct horse"), Readings(path))
    with app.test_client() as client:
        for page in ("/", "/search", "/cases/000000000000/report", "/parse.json?kind=card&text=x"):
            answer = client.get(page, base_url=f"http://{HOST}")
            assert answer.headers["Location"] == "/login"
        page = client.get("/login", base_url=f"http://{HOST}").text
        token = page.partition('data-token="')[2][:32]
        wrong = {"token": token, "password": "wrong horse"}
        assert (
            "not the password" in client.post("/login", data=wrong, base_url=f"http://{HOST}").text
        )
        right = {"token": token, "password": "correct horse"}
        assert client.post("/login", data=right, base_url=f"http://{HOST}").status_code == 303
        assert client.get("/", base_url=f"http://{HOST}").status_code == 200


def test_the_foot_of_the_pages_says_who_can_open_them(desk: Desk, tmp_path: pathlib.Path) -> None:
    said = "There is no password: every user of this computer can open these pages."
    assert said in desk.get("/").text and said in desk.get("/settings").text
    path = tmp_path / "locked"
    app = create_app(path, Access({HOST}, "correct horse"), Readings(path))
    with app.test_client() as client:
        assert said not in client.get("/login", base_url=f"http://{HOST}").text


def test_other_machines_are_let_in_with_a_password_only(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = ["--archive", str(tmp_path / "a"), "--no-browser"]
    assert main(["desk", "--host", "0.0.0.0", *archive]) == 2
    assert "--password-file" in capsys.readouterr().err
    (tmp_path / "password").write_text("short")
    asked = ["--password-file", str(tmp_path / "password")]
    assert main(["desk", "--host", "0.0.0.0", *asked, *archive]) == 2
    assert "too short" in capsys.readouterr().err


def test_ten_thousand_files_are_refused(desk: Desk) -> None:
    desk.introduce()
    files = [(BytesIO(b"x"), f"{number}.jpg") for number in range(10_000)]
    answer = desk.post("/cases", {"files": files})
    assert answer.status_code == 413
    assert "match at a time" in answer.text
    assert "There are no cases yet" in desk.get("/").text


def test_more_than_can_be_taken_is_refused_before_it_is_read(desk: Desk) -> None:
    desk.introduce()
    answer = desk.client.post(
        "/cases",
        base_url=f"http://{HOST}",
        input_stream=BytesIO(b""),
        headers={"Content-Length": str(10**10), "Content-Type": "multipart/form-data; boundary=x"},
    )
    assert answer.status_code in (403, 413)


@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/cron.d/x",
        "C:\\Windows\\x.hrn",
        "/root/.ssh/x",
        "a\x00b.hrn",
        "..",
        "<script>alert(1)</script>.hrn",
    ],
)
def test_a_files_name_is_only_ever_shown(desk: Desk, name: str, tmp_path: pathlib.Path) -> None:
    desk.introduce()
    before = sorted(path.name for path in tmp_path.iterdir())
    case = desk.new_case(name=name)
    page = desk.get(f"/cases/{case}").text
    assert "<script>alert" not in page
    with Archive(desk.path) as archive:
        kept = str(archive.acts(case)[1].body["name"])
    assert "/" not in kept and "\\" not in kept and "\x00" not in kept and kept not in ("", "..")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_markup_in_names_and_notes_stays_text_on_every_page(desk: Desk) -> None:
    bad = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
    desk.introduce(bad)
    log = (
        '[Event "X"]\n[TeamA "<script>alert(2)</script>"]\n[Seat6 "<b>bold</b>"]\n[Deal "1"]\n[Dealer "2"]\n'
        'Auction:\n3: 28 S, 6: Pass\n! note "<script>alert(2)</script>"\n'
    )
    case = desk.new_case(log.encode(), title=bad)
    with Archive(desk.path) as archive:
        digest = archive.acts(case)[1].body["digest"]
    desk.post(f"/cases/{case}/ruling", {"seen": desk.last(case), "statement_A": bad})
    desk.post(f"/cases/{case}/ruling", {"seen": desk.last(case), "text": bad, "members": bad})
    for page in ("", "/findings", "/ruling", "/report", "/history", "/deal/1", f"/text/{digest}"):
        answer = desk.get(f"/cases/{case}{page}")
        assert answer.status_code == 200, page
        assert "<script>alert" not in answer.text and "<img src=x" not in answer.text, page
    assert "<script>alert" not in desk.get("/search?text=alert").text


def test_letters_that_nobody_sees_are_shown_on_every_page(desk: Desk) -> None:
    """A name may turn the text around it, or be another one that looks the same."""
    hidden = "As\u200bha\u202egpj"
    desk.introduce(hidden)
    log = f'[Event "X"]\n[TeamA "{hidden}"]\n[Deal "1"]\n[Dealer "2"]\nAuction:\n3: 28 S, 6: Pass\n'
    case = desk.new_case(log.encode(), name=f"{hidden}.hrn", title=hidden)
    with Archive(desk.path) as archive:
        assert archive.acts(case)[0].who == hidden
        digest = archive.acts(case)[1].body["digest"]
    desk.post(f"/cases/{case}/ruling", {"seen": desk.last(case), "statement_A": hidden})
    field = re.compile(r"(<input[^>]*>)|(<textarea[^>]*>[^<]*</textarea>)")
    for page in ("", "/findings", "/ruling", "/report", "/history", f"/text/{digest}"):
        text = field.sub("", desk.get(f"/cases/{case}{page}").text)
        assert "[U+202E]" in text and not re.search("[\u200b\u202e]", text), page
    form = desk.get(f"/cases/{case}/ruling").text
    assert f"{hidden}</textarea>" in form, "what is sent again must be what was typed"


def test_a_proxy_wants_an_address_and_a_password(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = ["--archive", str(tmp_path / "a"), "--no-browser"]
    assert main(["desk", "--proxy", "proxy.example", *archive]) == 2
    assert "is not an address" in capsys.readouterr().err
    assert main(["desk", "--proxy", "127.0.0.1", *archive]) == 2
    assert "--password-file" in capsys.readouterr().err
