"""A phone with a camera: let in by the desk's page, looked at before it is sent, and read like any photo.

Chromium's own camera is fed with a film of a printed form, so that `getUserMedia` is asked as on a phone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.guard import Access, Gate, is_loopback
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.phone_line import PhoneLine, own_address
from fairdeal.desk.pages.phone_passes import from_near
from fairdeal.desk.pages.serving import listen
from tests.support.browser import SAMPLE, all_read, enter, seen, serve
from tests.support.camera import View, photograph, printed
from tests.support.chromium import CHROMIUM, needs_chromium

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    path = tmp_path_factory.mktemp("desk") / "archive.fairdeal"
    Archive(path).close()
    readings = Readings(path)
    phones = PhoneLine(path, readings, "127.0.0.1", 0)
    hosts: set[str] = set()
    app = create_app(path, Access(hosts), readings, phones=phones)
    served = listen(app, Gate(app), "127.0.0.1", 0)
    hosts.add(serve(served))
    readings.start()
    yield f"http://{next(iter(hosts))}", path
    readings.stop()
    phones.close()
    served.close()


@pytest.fixture
def camera(play: Any, tmp_path: Path) -> Iterator[Any]:
    """A browser whose camera sees a score sheet on a table."""
    film = tmp_path / "form.mjpeg"
    frame = photograph(printed("score-sheet"), View(width=1200, height=1600))
    film.write_bytes(cv2.imencode(".jpg", frame)[1].tobytes() * 3)
    opened = play.chromium.launch(
        executable_path=CHROMIUM,
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
        ],
        env=dict(os.environ),
    )
    yield opened
    opened.close()


@contextmanager
def case_of(browser: Any, address: str) -> Iterator[Any]:
    """The desk's page of a new case, with a phone let in."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    enter(page, address)
    record = {
        "name": "log.hrn",
        "mimeType": "text/plain",
        "buffer": b'[Deal "1"]\nAuction:\n3: 28 S\n',
    }
    page.set_input_files("#files", [record])
    page.click("text=Open the case")
    page.wait_for_url("**/cases/*")
    page.click("text=Take photos with a phone")
    page.wait_for_selector("img.code")
    yield page
    context.close()


@contextmanager
def phone_of(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def desk(browser: Any, server: tuple[str, Path]) -> Iterator[Any]:
    with case_of(browser, server[0]) as page:
        yield page


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    with phone_of(browser) as page:
        yield page


def begin(desk: Any, phone: Any) -> None:
    phone.goto(desk.inner_text(".panel .hash"))
    phone.click("text=Begin with this phone")
    phone.wait_for_url("**/photos")


def test_a_photo_from_the_camera_to_the_case(camera: Any, server: tuple[str, Path]) -> None:
    with case_of(camera, server[0]) as desk, phone_of(camera) as phone:
        photographed(desk, phone)


def photographed(desk: Any, phone: Any) -> None:
    seen(desk, "phone-desk")
    phone.goto(desk.inner_text(".panel .hash"))
    seen(phone, "phone-begin")
    phone.click("text=Begin with this phone")
    phone.wait_for_selector("[data-camera]:not([hidden])")
    seen(phone, "phone-photos")
    desk.wait_for_selector("text=A phone is connected")
    seen(desk, "phone-desk-in")
    phone.click("text=Take the photo")
    phone.wait_for_selector("text=This will do", timeout=60_000)
    assert "all corners are seen, and it is sharp" in phone.inner_text("main")
    seen(phone, "phone-looked")
    phone.click("text=Put it into the case")
    phone.wait_for_selector("text=1 photo is in the case")
    desk.wait_for_selector("text=1 photo so far")
    phone.click("text=That was all")
    seen(phone, "phone-done")
    desk.wait_for_selector("text=No phone is connected")
    with desk.expect_navigation():
        desk.click("text=Back to the case")
    all_read(desk)
    assert "phone.jpg" in desk.inner_text(".documents")
    assert "Score sheet" in desk.inner_text(".documents")
    assert "Added by Bina, by phone" in (desk.text_content(".documents") or "")


def test_a_photo_from_the_phone_s_own_camera_app(desk: Any, phone: Any) -> None:
    """The sure way: a file, as a page without HTTPS gets it. Here one that should be taken again."""
    begin(desk, phone)
    small = cv2.resize(cv2.imread(str(SAMPLE / "hand-log-deal-04.jpg")), None, fx=0.2, fy=0.2)
    data = cv2.imencode(".jpg", small)[1].tobytes()
    file = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": data}
    phone.set_input_files("input[name=photo]", [file])
    phone.wait_for_selector("a:has-text('Take it again')", timeout=60_000)
    seen(phone, "phone-again")
    phone.click("a:has-text('Take it again')")
    phone.wait_for_url("**/photos")


def test_over_the_network_the_phone_s_own_camera_is_the_way(phone: Any, tmp_path: Path) -> None:
    """By its address in the network, without HTTPS, the browser gives the page no camera."""
    address = own_address()
    if address is None or not from_near(address) or is_loopback(address):
        pytest.skip("this machine is in no local network")
    path = tmp_path / "archive.fairdeal"
    with Archive(path) as archive:
        case = archive.open_case("", "Bina")
    line = PhoneLine(path, Readings(path), None, 0)
    phone.goto(line.url(line.open(case, "Bina")))
    phone.click("text=Begin with this phone")
    phone.wait_for_url("**/photos")
    assert phone.evaluate("window.isSecureContext") is False
    assert phone.locator("[data-camera]").is_hidden()
    phone.set_input_files("input[name=photo]", [str(SAMPLE / "hand-log-deal-04.jpg")])
    phone.click("text=Put it into the case", timeout=60_000)
    phone.wait_for_selector("text=1 photo is in the case")
    line.close()


def test_without_scripts(desk: Any, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    phone = context.new_page()
    begin(desk, phone)
    phone.set_input_files("input[name=photo]", [str(SAMPLE / "hand-log-deal-04.jpg")])
    phone.click("text=Look at the photo")
    phone.wait_for_selector("text=A hand log: all corners are seen", timeout=60_000)
    phone.click("text=Put it into the case")
    phone.wait_for_selector("text=1 photo is in the case")
    context.close()


def test_a_second_phone_is_not_let_in(desk: Any, phone: Any, browser: Any) -> None:
    url = desk.inner_text(".panel .hash")
    begin(desk, phone)
    context = browser.new_context()
    other = context.new_page()
    other.goto(url)
    assert "This code does not count" in other.inner_text("main")
    seen(other, "phone-refused")
    context.close()
