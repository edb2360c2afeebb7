"""Who may do what: director, committee, runner and guest, each with a password of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fairdeal.desk.commands.desk import passwords_in
from fairdeal.desk.pages import events
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.guard import ROLES, Access, Role
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import PhoneLine
from fairdeal.desk.report.pdf import pdf_of
from fairdeal.desk.trouble import DeskError
from tests.desk.pages.conftest import HOST

BASE = f"http://{HOST}"
PASSWORDS: dict[Role, str] = {role: f"password of the {role}" for role in ROLES}
EVENT = "0123456789ab"


@pytest.fixture(scope="module", autouse=True)
def _printed_once() -> Iterator[None]:
    """Whoever may ask for the results gets the same: to print them takes a browser of its own each time."""
    printed: list[bytes] = []

    def once(page: bytes) -> bytes:
        if not printed:
            printed.append(pdf_of(page))
        return printed[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(events, "pdf_of", once)
        yield


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    path = tmp_path / "a.fairdeal"
    others = {role: each for role, each in PASSWORDS.items() if role != "director"}
    access = Access({HOST}, PASSWORDS["director"], others)
    readings, audits = Readings(path), AuditJobs(path)
    phones = PhoneLine(path, readings, "127.0.0.1", 0, audits=audits)
    made = create_app(path, access, readings, audits, phones)
    (audits.files.folder / EVENT / "files").mkdir(parents=True)
    audits.files.begin(EVENT, "Onam Cup", "", "Bina", [])
    return made


def token(client: FlaskClient, page: str) -> str:
    found = re.search(r'data-token="([0-9a-f]+)"', client.get(page, base_url=BASE).text)
    assert found is not None
    return found[1]


def inside(app: Flask, role: Role) -> FlaskClient:
    client = app.test_client()
    form = {"token": token(client, "/login"), "password": PASSWORDS[role]}
    assert client.post("/login", data=form, base_url=BASE).status_code == 303
    return client


BOARD = f"/audits/{EVENT}/board"
PAGES: dict[str, tuple[Role, ...]] = {
    "/": ("director", "committee"),
    "/search": ("director", "committee"),
    "/statistics": ("director", "committee"),
    "/statistics.csv": ("director", "committee"),
    "/settings": ("director", "committee"),
    "/forms": ROLES,
    "/table": ROLES,
    f"/table?event={EVENT}": ROLES,
    f"/table/international/revoke/yes?event={EVENT}": ROLES,
    BOARD: ("director", "committee", "runner"),
    f"/audits/{EVENT}/missing": ("director", "committee", "runner"),
    f"/audits/{EVENT}/rounds": ("director", "committee", "runner"),
    f"/audits/{EVENT}/phones": ("director", "committee"),
    f"/audits/{EVENT}/results": ROLES,
    "/audits": ROLES,
    "/help": ROLES,
}


@pytest.mark.parametrize("role", ROLES)
def test_a_page_opens_to_those_whom_it_concerns_and_leads_nowhere_else(
    app: Flask, role: Role
) -> None:
    client = inside(app, role)
    for page, roles in PAGES.items():
        answer = client.get(page, base_url=BASE)
        assert answer.status_code == (200 if role in roles else 403), page
        if role not in roles:
            assert "This is for the committee" in answer.text
            continue
        for link in set(re.findall(r'href="(/[^"#]*)"', answer.text)):
            assert client.get(link, base_url=BASE).status_code != 403, (page, link)


@pytest.mark.parametrize("role", ROLES)
def test_a_form_that_somebody_may_not_send_is_not_on_their_pages(app: Flask, role: Role) -> None:
    client = inside(app, role)
    for page, roles in PAGES.items():
        if role in roles:
            shown = client.get(page, base_url=BASE).text
            for form in set(re.findall(r'method="post" action="(/[^"]*)"', shown)) - {"/logout"}:
                sent = {"token": token(client, page)}
                assert client.post(form, data=sent, base_url=BASE).status_code != 403, (page, form)


@pytest.mark.parametrize(
    ("role", "form"),
    [
        ("committee", f"/audits/{EVENT}/plan"),
        ("committee", f"/audits/{EVENT}/result"),
        ("committee", f"/audits/{EVENT}/remove"),
        ("committee", "/settings"),
        ("runner", "/cases"),
        ("runner", f"/audits/{EVENT}/take"),
        ("runner", f"/audits/{EVENT}/settle"),
        ("guest", f"/audits/{EVENT}/incident"),
        ("runner", f"/audits/{EVENT}/confirm"),
        ("guest", f"/audits/{EVENT}/ask"),
        ("guest", f"/audits/{EVENT}/files"),
    ],
)
def test_a_form_is_refused_from_others(app: Flask, role: Role, form: str) -> None:
    client = inside(app, role)
    sent = {"token": token(client, "/audits"), "who": "Bina"}
    answer = client.post(form, data=sent, base_url=BASE)
    assert answer.status_code == 403 and "enter with the right password" in answer.text


def test_a_file_may_hold_one_password_or_one_for_each_role(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("four random words: here\n", "utf-8")
    assert passwords_in(file) == {"director": "four random words: here"}
    file.write_text("".join(f"{role.title()}: {PASSWORDS[role]}\n" for role in ROLES), "utf-8")
    assert passwords_in(file) == PASSWORDS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("short", "too short"),
        ("director: long enough\nguest: short", "too short"),
        ("guest: long enough", "director's password is missing"),
        ("director: long enough\nguest: long enough", "the same password"),
        ("director: long enough\ndirector: longer still", "two passwords for the director"),
        ("", "too short"),
    ],
)
def test_a_mistake_in_it_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "password"
    file.write_text(text, "utf-8")
    with pytest.raises(DeskError, match=said):
        passwords_in(file)
