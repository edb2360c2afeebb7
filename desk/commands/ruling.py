"""``fairdeal ruling``: decide, rule and sign without the desk's pages, by what the pages call too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from fairdeal.desk import words
from fairdeal.desk.archive.acts import Json, Kind
from fairdeal.desk.archive.casefile import CaseFile
from fairdeal.desk.archive.store import Archive, came_from_others
from fairdeal.desk.commands.options import File, case_argument, of_an_archive, opened, who
from fairdeal.desk.commands.report import write_report
from fairdeal.desk.confined import workers
from fairdeal.desk.console import out, remark, trouble
from fairdeal.desk.intake.case import Case
from fairdeal.desk.judging import task_for_case, without_photos
from fairdeal.desk.numbered import Numbered, numbered
from fairdeal.desk.report import signing
from fairdeal.desk.report.findings import FindingView
from fairdeal.desk.report.paper import choices, unknown_language
from fairdeal.desk.report.signing import (
    DRAFTED,
    draft,
    empty_ruling,
    judged,
    open_points,
    proposed,
    view_in,
)
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import RULING_PARTS
from fairdeal.desk.review.decided import FIGURES, MOST, left_to_decide, number
from fairdeal.desk.review.outcomes import Outcome, outcomes_of, way_of_the_law
from fairdeal.desk.score.match import score_of
from fairdeal.desk.trouble import NOTHING, DeskError
from fairdeal.records import Team
from fairdeal.rulings import game_of
from fairdeal.rulings.frame.finding import Branch

OWN: Final = ("facts", "conclusion", "text", "adjustment")
"""Parts of a ruling that are drafted from the decisions: what is given for them stands after the draft."""


@click.group("ruling")
@of_an_archive
def command() -> None:
    """Decide the findings of a case, write the ruling, sign it and print the report, without the desk.

    The case is one of the archive, by its number or its name (see: fairdeal archive ls). The usual order:
    list, decide each finding, write, sign, report. All of it is recorded with your name, as at the desk.
    """


# --- list --------------------------------------------------------------------------------------------


@command.command("list")
@case_argument
@click.pass_context
def list_findings(context: click.Context, case: str) -> int:
    """List the findings of a case: each with its number, what was decided, and what can be decided.

    The score beside an outcome is that of the match after it. What keeps the case from being signed
    stands at the end.

    Exit status: 0 nothing is open, 1 something is still to be decided or written.
    """
    with opened(context) as archive:
        file, ruled = judged(archive, case)
        view = view_in(archive, file, ruled)
        ways = _ways(file, ruled)
        points = open_points(file, ruled, view) if file.open else []
    say = out()
    say.print(f"{view.title}  ({file.state})", style="bold", soft_wrap=True)
    say.print(f"{view.team_a} – {view.team_b}", soft_wrap=True)
    for line in view.score.lines:
        say.print(f"{line.title}: {line.text}", soft_wrap=True)
    for each in view.findings:
        say.print(f"\n{each.number}. {each.where}: {each.title}", style="bold", soft_wrap=True)
        for said in (each.message, _standing(each)):
            say.print(f"   {said}", soft_wrap=True)
        for key, way in enumerate(ways.get(each.key, ()), 1):
            say.print(f"   {key}  {_way_in_words(way)}", soft_wrap=True)
    if not view.findings:
        say.print("There are no findings.", soft_wrap=True)
    unwritten = file.open and file.ruling is None
    if points or unwritten:
        say.print("\nTo do before this can be signed:", style="bold", soft_wrap=True)
    for point in points:
        say.print(f"   {point.words}", soft_wrap=True)
    if unwritten:
        say.print("   The ruling is not written", soft_wrap=True)
    return 1 if points or unwritten else 0


def _standing(finding: FindingView) -> str:
    """How sure a finding is, and what became of it."""
    if finding.decision is None:
        gone = " No longer applies after what was decided." if finding.gone else " Not decided."
        return f"{finding.certainty.rstrip('.')}.{gone}"
    it = finding.decision
    said = f"{it.words} by {it.who}" + (f": {it.remedy}" if it.remedy else "")
    parts = [f"{finding.certainty.rstrip('.')}.", f"{said.rstrip('.')}."]
    if it.reason:
        parts.append(f"Reason: {it.reason}")
    if it.stale:
        parts.append("The record was read differently after this.")
    return " ".join(parts)


def _way_in_words(way: Way) -> str:
    needs = ["--why"] if way.outcome.decision == "dismiss" else []
    needs += ["--score"] if way.asks_score else []
    score = f": {way.outcome.score}" if way.outcome.score else ""
    asked = f"  (needs {' and '.join(needs)})" if needs else ""
    return f"{way.outcome.words}{score}{asked}"


@dataclass(frozen=True, slots=True)
class Way:
    """One outcome that can be chosen; `branch` where it is a way that the law leaves open."""

    outcome: Outcome
    branch: Branch | None = None

    @property
    def asks_score(self) -> bool:
        """Whether only a person can say what the deal scores then."""
        return self.branch is not None and self.branch.award is None

    def with_score(self, award: dict[Team, int] | None) -> Outcome:
        """The outcome with what the deal scores. Raises DeskError where that is asked for and missing."""
        if self.branch is None:
            return self.outcome
        if self.asks_score and award is None:
            raise DeskError(
                "What does the deal score then?", "--score", "Name it, such as --score 80:0."
            )
        return way_of_the_law(self.branch, award)


def _ways(file: CaseFile, ruled: Case) -> dict[str, tuple[Way, ...]]:
    """What can be decided on each finding, by its key; nothing in a case that is not open."""
    if not file.open:
        return {}
    task = task_for_case(ruled, "judge")
    found = workers().call(task, outcomes_of, file, without_photos(ruled))
    return {
        each.key: (
            *(Way(it) for it in found[each.key]),
            *(Way(way_of_the_law(it, None), it) for it in each.finding.branches),
        )
        for each in numbered(ruled.verdict.findings)
    }


# --- decide ------------------------------------------------------------------------------------------


@command.command("decide")
@case_argument
@click.argument("finding", type=int)
@click.argument("outcome", required=False)
@click.option("--why", default="", metavar="TEXT", help="The reason; needed to dismiss or change.")
@click.option(
    "--score", metavar="A:B", help="What the deal scores, such as 6:0: first side, second side."
)
@click.option(
    "--points", type=int, metavar="N", help="Another penalty: so many points (needs --to)."
)
@click.option("--to", metavar="SIDE", help="The side that gets the points: A or B, NS or EW.")
@click.option("--no-penalty", is_flag=True, help="No penalty: the deal scores as played.")
@click.option("--replay", is_flag=True, help="The deal is to be replayed.")
@click.option("--remedy", default="", metavar="TEXT", help="What follows instead, in your words.")
@click.pass_context
def decide(
    context: click.Context,
    case: str,
    finding: int,
    outcome: str | None,
    why: str,
    score: str | None,
    points: int | None,
    to: str | None,
    no_penalty: bool,
    replay: bool,
    remedy: str,
) -> None:
    """Decide one finding: its number, then the number or the words of an outcome (see: ruling list).

    Without an outcome, something else is decided: say what with --score, --points, --no-penalty, --replay
    or --remedy. Deciding again replaces the decision before it; both are recorded.
    """
    with opened(context) as archive:
        file, ruled = judged(archive, case)
        casework.must_be_open(archive, case)
        chosen = _numbered(ruled, finding)
        sides = game_of(ruled.book).sides
        award = None if score is None else _award(score, sides)
        if outcome is None:
            given = _figures(award, points, to, sides, no_penalty, replay)
            way = Outcome("amend", remedy, given)
        elif points is not None or to or no_penalty or replay or remedy:
            raise DeskError(
                "An outcome was named, and something else beside it.",
                "OUTCOME",
                "Keep one of the two.",
            )
        else:
            way = _chosen(_ways(file, ruled)[chosen.key], outcome).with_score(award)
        said = remedy if outcome is None else way.remedy
        casework.decide(
            archive, case, chosen.key, way.decision, why, who(context), file.last, said, way.figures
        )
        casework.recheck(archive, case)
        _say_where_it_stands(archive, case)


def _numbered(ruled: Case, number: int) -> Numbered:
    found = numbered(ruled.verdict.findings)
    if not 0 < number <= len(found):
        has = f"The case has {words.count(len(found), 'finding')}."
        raise DeskError(f"There is no finding {number}. {has}", "FINDING", "See: ruling list")
    return found[number - 1]


def _chosen(ways: Sequence[Way], asked: str) -> Way:
    """The outcome of this number or in these words."""
    if asked.isascii() and asked.isdigit() and 0 < int(asked) <= len(ways):
        return ways[int(asked) - 1]
    for way in ways:
        if way.outcome.words.casefold() == asked.casefold():
            return way
    known = "; ".join(f"{n} {way.outcome.words}" for n, way in enumerate(ways, 1))
    raise DeskError(f"There is no outcome “{asked}”.", "OUTCOME", f"Choose one of: {known}.")


def _award(text: str, sides: Sequence[Team]) -> dict[Team, int]:
    found = [number(each.replace("−", "-")) for each in text.split(":")]
    if len(found) != len(sides) or any(each is None or abs(each) > MOST for each in found):
        raise DeskError(
            f"“{text}” is not a score.", "--score", "Write two whole numbers, such as 6:0."
        )
    return {side: int(each or 0) for side, each in zip(sides, found, strict=True)}


def _figures(
    award: Mapping[Team, int] | None,
    points: int | None,
    to: str | None,
    sides: Sequence[Team],
    no_penalty: bool,
    replay: bool,
) -> Json | None:
    """The figures of something else; None where only words say what follows."""
    given: list[Json] = []
    if award is not None:
        given.append({"kind": "award", "award": dict(award)})
    if points is not None or to is not None:
        if points is None or not 0 <= points <= MOST:
            raise DeskError("How many points?", "--points", "Write a whole number.")
        if to not in sides:
            raise DeskError(
                "Which side gets the points?", "--to", f"Name one of: {', '.join(sides)}."
            )
        given.append({"kind": "points", "to": to, "points": points})
    given += [
        {"kind": kind} for kind, asked in (("nothing", no_penalty), ("replay", replay)) if asked
    ]
    if len(given) > 1:
        raise DeskError(
            "A figure was given beside another choice.", "", "Keep one, and leave out the other."
        )
    return given[0] if given else None


def _say_where_it_stands(archive: Archive, case: str) -> None:
    """The score as ruled, and how many findings are left to decide."""
    file, ruled = judged(archive, case)
    left = left_to_decide(file, ruled)
    score = score_of(ruled).as_ruled
    parts = [f"As ruled: {score.text}."] if score is not None and score.known else []
    numbers = f": {', '.join(map(str, left))}" if left else ""
    parts.append(f"{words.count(len(left), 'finding')} to decide{numbers}.")
    out().print(" ".join(parts), soft_wrap=True)


@command.command("undo")
@case_argument
@click.pass_context
def undo(context: click.Context, case: str) -> None:
    """Take the last decision back; what was decided on that finding before, if anything, counts again."""
    with opened(context) as archive:
        file = casework.case_file(archive, case)
        if file.last_decision is None:
            raise DeskError(
                f"Nothing is decided in the case {case}.", case, "Nothing needs to be done."
            )
        casework.take_back(archive, case, file.last_decision, who(context))
        casework.recheck(archive, case)
        _say_where_it_stands(archive, case)


# --- write -------------------------------------------------------------------------------------------


@command.command("write")
@case_argument
@click.option("--facts", metavar="TEXT", help="Facts found: your words, after the draft.")
@click.option("--conclusion", metavar="TEXT", help="Rule and conclusion: the same.")
@click.option("--text", metavar="TEXT", help="Ruling: the same.")
@click.option("--adjustment", metavar="TEXT", help="Score adjustment: the same.")
@click.option("--dissent", metavar="TEXT", help="Who disagreed, and why.")
@click.option("--conflicts", metavar="TEXT", help="Conflicts of interest.")
@click.option("--deadline", metavar="TEXT", help="Until when an appeal is possible.")
@click.option("--members", metavar="TEXT", help="The members of the committee.")
@click.option(
    "--worked-out", is_flag=True, help="Take out a score that was typed: the decisions say it."
)
@click.pass_context
def write(context: click.Context, /, case: str, worked_out: bool, **given: str | None) -> None:
    """Write the ruling: drafted from what you decided, with your own words after it.

    Without options the draft is saved as it is. What you wrote before stays where an option does not
    replace it. After a changed decision write it again: the draft follows, your words stay.
    """
    with opened(context) as archive:
        file, ruled = judged(archive, case)
        casework.must_be_open(archive, case)
        view = view_in(archive, file, ruled)
        now = draft(view)
        body = proposed(archive, file, view)
        for name, text in given.items():
            drafted = now.get(name, "") if name in OWN else ""
            if text is not None:
                body[name] = "\n".join(part for part in (drafted, text.strip()) if part)
        if not body["text"]:
            raise empty_ruling()
        before = file.ruling.body if file.ruling is not None else {}
        body |= {name: "" if worked_out else str(before.get(name) or "") for name in FIGURES}
        casework.act_on(archive, case, Kind.RULED, {**body, DRAFTED: now}, who(context), file.last)
        casework.recheck(archive, case)
    for name, title in RULING_PARTS:
        if body.get(name):
            out().print(f"{title}:", style="bold", soft_wrap=True)
            out().print(str(body[name]), soft_wrap=True)


# --- sign, reopen, report ----------------------------------------------------------------------------


@command.command("sign")
@case_argument
@click.option(
    "--language",
    default="",
    metavar="CODE",
    help="The language of the report: en, ml or both. Without it: as set at the desk.",
)
@click.option(
    "-o", "--output", type=File, metavar="FILE", help="Also write the signed report here."
)
@click.pass_context
def sign(context: click.Context, case: str, language: str, output: Path | None) -> int:
    """Sign a case off: it is frozen, and its report stays as it is.

    While anything is open it is not signed, and all that is open is named (exit status 2).
    """
    from fairdeal.desk.pages.jobs import unread

    with opened(context) as archive:
        if unread(archive, case):
            raise DeskError(
                "Photos of this case are not read yet.", case, "Open the desk, which reads them."
            )
        last = signing.judged(archive, case)[0].last
        asked = signing.asked_language(archive, language)
        if language and asked != language:
            _must_be_known(language)
        try:
            signing.sign(archive, case, asked, who(context), last)
        except signing.OpenError as error:
            trouble(
                *(f"{point.words.rstrip('.')}." for point in error.points),
                f"{case} is not signed. Put this right first, then write the ruling again.",
            )
            return NOTHING
    remark(f"{case} is signed off by {who(context)}.")
    return _written(context, case, output) if output is not None else 0


def _must_be_known(asked: str) -> None:
    if asked not in choices():
        raise unknown_language(asked)


@command.command("reopen")
@case_argument
@click.option("--why", required=True, metavar="TEXT", help="The reason; it is recorded.")
@click.pass_context
def reopen(context: click.Context, case: str, why: str) -> None:
    """Open a signed case again, to change it. Its signed report stays as it was."""
    with opened(context) as archive:
        casework.reopen(archive, case, why, who(context))
    remark(f"{case} is open again.")


@command.command("report")
@case_argument
@click.option(
    "-o",
    "--output",
    required=True,
    type=File,
    metavar="report.html|report.pdf|page-1.jpg",
    help="Where to write it: as a page, as PDF, or page 1 as a small picture to send.",
)
@click.option(
    "--language",
    default="",
    metavar="CODE",
    help="Before it is signed: en, ml or both. Without it: as set at the desk.",
)
@click.pass_context
def report(context: click.Context, case: str, output: Path, language: str) -> int:
    """Write the report as ruled: the one that was signed, else the case as decided so far.

    For a PDF or a picture Chromium is needed; without it the page is written, to be printed from a browser.
    """
    return _written(context, case, output, language)


def _written(context: click.Context, case: str, output: Path, language: str = "") -> int:
    with opened(context) as archive:
        file = casework.case_file(archive, case)
        if not file.ours:
            raise came_from_others(case)
        if language:
            _must_be_known(language)
        if file.signed is None:
            file, ruled = signing.judged(archive, case)
            asked = signing.asked_language(archive, language)
            data: bytes | None = signing.drawn_report(archive, file, ruled, asked)
        elif language:
            raise DeskError(
                f"{case} is signed: its report stays in the language that was chosen then.",
                "--language",
                "Leave it out.",
            )
        else:
            data = signing.signed_report(archive, file)
    if data is None:
        raise DeskError("The report was taken out.", case, "See: fairdeal archive show")
    return 0 if write_report(output, data.decode("utf-8", "surrogatepass")) else NOTHING
