"""``fairdeal compare``: one record under every rulebook, and where they rule differently."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import click
from rich.text import Text

from fairdeal.desk import words
from fairdeal.desk.check.compared import (
    ComparedDeal,
    Comparison,
    as_json,
    books_for,
    books_named,
    compare,
    grouped,
)
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.console import out, trouble
from fairdeal.desk.files import head_of, is_text
from fairdeal.desk.intake.documents import load
from fairdeal.desk.intake.papers import why_nothing
from fairdeal.desk.trouble import NOTHING, DeskError
from fairdeal.rulings.frame.finding import DealVerdict, Finding

DIFFERENT: Final = 1


@click.command("compare")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--rules",
    multiple=True,
    metavar="ID|FILE",
    help="Compare these only (give it several times). Without it: all that come with the program.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
def command(file: Path, rules: tuple[str, ...], format_: str) -> int:
    """Rule on one record under every rulebook, and show where they differ.

    Contract, result and award of each deal, and each finding with what follows from it. Exit status: 0 all
    rulebooks rule alike, 1 they differ, 2 bad usage or a file in which nothing could be read.
    """
    if len(rules) == 1:
        raise DeskError(
            f"Only one rulebook was named ({rules[0]}), so there is nothing to compare it with.",
            "--rules",
            f"Name another one too (--rules {rules[0]} --rules OTHER), or none: then all are compared.",
        )
    if rules:
        books_named(rules)
    size = file.stat().st_size if file.is_file() else 0
    task = Work.file(str(file), size, typed=not size or is_text(head_of(file)), verb="compare")
    return workers().call(task, _compared, file, rules, format_)


def _compared(file: Path, rules: tuple[str, ...], format_: str) -> int:
    """In a worker: one file compared and shown; the exit status."""
    document = load(file)
    if document.unreadable:
        trouble(why_nothing(document))
        return NOTHING
    comparison = compare(document.record, books_for(document.record, rules))
    if not comparison.ruled:
        trouble(f"{file}: no rulebook can be used: {_left_out(comparison)}.")
        return NOTHING
    if format_ == "json":
        click.echo(json.dumps(as_json(str(file), comparison), ensure_ascii=False, indent=1))
    else:
        _show(str(file), comparison)
    return 0 if comparison.same else DIFFERENT


def _left_out(comparison: Comparison) -> str:
    return "; ".join(f"{name}: {why}" for name, why in comparison.left_out.items())


def _show(source: str, comparison: Comparison) -> None:
    console = out()
    names = ", ".join(each.id for each in comparison.ruled)
    different = [each for each in comparison.deals if not each.same]
    findings = [each for each in comparison.findings if not each.same]
    console.print(Text(f"{source} under {names}", style="bold"), soft_wrap=True)
    if comparison.left_out:
        console.print(f"Left out: {_left_out(comparison)}.", style="dim")
    for line in comparison.directions:
        console.print(line)
    if comparison.same:
        console.print("All give the same result.")
    for deal in different:
        console.print()
        console.print(f"Deal {deal.deal or deal.game}", style="bold")
        for line in _deal_lines(deal):
            console.print(Text(f"  {line}"), soft_wrap=True)
    if findings:
        console.print()
        console.print("Findings that differ", style="bold")
    for seen in findings:
        console.print(Text(f"{words.where(seen.finding)}: {words.title(seen.finding.code)}"))
        for text, under in grouped(seen.under.items(), _finding_text):
            console.print(Text(f"  {', '.join(under)}: {text}"), soft_wrap=True)
    _show_the_rest(console.print, comparison, len(different), len(findings))


def _show_the_rest(
    say: Callable[..., None], comparison: Comparison, deals: int, findings: int
) -> None:
    say()
    same_deals, same = len(comparison.deals) - deals, len(comparison.findings) - findings
    say(
        f"The same under all: {words.count(same_deals, 'deal')}, {words.count(same, 'finding')}.",
        style="dim",
    )
    for text, under in grouped(
        ((each.id, each.verdict.totals) for each in comparison.ruled), words.figures
    ):
        say(f"The deals with a log together, under {', '.join(under)}: {text}", style="dim")


def _deal_lines(deal: ComparedDeal) -> Iterator[str]:
    """Contract, result and award: one line where all agree, else a line for each answer."""
    sides: tuple[tuple[str, Callable[[DealVerdict], str]], ...] = (
        ("contract", lambda each: words.contract(each.contract)),
        ("result", lambda each: words.OUTCOMES[each.outcome]),
        ("award", _award_text),
    )
    for name, text in sides:
        groups = grouped(deal.under.items(), text)
        if len(groups) == 1:
            yield f"{name}: {groups[0][0]} (all)"
            continue
        for said, under in groups:
            yield f"{name}: {said} ({', '.join(under)})"


def _award_text(deal: DealVerdict) -> str:
    if deal.award is None:
        return "none can be given"
    return words.figures({team: deal.award[team] for team in sorted(deal.award)})


def _finding_text(finding: Finding | None) -> str:
    if finding is None:
        return "nothing found"
    parts: list[Any] = [words.remedy_of(finding)]
    if finding.severity == "advice":
        parts.insert(0, "Advice only.")
    if finding.certainty.value != "established":
        parts.append(f"{words.certainty(finding)}.")
    objection = words.objection(finding)
    if objection is not None:
        parts.append(objection)
    return " ".join(parts)
