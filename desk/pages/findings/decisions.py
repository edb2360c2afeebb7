"""Findings decided one by one: after each, the next one opens."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Json
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.search import precedents
from fairdeal.desk.intake.case import Case
from fairdeal.desk.pages.answers import (
    announce,
    answer,
    archive,
    back,
    judged,
    keep_score,
    seen,
    who,
    word,
)
from fairdeal.desk.pages.findings.figures_given import choice_given, figures_given, sides_shown
from fairdeal.desk.pages.findings.listed import (
    KINDS,
    chosen,
    filters,
    left_to_decide,
    number_of,
)
from fairdeal.desk.pages.views import view_as_it_stands
from fairdeal.desk.review import casework
from fairdeal.desk.score.sides import sides_of
from fairdeal.desk.trouble import DeskError

pages = Blueprint("findings", __name__)


@pages.get("/cases/<case>/findings")
def findings(case: str) -> Response:
    """Every finding with its evidence, and the form to decide it. `show` leaves only some of them."""
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    if ruled is None:
        raise NotFound
    view = view_as_it_stands(file, ruled)
    shown = request.args.get("show", "all")
    return answer(
        "findings.html",
        file=file,
        view=view,
        sides=sides_shown(ruled, view),
        precedents=precedents(archive(), case),
        filters=filters(view.findings),
        show=shown,
        findings=chosen(view.findings, shown),
        undo=file.last_decision,
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
    remedy, figures = _remedy_given(ruled, key)
    casework.decide(
        archive(), case, key, word("decision", 20), word("reason"), who(), last, remedy, figures
    )
    keep_score(case)
    return back(_next_to_decide(case, key))


def _remedy_given(ruled: Case | None, key: str) -> tuple[str, Json | None]:
    """What is done by the form, in words, and what that does to the score."""
    if ruled is None:
        return word("remedy"), None
    return choice_given(ruled, key) or (word("remedy"), figures_given(sides_of(ruled.book)))


@pages.post("/cases/<case>/findings/undo")
def undo(case: str) -> AnyResponse:
    """Take a decision back; what was decided on the finding before, if anything, counts again."""
    act = word("act", 9)
    if not (act.isascii() and act.isdigit()):
        abort(400)
    key = str(_decided_by(casework.case_file(archive(), case), int(act)))
    casework.take_back(archive(), case, int(act), who())
    keep_score(case)
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    number = 0 if ruled is None else number_of(ruled, key)
    announce(f"The decision on finding {number} was taken back.")
    return back(f"/cases/{case}/findings#finding-{number}")


def _decided_by(file: CaseFile, act: int) -> str:
    for key, decision in file.decisions.items():
        if decision.number == act:
            return key
    raise DeskError("This decision was taken back already.", "", "Look at the findings again.")


def _next_to_decide(case: str, key: str) -> str:
    """The address of the next finding that is not decided. Where there is none, that of the ruling if it is
    still to be written, else of the finding just decided."""
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    if ruled is None:
        return f"/cases/{case}"
    number = number_of(ruled, key)
    left = left_to_decide(file, ruled)
    following = next((each for each in left if each > number), left[0] if left else number)
    said = (
        f"{words.count(len(left), 'finding')} to decide." if left else "Every finding is decided."
    )
    announce(f"Finding {number}: {words.DECISIONS[file.decisions[key].body['decision']]}. {said}")
    if not left and file.ruling is None:
        return f"/cases/{case}/ruling"
    show = request.form.get("show", "all")
    chosen_ = f"?show={show}" if show in KINDS and show != "decided" else ""
    return f"/cases/{case}/findings{chosen_ if left else ''}#finding-{following}"
