"""A new user's journeys through the pages in Debian's Chromium, and what axe-core says of each page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fairdeal.desk.archive.store import Archive
from tests.desk.archive.conftest import LOG
from tests.desk.archive.test_slips import log as slip_of_a_dealer
from tests.support.browser import (
    SAMPLE,
    all_read,
    enter_at_once,
    page,
    plain_page,
    renewed,
    seen,
    server,
)
from tests.support.chromium import needs_chromium
from tests.support.whole import verify

__all__ = ["page", "plain_page", "server"]
pytestmark = needs_chromium


def hand_in(page: Any, *files: Path | dict[str, Any]) -> str:
    page.goto(page.url.split("/cases")[0].rstrip("/") + "/")
    page.set_input_files(
        "#files", [each if isinstance(each, dict) else str(each) for each in files]
    )
    page.click("text=Open the case")
    page.wait_for_url("**/cases/*")
    all_read(page)
    return str(page.url)


def handed_in(page: Any, file: Path | dict[str, Any]) -> str:
    """The same for what comes after it: the form is sent without the browser, which takes as long as many a
    test to fill it in."""
    base = page.url.partition("/cases")[0].rstrip("/")
    token = page.get_attribute("[data-token]", "data-token")
    if isinstance(file, Path):
        file = {"name": file.name, "mimeType": "image/jpeg", "buffer": file.read_bytes()}
    sent = {"token": token, "files": file}
    page.goto(page.request.post(f"{base}/cases", multipart=sent).url)
    if file["mimeType"].startswith("image"):
        all_read(page)
    return str(page.url)


def log(text: str = LOG, name: str = "log.hrn") -> dict[str, Any]:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def test_from_photo_to_signed_report_and_reopened(page: Any, server: tuple[str, Path]) -> None:
    seen(page, "cases-empty")
    case = hand_in(page, SAMPLE / "hand-log-deal-04.jpg")
    seen(page, "case")
    page.click(".documents a")
    page.wait_for_selector("polygon.spot")
    seen(page, "photo")
    page.click("polygon.spot.sure >> nth=20", force=True)
    page.wait_for_selector(".crop img")
    seen(page, "read")
    page.goto(f"{case}/findings")
    assert "Did not follow suit" in page.inner_text("main")
    seen(page, "findings")
    page.click("article.finding >> nth=0 >> [data-key=a]")
    page.wait_for_selector("text=Every finding is decided.")
    page.goto(f"{case}/findings")
    page.wait_for_selector(".tag.decided")
    page.click("article.finding:not([hidden]) >> text=Step by step")
    page.wait_for_url("**/deal/*finding=*")
    page.goto(page.url.partition("?")[0])
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=1")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=0")
    seen(page, "deal")
    page.goto(f"{case}/ruling")
    page.fill("textarea[name=facts]", "Seat 5 held a spade.")
    page.fill("form[action$=ruling] textarea[name=text]", "The deal goes to team B.")
    renewed(page, "text=Save the ruling")
    seen(page, "ruling")
    page.click("text=Sign off as")
    page.wait_for_selector("text=The case is signed off. Print its report")
    seen(page, "case-signed")
    page.click("text=Open the report")
    assert "Signed off by Bina" in page.inner_text("main")
    seen(page, "report")
    page.goto(case)
    page.click("text=Reopen the case")
    page.fill("input[name=reason]", "A second log turned up.")
    page.click("button:has-text('Reopen')")
    page.wait_for_selector("text=Signed reports")
    page.goto(f"{case}/history")
    assert "A second log turned up." in page.inner_text("main")
    seen(page, "history")
    with Archive(server[1]) as archive:
        assert verify(archive) == []


def test_a_misread_entry_is_read_by_key_and_the_finding_goes_and_comes(page: Any) -> None:
    """A trick's card is read otherwise: with the spade as what was played, nobody revoked."""
    case = handed_in(page, SAMPLE / "hand-log-deal-04.jpg")
    page.goto(f"{case}/findings")
    assert "Did not follow suit" in page.inner_text("main")
    photo = page.goto(case) and page.get_attribute(".documents a", "href")
    page.goto(case.split("/cases")[0] + photo)
    page.click("details >> text=The entries as a list")
    with (
        page.expect_navigation()
    ):  # a key pressed before the entry's page is there goes to this one
        page.click("table a:has-text('Trick 7, seat 5')")
    page.keyboard.press("e")
    page.keyboard.type("qs")
    page.wait_for_selector("text=Understood as QS.")
    page.click("button:has-text('Save')")
    page.wait_for_load_state()
    page.goto(f"{case}/findings")
    assert "Did not follow suit (revoke): deal 4, trick 7" not in page.inner_text("main")
    page.goto(f"{case}/report")
    assert "Entries read by a person" in page.inner_text("main")
    page.goto(f"{case}/read")
    with page.expect_navigation():
        page.keyboard.press("z")
    page.goto(f"{case}/findings")
    page.wait_for_selector("text=Did not follow suit (revoke): deal 4, trick 7")


