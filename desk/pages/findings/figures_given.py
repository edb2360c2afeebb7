"""What a form says that a changed finding does to the score."""

from __future__ import annotations

from typing import Final

from flask import request

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Json
from fairdeal.desk.intake.case import Case
from fairdeal.desk.pages.answers import word
from fairdeal.desk.report.page import View
from fairdeal.desk.review.ruling.decided import choice_json, keyed, number
from fairdeal.desk.score.sides import Sides, sides_of
from fairdeal.desk.trouble import DeskError
from fairdeal.records.seats import Team

MOST: Final = 9_999
"""Points of one deal: more than any game has."""


def sides_shown(ruled: Case, view: View) -> tuple[tuple[Team, str, str], ...]:
    """The sides of a match for a form: what they are called in the program, in words, and by name."""
    sides = sides_of(ruled.book)
    names = (view.team_a, view.team_b)
    return tuple((side, words.side(side), name) for side, name in zip(sides, names, strict=True))


def figures_given(sides: Sides) -> Json | None:
    """The figures of a decision; None where the form names none. Raises DeskError where they make no
    sense."""
    match request.form.get("figures", ""):
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


def choice_given(ruled: Case, key: str) -> tuple[str, Json] | None:
    """The way of the law that a form chooses for a finding: in words, and what it does to the score.

    None where the form chooses none. Raises DeskError for one that there is not, or that lacks its score.
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
    sides = sides_of(ruled.book)
    asked = "What does the deal score then?"
    known = branch.award is not None
    award = None if known else {side: _points(f"award_{side}", asked) for side in sides}
    return f"{branch.law}: {branch.condition}", choice_json(branch, award)


def _points(name: str, asked: str) -> int:
    points = number(word(name, 7).replace("−", "-"))
    if points is None or abs(points) > MOST:
        raise DeskError(asked, name, "Write a whole number for each side.")
    return points
