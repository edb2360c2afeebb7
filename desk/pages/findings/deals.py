"""A deal on the card table, stepped through call by call and card by card."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from fairdeal.desk.judging import without_photos
from fairdeal.desk.pages.answers import answer, archive, drawn, judged
from fairdeal.desk.review import casework
from fairdeal.desk.review.steps import steps_of

pages = Blueprint("deals", __name__)


@pages.get("/cases/<case>/deal/<int:game>")
def deal(case: str, game: int) -> Response:
    """A deal stepped through, call by call and card by card."""
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    if ruled is None:
        raise NotFound
    walk = drawn(without_photos(ruled), steps_of, game)
    if walk is None:
        raise NotFound
    wanted = request.args.get("step", "0")
    step = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 5 else 0
    return answer("deal.html", file=file, walk=walk, step=min(step, len(walk.steps) - 1))