def test_a_finding_is_dismissed_with_a_reason_and_found_again_by_search(page: Any) -> None:
    case = handed_in(page, log())
    page.goto(f"{case}/findings")
    page.click("article.finding:not([hidden]) >> [data-key=d]")
    page.fill("textarea[name=reason] >> nth=0", "The table had agreed to wait.")
    page.click("article.finding:not([hidden]) >> details[open] >> button.main")
    page.wait_for_selector("text=The table had agreed to wait.")
    page.goto(f"{case}/ruling")
    page.fill("form[action$=ruling] textarea[name=text]", "No warning is given.")
    renewed(page, "text=Save the ruling")
    page.goto(case.split("/cases")[0] + "/statistics?by=team")
    assert "0 in 0 of 1 deals" in page.inner_text("main")
    seen(page, "statistics")
    page.goto(case.split("/cases")[0] + "/search")
    page.fill("input[name=article]", "3.2")
    page.check("input[name=ruled]")
    page.click("button:has-text('Search')")
    assert "No warning is given." in page.inner_text("main")
    assert "(dismissed)" in page.inner_text("main")
    seen(page, "search")


def test_two_people_on_one_case_and_nothing_is_lost(page: Any, browser: Any) -> None:
    case = handed_in(page, log())
    page.goto(f"{case}/ruling")
    other = browser.new_page()
    enter_at_once(other, case.split("/cases")[0], "Cyril")
    other.goto(f"{case}/ruling")
    other.fill("textarea[name=statement_A]", "We waited.")
    other.click("text=Save the ruling")
    other.wait_for_load_state()
    page.fill("textarea[name=statement_A]", "They hurried.")
    page.click("text=Save the ruling")
    page.wait_for_selector("text=Cyril worked on this case meanwhile")
    seen(page, "overtaken")
    page.goto(f"{case}/ruling")
    assert "We waited." in page.inner_text("main")
    other.close()


def test_everything_can_be_read_and_done_without_scripts(plain_page: Any) -> None:
    page = plain_page
    page.set_input_files("#files", [log(name="plain.hrn")])
    page.click("text=Open the case")
    case = page.url
    for name in ("findings", "ruling", "report", "history", "deal/1", "read"):
        assert page.goto(f"{case}/{name}").status == 200, name
    page.goto(f"{case}/findings")
    page.click("article.finding >> nth=0 >> button[data-outcome] >> nth=0")
    assert "Finding 1: accepted." in page.inner_text("main")


def test_a_slip_of_the_pen_is_taken_and_refused_with_one_key(page: Any) -> None:
    case = handed_in(page, log(slip_of_a_dealer("4"), "slip.hrn"))
    page.wait_for_selector("text=1 entry to check before this is final")
    page.click("text=Answer them")
    page.wait_for_selector("h1:has-text('A slip of the pen?')")
    assert "read the dealer as seat 2, not seat 4" in page.inner_text("main")
    seen(page, "slip")
    with page.expect_navigation():
        page.keyboard.press("r")
    page.goto(f"{case}/findings")
    assert "Confirmed by a person" in page.inner_text("main")
    assert "the dealer stands as written" in page.inner_text("main")
    seen(page, "slip-refused")
    page.goto(f"{case}/read")
    with page.expect_navigation():
        page.keyboard.press("z")
    page.wait_for_selector("h1:has-text('A slip of the pen?')")
    with page.expect_navigation():
        page.keyboard.press("t")
    page.goto(f"{case}/findings")
    assert "Nothing irregular was found" in page.inner_text("main")
    page.goto(f"{case}/report")
    assert "Taken as a slip of the pen" in page.inner_text("main")
    seen(page, "slip-report")
