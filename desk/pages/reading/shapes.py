"""What sign a shape is in a hand: one question, some crops, and all its entries are read anew."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.intake.case import Case
from fairdeal.desk.pages.answers import answer, archive, back, judged, seen, who, word
from fairdeal.desk.pages.judged_again import telling_what_changed
from fairdeal.desk.pages.reading.slips import Queue
from fairdeal.desk.review import casework
from fairdeal.desk.review.shapes import ShapeQuestion, questions_of
from fairdeal.desk.trouble import DeskError
from fairdeal.records.place import Place

pages = Blueprint("shapes", __name__)

CROPS: Final = 6
"""Entries shown with a question: enough to see how a hand writes."""


def _found(case: str, key: str) -> tuple[CaseFile, Case, ShapeQuestion]:
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    if ruled is None:
        raise NotFound
    question = next((each for each in questions_of(ruled) if each.key == key), None)
    if question is None:
        raise DeskError(
            "This question was answered already.", "", "Go on with the next entry to read."
        )
    return file, ruled, question


@pages.get("/cases/<case>/shape/<key>")
def shape(case: str, key: str) -> Response:
    """The question about one shape."""
    file, ruled, question = _found(case, key)
    return shape_asked(file, question, Queue(file, ruled))


def shape_asked(file: CaseFile, question: ShapeQuestion, queue: Queue) -> Response:
    """The page that asks what sign a shape is."""
    one, other = question.shape.signs
    return answer(
        "shape.html",
        file=file,
        it=question,
        signs=((one, words.sign(one)), (other, words.sign(other))),
        crops=[
            (number, words.place(Place.parse(field.name)))
            for number, field in question.shown(CROPS)
        ],
        queue=queue,
        undo=file.undoable,
    )


@pages.post("/cases/<case>/shape/<key>")
def say(case: str, key: str) -> AnyResponse:
    """A person says what sign the shape is, or that it is now one, now the other."""
    sign, last = word("sign", 4), seen()
    _, _, question = _found(case, key)
    if sign not in (*question.shape.signs, "both"):
        raise DeskError("Nothing was chosen.", "", "Say which sign it is, or that it is both.")
    body = question.said("" if sign == "both" else sign)
    with telling_what_changed(case):
        casework.act_on(archive(), case, Kind.SHAPE, body, who(), last)
    return back(request.form.get("next") or f"/cases/{case}/read")
