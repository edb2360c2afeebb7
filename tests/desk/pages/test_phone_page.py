"""The desk's side of a phone as camera: the QR code, who is in, and its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.guard import Access
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import PhoneLine
from tests.desk.pages.conftest import HOST, Desk


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[PhoneLine]:
    path = tmp_path / "archive.fairdeal"
    line = PhoneLine(path, Readings(path), "127.0.0.1", 0)
    yield line
    line.close()


@pytest.fixture
def desk(tmp_path: Path, phones: PhoneLine) -> Iterator[Desk]:
    path = tmp_path / "archive.fairdeal"
    app = create_app(path, Access({HOST}), Readings(path), phones=phones)
    with app.test_client() as client:
        made = Desk(client, path)
        made.introduce()
        yield made


def test_a_phone_is_let_in_and_sent_away(desk: Desk, phones: PhoneLine) -> None:
    case = desk.new_case()
    assert "Take photos with a phone" in desk.get(f"/cases/{case}").text
    page = f"/cases/{case}/phone"
    assert "No phone is connected" in desk.get(page).text
    assert desk.post(page, {}).headers["Location"] == page
    it = phones.passes.of(case)
    assert it is not None and it.who == "Bina"
    shown = desk.get(page).text
    assert phones.url(it) in shown and "data:image/png;base64," in shown
    assert desk.get(f"{page}.json").json == {"state": " 0"}
    phones.passes.claim(it.code, "192.168.1.31")
    shown = desk.get(page).text
    assert (
        "A phone is connected (192.168.1.31)" in shown
        and it.code not in shown
        and it.key not in shown
    )
    assert desk.get(f"{page}.json").json == {"state": "192.168.1.31 0"}
    assert desk.post(f"{page}/end", {}).headers["Location"] == f"/cases/{case}"
    assert phones.passes.of(case) is None
    assert desk.get(f"{page}.json").json == {"state": "ended"}


def test_a_case_may_begin_with_a_phone(desk: Desk, phones: PhoneLine) -> None:
    leads = desk.post("/phone", {}).headers["Location"]
    case = leads.split("/")[2]
    assert phones.passes.of(case) is not None
    assert "Scan this with the phone" in desk.get(leads).text
    for page in ("", "/read", "/findings", "/history"):
        assert desk.get(f"/cases/{case}{page}").status_code in (200, 404)
    assert case in desk.get("/").text


def test_no_case_is_left_where_no_phone_can_be_let_in(
    desk: Desk, phones: PhoneLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones, "_address", "8.8.8.8")
    answer = desk.post("/phone", {})
    assert answer.status_code == 400 and "from the internet" in answer.text
    assert "There are no cases yet." in desk.get("/").text


def test_a_signed_case_lets_nobody_in(desk: Desk, phones: PhoneLine) -> None:
    case = desk.new_case()
    desk.decide_all(case)
    for form, fields in (("ruling", {"text": "So be it."}), ("sign", {})):
        assert (
            desk.post(f"/cases/{case}/{form}", {"seen": desk.last(case), **fields}).status_code
            == 303
        )
    assert desk.post(f"/cases/{case}/phone", {}).status_code == 400
    assert not phones.listening


def test_a_case_that_there_is_not_lets_nobody_in(desk: Desk, phones: PhoneLine) -> None:
    assert desk.post("/cases/000000000000/phone", {}).status_code == 404
    assert not phones.listening


def test_letting_a_phone_in_needs_a_form_of_the_desk(desk: Desk, phones: PhoneLine) -> None:
    case = desk.new_case()
    assert desk.post(f"/cases/{case}/phone", {"token": "0" * 32}).status_code == 403
    assert not phones.listening


def test_the_phone_s_address_shows_nothing_of_the_desk(desk: Desk, phones: PhoneLine) -> None:
    case = desk.new_case()
    desk.post(f"/cases/{case}/phone", {})
    it = phones.passes.of(case)
    assert it is not None
    cookie = desk.client.get_cookie("fairdeal", domain=re.sub(":.*", "", HOST))
    assert cookie is not None and cookie.value not in phones.url(it)
    assert desk.get(f"/p/{it.code}").status_code == 404
