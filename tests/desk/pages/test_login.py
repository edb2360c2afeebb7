"""Logging in and out on the pages."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.guard import TRIES, Access
from fairdeal.desk.pages.jobs import Readings
from tests.desk.pages.conftest import HOST

BASE = f"http://{HOST}"
PASSWORD = "correct horse"


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    path = tmp_path / "a.fairdeal"
    return create_app(path, Access({HOST}, PASSWORD), Readings(path))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def _token(client: FlaskClient, page: str = "/login") -> str:
    found = re.search(r'data-token="([0-9a-f]+)"', client.get(page, base_url=BASE).text)
    assert found is not None
    return found[1]


def _login(client: FlaskClient, password: str = PASSWORD, **more: object) -> TestResponse:
    form = {"token": _token(client), "password": password}
    return client.post("/login", data=form, base_url=BASE, **more)


def _session(client: FlaskClient) -> str:
    cookie = client.get_cookie("fairdeal", domain="localhost")
    return cookie.value if cookie is not None else ""


def _is_in(client: FlaskClient) -> bool:
    return client.get("/", base_url=BASE).status_code == 200


def test_a_login_has_a_session_and_a_token_of_its_own(client: FlaskClient) -> None:
    """Who planted a cookie before, or saw its token, has nothing of the login."""
    before, planted = _token(client), _session(client)
    assert _login(client).status_code == 303 and _is_in(client)
    assert _token(client, "/") != before
    client.set_cookie("fairdeal", planted, domain="localhost")
    assert not _is_in(client)


def test_logging_out_ends_every_copy_of_the_cookie(client: FlaskClient) -> None:
    _login(client)
    copied = _session(client)
    answer = client.post("/logout", data={"token": _token(client, "/")}, base_url=BASE)
    assert answer.headers["Location"] == "/login" and not _is_in(client)
    client.set_cookie("fairdeal", copied, domain="localhost")
    assert not _is_in(client)


def test_nobody_is_logged_out_by_another_site(client: FlaskClient) -> None:
    _login(client)
    assert client.post("/logout", base_url=BASE).status_code == 403
    assert _is_in(client)


def test_the_button_to_log_out_is_there_where_a_password_is_asked(
    client: FlaskClient, tmp_path: Path
) -> None:
    _login(client)
    assert "Log out" in client.get("/", base_url=BASE).text
    open_to_all = create_app(tmp_path / "b.fairdeal", Access({HOST}))
    assert "Log out" not in open_to_all.test_client().get("/", base_url=BASE).text


def test_a_new_start_ends_all_logins(client: FlaskClient, tmp_path: Path) -> None:
    _login(client)
    again = create_app(tmp_path / "a.fairdeal", Access({HOST}, PASSWORD))
    other = again.test_client()
    other.set_cookie("fairdeal", _session(client), domain="localhost")
    assert not _is_in(other)


def test_a_form_whose_login_has_ended_is_shown_again(client: FlaskClient) -> None:
    form = {"token": "x", "text": "A long ruling."}
    answer = client.post("/cases/x/ruling", data=form, base_url=BASE)
    assert answer.status_code == 401
    assert "A long ruling." in answer.text and "Log in" in answer.text


def test_who_is_not_in_can_send_only_a_little(client: FlaskClient) -> None:
    token = _token(client)
    form = {"token": token, "password": PASSWORD, "file": (BytesIO(b"x" * 300_000), "x")}
    assert client.post("/login", data=form, base_url=BASE).status_code == 413


def test_wrong_passwords_are_answered_with_how_long_to_wait(client: FlaskClient) -> None:
    for _ in range(TRIES):
        assert "not the password" in _login(client, "wrong").text
    assert "Try again in 15 seconds" in _login(client).text
    assert not _is_in(client)


def test_a_browser_that_was_in_gets_in_while_another_tries_passwords(app: Flask) -> None:
    known, stranger = app.test_client(), app.test_client()
    _login(known)
    known.post("/logout", data={"token": _token(known, "/")}, base_url=BASE)
    for _ in range(2 * TRIES):
        _login(stranger, "wrong")
    assert _login(known).status_code == 303


def test_cookies_go_over_encrypted_connections_only_where_there_is_one(app: Flask) -> None:
    for scheme, secure in (("http", False), ("https", True)):
        with app.test_client() as client:
            base = f"{scheme}://{HOST}"
            token = client.get("/login", base_url=base).text.partition('data-token="')[2][:32]
            form = {"token": token, "password": PASSWORD}
            answer = client.post("/login", data=form, base_url=base)
            cookies = answer.headers.getlist("Set-Cookie")
            assert len(cookies) == 2
            for cookie in cookies:
                assert ("Secure" in cookie) is secure
                assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


def test_a_password_leaves_nothing_in_the_browsers_store(client: FlaskClient) -> None:
    """Pictures of evidence were kept for ten minutes, also after logging out."""
    _login(client)
    assert client.get("/", base_url=BASE).headers["Cache-Control"] == "no-store"
    assert (
        client.get("/parse.json?kind=card&text=x", base_url=BASE).headers["Cache-Control"]
        == "no-store"
    )
    assert "max-age" in client.get("/static/desk.css", base_url=BASE).headers["Cache-Control"]


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "DELETE", "CONNECT", "PROPFIND"])
def test_other_methods_are_refused(client: FlaskClient, method: str) -> None:
    assert client.open("/", method=method, base_url=BASE).status_code == 405


@pytest.mark.parametrize(
    "path", ["/x%0d%0aSet-Cookie:%20a=b", "/cases/x%0d%0ay/export", "/static/%00"]
)
def test_no_line_of_an_address_becomes_a_header(client: FlaskClient, path: str) -> None:
    _login(client)
    answer = client.get(path, base_url=BASE)
    assert answer.status_code == 404
    assert "a=b" not in str(answer.headers)
