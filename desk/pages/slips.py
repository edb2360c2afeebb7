"""Explanations by a slip of the pen: taken or refused, each with one key."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.check.explained import otherwise, sentence
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import without_photos
from fairdeal.desk.pages.answers import answer, archive, back, drawn, judged, seen, who, word
from fairdeal.desk.report.findings.crops import Crops
from fairdeal.desk.report.findings.explained import ExplanationView, explanation_view
from fairdeal.desk.review import casework, slips
from fairdeal.desk.review.mending import changes, key_of
from fairdeal.desk.trouble import DeskError
from fairdeal.rulings.frame.finding import Explanation

pages = Blueprint("slips", __name__)

LONGEST_REASON = 500
"""Letters of why somebody took or refused an explanation."""


def _found(case: str, key: str) -> tuple[CaseFile, Case, Explanation]:
    """The case and its explanation of this name. Raises DeskError where nothing is explained so any more."""
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    if ruled is None:
        raise NotFound
    of = slips.explanation(ruled, key)
    if of is None:
        raise DeskError(
            "This question was answered already.",
            "",
            "Open the findings to see how they stand now.",
        )
    return file, ruled, of


@pages.get("/cases/<case>/slip/<key>")
def slip(case: str, key: str) -> Response:
    """One explanation, its entries and what speaks against them side by side."""
    file, ruled, of = _found(case, key)
    return asked(file, ruled, of)


def asked(file: CaseFile, ruled: Case, of: Explanation, left: int = 0) -> Response:
    """The page that asks of an explanation; `left` questions are open, this one among them."""
    view = drawn(ruled, shown, of)
    return answer("slip.html", file=file, it=view, left=left, undo=file.undoable)


def shown(case: Case, of: Explanation) -> ExplanationView:
    """In a worker: an explanation with its pictures."""
    return explanation_view(case, of, Crops())


@pages.post("/cases/<case>/slip/<key>")
def decide(case: str, key: str) -> AnyResponse:
    """A person says that it was a slip, or that it was none."""
    reason, last = word("reason", LONGEST_REASON), seen()
    _, ruled, of = _found(case, key)
    if request.form.get("answer") == "take":
        found = drawn(without_photos(ruled), changes, of)
        if not found:
            raise DeskError(
                f"The desk cannot tell where to write {otherwise(of.entries)}.",
                "",
                "Open the entries on their photo or in the typed record, and correct them there.",
            )
        why = reason or f"{sentence(of)} Taken as a slip of the pen."
        slips.mend(archive(), case, key_of(of), found, why, who(), last)
    elif request.form.get("answer") == "refuse":
        slips.refuse(archive(), case, of, reason, who(), last)
    else:
        raise DeskError(
            "Nothing was chosen.", "", "Say whether it was a slip or stands as written."
        )
    casework.recheck(archive(), case)
    return back(request.form.get("next") or f"/cases/{case}/read")
