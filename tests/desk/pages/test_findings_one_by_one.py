"""Findings decided one after another: the next opens, keys do it, and each decision can be undone."""

from __future__ import annotations

import re
from typing import Any

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_journeys import handed_in
from tests.support.browser import page, seen, server
from tests.support.captains import DEFEATED, copies
from tests.support.chromium import needs_chromium
from tests.support.disputed import MATCH

__all__ = ["page", "server"]


def decided(desk: Desk, case: str, number: int, decision: str, **more: str) -> str:
    """Decide on a finding by its form; where that leads."""
    found = desk.get(f"/cases/{case}/findings").text
    article = found.partition(f'id="finding-{number}"')[2]
    key = article.partition('name="finding" value="')[2].partition('"')[0]
    form = {"finding": key, "decision": decision, "seen": desk.last(case), **more}
    answer = desk.post(f"/cases/{case}/findings", form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def numbers(text: str) -> list[str]:
    return re.findall(r'<article class="finding[^"]*" id="finding-(\d+)"', text)


def test_after_each_decision_the_next_finding_opens(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    every = numbers(desk.get(f"/cases/{case}/findings").text)
    assert len(every) > 2
    assert decided(desk, case, 1, "accept").endswith("#finding-2")
    shown = desk.get(f"/cases/{case}/findings").text
    assert "Finding 1: accepted." in shown and "to decide." in shown
    assert decided(desk, case, int(every[-1]), "accept").endswith("#finding-2")


def test_the_list_is_narrowed_without_scripts(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    every = numbers(desk.get(f"/cases/{case}/findings").text)
    decided(desk, case, 1, "accept")
    left = numbers(desk.get(f"/cases/{case}/findings?show=open").text)
    assert "1" in every and "1" not in left and 0 < len(left) < len(every)
    assert numbers(desk.get(f"/cases/{case}/findings?show=decided").text) == ["1"]
    assert numbers(desk.get(f"/cases/{case}/findings?show=nonsense").text) == every


def test_one_slip_asks_for_one_decision_that_settles_all_of_it(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(copies({4: DEFEATED}).encode())
    shown = desk.get(f"/cases/{case}/findings").text
    assert numbers(shown) == ["1"] and "Follows from this: points B" in shown
    assert "1 to decide" in desk.get(f"/cases/{case}").text
    assert decided(desk, case, 1, "dismiss", reason="They agreed.").endswith("/ruling")
    shown = desk.get(f"/cases/{case}/findings").text
    assert "Every finding is decided." in shown and "data-undecided" not in shown
    act = shown.partition('name="act" value="')[2].partition('"')[0]
    desk.post(f"/cases/{case}/findings/undo", {"act": act, "seen": desk.last(case)})
    assert "1 to decide" in desk.get(f"/cases/{case}").text


def test_a_decision_taken_back_is_as_if_it_never_was_but_for_the_record(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    decided(desk, case, 1, "accept")
    decided(desk, case, 1, "dismiss", reason="They agreed.")
    shown = desk.get(f"/cases/{case}/findings").text
    act = shown.partition('name="act" value="')[2].partition('"')[0]
    desk.post(f"/cases/{case}/findings/undo", {"act": act, "seen": desk.last(case)})
    shown = desk.get(f"/cases/{case}/findings").text
    assert "The decision on finding 1 was taken back." in shown
    assert "They agreed." not in shown and "Accepted by" in shown, "the one before counts again"
    assert "They agreed." in desk.get(f"/cases/{case}/history").text
    again = desk.post(f"/cases/{case}/findings/undo", {"act": act, "seen": desk.last(case)})
    assert again.status_code == 400
    with Archive(desk.path) as archive:
        assert archive.acts(case)[-2].kind is Kind.UNCORRECTED


@needs_chromium
def test_findings_are_decided_by_keys_alone(page: Any) -> None:
    record = {"name": "match.hrn", "mimeType": "text/plain", "buffer": MATCH.encode()}
    case = handed_in(page, record)
    page.goto(f"{case}/findings")
    shown = "article.finding:not([hidden])"
    assert page.get_attribute(shown, "id") == "finding-1"
    page.keyboard.press("j")
    assert page.get_attribute(shown, "id") == "finding-2"
    page.keyboard.press("k")
    with page.expect_navigation():
        page.keyboard.press("a")
    said = page.wait_for_selector("text=Finding 1: accepted").bounding_box()
    assert said["y"] >= 0, "it stands where the page was scrolled to"
    assert page.get_attribute(shown, "id") == "finding-2"
    page.keyboard.press("d")
    page.keyboard.type("The table had agreed.")
    with page.expect_navigation():
        page.click(f"{shown} >> details[open] >> button.main")
    page.wait_for_selector("text=Finding 2: dismissed")
    with page.expect_navigation():
        page.keyboard.press("z")
    page.wait_for_selector("text=The decision on finding 2 was taken back.")
    seen(page, "findings-one-by-one")


@needs_chromium
def test_keys_are_shown_but_on_a_touch_screen(browser: Any, page: Any) -> None:
    record = {"name": "match.hrn", "mimeType": "text/plain", "buffer": MATCH.encode()}
    case = handed_in(page, record)
    touched = browser.new_page(
        viewport={"width": 820, "height": 900}, has_touch=True, is_mobile=True
    )
    for shown, keys in ((page, ["a", "d", "e", "j", "k"]), (touched, [])):
        shown.goto(f"{case}/findings")
        seen_keys = shown.locator("main kbd:visible").all_inner_texts()
        assert sorted(seen_keys) == keys
    touched.close()


@needs_chromium
def test_on_a_phone_the_first_screen_leads_to_the_decision_and_the_evidence_stands_before_it(
    page: Any,
) -> None:
    record = {"name": "match.hrn", "mimeType": "text/plain", "buffer": MATCH.encode()}
    case = handed_in(page, record)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{case}/findings")
    shown = "article.finding:not([hidden])"
    link = page.locator(f"{shown} >> text=To the decision")
    box = link.bounding_box()
    assert box["y"] + box["height"] <= 844
    link.click()
    key, table = (
        page.locator(f"{shown} >> {each}").bounding_box()["y"]
        for each in ("[data-key=a]", "[data-board]")
    )
    assert 0 <= key <= 844 and table < key


def test_after_the_last_finding_the_ruling_is_written_and_then_signed(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    shown = desk.get(f"/cases/{case}/findings").text
    assert "needs a choice." in shown and f'class="button" href="/cases/{case}/ruling"' in shown
    every = numbers(shown)
    led = [decided(desk, case, int(number), "accept") for number in every]
    assert led[-2].endswith(f"#finding-{every[-1]}") and led[-1] == f"/cases/{case}/ruling"
    assert "Every finding is decided." in desk.get(led[-1]).text
    saved = desk.post(f"/cases/{case}/ruling", {"text": "As decided.", "seen": desk.last(case)})
    assert saved.headers["Location"] == f"/cases/{case}/ruling#sign"
    assert (
        f'class="button main" href="/cases/{case}/ruling"'
        in desk.get(f"/cases/{case}/findings").text
    )
    again = decided(desk, case, int(every[0]), "accept")
    assert again.endswith(f"#finding-{every[0]}"), "the ruling is written already"


def test_a_typed_figure_is_its_own_choice_and_none_is_thrown_away(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode())
    decided(desk, case, 1, "amend", reason="So ruled.", award_A="0", award_B="4")
    assert "The deal scores 4 to Lighthouse" in desk.get(f"/cases/{case}/findings").text
    page = desk.get(f"/cases/{case}/findings").text.partition('id="finding-2"')[2]
    key = page.partition('name="finding" value="')[2].partition('"')[0]
    form = {"finding": key, "decision": "amend", "reason": "R.", "seen": desk.last(case)}
    refused = desk.post(f"/cases/{case}/findings", {**form, "figures": "replay", "points": "2"})
    assert (
        refused.status_code == 400 and "A figure was typed beside another choice." in refused.text
    )
