"""The report in a real browser: phone, desk and paper, and what axe-core says of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.intake.case import Case, case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.intake.papers import Document
from fairdeal.desk.report.page import render
from fairdeal.desk.report.paper import Paper, chosen
from fairdeal.desk.report.shown import MOST_STEPS
from tests.desk.report.test_short_boards import drawn_up as drawn_up
from tests.support.axe import serious
from tests.support.chromium import AXE, needs_axe, needs_chromium
from tests.support.disputed import SHEET

pytestmark = needs_chromium

LOGS = Path(__file__).parents[2] / "rulings" / "logs"
MANY = (
    *("unapproved-bid", "call-out-of-turn", "insufficient-bid", "lead-out-of-turn"),
    *("void-trump-redeal", "card-retracted", "self-raise", "score-query", "opening-bid"),
    "double-inadmissible",
)


LANGUAGES = ("en", "ml", "both")


@pytest.fixture(scope="module")
def report_in(tmp_path_factory: pytest.TempPathFactory, disputed: Path) -> Callable[[str], str]:
    """The address of a report in a language."""

    @cache
    def drawn(language: str) -> str:
        path = tmp_path_factory.mktemp("browser") / "report.html"
        paper = Paper(chosen(language))
        path.write_text(render(case_of([load(disputed)]), paper=paper), encoding="utf-8")
        return path.as_uri()

    return drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_every_width_and_asks_nothing_of_the_network(
    browser: Any, report_in: Callable[[str], str], language: str
) -> None:
    page, address = browser.new_page(), report_in(language)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    try:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        for width in (320, 390, 820, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.locator("h1").is_visible()
        box = page.locator("table.final").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 900, "the summary is on the first screen of a desk"
    finally:
        page.close()
    assert [url for url in asked if url != address and not url.startswith("data:")] == []


def test_on_a_phone_what_is_not_asked_for_is_folded_and_on_paper_all_is_there(
    browser: Any, report_in: Callable[[str], str]
) -> None:
    """In both languages it is longest; in each alone the style sheets are the same."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    rest = page.locator(".folded")
    try:
        page.goto(report_in("both"))
        folded = page.evaluate("document.documentElement.scrollHeight")
        assert [each.is_visible() for each in rest.all()] == [False] * rest.count()
        page.locator("label.fold-label").first.click()
        assert rest.first.is_visible()
        page.emulate_media(media="print")
        assert all(each.is_visible() for each in rest.all())
        page.emulate_media(media="screen")
        for box in page.locator(".fold-box").all():
            box.set_checked(True)
        assert 2 * folded < page.evaluate("document.documentElement.scrollHeight")
    finally:
        page.close()


def test_it_prints_on_a4(browser: Any, report_in: Callable[[str], str]) -> None:
    page = browser.new_page()
    try:
        page.goto(report_in("en"))
        printed = page.pdf(prefer_css_page_size=True)
    finally:
        page.close()
    assert printed.startswith(b"%PDF-")
    assert b"/MediaBox [0 0 595" in printed or b"/MediaBox [0 0 594" in printed


