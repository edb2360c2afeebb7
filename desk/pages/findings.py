"""Findings decided one by one: after each, the next one opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Json
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.search import precedents
from fairdeal.desk.confined import workers
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import task_for_case, without_photos
from fairdeal.desk.numbered import numbered
from fairdeal.desk.once import Once
from fairdeal.desk.pages.answers import (
    announce,
    answer,
    archive,
    as_judged,
    back,
    case_and_verdict,
    existing,
    keep_score,
    number_given,
    seen,
    who,
    word,
)
from fairdeal.desk.report.findings import FindingView
from fairdeal.desk.report.page import View
from fairdeal.desk.report.signing import drawn, view_in
from fairdeal.desk.report.walk import CardTable, Walk, around, steps_of, table_of
from fairdeal.desk.review import casework
from fairdeal.desk.review.decided import (
    MOST,
    keyed,
    left_to_decide,
    number,
    settled_by_the_rulebook,
)
from fairdeal.desk.review.outcomes import (
    Outcome,
    outcome_called,
    outcomes_of,
    way_of_the_law,
)
from fairdeal.desk.score.figures import Sides
from fairdeal.desk.trouble import DeskError
from fairdeal.records import Team
from fairdeal.rulings import game_of

pages = Blueprint("findings", __name__)


_KEPT: Final = 8
_walks: Once[tuple[str, str, int, int], tuple[Walk | None]] = Once(_KEPT)
"""Walks by case, last act and deal: every step asks for the same one."""


@pages.get("/cases/<case>/deal/<int:game>")
def deal(case: str, game: int) -> Response:
    """One step of a deal: the one that is asked for, or the first that a finding is about."""
    file, ruled = case_and_verdict(case)
    walk = _walk(file, ruled, game)
    step = min(_step(walk), len(walk.steps) - 1)
    return answer(
        "deal.html",
        file=file,
        walk=walk,
        step=step,
        places=around(walk.view.players or walk.view.callers, ruled.book.direction == "clockwise"),
    )


def _walk(file: CaseFile, ruled: Case, game: int) -> Walk:
    key = (str(archive().path), file.id, file.last, game)
    (walk,) = _walks.get(key, lambda: (drawn(without_photos(ruled), steps_of, game),))
    return existing(walk)


def _step(walk: Walk) -> int:
    finding = _number("finding")
    if finding:
        return next((n for n, each in enumerate(walk.steps) if finding in each.findings), 0)
    return _number("step")


def _number(name: str) -> int:
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


KINDS: Final = {
    "all": "All",
    "open": "To decide",
    "offence": "Offences",
    "ruling": "Rulings",
    "entry": "Wrong entries",
    "decided": "Decided",
}
"""What the list can be narrowed to."""


@dataclass(frozen=True, slots=True)
class Filter:
    """One way to narrow the list, and how many findings are left then."""

    name: str
    title: str
    count: int


def filters(findings: Sequence[FindingView]) -> list[Filter]:
    """Those that leave some findings and not all of them; first, all."""
    found = [Filter(name, title, len(chosen(findings, name))) for name, title in KINDS.items()]
    return [each for each in found if each.name == "all" or 0 < each.count < len(findings)]


def chosen(findings: Sequence[FindingView], show: str) -> list[FindingView]:
    """The findings of one kind; all for a kind that does not exist."""
    if show == "open":
        return [each for each in findings if each.decision is None and not each.gone]
    if show == "decided":
        return [each for each in findings if each.decision is not None]
    if show in ("offence", "ruling", "entry"):
        return [each for each in findings if each.kind == show]
    return list(findings)


def number_of(ruled: Case, key: str) -> int:
    """The number of a finding on the page; 0 where it is not there."""
    return next((it.number for it in numbered(ruled.verdict.findings) if it.key == key), 0)


def sides_shown(ruled: Case, view: View) -> tuple[tuple[Team, str, str], ...]:
    """The sides of a match for a form: what they are called in the program, in words, and by name."""
    sides = game_of(ruled.book).sides
    names = (view.team_a, view.team_b)
    return tuple((side, words.side(side), name) for side, name in zip(sides, names, strict=True))


def figures_given(sides: Sides) -> Json | None:
    """The figures of a decision; None where the form names none. A figure that was typed is its own choice.
    Raises DeskError where they make no sense, or another choice was made beside them."""
    kind = request.form.get("figures", "")
    given = {"award": [f"award_{side}" for side in sides], "points": ["points"]}
    typed = [name for name, fields in given.items() if any(word(each, 7) for each in fields)]
    if typed and (kind or typed[0]) != typed[-1]:
        raise DeskError(
            "A figure was typed beside another choice.",
            "figures",
            "Keep one of the two, and take the other away.",
        )
    match kind or "".join(typed):
        case "points":
            to = word("points_to", 2)
            if to not in sides:
                raise DeskError("Which side gets the points?", "", "Choose one of the two.")
            return {"kind": "points", "to": to, "points": _points("points", "How many points?")}
        case "award":
            asked = "What does the deal score?"
            award = {side: _points(f"award_{side}", asked) for side in sides}
            return {"kind": "award", "award": award}
        case "replay" | "nothing" as kind:
            return {"kind": kind}
    return None


def choice_given(ruled: Case, key: str) -> Outcome | None:
    """The way of the law that a form chooses for a finding.

    None where the form chooses none. Raises DeskError for one that does not exist, or that lacks its score.
    """
    chosen = word("choice", 60)
    if not chosen:
        return None
    finding = dict(keyed(ruled)).get(key)
    branch = (
        next((each for each in finding.branches if each.key == chosen), None) if finding else None
    )
    if branch is None:
        raise DeskError("There is no such way to choose.", "choice", "Look at the findings again.")
    sides = game_of(ruled.book).sides
    asked = "What does the deal score then?"
    known = branch.award is not None
    award = None if known else {side: _points(f"award_{side}", asked) for side in sides}
    return way_of_the_law(branch, award)


def _points(name: str, asked: str) -> int:
    points = number(word(name, 7).replace("−", "-"))
    if points is None or abs(points) > MOST:
        raise DeskError(asked, name, "Write a whole number for each side.")
    return points


@pages.get("/cases/<case>/findings")
def findings(case: str) -> Response:
    """Every finding with its evidence, and the form to decide it. `show` leaves only some of them."""
    file, ruled = case_and_verdict(case)
    view = view_in(archive(), file, ruled)
    shown = request.args.get("show", "all")
    rest = len(settled_by_the_rulebook(file, ruled)) if file.open else 0
    return answer(
        "findings.html",
        file=file,
        view=view,
        sides=sides_shown(ruled, view),
        precedents=precedents(archive(), case),
        filters=filters(view.findings),
        show=shown,
        findings=chosen(view.findings, shown),
        tables=_tables(view, ruled.book.direction == "clockwise"),
        outcomes=_outcomes_of(file, ruled) if file.open else {},
        undo=file.last_decision,
        rest=rest,
        others=len(left_to_decide(file, ruled)) - rest,
    )


def _tables(view: View, clockwise: bool) -> dict[int, CardTable]:
    """The deals as pictures, by the numbers of the findings that point into them."""
    deals = {each.game: each for each in view.deals}
    return {
        each.number: table
        for each in view.findings
        if each.game in deals
        and (table := table_of(deals[each.game], each.number, clockwise)) is not None
    }


_outcomes: Once[tuple[str, str, int], dict[str, tuple[Outcome, ...]]] = Once(_KEPT)


def _outcomes_of(file: CaseFile, ruled: Case) -> dict[str, tuple[Outcome, ...]]:
    """What can be decided on each finding, worked out once for all who look."""
    return _outcomes.get(
        (str(archive().path), file.id, file.last),
        lambda: workers().call(
            task_for_case(ruled, "judge"), outcomes_of, file, without_photos(ruled)
        ),
    )


@pages.post("/cases/<case>/findings")
def decide(case: str) -> AnyResponse:
    key = word("finding", 1000)
    last = seen()
    known = casework.findings_by_key(casework.case_file(archive(), case, last))
    if key not in known:
        raise DeskError("There is no such finding in the case.", "", "Look at the findings again.")
    decision, remedy, figures = _decision_given(as_judged(case)[1], key)
    casework.decide(archive(), case, key, decision, word("reason"), who(), last, remedy, figures)
    keep_score(case)
    return back(_next_to_decide(case, key))


def _decision_given(ruled: Case | None, key: str) -> tuple[str, str, Json | None]:
    """What a form decides, in words, and what that does to the score."""
    decision, finding = word("decision", 20), None if ruled is None else dict(keyed(ruled)).get(key)
    if ruled is None or finding is None:
        return decision, word("remedy"), None
    if asked := word("outcome", 200):
        way = outcome_called(asked, finding, ruled)
        return way.decision, way.remedy, way.figures
    choice = choice_given(ruled, key)
    if choice is not None:
        return decision, choice.remedy, choice.figures
    return decision, word("remedy"), figures_given(game_of(ruled.book).sides)


@pages.post("/cases/<case>/findings/rest")
def accept_rest(case: str) -> AnyResponse:
    """Accept every finding that is not decided and of which the rulebook says what follows."""
    last, name = seen(), who()
    with archive().writing():
        file, ruled = as_judged(case)
        rest = [] if ruled is None else settled_by_the_rulebook(file, ruled)
        for key in rest:
            casework.decide(archive(), case, key, "accept", "", name, last)
    if rest:
        keep_score(case)
    return back(
        f"/cases/{case}/ruling",
        f"{words.count(len(rest), 'finding')} accepted, as the rulebook has them.",
    )


@pages.post("/cases/<case>/findings/undo")
def undo(case: str) -> AnyResponse:
    """Take a decision back; what was decided on the finding before, if anything, counts again."""
    act = number_given("act")
    key = _decided_by(casework.case_file(archive(), case), act)
    casework.take_back(archive(), case, act, who())
    keep_score(case)
    _, ruled = as_judged(case)
    number = 0 if ruled is None else number_of(ruled, key)
    return back(
        f"/cases/{case}/findings#finding-{number}",
        f"The decision on finding {number} was taken back.",
    )


def _decided_by(file: CaseFile, act: int) -> str:
    for key, decision in file.decisions.items():
        if decision.number == act:
            return key
    raise DeskError("This decision was taken back already.", "", "Look at the findings again.")


def _next_to_decide(case: str, key: str) -> str:
    """The address of the next finding that is not decided. Where there is none, that of the ruling if it is
    still to be written, else of the finding just decided."""
    file, ruled = as_judged(case)
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
