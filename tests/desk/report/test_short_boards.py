"""A board of which nothing is to be said takes three lines of a report; one with a finding is laid out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fairdeal.desk.intake.case import case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.report import double_dummy
from fairdeal.desk.report.page import render
from tests.support.camera import alone
from tests.support.chromium import needs_chromium

BOARDS = Path(__file__).parents[3] / "samples" / "bridge-tournament" / "boards.pbn"


SHOWN = (1, 2, 3, 4, 5, 7, 9, 10, 13, 15, 17, 20)
"""Two of which nothing is to be said, and one of each finding."""


def few_boards(folder: Path) -> Path:
    """The file without its other boards."""
    path = folder / "boards.pbn"
    if not path.exists():
        head, *games = re.split(rb"(?=\[Event )", BOARDS.read_bytes())
        path.write_bytes(b"".join([head, *(games[number - 1] for number in SHOWN)]))
    return path


@pytest.fixture(scope="session")
def drawn_up(of_all_processes: Path) -> Path:
    """The report of a tournament of bridge, drawn up once in a run of the tests: to solve a board takes half
    a second, and all are laid out alike."""
    path = of_all_processes / "boards.html"
    with alone(path), pytest.MonkeyPatch.context() as patch:
        patch.setattr(double_dummy, "MOST_BOARDS", 3)
        if not path.exists():
            path.write_text(render(case_of([load(few_boards(of_all_processes))])), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def report(drawn_up: Path) -> str:
    return drawn_up.read_text("utf-8")


def boards(report: str) -> dict[str, str]:
    """The articles of the annex by their games."""
    found = report.split('<article class="panel deal')[1:]
    return {re.findall(r'id="deal-(\d+)"', each)[0]: each for each in found}


def test_a_clean_board_is_in_short_and_one_with_a_finding_is_not(
    report: str, tmp_path: Path
) -> None:
    case = case_of([load(few_boards(tmp_path))])
    found = {str(each.game) for each in case.verdict.findings}
    seen = boards(report)
    assert found and set(seen) - found
    for game, text in seen.items():
        assert ('class="in-short"' in text) == (game not in found), game
        assert ("clean" in text.partition('"')[0]) == (game not in found), game
        assert 'class="folded"' in text and 'class="hands compass"' in text, game


def test_the_three_lines_have_contract_auction_and_lead(report: str) -> None:
    for game, text in boards(report).items():
        if 'class="in-short"' not in text:
            continue
        short = text.split('class="in-short">')[1].split("</div>")[0]
        lines = re.findall(r"<p\b.*?</p>", short, re.DOTALL)
        assert 1 <= len(lines) <= 3, game
        contract = re.findall(r'<dt>Contract</dt><dd><span aria-hidden="true">([^<]*)<', text)
        assert f"<b>{contract[0]}</b>" in lines[0], game
        if 'class="auction"' in text:
            assert "Auction:" in lines[1], game
        if 'class="tricks"' in text:
            assert re.search(r"Lead: <bdi>\d*[AKQJ]?\S*[♠♥♦♣]", lines[-1]), game


@needs_chromium
def test_on_a_screen_it_is_short_and_on_paper_all_of_it_is_there(
    browser: Any, drawn_up: Path
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    try:
        page.goto(drawn_up.as_uri())
        board = page.locator("article.clean").first
        assert board.locator(".in-short").is_visible()
        assert not board.locator(".folded").is_visible()
        assert page.locator("article.deal:not(.clean) > .folded").first.is_visible()
        board.locator("label.fold-label").click()
        assert board.locator(".folded").is_visible()
        page.emulate_media(media="print")
        assert all(each.is_visible() for each in page.locator(".folded").all())
        assert not board.locator(".in-short").is_visible()
    finally:
        page.close()
