"""From the start page to the signed page with the keyboard alone, which is how some people have to work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.desk.archive.conftest import LOG
from tests.support.browser import asked, page, renewing, serve, server
from tests.support.chromium import needs_chromium

__all__ = ["page", "serve", "server"]
pytestmark = needs_chromium

MOST_TABS = 150
"""Presses of the Tab key within which everything on a page must be reached."""
FOCUSED = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  const label = at.labels?.[0]?.textContent ?? at.getAttribute("aria-label") ?? "";
  const shown = style.outlineStyle !== "none" || style.boxShadow !== "none";
  return [at.tagName, (at.textContent + " " + label).replace(/\\s+/g, " ").trim(), shown, at.name ?? at.id];
}"""


def go_to(page: Any, tag: str, text: str) -> None:
    """Press Tab until an element with that text or name has the focus, and shows that it has."""
    reached = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        kind, said, shown, name = asked(page, FOCUSED)
        reached.append(f"{kind} {said[:30]}")
        if kind == tag and (text in said or text == name):
            assert shown, f"{text}: nobody sees that it has the focus"
            return
    raise AssertionError(f"{text} is not reached by Tab: {reached}")


def follow(page: Any, tag: str, text: str, key: str = "Enter") -> None:
    go_to(page, tag, text)
    with page.expect_navigation():
        page.keyboard.press(key)


def type_into(page: Any, name: str, text: str) -> None:
    go_to(page, "TEXTAREA", name)
    page.keyboard.type(text)


def test_from_the_start_page_to_the_signed_page_by_keyboard(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "log.hrn"
    path.write_text(LOG, encoding="utf-8")
    go_to(page, "INPUT", "files")
    page.set_input_files(":focus", str(path))  # the system's own dialogue stands for this
    follow(page, "BUTTON", "Open the case")
    page.wait_for_url("**/cases/*")
    case = page.url
    page.goto(f"{case}/findings")
    page.keyboard.press("a")
    page.wait_for_url("**/ruling*")  # nothing is left to decide
    page.goto(f"{case}/ruling")
    type_into(page, "facts", "Seat 2 called before its turn.")
    type_into(page, "text", "A warning is given.")
    with renewing(page):
        follow(page, "BUTTON", "Save")
    page.wait_for_url("**#sign")
    follow(page, "BUTTON", "Sign off as")
    assert "The case is signed off" in page.inner_text("main")
    follow(page, "A", "Open the report")
    assert "A warning is given." in page.inner_text(".front")


def test_the_first_tab_offers_to_skip_to_the_content(page: Any) -> None:
    page.goto(page.url)
    page.keyboard.press("Tab")
    assert "Skip" in page.evaluate(FOCUSED)[1]