@pytest.fixture(scope="module", params=[0, 3, MOST_STEPS])
def full(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[int, Case]:
    """So many steps from one score to the other, and a match that needs all the room there is."""
    folder = tmp_path_factory.mktemp("full")
    return request.param, case_of([*many_findings(folder), *wrong_scores(folder, request.param)])


@pytest.mark.parametrize("asked", LANGUAGES)
def test_page_1_has_room_for_all_that_stands_on_it(
    browser: Any, tmp_path: Path, asked: str, full: tuple[int, Case]
) -> None:
    page = browser.new_page(viewport={"width": 690, "height": 1000})
    path = tmp_path / "report.html"
    steps, match = full
    front, end, _ = render(match, paper=Paper(chosen(asked))).partition("</section>")
    assert '<section class="front' in front, "what comes after page 1 takes seconds to lay out"
    path.write_text(front + end, "utf-8")
    try:
        page.goto(path.as_uri())
        page.emulate_media(media="print")
        assert page.locator(".front [data-reconciliation] tbody tr").count() == steps + 2 * (
            steps > 0
        )
        over = page.locator(".front .matter").evaluate("e => e.scrollHeight - e.clientHeight")
    finally:
        page.close()
    assert over <= 0


def many_findings(folder: Path) -> list[Document]:
    """A match of ten deals, with something in each."""
    found = []
    for number, code in enumerate(MANY, 1):
        text = (LOGS / code / "fires.hrn").read_text("utf-8")
        path = folder / f"{number}.hrn"
        path.write_text(re.sub(r'\[Deal "\d+"\]', f'[Deal "{number}"]', text), "utf-8")
        found.append(load(path))
    return found


def wrong_scores(folder: Path, steps: int) -> list[Document]:
    """A sheet beside the logs with so many rows in which the total is wrong; none for no step."""
    head, columns, *_ = SHEET.splitlines()
    rows = [f"{n} | 2 | 3 | 28 C |  | 44 | 12 | 1 | 0 | {2 * n} | 0" for n in range(21, 21 + steps)]
    sheet = folder / "sheet.hrn"
    sheet.write_text("\n".join([head, columns, *rows, ""]), "utf-8")
    return [load(sheet)] if steps else []


AXE_OF = [("en", 1280), ("en", 820), ("ml", 320), ("both", 390)]
"""Each language and each width once: most of what axe-core looks at is colours, which are the same for all of
them, and that takes seconds."""


@needs_axe
@pytest.mark.parametrize(("language", "width"), AXE_OF)
def test_axe_finds_nothing_serious(
    browser: Any, report_in: Callable[[str], str], language: str, width: int
) -> None:
    # The report allows no scripts at all, so the check's own must be let past the policy.
    context = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True)
    page = context.new_page()
    try:
        page.goto(report_in(language))
        page.add_script_tag(path=str(AXE))
        assert serious(page) == []
    finally:
        context.close()


@needs_axe
def test_axe_is_asked_of_one_faint_text_among_many_that_look_alike(browser: Any) -> None:
    """Each of these differs from the plain ones in one thing alone, and stands in the middle of them. The
    plain ones were looked at on another page before, so that they are not looked at again."""
    plain = "<p>plain</p>" * 5
    page = browser.new_page()
    try:
        page.set_content(f"<html lang=en><title>t</title><main>{plain}</main>")
        page.evaluate(AXE.read_text("utf-8"))
        assert serious(page) == []
        for faint in (
            '<p style="color: #aaa">faint</p>',
            '<div style="background: #222"><p>faint</p></div>',
            '<div style="opacity: 0.3"><p>faint</p></div>',
            "<input value=faint aria-label=one style='color: #aaa'>",
        ):
            page.set_content(f"<html lang=en><title>t</title><main>{plain}{faint}{plain}</main>")
            page.evaluate(AXE.read_text("utf-8"))
            (found,) = serious(page)
            assert found.startswith("color-contrast") and "faint" in found, faint
    finally:
        page.close()


def test_the_list_of_findings_is_not_cut_on_a_phone(browser: Any, drawn_up: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 900})
    try:
        page.goto(drawn_up.as_uri())
        hidden = "e => e.scrollWidth - e.clientWidth"
        assert page.locator("[aria-label='All findings']").evaluate(hidden) <= 0
    finally:
        page.close()


def test_on_paper_four_hands_stay_together_and_asides_are_the_smaller_print(
    browser: Any, drawn_up: Path
) -> None:
    page = browser.new_page()
    try:
        page.goto(drawn_up.as_uri())
        page.emulate_media(media="print")
        style = "(e, name) => getComputedStyle(e)[name]"
        assert page.locator(".compass").first.evaluate(style, "breakInside") == "avoid"
        aside, text = (
            float(page.locator(each).first.evaluate(style, "fontSize").removesuffix("px"))
            for each in (".finding p .small", ".finding p")
        )
        assert aside < text
    finally:
        page.close()
