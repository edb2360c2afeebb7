"""A report on paper and for messengers: as PDF, and page 1 as a picture."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, request
from werkzeug.exceptions import NotFound

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.settings import Settings, settings_of
from fairdeal.desk.once import Once
from fairdeal.desk.pages.answers import answer, archive, case_and_verdict
from fairdeal.desk.pages.ruling import asked_language, drawn_report
from fairdeal.desk.report.paper import names
from fairdeal.desk.report.pdf import BY_HAND, browser, pdf_of, picture_of
from fairdeal.desk.review import casework

pages = Blueprint("printed", __name__)

_KEPT = 4
_printed: Once[tuple[str, str, int, str, Settings], bytes] = Once(_KEPT)
"""PDFs by archive, case, last act, language and settings: the picture of page 1 is made of the same one."""


def _ours(case: str) -> CaseFile:
    file = casework.case_file(archive(), case)
    if not file.ours:
        raise NotFound
    return file


def _language() -> str:
    return asked_language(request.args.get("language", ""))


def _page(file: CaseFile) -> bytes:
    """The report that was signed as it is; else as it stands, in the language asked for."""
    if file.signed is None:
        return drawn_report(*case_and_verdict(file.id), _language())
    found = archive().blob(file.id, str(file.signed.body["report"]))
    if found is None:
        raise NotFound
    return found


def _pdf(file: CaseFile) -> bytes:
    path, signed = archive().path, file.signed is not None
    language, set_once = ("", Settings()) if signed else (_language(), settings_of(path))
    key = (str(path), file.id, file.last, language, set_once)
    return _printed.get(key, lambda: pdf_of(_page(file)))


@pages.get("/cases/<case>/share")
def share(case: str) -> Response:
    """How to print a report, and to send it."""
    return answer(
        "share.html",
        file=_ours(case),
        browser=browser() is not None,
        by_hand=BY_HAND,
        languages=names(),
        chosen=_language(),
    )


@pages.get("/cases/<case>/report.pdf")
def pdf(case: str) -> Response:
    return _file(_pdf(_ours(case)), "application/pdf", f"report-{case}.pdf")


@pages.get("/cases/<case>/page-1.jpg")
def picture(case: str) -> Response:
    return _file(picture_of(_pdf(_ours(case))), "image/jpeg", f"report-{case}-page-1.jpg")


def _file(data: bytes, kind: str, name: str) -> Response:
    """Shown in the browser, or saved under a name of its own where that is asked for."""
    sent = make_response(data)
    sent.headers["Content-Type"] = kind
    if request.args.get("save"):
        sent.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return sent
