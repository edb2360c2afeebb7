"""A journey with a heap of papers: a photo handed in twice, two logs of a deal that differ, a stranger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2

from tests.desk.intake.test_ledger import FAIR, LOG, SHEET
from tests.desk.pages.test_journeys import hand_in, log
from tests.support.browser import SAMPLE, all_read, page, renewed, seen, server
from tests.support.chromium import needs_chromium

__all__ = ["page", "server"]
pytestmark = needs_chromium


def again(photo: Path, folder: Path) -> Path:
    """The same page as another phone sent it: a little brighter, and smaller as a file."""
    picture = cv2.imread(str(photo))
    assert picture is not None
    path = folder / "sent-again.jpg"
    brighter = cv2.convertScaleAbs(picture, alpha=0.95, beta=6)
    cv2.imwrite(str(path), brighter, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return path


def score(page: Any, name: str = "by-the-rulebook") -> list[str]:
    """The score of either side, from the table of a report or the line of the overview."""
    cells = page.query_selector_all(f"[data-score='{name}']")
    if cells:
        return [each.inner_text() for each in cells]
    line = page.inner_text(f"[data-line='{name}']").splitlines()[0]
    return str(line).partition(";")[0].split(" – ")


def test_a_photo_handed_in_twice_changes_nothing(page: Any, tmp_path: Path) -> None:
    photos = [SAMPLE / "score-sheet.jpg", SAMPLE / "hand-log-deal-12.jpg"]
    hand_in(page, *photos)
    before = score(page)
    page.set_input_files("input[name=files]", [str(again(photos[1], tmp_path))])
    with page.expect_navigation():
        page.click("text=Add them")
    all_read(page)
    page.wait_for_selector("text=Another photo of the same page")
    assert score(page) == before
    assert "3 papers: 3 judged" in page.inner_text("[data-papers]")
    page.goto(f"{page.url.partition('#')[0]}/report")
    assert score(page)[:2] == before[:2]
    assert "3 papers: 3 judged" in page.inner_text(".front [data-papers]")


def test_papers_that_differ_are_decided_and_a_stranger_is_named(page: Any) -> None:
    stranger = SHEET.replace("Onam Cup", "Lotus Trophy")
    texts = {"sheet": SHEET, "north": FAIR, "south": LOG, "other": stranger}
    hand_in(page, *(log(text, f"{name}.hrn") for name, text in texts.items()))
    assert score(page) == ["2 to 5", "0"]
    assert "1 not of this match: other.hrn" in page.inner_text("[data-papers]")
    seen(page, "papers-overview")
    case = page.url.partition("#")[0]
    page.goto(f"{case}/findings")
    finding = "article.finding:has(h2:has-text('copies differ'))"
    page.goto(f"{case}/findings#{page.get_attribute(finding, 'id')}")
    stays = page.inner_text(f"{finding} >> [data-outcome='Leave it open']")
    assert "2–5 to 0, open" in stays, "the score of every page, not its lower end"
    renewed(page, f"{finding} >> button:has-text('south.hrn is right')")
    page.goto(case)
    assert score(page, "as-ruled") == ["5", "0"]
    seen(page, "papers-decided")
