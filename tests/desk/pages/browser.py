"""Debian's Chromium before the desk's pages: what every journey needs."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from waitress import create_server

from desk.archive.store import Archive
from desk.pages.app import create_app
from desk.pages.audit_jobs import AuditJobs
from desk.pages.guard import Access
from desk.pages.jobs import Readings

AXE = Path(__file__).parents[1] / "browser" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None
)
SAMPLE = Path(__file__).parents[3] / "samples" / "onam-cup"
SHOTS = os.environ.get("FAIRDEAL_SHOTS")
"""A folder for screenshots, for a person to look at."""
WIDTHS = {"phone": 390, "tablet": 820, "desktop": 1280}

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    path = tmp_path_factory.mktemp("desk") / "archive.fairdeal"
    Archive(path).close()
    readings, audits = Readings(path), AuditJobs(path)
    hosts: set[str] = set()
    served = create_server(
        create_app(path, Access(hosts), readings, audits), host="127.0.0.1", port=0, threads=8
    )
    host = f"127.0.0.1:{served.effective_port}"
    hosts.add(host)
    readings.start()
    audits.start()
    threading.Thread(target=served.run, daemon=True).start()
    yield f"http://{host}", path
    readings.stop()
    audits.stop()
    served.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        opened = play.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, server: tuple[str, Path]) -> Iterator[Any]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(60_000)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    opened.goto(server[0])
    opened.fill(".person input[name=who]", "Bina")
    opened.click(".person button")
    yield opened
    opened.close()
    assert [each for each in errors if "409" not in each and "400" not in each] == []


def seen(page: Any, name: str) -> None:
    """Nothing is wider than the screen at any width; axe-core has no serious complaint."""
    for kind, width in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, kind)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{kind}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 900})
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("axe.run().then(result => result.violations)")
        serious = [
            (each["id"], [node["html"][:120] for node in each["nodes"][:2]])
            for each in found
            if each["impact"] in ("serious", "critical")
        ]
        assert serious == [], name
