"""What somebody typed or chose is still there after a reload, a refusal, and a desk that was away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.desk.archive.conftest import LOG
from tests.desk.pages.conftest import Desk
from tests.desk.pages.test_journeys import handed_in, log
from tests.support.browser import enter_at_once, page, renewed, server
from tests.support.chromium import needs_chromium

__all__ = ["page", "server"]


@needs_chromium
def test_a_ruling_half_typed_is_there_again_and_goes_once_it_is_saved(page: Any) -> None:
    case = handed_in(page, log())
    page.goto(f"{case}/ruling")
    page.fill("textarea[name=facts]", "Seat 6 passed early, as both teams say.")
    page.fill("textarea[name=statement_A]", "We waited.")
    page.reload()
    assert page.input_value("textarea[name=facts]") == "Seat 6 passed early, as both teams say."
    assert page.input_value("textarea[name=statement_A]") == "We waited."
    assert "It is not saved yet." in page.inner_text("form[data-draft]")
    page.fill("textarea[name=text]", "A warning.")
    renewed(page, "text=Save the ruling")
    page.wait_for_selector("text=To do before this can be signed")
    assert "It is not saved yet." not in page.inner_text("main")
    assert (
        page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('fairdeal'))") == []
    )


@needs_chromium
def test_leaving_with_unsaved_words_asks(page: Any) -> None:
    case = handed_in(page, log())
    page.goto(f"{case}/ruling")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.click("textarea[name=facts]")
    page.keyboard.type("Half a sen")
    page.click(".trail a >> nth=0")
    page.wait_for_url(case)
    assert asked == ["beforeunload"]


@needs_chromium
def test_words_that_the_desk_refuses_stay_with_the_reason_beside_them(page: Any) -> None:
    case = handed_in(page, log())
    page.goto(f"{case}/ruling")
    page.fill("textarea[name=facts]", "Seat 6 passed early.")
    page.click("text=Save the ruling")
    page.wait_for_selector("[role=alert]:has-text('The ruling itself is empty')")
    assert page.input_value("textarea[name=facts]") == "Seat 6 passed early."


@needs_chromium
def test_words_of_two_people_stand_side_by_side(page: Any, browser: Any) -> None:
    case = handed_in(page, log())
    page.goto(f"{case}/ruling")
    page.fill("textarea[name=statement_A]", "They hurried.")
    other = browser.new_page()
    enter_at_once(other, case.split("/cases")[0], "Cyril")
    other.goto(f"{case}/ruling")
    assert other.input_value("textarea[name=statement_A]") == ""
    other.fill("textarea[name=statement_A]", "We waited.")
    renewed(other, "text=Save the ruling")
    other.close()
    page.click("text=Save the ruling")
    page.wait_for_selector("[role=alert]:has-text('Cyril worked on this case meanwhile')")
    page.reload()
    assert page.input_value("textarea[name=statement_A]") == "They hurried."
    assert "somebody saved something else here: “We waited.”" in page.inner_text("main")


@needs_chromium
def test_chosen_files_stay_chosen_where_the_desk_takes_none(
    page: Any, server: tuple[str, Path]
) -> None:
    page.goto(server[0])
    empty = {"name": "empty.hrn", "mimeType": "text/plain", "buffer": b""}
    page.set_input_files("#files", [log(), empty])
    page.fill("input[name=title]", "Table 3")
    page.click("text=Open the case")
    page.wait_for_selector("p:has(button.main) + [role=alert]:has-text('empty.hrn is empty')")
    assert page.evaluate("document.getElementById('files').files.length") == 2
    assert page.input_value("input[name=title]") == "Table 3"


def test_one_save_keeps_what_changed_and_nothing_else(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(LOG.encode())
    form = {"statement_A": "We waited.", "statement_B": "", "text": "A warning.", "facts": "Early."}

    desk.post(f"/cases/{case}/ruling", {**form, "seen": desk.last(case)})
    last = desk.last(case)
    desk.post(f"/cases/{case}/ruling", {**form, "seen": last})
    assert desk.last(case) == last, "saved again, nothing changed"
    gone = desk.post(f"/cases/{case}/ruling", {**form, "statement_A": "", "seen": desk.last(case)})
    assert gone.status_code == 400 and "stays" in gone.text


def test_statements_are_saved_before_there_is_a_ruling(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(LOG.encode())
    said = {"statement_A": "We waited.", "text": "", "seen": desk.last(case)}
    assert desk.post(f"/cases/{case}/ruling", said).status_code == 303
    assert "We waited." in desk.get(f"/cases/{case}/ruling").text


def test_a_script_gets_the_reason_and_the_way_on_without_a_page(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(LOG.encode())
    as_script = {"Accept": "application/json"}
    form = {"text": "", "seen": desk.last(case)}
    refused = desk.post(f"/cases/{case}/ruling", form, headers=as_script)
    assert refused.status_code == 400
    assert refused.json is not None and "empty" in refused.json["text"]
    taken = desk.post(f"/cases/{case}/ruling", {**form, "text": "A warning."}, headers=as_script)
    assert taken.json == {"to": f"/cases/{case}/ruling#sign"}
