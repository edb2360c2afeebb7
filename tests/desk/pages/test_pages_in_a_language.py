"""The desk's pages in another language: chosen by each person, and what people wrote stays as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairdeal.desk.pages import answers
from fairdeal.desk.pages.phone_line import create_phone_app
from fairdeal.desk.pages.phone_passes import LANGUAGE, Passes
from fairdeal.desk.report.paper import SCRIPTS
from fairdeal.rulings import known
from fairdeal.templates.language import language
from tests.desk.pages.conftest import Desk, desk_at
from tests.desk.pages.test_audits import hand_in, jobs, sheets
from tests.desk.pages.test_marks import opened
from tests.support.disputed import MATCH
from tests.support.pseudo_language import in_brackets, outside


def chosen(desk: Desk, code: str) -> None:
    answer = desk.post("/language", {"language": code, "next": "/help"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/help")


def test_the_language_is_chosen_at_the_foot_of_a_page_and_taken_back(desk: Desk) -> None:
    assert '<html lang="en">' in desk.get("/help").text
    chosen(desk, "ml")
    page = desk.get("/help").text
    said = language("ml").texts
    assert '<html lang="ml">' in page and said["Write the ruling."] in page
    assert (
        said["No speaker has checked this translation yet. Where it differs, the English counts."]
        in page
    )
    chosen(desk, "tlh")
    assert '<html lang="ml">' in desk.get("/help").text
    chosen(desk, "en")
    page = desk.get("/help").text
    assert '<html lang="en">' in page and "No speaker has checked" not in page


def test_each_person_has_a_language_of_their_own(desk: Desk, tmp_path: Path) -> None:
    chosen(desk, "ml")
    with desk_at(tmp_path) as other:
        assert '<html lang="en">' in other.get("/").text


def test_what_people_wrote_stays_as_written(desk: Desk) -> None:
    desk.introduce("Save")
    case = desk.new_case(title="Cases")
    chosen(desk, "ml")
    page = desk.get("/").text
    assert f'<a href="/cases/{case}"><bdi>Cases</bdi></a>' in page and "<bdi>Save</bdi>" in page


@pytest.mark.parametrize("code", ["en", "ml"])
def test_a_phone_has_the_language_of_whoever_let_it_in(desk: Desk, code: str) -> None:
    desk.introduce()
    passes = Passes()
    it = passes.open(desk.new_case(), "Bina", code)
    app = create_phone_app(desk.path, passes, {"localhost"}, None)  # type: ignore[arg-type]
    with app.test_client() as phone:
        begin = phone.get(f"/p/{it.code}").text
        assert f'<html lang="{code}">' in begin and "Bina" in begin
        phone.post(f"/p/{it.code}", headers={"Origin": "http://localhost"})
        taken = phone.get_cookie(LANGUAGE)
        assert taken is not None and taken.value == code
        assert f'<html lang="{code}">' in phone.get("/done").text


CALLS = re.compile(
    r"X?(?:(?:by seat|double|redouble|Pass|plus|clubs|diamonds|hearts|spades) ?)+|[a-f]+"
)
"""Calls read out; parts of a fingerprint."""
NAMES = {
    "Fairdeal",
    "Backwater",
    "Lighthouse",
    "English",
    "Malayalam",
    "UTC",
    "Onam Cup",
    "NT",
    "JH",
    "KH KS",
    "Asia",
    "Kolkata",
    "JH 9H 10S",
    "Kochi",
    "Calicut",
}
"""What has no translation, and what is to be typed."""


AT_TABLE = (
    "/table/international/call-out-of-turn/yes",
    "/table/international/call-out-of-turn/yes/no",
    "/table/international/revoke/no/bidders",
    "/table/international/score-query/yes/yes",
    "/table/community/void-trump-redeal",
    "/table/duplicate/board/other",
    "/table/alberta/revoke/no/two",
    "/table/alberta/conduct/yes",
)
"""Questions and answers at the table. The ways of the Laws are in English, as in reports."""


@pytest.mark.usefixtures("in_this_process")
def test_every_text_of_every_page_goes_through_the_catalogue(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But what people wrote, calls as they are read out, names of rulebooks, and the articles."""
    language = in_brackets()
    monkeypatch.setattr(answers, "language_here", lambda: language)
    rulings = Path(__file__).parents[3] / "rulings"
    ours = " ".join(
        path.read_text("utf-8")
        for folder in ("articles", "rulebooks")
        for path in (rulings / folder).glob("*.toml")
    )
    ours += " ".join(title for _, title in answers.known_books())
    desk.introduce()
    case = desk.new_case(MATCH.encode(), title="9")
    sheet, _ = opened(desk)
    tapped = desk.post("/tap", {"case": case}).headers["Location"]
    audit = hand_in(desk, sheets())
    jobs(desk)._waiting.clear()
    jobs(desk).run(audit)

    def left(page: str) -> set[str]:
        found = {words for words in outside(page) if words not in NAMES and words not in ours}
        return {
            words
            for words in found
            if not CALLS.fullmatch(words) and not set(words.split()) <= set(known())
        }

    for page in (
        "/", "/help", "/forms", "/audits", "/search", "/statistics", "/statistics?by=team", f"/cases/{case}",
        f"/cases/{case}/findings",
        f"/cases/{case}/ruling", f"/cases/{case}/share", f"/cases/{case}/read",
        f"/cases/{case}/deal/2?step=20", f"/cases/{sheet}/read", tapped, "/settings", f"/audits/{audit}",
        *(f"/audits/{audit}/{name}" for name in ("board", "rounds", "missing", "results", "match/1/1")),
        "/table", "/table/duplicate", *AT_TABLE,
    ):  # fmt: skip
        assert left(desk.get(page).text) == set(), page
    for part in ("hands", "auction", "play", "result"):
        desk.post(tapped, {"do": f"part {part}", "seat": "", "before": "0"})
        assert left(desk.get(tapped).text) == set(), part
    assert left(desk.post(f"/cases/{case}/sign", {"seen": desk.last(case)}).text) == set()


def test_a_history_is_translated_and_what_people_wrote_in_it_is_not(desk: Desk) -> None:
    desk.introduce()
    case = desk.new_case(MATCH.encode(), title="No log. Everything stays on this machine.")
    chosen(desk, "ml")
    page, said = desk.get(f"/cases/{case}/history").text, language("ml").texts
    opened_as = said["opened the case %(name)s"]
    assert opened_as % {"name": "No log. Everything stays on this machine."} in page
    assert "opened the case" not in page and "checked the record" not in page


def test_a_font_of_each_script_is_served_to_pages(desk: Desk) -> None:
    styles = desk.get("/static/fonts.css").text
    for script in SCRIPTS:
        assert f'url("/static/NotoSans{script}-Regular.ttf")' in styles
        font = desk.get(f"/static/NotoSans{script}-Regular.ttf")
        assert font.status_code == 200 and len(font.data) > 30_000
    page = desk.get("/help")
    assert "/static/fonts.css" in page.text
    assert "font-src 'self'" in page.headers["Content-Security-Policy"]
    assert desk.get("/static/OFL.ttf").status_code == 404
