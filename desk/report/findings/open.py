"""What is open about a case, at the very top of its report: which entries to check, and where they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.desk import words
from fairdeal.desk.check.questions import Question, Questions, depending_on, heading, rest, where
from fairdeal.desk.report.findings.doubts import Doubt
from fairdeal.desk.report.findings.explained import ExplanationView
from fairdeal.desk.report.findings.marks import Numbered
from fairdeal.desk.review.mending import key_of

MOST: Final = 12
"""Questions named at the top of a report."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: where, what depends on it, and the place of the report that shows it (empty: none)."""

    where: str
    why: str
    link: str


@dataclass(frozen=True, slots=True)
class Open:
    """All of them. `heading` is empty where nothing is open; `more` are not named, `rest` says how many
    entries are in doubt without consequence."""

    heading: str
    shapes: tuple[str, ...]
    asked: tuple[Asked, ...]
    more: int
    rest: str


def open_view(
    found: Questions,
    explained: Sequence[ExplanationView],
    doubts: Sequence[Doubt],
    shown: Sequence[Numbered],
) -> Open:
    slips = {each.key: f"#slip-{number}" for number, each in enumerate(explained, 1)}
    rows = {each.where: f"#doubt-{number}" for number, each in enumerate(doubts, 1)}
    told = tuple(
        Asked(where(each), depending_on(each), _link(each, slips, rows, shown))
        for each in found.open[:MOST]
    )
    more = max(0, len(found.open) - MOST)
    return Open(heading(found), found.shapes, told, more, rest(found))


def _link(
    of: Question, slips: dict[str, str], rows: dict[str, str], shown: Sequence[Numbered]
) -> str:
    if of.explanation is not None:
        return slips.get(key_of(of.explanation), "")
    full = {
        id(finding): f"#finding-{each.number}"
        for each in shown
        for finding in (each.finding, *each.below)
    }
    first = next((full[id(each)] for each in of.findings if id(each) in full), "")
    return rows.get(row_of(of), first)


def row_of(of: Question) -> str:
    """How the table of doubtful entries calls it."""
    return words.place(of.places[0].in_deal(of.deal))
