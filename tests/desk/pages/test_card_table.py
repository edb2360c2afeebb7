"""A deal on the card table: it opens at a finding, and goes on without loading the page again."""

from __future__ import annotations

from typing import Any

from fairdeal.desk.report.shown import SeatHead
from fairdeal.desk.report.walk import around
from tests.desk.archive.conftest import LOG
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_journeys import handed_in, log
from tests.support.browser import page, seen, server
from tests.support.chromium import needs_chromium
from tests.support.disputed import MATCH

__all__ = ["page", "server"]


def test_a_deal_opens_at_the_finding_that_is_asked_for(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(LOG.encode())
    table = desk.get(f"/cases/{case}/deal/1?finding=1").text
    assert '<span class="marked fault">finding 1</span>' in table
    assert 'href="?finding=1"' in table
    nowhere = desk.get(f"/cases/{case}/deal/1?finding=77").text
    assert "Before the first call" in nowhere


def test_seats_stand_round_the_table_in_turn() -> None:
    six = [SeatHead(str(seat), "A" if seat % 2 else "B") for seat in range(1, 7)]
    turned = around(six, clockwise=False)
    assert turned["1"] == (50, 87) and turned["4"] == (50, 13)
    assert turned["2"][0] > 50, "counter-clockwise, the next in turn is on the right"
    assert around(six, clockwise=True)["2"][0] < 50
    four = around([SeatHead(seat, "NS" if seat in "NS" else "EW") for seat in "NESW"], True)
    assert four["N"] == (50, 13) and four["W"][0] < 50 < four["E"][0]


@needs_chromium
def test_the_table_is_walked_without_loading_the_page_again(page: Any) -> None:
    case = handed_in(page, log())
    page.goto(f"{case}/deal/1")
    page.evaluate("window.still = true")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=1")
    page.wait_for_selector("text=1 of")
    page.click(".jumps a.fault >> nth=0")
    page.wait_for_selector(".marked.fault")
    assert page.evaluate("window.still") is True
    seen(page, "card-table")


COLOURS = """() => [...document.querySelectorAll('.card.marked')]
  .map(card => [card.classList.contains('red'), getComputedStyle(card).color])"""
SWIPE = """([from, to]) => {
  const table = document.querySelector('[data-walk]');
  const at = (x) => new Touch({identifier: 1, target: table, clientX: x, clientY: 200});
  const event = (name, x, on) => new TouchEvent(name, {bubbles: true, touches: on ? [at(x)] : [],
    changedTouches: [at(x)]});
  table.dispatchEvent(event('touchstart', from, true));
  table.dispatchEvent(event('touchend', to, false));
}"""


@needs_chromium
def test_a_marked_card_keeps_the_colour_of_its_suit(page: Any) -> None:
    case = handed_in(page, match())
    shown: set[tuple[bool, str]] = set()
    for path in ("deal/2?step=30", "findings", "report"):
        page.goto(f"{case}/{path}")
        shown |= {(red, colour) for red, colour in page.evaluate(COLOURS)}
    assert {red for red, _ in shown} == {True, False}
    assert {colour for red, colour in shown if red}.isdisjoint(
        {colour for red, colour in shown if not red}
    )


@needs_chromium
def test_keys_swipes_and_jumps_lead_through_a_deal(page: Any) -> None:
    case = handed_in(page, match())
    page.goto(f"{case}/deal/2")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        page.wait_for_selector(f"text={step} of")
    page.evaluate(SWIPE, [300, 100])
    page.wait_for_selector("text=2 of")
    page.evaluate(SWIPE, [100, 300])
    page.wait_for_selector("text=1 of")
    page.evaluate(SWIPE, [100, 130])
    page.click(".jumps >> text=Trick 2")
    page.wait_for_selector(".mid >> text=Trick 2")
    assert page.get_attribute(".jumps >> text=Trick 2", "aria-current") == "step"
    page.goto(f"{case}/findings#finding-1")
    trick = "#finding-1 [data-board] input:checked"
    shown = page.get_attribute(trick, "value")
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute(trick, "value") == str(int(shown) - 1)
    page.keyboard.press("ArrowRight")
    assert page.get_attribute(trick, "value") == shown
    page.click("#finding-1 [data-board] >> text=Play the deal")
    assert page.get_attribute(trick, "value") == "0", "it plays from the first call"


def match() -> dict[str, Any]:
    return {"name": "match.hrn", "mimeType": "text/plain", "buffer": MATCH.encode()}
