"""A deal on the card table, stepped through call by call and card by card."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import without_photos
from fairdeal.desk.once import Once
from fairdeal.desk.pages.answers import answer, archive, drawn, judged
from fairdeal.desk.report.deals.shown import SeatHead
from fairdeal.desk.review import casework
from fairdeal.desk.review.steps import Walk, steps_of

pages = Blueprint("deals", __name__)

_KEPT: Final = 8
_walks: Once[tuple[str, str, int, int], tuple[Walk | None]] = Once(_KEPT)
"""Walks by case, last act and deal: every step asks for the same one."""
_COMPASS: Final = {"S": 0.0, "W": 0.25, "N": 0.5, "E": 0.75}
"""Where the seats of bridge are, in turns clockwise from the bottom."""


@pages.get("/cases/<case>/deal/<int:game>")
def deal(case: str, game: int) -> Response:
    """One step of a deal: the one that is asked for, or the first that a finding is about."""
    file = casework.case_file(archive(), case)
    ruled = judged(file)
    if ruled is None:
        raise NotFound
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
    if walk is None:
        raise NotFound
    return walk


def _step(walk: Walk) -> int:
    finding = _number("finding")
    if finding:
        return next((n for n, each in enumerate(walk.steps) if finding in each.findings), 0)
    return _number("step")


def _number(name: str) -> int:
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def around(heads: Sequence[SeatHead], clockwise: bool) -> dict[str, tuple[int, int]]:
    """Where each seat is at the table, in hundredths of its width from the left and of its height from the
    top. At bridge north is at the top; else the first seat is at the bottom."""
    found = {}
    for number, head in enumerate(sorted(heads, key=lambda each: each.seat)):
        turn = _COMPASS.get(head.seat, (number if clockwise else -number) / len(heads))
        angle = 2 * pi * turn
        found[head.seat] = (round(50 - 37 * sin(angle)), round(50 + 39 * cos(angle)))
    return found
