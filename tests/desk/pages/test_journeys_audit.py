"""The journey of an audit in the browser: a tournament's files to standings, a report and a case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from samples.making.records.tournament import tournament, write_schedule, write_tournament
from tests.support.browser import SAMPLE, page, plain_page, seen, server
from tests.support.chromium import needs_chromium

__all__ = ["page", "plain_page", "server"]
pytestmark = needs_chromium


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cup") / "cup"
    made = tournament(seed=5, teams=4, rounds=2, slips=0.7)
    write_tournament(folder, made)
    write_schedule(folder, made)
    return folder


def test_audit_of_the_sample_tournament(page: Any, cup: Path) -> None:
    page.click("nav >> text=Events")
    seen(page, "audits-empty")
    files = [str(path) for path in sorted(cup.iterdir())]
    page.set_input_files("#files", [*files, str(SAMPLE / "score-sheet.jpg")])
    page.fill("input[name=title]", "Synthetic Harvest Cup")
    page.click("text=Audit it")
    page.wait_for_url("**/audits/*")
    assert page.locator("[data-audit] [role=status], h2#matches").first.inner_text()
    seen(page, "audit-at-work")
    page.wait_for_selector("text=Standings and everything found", timeout=180_000)
    audit = page.url
    assert "5 matches" in page.inner_text("main")
    assert "Could not be placed for sure" in page.inner_text("main")
    seen(page, "audit-done")
    page.click("text=Standings and everything found")
    page.wait_for_selector("#standings")
    assert "Synthetic team 01" in page.inner_text("main")
    page.click("section[aria-labelledby=discrepancies] a >> nth=0")
    page.wait_for_selector("text=Dispute report")
    page.goto(audit)
    with page.expect_download() as download:
        page.click("text=standings.csv")
    assert download.value.suggested_filename == "standings.csv"
    page.click("button:has-text('Open as a case') >> nth=0")
    page.wait_for_url("**/cases/*")
    assert page.locator(".documents li").count() == 2
    page.goto(audit.rpartition("/")[0])
    assert "done" in page.inner_text("table")
    seen(page, "audits")


def test_an_audit_is_followed_without_scripts(
    plain_page: Any, server: tuple[str, Path], cup: Path
) -> None:
    page = plain_page
    page.goto(f"{server[0]}/audits")
    page.set_input_files("#files", [str(path) for path in sorted(cup.glob("*.hrn"))[:4]])
    page.click("text=Audit it")
    page.wait_for_url("**/audits/*")
    page.wait_for_selector("text=Standings and everything found", timeout=120_000)


def test_the_screen_in_the_hall_renews_itself_and_comes_back(
    page: Any, browser: Any, server: tuple[str, Path], cup: Path
) -> None:
    page.goto(f"{server[0]}/audits")
    page.fill("input[name=title]", "Hall Cup")
    page.click("text=Audit it")
    page.wait_for_url("**/rounds")
    event = page.url.rpartition("/")[0]
    page.goto(f"{event}/results")
    address = server[0] + str(page.get_attribute("a[href^='/screen/']", "href"))
    hall = browser.new_page()
    hall.clock.install()
    hall.goto(address)
    hall.wait_for_selector("text=Nothing was played yet")
    hall.context.set_offline(True)
    hall.clock.run_for(20_000)
    hall.wait_for_selector("text=The connection is lost")
    page.goto(f"{event}/board")
    page.click("summary:has-text('Add photos')")
    page.set_input_files(
        "form[action$='/files'] input[type=file] >> nth=0", str(next(cup.glob("*.hrn")))
    )
    with page.expect_navigation():
        page.click("button:has-text('Add them')")
    page.wait_for_selector("text=Standings and everything found", timeout=180_000)
    hall.context.set_offline(False)
    hall.clock.run_for(40_000)
    hall.wait_for_selector("text=After round")
    assert not hall.is_visible("text=The connection is lost")
    hall.close()
