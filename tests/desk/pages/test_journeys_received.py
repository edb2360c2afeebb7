"""A report that others sent, in a browser: shown, and able to do nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.archive import exchange
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.review import casework
from tests.desk.archive.conftest import LOG, document
from tests.support.browser import server
from tests.support.chromium import needs_chromium

__all__ = ["server"]
pytestmark = needs_chromium

TRAP = b"""<!doctype html><title>Theirs</title><p id=said>Team B loses.</p>
<script>document.getElementById("said").textContent = "It ran."</script>
<form action="/who" method="post"><input name="who" value="Eve"><button>Go on</button></form>"""


@pytest.fixture
def theirs(server: tuple[str, Path], tmp_path: Path) -> str:
    """A case that others signed off, taken in."""
    with Archive(tmp_path / "other.fairdeal") as other:
        case = other.open_case("Theirs", "Cyril")
        casework.hand_in(other, case, document(LOG.encode()), "Cyril")
        casework.recheck(other, case)
        seen = other.acts(case)[-1].number
        casework.sign_off(other, case, lambda _: TRAP, "Cyril", seen)
        sent = exchange.open_case(exchange.export(other, case))
    with Archive(server[1]) as archive:
        return exchange.take_in(archive, sent, "Bina").case


def test_a_report_from_others_is_shown_and_nothing_in_it_runs(
    browser: Any, server: tuple[str, Path], theirs: str
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 900})
    page.goto(f"{server[0]}/cases/{theirs}/report")
    frame = page.frame_locator("iframe.theirs")
    assert frame.locator("#said").text_content() == "Team B loses."
    assert "Nobody signed it" in page.locator(".notice").first.text_content()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    frame.locator("button").click()
    page.wait_for_timeout(300)
    assert asked == []
    page.close()
