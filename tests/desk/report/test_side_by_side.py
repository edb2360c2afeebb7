"""Two papers that differ, side by side."""

from __future__ import annotations

from pathlib import Path

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report.findings import SideBySide
from fairdeal.desk.report.page import view_of
from tests.desk.intake.test_ledger import FAIR, LOG
from tests.support.captains import DEFEATED, copies


def shown(folder: Path, **papers: str) -> SideBySide:
    for name, text in papers.items():
        (folder / f"{name}.hrn").write_text(text, encoding="utf-8")
    view = view_of(case_of([load(folder / f"{name}.hrn") for name in papers]))
    found = next(each for each in view.findings if "copies differ" in each.title)
    assert found.side_by_side is not None
    return found.side_by_side


def test_of_two_sheets_the_whole_row_stands_with_what_differs_marked(tmp_path: Path) -> None:
    it = shown(tmp_path, sheets=copies({4: DEFEATED}))
    entries = {each.place: each for each in it.entries}
    assert (it.first, it.second) == ("copy of team A", "copy of team B")
    assert (entries["points A"].first, entries["points A"].second) == ("30", "27")
    assert entries["points A"].differs and not entries["contract"].differs
    assert entries["contract"].first == "28 ♠"


def test_of_two_logs_every_entry_that_differs_stands_under_the_names_of_the_papers(
    tmp_path: Path,
) -> None:
    it = shown(tmp_path, north=FAIR, south=LOG)
    assert (it.first, it.second) == ("north.hrn", "south.hrn")
    assert [(each.place, each.first, each.second) for each in it.entries] == [
        ("Trick 3, seat 2", "10S", "AD"),
        ("Trick 6, seat 2", "AD", "10S"),
    ]
    assert not it.more


def test_what_else_an_entry_may_be_stands_beside_it(tmp_path: Path) -> None:
    text = copies({4: DEFEATED}).replace("| 27 | 29 |", "| {27|21} | 29 |")
    it = shown(tmp_path, sheets=text)
    entries = {each.place: each for each in it.entries}
    assert (entries["points A"].first, entries["points A"].second) == ("30", "27 or 21")
