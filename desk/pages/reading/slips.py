"""Explanations by a slip of the pen: taken or refused, each with one key."""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.archive.casefile import CaseFile, FieldKey
from fairdeal.desk.check.explained import otherwise, sentence
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import without_photos
from fairdeal.desk.pages.answers import answer, archive, back, drawn, judged, seen, who, word
from fairdeal.desk.pages.judged_again import telling_what_changed
from fairdeal.desk.report.findings.crops import Crops
from fairdeal.desk.report.findings.explained import ExplanationView, explanation_view
from fairdeal.desk.review import casework, slips
from fairdeal.desk.review.doubtful import doubtful
from fairdeal.desk.review.doubtful import slips as slips_of
from fairdeal.desk.review.mending import changes, key_of
from fairdeal.desk.review.shapes import questions_of
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
    return asked(file, ruled, of, Queue(file, ruled))


class Queue:
    """The questions that are open about a case, slips of the pen and entries in doubt together."""

    def __init__(self, file: CaseFile, ruled: Case) -> None:
        self.fields = doubtful(file, ruled)
        questions = slips_of(ruled)
        asked = [(each.weight, _address(file.id, each.explanation)) for each in questions]
        asked += [(each.weight, field_address(file.id, each.key)) for each in self.fields]
        self._addresses = [address for _, address in sorted(asked, key=lambda each: each[0])[::-1]]
        self.shape = next(questions_of(ruled), None)
        """The first question about a shape: it settles several entries, so it comes before all others."""
        self.left = len(questions) + sum(each.matters for each in self.fields)
        """Questions on which a finding, an outcome or a score depends."""
        self.others = sum(not each.matters for each in self.fields)
        first = questions[0] if questions else None
        comes_first = first is not None and (
            not self.fields or first.weight >= self.fields[0].weight
        )
        self.slip = first.explanation if first is not None and comes_first else None
        """The explanation that is the first question, None where an entry is."""

    def after(self, address: str) -> str:
        """The address of the question after this one; empty where there is no other."""
        if address not in self._addresses:
            return next(iter(self._addresses), "")
        at = self._addresses.index(address) + 1
        return next((each for each in self._addresses[at:] + self._addresses[: at - 1]), "")


def field_address(case: str, key: FieldKey) -> str:
    """Where an entry is read."""
    return f"/cases/{case}/read?field={quote(':'.join(map(str, key)))}"


def _address(case: str, of: Explanation | None) -> str:
    return f"/cases/{case}/slip/{key_of(of)}" if of is not None else ""


def asked(file: CaseFile, ruled: Case, of: Explanation, queue: Queue) -> Response:
    """The page that asks of an explanation."""
    return answer(
        "slip.html",
        file=file,
        it=drawn(ruled, shown, of),
        queue=queue,
        following=queue.after(_address(file.id, of)),
        undo=file.undoable,
    )


def shown(case: Case, of: Explanation) -> ExplanationView:
    """In a worker: an explanation with its pictures."""
    return explanation_view(case, of, Crops())


@pages.post("/cases/<case>/slip/<key>")
def decide(case: str, key: str) -> AnyResponse:
    """A person says that it was a slip, or that it was none."""
    reason, last = word("reason", LONGEST_REASON), seen()
    _, ruled, of = _found(case, key)
    with telling_what_changed(case):
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
    return back(request.form.get("next") or f"/cases/{case}/read")
