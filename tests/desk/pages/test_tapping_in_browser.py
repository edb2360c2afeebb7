"""A deal tapped in Chromium on a phone's screen: an illegal call, a card nobody knows, one undo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.grammar.notation import hand_record
from tests.desk.tapping.deals import NO_HANDS, steps
from tests.support.browser import page, plain_page, seen, server
from tests.support.chromium import needs_chromium

__all__ = ["page", "plain_page", "server"]
pytestmark = needs_chromium

TAPS = 90
"""About so many does a deal without its hands take, as docs/desk.md says."""


class Thumb:
    """Somebody who taps, and counts."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def tap(self, key: str) -> None:
        """A key of the page, once what was tapped before is there."""
        self.taps += 1
        self.page.click(f'main button[value="{key}"]')
        self.page.wait_for_selector("body:not([data-sending])")

    def fill(self, fields: dict[str, str], button: str) -> None:
        """A form's fields, a tap and some figures each."""
        for name, text in fields.items():
            self.taps += 2
            field = self.page.locator(f'main [name="{name}"]').last
            if field.evaluate("it => it.tagName") == "SELECT":
                field.select_option(text)
            else:
                field.fill(text)
        self.taps += 1
        self.page.click(f"main button:text-is('{button}')")
        self.page.wait_for_selector("body:not([data-sending])")


def begin(page: Any) -> Thumb:
    page.goto(page.url.split("/tap")[0].split("/cases")[0])
    page.click("text=Enter a deal by tapping")
    page.wait_for_url("**/tap/*")
    return Thumb(page)


def tap_all(thumb: Thumb) -> None:
    for number, step in enumerate(steps(hands=False)):
        if step.do == "heading":
            thumb.fill(json.loads(step.value), "Save")
        elif step.do == "result":
            thumb.fill(json.loads(step.value), "Save the result")
        elif step.do == "event":
            thumb.taps += 1
            thumb.page.click("#happened summary")
            thumb.fill({"what": step.value}, "Note it")
        else:
            if number == 50:  # A slip of the thumb, and back.
                thumb.tap("card ??")
                thumb.tap("undo")
            thumb.tap(f"{step.do} {step.value}".strip())


def findings(archive: Archive, case: str) -> list[dict[str, Any]]:
    checked = next(act for act in archive.acts(case) if act.kind is Kind.CHECKED)
    return [{**each, "span": None} for each in checked.body["check"]["findings"]]


def test_a_deal_by_taps_is_the_deal_typed(page: Any, server: tuple[str, Path]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    thumb = begin(page)
    tap_all(thumb)
    assert abs(thumb.taps - TAPS) <= 5
    page.click("text=Open a case with this deal")
    page.wait_for_url("**/cases/*")
    tapped = page.url.rpartition("/")[2]
    page.goto(server[0])
    record = {"name": "typed.hrn", "mimeType": "text/plain", "buffer": NO_HANDS.encode()}
    page.set_input_files("#files", [record])
    page.click("text=Open the case")
    page.wait_for_url("**/cases/*")
    with Archive(server[1]) as archive:
        document = next(act for act in archive.acts(tapped) if act.kind is Kind.DOCUMENT)
        data = archive.blob(tapped, str(document.body["digest"]))
        assert data is not None
        assert hand_record.read(data).record == hand_record.read(NO_HANDS).record
        assert findings(archive, tapped) == findings(archive, page.url.rpartition("/")[2]) != []


def test_quick_taps_are_all_taken_in_their_order(page: Any) -> None:
    thumb = begin(page)
    thumb.tap("dealer 2")
    thumb.tap("part play")
    page.evaluate(
        """() => { for (const card of ["AS", "JS", "9S", "JD", "KS", "9S", "QH"])
        document.querySelector(`button[value="card ${card}"]`).click(); }"""
    )
    page.wait_for_selector("body:not([data-sending])")
    assert "AS JS 9S JD KS 9S" in page.text_content("pre").replace("3:", "")
    assert page.inner_text("[data-said]") == page.inner_text("#says")


def test_every_part_fits_every_screen_and_every_reader(page: Any) -> None:
    thumb = begin(page)
    thumb.tap("dealer 2")
    seen(page, "tap-start")
    thumb.tap("part auction")
    thumb.tap("word 28")
    seen(page, "tap-auction")
    thumb.tap("part hands")
    for card in ("JH", "-", "??"):
        thumb.tap(f"card {card}")
    seen(page, "tap-hands")
    thumb.tap("part play")
    thumb.tap("card JH")
    page.click("#happened summary")
    seen(page, "tap-play")
    thumb.fill({"what": "claim", "who": "4"}, "Note it")
    thumb.tap("card JS")
    seen(page, "tap-claim")
    thumb.tap("end")
    thumb.tap("part result")
    seen(page, "tap-result")


def test_with_the_keyboard_alone(page: Any) -> None:
    begin(page)
    page.locator('button[value="dealer 2"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('button[value="dealer 2"][aria-pressed=true]')
    page.locator('button[value="part auction"]').focus()
    page.keyboard.press("Space")
    page.wait_for_selector("text=Seat 3 calls.")
    page.keyboard.press("e")
    for line in ("28 S", "p, 6: p", "29 H"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        page.wait_for_selector("body:not([data-sending])")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    page.wait_for_selector("text=Again: 29 H")
    assert "3: 28 S, Pass, 6: Pass" in page.text_content("pre")


def test_a_deal_is_there_again_after_the_page_was_closed(page: Any) -> None:
    thumb = begin(page)
    thumb.tap("part play")
    thumb.tap("card JH")
    page.goto(page.url.split("/tap")[0])
    page.click("text=Deals under way >> a.button >> nth=0")
    assert "JH" in page.text_content("pre")


def test_without_scripts(plain_page: Any) -> None:
    page = plain_page
    page.click("text=Enter a deal by tapping")
    page.click('button[value="dealer 2"]')
    page.click('button[value="part play"]')
    for card in ("JH", "??"):
        page.click(f'button[value="card {card}"]')
    page.click('button[value="undo"]')
    page.fill("input[name=text]", "9H")
    page.click("text=Enter >> nth=-1")
    assert "JH 9H" in page.text_content("pre")
    page.click("text=Open a case with this deal")
    page.wait_for_selector("text=without number, tapped.hrn")
