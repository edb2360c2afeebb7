"""Findings beside the deal: decided one by one, and the deal stepped through."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk.archive.search import precedents
from fairdeal.desk.judging import without_photos
from fairdeal.desk.pages.answers import (
    answer,
    archive,
    back,
    drawn,
    judged,
    keep_score,
    seen,
    who,
    word,
)
from fairdeal.desk.pages.findings.figures_given import figures_given, sides_shown
from fairdeal.desk.report.page import view_of
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee
from fairdeal.desk.review.steps import steps_of
from fairdeal.desk.score.sides import sides_of
from fairdeal.desk.trouble import DeskError

pages = Blueprint("findings", __name__)


@pages.get("/cases/<case>/findings")
def findings(case: str) -> Response:
    """Every finding with its evidence, and the form to decide it."""
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    if ruled is None:
        raise NotFound
    view = drawn(ruled, view_of, committee(file, ruled))
    return answer(
        "findings.html",
        file=file,
        view=view,
        sides=sides_shown(ruled, view),
        precedents=precedents(archive(), case),
    )


@pages.post("/cases/<case>/findings")
def decide(case: str) -> AnyResponse:
    key = word("finding", 1000)
    last = seen()
    known = casework.findings_by_key(casework.case_file(archive(), case, last))
    if key not in known:
        raise DeskError("There is no such finding in the case.", "", "Look at the findings again.")
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    casework.decide(
        archive(),
        case,
        key,
        word("decision", 20),
        word("reason"),
        who(),
        last,
        word("remedy"),
        figures_given(sides_of(ruled.book)) if ruled is not None else None,
    )
    keep_score(case)
    number = request.form.get("number", "")
    plain = number.isascii() and number.isdigit() and len(number) < 6
    where = f"#finding-{number}" if plain else ""
    return back(f"/cases/{case}/findings{where}")


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
