"""One match of an audit, ruled on and drawn up by a worker: its report, its record, and what is counted."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.desk.check.json_answer import Json, as_json
from fairdeal.desk.check.missing import missing
from fairdeal.desk.check.questions import questions
from fairdeal.desk.intake.case import Case
from fairdeal.desk.intake.placing import disputed
from fairdeal.desk.intake.schedule import Fixture, Schedule
from fairdeal.desk.judging import Read, judged
from fairdeal.desk.ledger.headings import other_name
from fairdeal.desk.numbered import unlikely
from fairdeal.desk.report.heading import title_of
from fairdeal.desk.report.page import render
from fairdeal.desk.score.match import score_of
from fairdeal.desk.tournament.results import MatchResult, result_of
from fairdeal.grammar.notation.writer import write
from fairdeal.rulings.frame.decided import named
from fairdeal.rulings.frame.follows import causes
from fairdeal.templates.visible import visible

LONGEST_NAME: Final = 60
"""Letters of a report's file name: with any script under the 255 bytes of file systems."""
_JOINERS: Final = "\u200c\u200d"
"""Without them Malayalam is written wrongly. Where they do nothing, `visible` has shown them."""


@dataclass(frozen=True, slots=True)
class Event:
    """What is known of the event beside the documents of a match. `several`: it has more than one match."""

    schedule: Schedule
    several: bool
    name: str = ""
    """The event that most of the matches name; empty where none is named by more than another."""

    def known(self, case: Case) -> Case:
        """The case with what the schedule says of its match, where its documents do not."""
        fixture = self._fixture(case)
        return case if fixture is None else replace(case, known=fixture.tags())

    def _fixture(self, case: Case) -> Fixture | None:
        return self.schedule.of(case.tag("Round"), case.tag("Table"), case.tag("Event"))

    def unplaced(self, case: Case) -> str:
        """Why it is in doubt which match this is, in a sentence; empty where it is not."""
        doubt = disputed(case.documents)
        if doubt:
            return doubt
        stranger = self.stranger(case)
        if stranger:
            return stranger
        number, table = case.tag("Round"), case.tag("Table")
        teams = (case.tag("TeamA"), case.tag("TeamB"))
        if self.several and not table and not all(teams):
            return (
                "Neither the heading, the QR code nor the file name shows its table or its teams."
            )
        if not self.schedule.fixtures:
            return ""
        fixture = self._fixture(case)
        if fixture is None:
            return f"The schedule has no match of round {number or '?'}, table {table or '?'}."
        if all(teams) and {_letters(each) for each in teams} != {
            _letters(each) for each in fixture.teams
        }:
            return (
                f"The schedule has {fixture.teams[0]} – {fixture.teams[1]} at round {fixture.round}, "
                f"table {fixture.table}; the sheets have {teams[0]} – {teams[1]}."
            )
        return ""

    def stranger(self, case: Case) -> str:
        """Why a match is not of this event, in a sentence; empty where it may be."""
        named = case.tag("Event") or ""
        if self.name and named and other_name(named, self.name):
            return f"Its event is {named}; the others are of {self.name}. It does not count in the standings."
        return ""


def _letters(name: str | None) -> str:
    return "".join(letter for letter in (name or "").casefold() if letter.isalnum())


@dataclass(frozen=True, slots=True)
class DrawnUp:
    """A match as it is written to the folder of reports. `told` is its line of ``findings.jsonl``."""

    title: str
    file: str
    report: str
    record: str
    told: str
    result: MatchResult


def ruled_on(reads: Sequence[Read], rules: str | None, event: Event) -> tuple[str, Case]:
    """In a worker: what a match is called, and its case."""
    case = event.known(judged(reads, rules))
    return title_of(case), case


def draw_up(
    reads: Sequence[Read], rules: str | None, event: Event, taken: Collection[str]
) -> DrawnUp:
    """In a worker: a match ruled on, under a file name that is not `taken` yet."""
    title, case = ruled_on(reads, rules, event)
    file = file_name(title, taken)
    record = record_of(file)
    result = replace(
        result_of(case, title, file, record),
        unplaced=event.unplaced(case),
        stranger=bool(event.stranger(case)),
    )
    told = json.dumps(_facts(title, case), ensure_ascii=False)
    return DrawnUp(title, file, render(case), write(case.record), told, result)


def record_of(file: str) -> str:
    """The name of the record beside a report."""
    return file.removesuffix(".html") + ".hrn"


def _facts(title: str, case: Case) -> Json:
    """A match as `check` prints it, but what the report only lists as doubts stands under `doubts`."""
    found = case.verdict.findings
    open_ = {named(each) for each in causes(found) if unlikely(each)}
    doubts = tuple(each for each in found if (each.follows_from or named(each)) in open_)
    likely = tuple(each for each in found if (each.follows_from or named(each)) not in open_)
    told = as_json(
        title,
        replace(case.verdict, findings=likely),
        case.problems,
        open_=questions(case),
        score=score_of(case),
        not_there=missing(case),
    )
    told["doubts"] = as_json(title, replace(case.verdict, findings=doubts), ())["findings"]
    return told


def file_name(title: str, taken: Collection[str]) -> str:
    """``onam-cup-table-4-round-2.html``: letters of any script, nothing that climbs or hides."""
    letters = (
        letter if unicodedata.category(letter)[0] in "LMN" or letter in _JOINERS else " "
        for letter in visible(unicodedata.normalize("NFC", title).casefold())
    )
    slug = "-".join("".join(letters).split())[:LONGEST_NAME].rstrip("-") or "match"
    name, number = f"{slug}.html", 1
    while name in taken or name == "index.html":
        number += 1
        name = f"{slug}-{number}.html"
    return name
