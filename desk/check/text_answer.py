"""What ``check`` prints for people: every finding with its line of the record and a pointer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from fairdeal.desk import words
from fairdeal.desk.check import sentences as choices
from fairdeal.desk.check.json_answer import Asked, all_problems, coverage, shown
from fairdeal.desk.check.questions import (
    NONE_OPEN,
    Questions,
    asked_of,
    heading,
    missing_in_one_line,
    rest,
)
from fairdeal.desk.check.sentences import in_a_line, likeliest, sentence
from fairdeal.desk.console import for_terminal
from fairdeal.desk.score.figures import NAMES, UNKNOWN, MatchScore
from fairdeal.records import Problem, Record, Span, in_groups, lines_of
from fairdeal.rulings.frame.finding import Certainty, Coverage, Finding, Verdict, named
from fairdeal.rulings.frame.follows import causes, consequences
from fairdeal.rulings.rulebooks.rulebook import Rulebook

_STYLES = {
    "offence": "bold red",
    "entry": "bold yellow",
    "ruling": "bold magenta",
    "advice": "bold blue",
}
_PROBLEM_STYLES = {"error": "red", "warning": "yellow", "note": "dim"}
_WIDEST = 96
"""Columns of a line of the record that are shown; a longer one is cut around the pointer."""


def show(
    console: Console,
    source: str,
    record: Record,
    verdict: Verdict,
    problems: Iterable[Problem],
    book: Rulebook,
    asked: Asked,
    open_: Questions = NONE_OPEN,
    score: MatchScore | None = None,
    not_there: Sequence[str] = (),
) -> None:
    """Print one file's answer; `open_` is what a person should look at before it is final, `score` the score
    of the match three ways, `not_there` what is not recorded."""
    findings = shown(verdict, asked)
    lines = lines_of(record.source)
    told, below = causes(findings), consequences(findings)
    sure = sum(each.certainty is not Certainty.POSSIBLE for each in told)
    found = words.count(sure, "finding") if sure else "nothing found"
    console.print(Text(f"{source}: {found}", style="bold"), soft_wrap=True)
    console.print(f"Rulebook: {book.title}, {book.edition}", style="dim", soft_wrap=True)
    _show_questions(console, open_)
    for problem in all_problems(verdict, problems):
        show_problem(console, problem, lines)
    for explanation in likeliest(verdict.explanations):
        console.print()
        say(console, sentence(explanation))
    for number, finding in enumerate(told, 1):
        follows, cell = below.get(named(finding), ()), record.cell_at(words.address(finding))
        show_finding(console, number, finding, lines, book, follows, cell)
    _show_deals(console, verdict, score)
    _show_score(console, score)
    show_coverage(console, coverage(verdict, asked))
    if not_there:
        console.print()
        console.print(Text(f"{missing_in_one_line(not_there)}."), soft_wrap=True)


MOST_QUESTIONS: Final = 10
"""Questions that are named; the page of a deal that was read badly has dozens."""


def _show_questions(console: Console, open_: Questions) -> None:
    """What a person should look at, the weightiest first."""
    if not heading(open_):
        return
    console.print(Text(f"{heading(open_)}:", style="bold"), soft_wrap=True)
    more = len(open_.open) - MOST_QUESTIONS
    say(console, *open_.shapes, *map(asked_of, open_.open[:MOST_QUESTIONS]))
    say(console, f"and {more} more" if more > 0 else "", rest(open_))


def show_finding(
    console: Console,
    number: int,
    finding: Finding,
    lines: Sequence[str],
    book: Rulebook,
    below: Sequence[Finding] = (),
    cell: str | None = None,
) -> None:
    """One finding, with what follows from it in a line; `cell` is where it stands in a spreadsheet."""
    console.print()
    heading = Text(
        f"{number}. {words.title(finding.code, finding)}", style=_STYLES[finding.severity]
    )
    heading.append(f"  {words.where(finding)}", style="default not bold")
    console.print(heading, soft_wrap=True)
    if cell is not None:
        console.print(Text(f"  {for_terminal(cell)}", style="dim"), soft_wrap=True)
    elif finding.span is not None:
        _point(console, lines, finding.span)
    paraphrase = book.article(finding.article, finding.code)
    say(
        console,
        finding.message,
        f"{words.SEVERITIES['ruling']}." if finding.severity == "ruling" else "",
        *(f"Shown by {words.inside(it.place)}: {it.message}" for it in finding.related),
        in_a_line(below),
        f"{words.certainty(finding)}." if finding.certainty.value != "established" else "",
        words.article(finding.article) + (f": {paraphrase}" if paraphrase else ""),
        f"Remedy: {words.remedy_of(finding)}",
        *(f"- {choices.way_sentence(*way)}" for way in choices.ways_in_words(finding.branches)),
        choices.no_way_shown(finding.branches),
        choices.same_score(finding.branches),
        words.objection(finding),
        finding.setting and f"The rulebook leaves this open; we read it as: {finding.setting}",
    )


def say(console: Console, *texts: str | None) -> None:
    """Sentences, set in by two and wrapped there; of what is not said, nothing."""
    for text in filter(None, texts):
        for line in Text(text).wrap(console, max(20, console.width - 2)):
            console.print(Text("  ") + line, soft_wrap=True)


def _point(console: Console, lines: Sequence[str], span: Span) -> None:
    """The line of the record, and carets under the token."""
    if not 1 <= span.line <= len(lines):
        return
    line = lines[span.line - 1].replace("\t", " ")
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    shift = max(0, end - _WIDEST) if len(line) > _WIDEST else 0
    visible = for_terminal(line[shift : shift + _WIDEST])
    before = cell_len(for_terminal(line[shift:start]))
    carets = "^" * max(1, cell_len(for_terminal(line[start:end])))
    margin = f"  {span.line} | "
    console.print(Text(margin, style="dim") + Text(visible), soft_wrap=True)
    pointer = Text(" " * (len(margin) + before)) + Text(carets, style="bold")
    console.print(pointer, soft_wrap=True)


def show_problem(console: Console, problem: Problem, lines: Sequence[str]) -> None:
    where = problem.place or ""
    if problem.line is not None:
        where = f"line {problem.line}"
        if problem.column is not None:
            where += f", column {problem.column}"
    text = f"{problem.severity}: " + (f"{where}: " if where else "") + problem.message
    console.print(Text(text, style=_PROBLEM_STYLES[problem.severity]), soft_wrap=True)
    if problem.line is not None and problem.column is not None and problem.severity != "note":
        column = problem.column
        _point(console, lines, Span(problem.line, column, problem.line, column + 1))


def _show_deals(console: Console, verdict: Verdict, score: MatchScore | None) -> None:
    if verdict.deals:
        console.print()
    for deal in verdict.deals:
        console.print(words.deal_line(deal), soft_wrap=True)
    if verdict.totals is not None and len(verdict.deals) > 1 and _the_same(verdict, score):
        console.print(f"All deals together: {words.figures(verdict.totals)}")
    if verdict.match_points is not None:
        console.print(f"Match points: {words.figures(verdict.match_points)}")


def _the_same(verdict: Verdict, score: MatchScore | None) -> bool:
    """Whether the deals that have a log make up the score by the rulebook."""
    if score is None or verdict.totals is None or score.by_the_rulebook.totals == UNKNOWN:
        return True
    return tuple(verdict.totals.get(side) for side in score.sides) == score.by_the_rulebook.totals


def _show_score(console: Console, score: MatchScore | None) -> None:
    """The score of a match under its names, as far as it is known."""
    for name, each in () if score is None else score.named:
        if each is not None and (each.known or each.open):
            console.print(f"Score {NAMES[name].lower()}: {each.text}", soft_wrap=True)


def show_coverage(console: Console, entries: list[Coverage]) -> None:
    """What was not checked, the same reason named once."""
    grouped = in_groups(
        (
            (entry.checked, entry.why or ("checked" if entry.checked else "not checked")),
            (entry.rule, entry.deal if entry.deal is not None else "the sheet"),
        )
        for entry in entries
    )
    if grouped:
        console.print()
    for (checked, why), of in grouped.items():
        rules = in_groups(of).items()
        names = "; ".join(f"{rule} ({_deals(labels)})" for rule, labels in rules)
        text = f"{'Checked' if checked else 'Not checked'}: {why}: {names}"
        console.print(Text(text.replace(": checked:", ":"), style="dim"), soft_wrap=True)


def _deals(labels: list[str]) -> str:
    numbered = [label for label in labels if label != "the sheet"]
    if not numbered:
        return "the sheet"
    if len(numbered) > 4:
        return f"{len(numbered)} deals"
    return ("deal " if len(numbered) == 1 else "deals ") + ", ".join(numbered)
