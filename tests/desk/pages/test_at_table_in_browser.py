"""A question at the table on a phone whose browser runs no scripts: asked, answered, kept, settled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fairdeal.desk.archive.store import Archive
from tests.support.browser import plain_page, server
from tests.support.chromium import needs_chromium

__all__ = ["plain_page", "server"]

TOUCH = 44
"""CSS pixels: the smallest height of anything a thumb presses."""


@needs_chromium
def test_two_taps_and_the_article_without_scripts(
    plain_page: Any, server: tuple[str, Path]
) -> None:
    page = plain_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server[0])
    page.click("text=At the table: what happened?")
    heights = [each.bounding_box()["height"] for each in page.locator(".big .button:visible").all()]
    assert len(heights) > 25 and min(heights) >= TOUCH
    page.click(".big a:text-is('Lead out of turn')")
    page.click(".big a:text-is('Yes')")
    assert page.inner_text(".lead") == "1 point to the other side."
    assert "Article 4.3." in page.inner_text(".rule")
    page.click(".answers a")
    page.click(".big a:text-is('No')")
    assert page.inner_text(".lead") == "Nothing to be done."
    page.click("text=A slip to print and sign")
    assert page.inner_text("h1") == "Ruling slip" and page.locator(".signs > div").count() == 3


@needs_chromium
def test_kept_at_an_event_and_settled_without_scripts(
    plain_page: Any, server: tuple[str, Path]
) -> None:
    page = plain_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server[0]}/audits")
    page.fill("[name=title]", "Onam Cup")
    page.click("text=Audit it")
    event = page.url.split("/")[-2]
    page.goto(f"{server[0]}/audits/{event}/board")
    page.click(".jumps a:text-is('At the table')")
    page.click("text=Did not follow suit")
    page.click(".big a:text-is('No')")
    page.click("text=The side that won the bidding")
    page.fill("[name=round]", "1")
    page.fill("[name=table]", "3")
    page.fill("[name=side_a]", "Dunes")
    page.fill("[name=side_b]", "Palms")
    page.click("text=Keep it in the event's disputes")
    assert "It is among the event's disputes." in page.inner_text("main")
    page.click("a:has-text('Next:')")
    page.fill("textarea[name=text]", "Both captains agree.")
    page.click("text=It is settled")
    assert "Nothing is in dispute." in page.inner_text("main")
    with Archive(server[1]) as archive:
        kinds = [str(each.kind) for each in archive.acts(event)]
    assert kinds[-2:] == ["incident", "settled"]
