"""A report to be printed and sent from the desk, in the language that the committee chose."""

from __future__ import annotations

import pytest

from fairdeal.desk.pages import ruling
from fairdeal.desk.report import pdf
from tests.desk.pages.conftest import Desk, desk
from tests.support.chromium import needs_chromium

__all__ = ["desk"]


def ruled(desk: Desk) -> str:
    desk.introduce()
    case = desk.new_case()
    desk.decide_all(case)
    desk.post(f"/cases/{case}/ruling", {"text": "A warning.", "seen": desk.last(case)})
    return case


def test_the_language_is_chosen_when_the_case_is_signed_off(desk: Desk) -> None:
    case = ruled(desk)
    form = desk.get(f"/cases/{case}/ruling").text
    assert '<option value="both">English and മലയാളം</option>' in form
    desk.post(f"/cases/{case}/sign", {"seen": desk.last(case), "language": "both"})
    assert "ഒപ്പുകൾ" in desk.get(f"/cases/{case}/report").text
    assert "ഒപ്പുകൾ" in desk.get(f"/cases/{case}/report?language=en").text, "as it was signed"


def test_a_draft_is_shown_in_the_language_asked_for(desk: Desk) -> None:
    case = ruled(desk)
    assert "ഒപ്പുകൾ" in desk.get(f"/cases/{case}/report?language=ml").text
    assert "ഒപ്പുകൾ" not in desk.get(f"/cases/{case}/report").text


def test_a_page_names_no_file_of_this_computer(desk: Desk) -> None:
    case = ruled(desk)
    page = desk.get(f"/cases/{case}/report?language=/etc/passwd.po")
    assert page.status_code == 200 and '<html lang="en">' in page.text


def test_the_font_of_a_report_is_let_past_its_policy(desk: Desk) -> None:
    page = desk.get(f"/cases/{ruled(desk)}/report?language=ml")
    assert "font-src data:" in page.headers["Content-Security-Policy"]


def test_language_and_appeal_are_as_they_were_set(desk: Desk) -> None:
    desk.introduce()
    given = {"language": "ml", "appeal_to": "The board of the cup", "appeal_fee": "500 rupees"}
    assert desk.post("/settings", {**given, "who": "Bina"}).status_code == 303
    case = desk.new_case()
    page = desk.get(f"/cases/{case}/report").text
    assert '<html lang="ml">' in page
    assert "The board of the cup" in page and "500 rupees" in page
    assert '<option value="ml" selected>' in desk.get("/settings").text


def test_a_pdf_is_made_again_once_the_settings_change(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ruling, "pdf_of", lambda report: report)
    case = ruled(desk)
    assert "500 rupees" not in desk.get(f"/cases/{case}/report.pdf").text
    desk.post("/settings", {"appeal_fee": "500 rupees"})
    assert "500 rupees" in desk.get(f"/cases/{case}/report.pdf").text


@needs_chromium
def test_pdf_and_the_picture_of_page_1(desk: Desk) -> None:
    case = ruled(desk)
    page = desk.get(f"/cases/{case}/share?language=ml").text
    assert f"/cases/{case}/report.pdf?language=ml" in page
    assert f"/cases/{case}/page-1.jpg?language=ml&amp;save=1" in page
    printed_pdf = desk.get(f"/cases/{case}/report.pdf?language=ml")
    assert printed_pdf.data.startswith(b"%PDF-")
    picture = desk.get(f"/cases/{case}/page-1.jpg?language=ml&save=1")
    assert picture.data.startswith(b"\xff\xd8") and len(picture.data) < 300_000
    assert picture.headers["Content-Disposition"].startswith("attachment")


def test_without_chromium_it_says_how_to_print(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    case = ruled(desk)
    for module in (pdf, ruling):
        monkeypatch.setattr(module, "browser", lambda: None)
    page = desk.get(f"/cases/{case}/share").text
    assert "There is no Chromium on this computer" in page and "Ctrl+P" in page
    assert "report.pdf" not in page
    refused = desk.get(f"/cases/{case}/report.pdf")
    assert refused.status_code == 400 and "There is no Chromium" in refused.text
