"""A report on paper: page 1 is one sheet, three findings are two, and no deal is split over pages."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.archive.store import Archive
from fairdeal.desk.blank_forms import LANGUAGES
from fairdeal.desk.commands.report import command
from fairdeal.desk.files import REPORT_MARK, is_marked
from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import typed
from fairdeal.desk.report import pdf
from fairdeal.desk.report.page import render
from fairdeal.desk.report.paper import PLAIN, Appeal, Paper, choices, chosen
from fairdeal.desk.report.pdf import LARGEST_PICTURE, pdf_of, picture_of
from fairdeal.desk.trouble import DeskError
from tests.desk.archive.conftest import archive
from tests.desk.report.test_front import decided, signed
from tests.support.chromium import needs_chromium
from tests.support.disputed import HEADING, LEAD, REVOKE, VOID_TRUMP

__all__ = ["archive"]

pytestmark = pytest.mark.usefixtures("in_this_process")

LONG_TEXT = "The committee heard both captains and looked at the photos of the sheet again. " * 30
LONG_NAME = "A team of many names from a place by the water " * 9


def pages_of(made: bytes) -> list[str]:
    """The text of each page of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(made)
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    finally:
        document.close()


@needs_chromium
def test_three_findings_are_two_sheets_of_paper_without_the_annex() -> None:
    text = f"{HEADING}\n{VOID_TRUMP}\n{REVOKE}\n{LEAD}".replace('[Deals "18"]\n', "")
    case = case_of([typed(text.encode(), "log.hrn", "0" * 64)])
    assert len(case.verdict.findings) == 3
    pages = pages_of(pdf_of(render(case).encode()))
    annex = next(at for at, page in enumerate(pages) if "Annex: the deals" in page)
    assert annex <= 4
    assert "Signatures" in pages[0]
    assert "Findings, one by one" in pages[1]


@needs_chromium
@pytest.mark.parametrize("language", ["en", "ml", "both"])
def test_page_1_is_one_sheet_whatever_stands_on_it(
    archive: Archive, tmp_path: Path, language: str
) -> None:
    """In Malayalam with a font that has its letters; and as a picture it is small, however full."""
    members = ", ".join(["A member with a rather long name"] * 9)
    found = decided(archive, text=LONG_TEXT, members=members, deadline=LONG_NAME)
    page = signed(found, Paper(chosen(language), Appeal(LONG_NAME, "", "500 rupees " * 20)))
    printed = pdf_of(page.replace("Backwater", LONG_NAME[:60]).encode())
    pages = pages_of(printed)
    assert (b"NotoSansMalayalam" in printed) == (language != "en")
    small_picture(printed, tmp_path)
    assert pages[0].count("A member with a rather long name") == 6
    assert "500 rupees" in pages[0], "the last line to be filled in"
    assert pages[1].count("A member with a rather long name") >= 6, "page 2 is signed too"
    assert "·" not in pages[1][:4], "nothing stands before its heading"
    assert "10♠" in pages[2] + pages[3], "how to read the marks: what the other pages begin with"
    assert "10♠" not in pages[0] + pages[1]


def small_picture(printed: bytes, folder: Path) -> None:
    made = picture_of(printed)
    for name, data in (("report.pdf", printed), ("page-1.jpg", made)):
        (folder / name).write_bytes(data)
        assert is_marked(folder / name, REPORT_MARK), "it may be written over by the next"
    assert made.startswith(b"\xff\xd8")
    assert 20_000 < len(made) < LARGEST_PICTURE


CUT = """() => {
  const room = document.querySelector('.front .matter').getBoundingClientRect();
  const rows = [...document.querySelectorAll('.front .list tr')].map(row => row.getBoundingClientRect());
  const shown = rows.filter(row => row.left < room.right && row.top < room.bottom);
  return [shown.length, shown.filter(row => row.bottom > room.bottom + 1).length];
}"""
A4 = round((210 - 2 * 13) / 25.4 * 96)
"""Pixels between the margins of a page."""


@needs_chromium
@pytest.mark.parametrize("language", ["en", "ml", "both"])
def test_page_1_cuts_no_row_and_the_report_is_as_wide_as_the_paper(
    browser: Any, archive: Archive, language: str
) -> None:
    found = decided(archive)
    names = {str(seat): "Somebody with a long name" for seat in range(1, 7)}
    found.ruled = replace(found.ruled, players=names)
    made = signed(found, Paper(chosen(language)))
    row = re.findall(r"<tr><th scope=\"row\"><a href=\"#finding-1\">.*?</tr>", made)[0]
    shown = browser.new_page(viewport={"width": A4, "height": 1000})
    shown.set_content(made.replace(row, row * 12))
    shown.emulate_media(media="print")
    rows, cut = shown.evaluate(CUT)
    assert rows > 1 and cut == 0
    assert shown.evaluate("document.documentElement.scrollWidth") <= A4
    shown.close()


@needs_chromium
def test_no_deal_is_split_over_pages(archive: Archive) -> None:
    pages = pages_of(pdf_of(signed(decided(archive)).encode()))
    annex = next(at for at, page in enumerate(pages) if "Annex: the deals" in page)
    for deal in ("1", "2", "7"):
        begin = next(
            at for at, page in enumerate(pages) if at >= annex and f"Deal {deal} Dealer" in page
        )
        whole = pages[begin].split(f"Deal {deal} Dealer", 1)[1]
        assert "Hands dealt" in whole and "Auction" in whole and "Play" in whole


def test_without_chromium_the_page_is_written_and_how_to_print_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    disputed: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(pdf, "browser", lambda: None)
    status = command.main(
        [str(disputed), "-o", str(tmp_path / "report.pdf")], standalone_mode=False
    )
    told = capsys.readouterr().err
    assert status == 2
    assert "There is no Chromium" in told and "Save as PDF" in told
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]


def test_a_chromium_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hanging = tmp_path / "chromium"
    hanging.write_text("#!/bin/sh\nsleep 60\n")
    hanging.chmod(0o755)
    monkeypatch.setattr(pdf, "browser", lambda: str(hanging))
    monkeypatch.setattr(pdf, "SECONDS", 0.2)
    with pytest.raises(DeskError, match="was stopped"):
        pdf_of(b"<p>")


def test_a_chromium_that_makes_nothing_is_said_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(pdf, "browser", lambda: str(broken))
    with pytest.raises(DeskError, match="did not make a PDF"):
        pdf_of(b"<p>")


def test_nothing_is_fetched_and_no_script_runs() -> None:
    case = case_of([typed(f"{HEADING}\n{REVOKE}".encode(), "log.hrn", "0" * 64)])
    page = render(case, paper=PLAIN)
    assert "default-src 'none'" in page
    assert not re.search(r"https?://", page)


@pytest.mark.parametrize(("old", "name"), [("malayalam", "ml"), ("en+ml", "both")])
def test_forms_and_reports_name_their_languages_alike(old: str, name: str) -> None:
    assert name in LANGUAGES and name in choices()
    assert chosen(old) == chosen(name)
