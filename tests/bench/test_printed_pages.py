"""The trial of printed pages, tried on typed files: what is in them is known to be read as it stands."""

from __future__ import annotations

from pathlib import Path

from bench.soak.printed_pages import Made, Page, one_page, outcomes
from samples.making.printed.logs import Log
from samples.making.printed.looks import Sent
from samples.making.printed.pages import PrintedPage
from samples.making.records.deals import clean_record

RECORD = clean_record(7)


def page(old: str = "", new: str = "", keep: Path | None = None) -> Page:
    """A record typed with something else in the place of its first `old`."""
    log = Log("in order", "international", RECORD)
    printed = PrintedPage(7, "notation", "laser, scanned", "none", 12.0, log, (), Sent(b""))
    text = printed.text.replace(old, new, 1) if old else printed.text
    made = PrintedPage(7, "notation", "laser, scanned", "none", 12.0, log, (), Sent(text.encode()))
    return one_page(Made(made, None), keep)


def test_a_page_read_as_it_stands_is_well_read() -> None:
    read = page()
    assert read.well
    assert read.exact
    assert not read.false
    assert read.compared.printed == read.compared.read > 50


def test_a_wrong_entry_that_nobody_doubts_is_counted_and_kept(tmp_path: Path) -> None:
    read = page("contract 56", "contract 55", tmp_path)
    assert not read.well
    assert read.compared.unflagged
    assert {file.suffix for file in tmp_path.iterdir()} == {".jpg", ".hrn", ".txt"}


def test_a_finding_that_the_text_does_not_have_is_counted() -> None:
    wrong = page("contract 56", "contract 55").false
    assert any("award-entry" in each for each in wrong), wrong


def test_a_file_that_gives_nothing_is_refused() -> None:
    read = page("[", "x\0\0\0\0\x01\x02")
    assert read.refused
    assert not read.well


def test_the_lines_name_layouts_and_looks() -> None:
    names = [each.name for each in outcomes([page(), page("contract 56", "contract 55")])]
    assert "notation: pages as typed or with every wrong word flagged" in names
    assert "laser, scanned: pages as typed or with every wrong word flagged" in names
    assert any(name.startswith("seconds a page") for name in names)
