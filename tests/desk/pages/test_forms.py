"""Blank forms, printed from a page."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from fairdeal.desk.blank_forms import KINDS, LANGUAGES
from tests.desk.pages.conftest import Desk


def printed(desk: Desk, **asked: str) -> list[str]:
    """The words on each page of the form that is asked for."""
    given = {"kind": "score-sheet", "language": "en", "players": "6", "copies": "1", **asked}
    answer = desk.get("/forms/blank.pdf", query_string=given)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "attachment" in answer.headers["Content-Disposition"]
    with pypdfium2.PdfDocument(answer.data) as opened:
        return [page.get_textpage().get_text_bounded() for page in opened]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_printed_in_every_language(desk: Desk, kind: str, language: str) -> None:
    (page,) = printed(desk, kind=kind, language=language)
    assert bool(re.search("[\u0d00-\u0d7f]", page)) is (language != "en")


def test_each_copy_has_a_code_of_its_own(desk: Desk) -> None:
    sheets = printed(desk, copies="3")
    assert len(set(sheets)) == 3


def test_with_round_and_table_the_code_names_the_match_and_the_team(desk: Desk) -> None:
    heading = {"round": "2", "table": "4", "event": "Onam Cup"}
    one, two = printed(desk, copies="2", **heading)
    assert "R2-T4-A-" in one and "R2-T4-B-" in two and "Onam Cup" in one
    (log,) = printed(desk, kind="hand-log", **heading)
    assert "R2-T4" in log and "R2-T4-A-" not in log


def test_a_round_that_is_no_number_is_printed_and_not_in_the_code(desk: Desk) -> None:
    (sheet,) = printed(desk, round="final", table="4")
    assert "final" in sheet
    # As a word of its own: the drawn key of a sheet may have these letters in it.
    assert not re.search(r"\bT4\b", sheet)


def test_what_a_form_has_no_room_for_is_left_out(desk: Desk) -> None:
    asked = {"kind": "we-they", "players": "8", "team A": "Boatmen", "event": "Winter Cup"}
    (sheet,) = printed(desk, **asked)
    assert "Winter Cup" in sheet and "Boatmen" not in sheet


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "passport"},
        {"language": "tlh"},
        {"players": "5"},
        {"copies": "0"},
        {"copies": "21"},
        {"copies": "many"},
        {"event": "x" * 61},
        {"event": "\U00013000"},
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(desk: Desk, asked: dict[str, str]) -> None:
    given = {"kind": "score-sheet", "language": "en", "players": "6", "copies": "1", **asked}
    answer = desk.get("/forms/blank.pdf", query_string=given)
    assert answer.status_code == 400 and "Traceback" not in answer.text


def test_the_page_begins_with_the_language_of_reports(desk: Desk) -> None:
    desk.introduce()
    assert '<option value="en" selected>' in desk.get("/forms").text
    desk.post("/settings", {"language": "both"})
    assert '<option value="both" selected>' in desk.get("/forms").text
    for page in ("/", "/help"):
        assert 'href="/forms"' in desk.get(page).text.partition("<main")[2].partition("</main")[0]
