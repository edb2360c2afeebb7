"""What is kept of a judgement in the archive."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fairdeal import __version__
from fairdeal.desk.archive.acts import Json
from fairdeal.desk.check.json_answer import as_json
from fairdeal.desk.check.questions import questions
from fairdeal.desk.intake.case import Case
from fairdeal.desk.score.as_json import score_json
from fairdeal.desk.score.match import score_of
from fairdeal.grammar.notation.writer import write
from fairdeal.records.seats import NUMBERED

TAGS: Final = (
    "Event", "Site", "Date", "Table", "Round", "Session", "TeamA", "TeamB", "Recorder",
    *(f"Seat{seat}" for seat in NUMBERED), "North", "East", "South", "West",
)  # fmt: skip
"""Tags of the record by which a case can be found again."""


def check_body(ruled: Case) -> Json:
    """What is kept of a judgement: the record it was made on, all that was found, and the score."""
    recorded = replace(ruled, players={})
    tags = {tag: value for tag in TAGS if (value := recorded.tag(tag))}
    return {
        "rulebook": ruled.book.id,
        "edition": ruled.book.edition,
        "version": __version__,
        "record": write(ruled.record),
        "tags": tags,
        "check": as_json("case", ruled.verdict, ruled.problems, open_=questions(ruled)),
        "score": score_json(score_of(ruled)),
    }
