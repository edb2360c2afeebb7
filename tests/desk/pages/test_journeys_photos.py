"""Journeys from a page written by hand: a dispute slip to a signed report, and how a hand writes its ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from fairdeal.desk.archive.store import Archive
from fairdeal.digitize.reading import read_photo
from samples.making.hand import skeletons
from samples.making.hand.fill import Altered
from samples.making.hand.handwriting import skeleton_hand
from tests.desk.archive.test_shapes import opened, page as page_alike, texts
from tests.desk.pages.test_journeys import hand_in, handed_in
from tests.support.browser import SAMPLE, page, renewed, seen, server
from tests.support.chromium import needs_chromium
from tests.support.waiting import until
from tests.support.whole import verify
from tests.support.written_pages import photo_of

__all__ = ["page", "server"]
pytestmark = needs_chromium

SLIP: Final = {
    "heading / round": "2",
    "heading / table": "4",
    "deal": "7",
    "dealer": "6",
    "disputed 1 / number": "5",
    "disputed 1 / leader": "1",
    "disputed 1 / seat 1": "AS",
    "disputed 1 / seat 2": "KH",
    "disputed 1 / seat 3": "10S",
    "disputed 1 / seat 4": "QS",
    "disputed 1 / seat 5": "10D",
    "disputed 1 / seat 6": "KS",
    "disputed 1 / winner": "1",
    "hand 2 / 1": "JS",
    "hand 2 / 2": "9C",
    "hand 2 / 3": "QD",
    "call 1": "28 C",
    "call 1 / seat": "1",
    "call 2": "P",
    "call 3": "30 C",
    "contract": "30 C",
    "contract / by": "3",
    "dispute / team": "A",
    "dispute / seat": "2",
    "dispute / trick": "5",
    "dispute / at once": "X",
    "dispute / revoke": "X",
    "seen by / seat 1": "X",
    "seen by / seat 4": "X",
}
"""Seat 2 put a heart on the ace of spades, and holds the jack of spades still. Who won the trick, and what
was bid, is remembered; the cards of the others that are left are not."""

STRUCK: Final = {"hand 2 / 1": Altered("JD", "beside")}
"""The spade still held was first written as a diamond: somebody must look."""


# As on a laptop that slept: a page has to ask again.
FIRST_ANSWER_LOST = """
const ask = window.fetch;
window.fetch = (address, ...more) => {
  if (!String(address).endsWith("progress.json")) return ask(address, ...more);
  window.fetch = ask;
  return Promise.reject(new TypeError("Failed to fetch"));
};
"""


def test_from_a_dispute_slip_to_a_signed_report(page: Any, server: tuple[str, Path]) -> None:
    rng = np.random.default_rng(5)
    jpeg = photo_of("dispute-slip", SLIP, skeleton_hand(rng), rng, STRUCK)
    page.add_init_script(FIRST_ANSWER_LOST)
    case = hand_in(page, {"name": "slip.jpg", "mimeType": "image/jpeg", "buffer": jpeg})
    seen(page, "slip-case")
    page.click("text=Answer them")
    page.wait_for_selector("text=Hand of seat 2, card 1")
    seen(page, "slip-asked")
    page.keyboard.press("e")
    page.keyboard.type("js")
    page.wait_for_selector("text=Understood as JS.")
    page.click("button:has-text('Save')")
    page.wait_for_load_state()
    page.goto(f"{case}/findings")
    found = page.inner_text("article.finding")
    assert "Did not follow suit" in found and "still held after trick 5" in found
    assert page.locator("article.finding img").count() >= 2, "the king played and the jack held"
    seen(page, "slip-findings")
    page.click("article.finding >> nth=0 >> [data-key=a]")
    page.wait_for_selector("text=Every finding is decided.")
    page.fill("textarea[name=facts]", "Seat 2 held the jack of spades.")
    page.fill("form[action$=ruling] textarea[name=text]", "The deal goes to team A.")
    renewed(page, "text=Save the ruling")
    page.click("text=Sign off as")
    page.wait_for_selector("text=The case is signed off. Print its report")
    page.click("text=Open the report")
    seen(page, "slip-report")
    report = page.inner_text("main")
    assert "Signed off by Bina" in report and "Entries read by a person" in report
    assert "Hand of seat 2, card 1\nslip.jpg" in report
    assert "Deal 7: The record does not show how the auction ended" in report
    with Archive(server[1]) as archive:
        assert verify(archive) == []


ROWS: Final = [("1", "1"), ("2", "3"), ("11", "14"), ("2", "16")]
"""What team A scored in each row, and its total."""


def alike(archive: Archive) -> str:
    """A case with a photographed sheet whose 1 is much like a 7, each read as a 7."""
    rng = np.random.default_rng(5)
    hand = skeleton_hand(rng)
    ones = {"1": tuple(skeletons.normal(skeletons.drawn(way)) for way in ("034028", "~0230405029"))}
    cells = {
        f"row {row} / {column}": text
        for row, texts in enumerate(ROWS, 1)
        for column, text in zip(("score A", "total A"), texts, strict=True)
    }
    jpeg = photo_of("score-sheet", cells, replace(hand, glyphs={**hand.glyphs, **ones}), rng)
    (read,) = read_photo(jpeg, "sheet.jpg")
    shown = {field.name: field for field in read.fields}
    typed = page_alike()
    placed = replace(
        typed,
        photo="sheet.jpg",
        corners=read.corners,
        fields=tuple(replace(each, region=shown[each.name].region) for each in typed.fields),
    )
    return opened(archive, jpeg, placed)


def test_one_key_says_how_a_hand_writes_and_another_takes_it_back(
    page: Any, server: tuple[str, Path]
) -> None:
    with Archive(server[1]) as archive:
        number = alike(archive)
    case = f"{server[0]}/cases/{number}"
    page.goto(case)
    assert "1 shape of a hand" in page.inner_text("main")
    page.click("text=Answer them")
    page.wait_for_selector("h1:has-text('In this hand, is this a 7 or a 1?')")
    page.wait_for_load_state("load")
    crops = page.locator(".shapes img")
    widths = crops.evaluate_all("all => all.map(each => each.naturalWidth)")
    assert len(widths) == 5 and min(widths) > 20, "every crop shows"
    seen(page, "shape")
    with page.expect_navigation():
        page.keyboard.press("2")
    assert read_as(server[1], number) == ["1", "3", "14", "16"]
    page.goto(f"{case}/read")
    with page.expect_navigation():
        page.keyboard.press("z")
    page.wait_for_selector("h1:has-text('In this hand, is this a 7 or a 1?')")
    assert read_as(server[1], number) == ["7", "3", "74", "76"]


def read_as(path: Path, case: str) -> list[str | None]:
    with Archive(path) as archive:
        return texts(archive, case)


def test_the_whole_photo_stands_beside_the_question_and_is_zoomed_and_turned(page: Any) -> None:
    case = handed_in(page, SAMPLE / "hand-log-deal-04.jpg")
    page.goto(case.split("/cases")[0] + page.get_attribute(".documents a", "href"))
    address = page.get_attribute("svg a >> nth=30", "href")
    page.goto(case.split("/cases")[0] + address)
    photo = page.frame_locator("iframe.beside").locator("[data-photo]")
    before = photo.get_attribute("viewBox").split()
    photo.hover()
    page.mouse.wheel(0, -300)
    larger = until(lambda: float(photo.get_attribute("viewBox").split()[2]) < float(before[2]))
    assert larger, "the wheel makes it larger"
    page.frame_locator("iframe.beside").locator("[data-turn]").click()
    assert "rotate(90" in photo.locator("[data-turned]").get_attribute("transform")
    seen(page, "read-beside-photo")
