"""Debian's Chromium before the desk's pages: what every journey needs."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from waitress.server import MultiSocketServer

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.pages.app import create_app
from fairdeal.desk.pages.audit_jobs import AuditJobs
from fairdeal.desk.pages.guard import Access, Gate
from fairdeal.desk.pages.jobs import Readings
from fairdeal.desk.pages.serving import listen
from tests.support.axe import serious
from tests.support.chromium import AXE

SAMPLE = Path(__file__).parents[2] / "samples" / "onam-cup"
SHOTS = os.environ.get("FAIRDEAL_SHOTS")
"""A folder for screenshots, for a person to look at."""
WIDTHS = {"narrow-phone": 320, "phone": 390, "tablet": 820, "desktop": 1280}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    path = tmp_path_factory.mktemp("desk") / "archive.fairdeal"
    Archive(path).close()
    readings, audits = Readings(path), AuditJobs(path)
    hosts: set[str] = set()
    app = create_app(path, Access(hosts), readings, audits)
    served = listen(app, Gate(app), "127.0.0.1", 0)
    hosts.add(serve(served))
    readings.start()
    audits.start()
    yield f"http://{next(iter(hosts))}", path
    readings.stop()
    audits.stop()
    served.close()


def serve(server: MultiSocketServer) -> str:
    """Answer in the background; the host and port."""
    threading.Thread(target=server.run, daemon=True).start()
    return f"127.0.0.1:{server.effective_listen[0][1]}"


@pytest.fixture
def page(browser: Any, server: tuple[str, Path]) -> Iterator[Any]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(60_000)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    enter_at_once(opened, server[0])
    yield opened
    opened.close()
    assert [each for each in errors if "409" not in each and "400" not in each] == [], errors


@pytest.fixture
def plain_page(browser: Any, server: tuple[str, Path]) -> Iterator[Any]:
    """A page of a browser without scripts."""
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    enter(opened, server[0])
    yield opened
    context.close()


def enter_at_once(page: Any, address: str, name: str = "Bina") -> None:
    """The same as `enter`, which takes as long as many a test: the form is sent without the browser."""
    token = re.search(r'data-token="([0-9a-f]+)"', page.request.get(address).text())
    assert token is not None
    sent = {"token": token[1], "who": name, "next": "/"}
    assert page.request.post(f"{address}/who", form=sent).ok
    page.goto(address)


def enter(page: Any, address: str, name: str = "Bina") -> None:
    """Open the desk and say who is there."""
    page.goto(address)
    page.click(".person summary")
    page.fill(".person input[name=who]", name)
    page.click(".person button")


def all_read(page: Any) -> None:
    """Wait until every photo of the open case is read, and the page has loaded itself again."""
    case = page.url.partition("#")[0]
    for _ in range(900):
        if page.request.get(f"{case}/progress.json").json()["left"] == 0:
            break
        page.wait_for_timeout(200)
    # In one look: what a page that loads says of photos to come may not be there yet. The foot comes last.
    page.wait_for_selector("body:not(:has([data-progress])) > * > footer")
    page.wait_for_load_state()


@contextmanager
def renewing(page: Any) -> Iterator[None]:
    """Wait until what follows what is done here is there. It may be the same address: the page goes to a
    place in itself first, and only then loads itself again."""
    page.evaluate("document.documentElement.dataset.old = ''")
    yield
    page.wait_for_selector("html:not([data-old])", state="attached")
    page.wait_for_load_state()


def renewed(page: Any, selector: str) -> None:
    """Click, and wait until what follows is there."""
    with renewing(page):
        page.click(selector)


def asked(page: Any, script: str, tries: int = 5) -> Any:
    """What a script says of the page. Asked again where the page is just being replaced by the next one: the
    address changes before the new document is there."""
    for _ in range(tries - 1):
        try:
            return page.evaluate(script)
        except Exception as error:
            if "context was destroyed" not in str(error) and "of null" not in str(error):
                raise
            page.wait_for_timeout(200)
            page.wait_for_load_state()
    return page.evaluate(script)


def seen(page: Any, name: str) -> None:
    """Nothing is wider than the screen at any width; axe-core has no serious complaint."""
    # The address changes before the document of the page is there.
    page.wait_for_load_state()
    for kind, width in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": 900})
        assert asked(page, "document.documentElement.scrollWidth") <= width, (name, kind)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{kind}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 900})
    if AXE.exists():
        asked(page, AXE.read_text("utf-8"))
        assert serious(page) == [], name
