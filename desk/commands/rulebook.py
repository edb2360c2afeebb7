"""``fairdeal rulebook`` and ``fairdeal rulebooks``: one rulebook as a page to read, and those that the
program knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.console import out
from fairdeal.desk.intake.papers import DEFAULT
from fairdeal.rulings import game_of
from fairdeal.rulings.rulebooks.files import NONE, located, source
from fairdeal.rulings.rulebooks.rulebook import SETTINGS, Rulebook


@click.command("rulebook")
@click.argument("which", metavar="ID|FILE")
@click.option("--toml", is_flag=True, help="Print a file to begin a rulebook of your own with.")
def command(which: str, toml: bool) -> None:
    """Print a rulebook as a page: what it says, what is looked for, and the readings chosen.

    Give the name of a rulebook that comes with the program (see: rulebooks), or a file of your own.
    To make one of your own, begin with what --toml prints, change in it what differs, and look at it
    with this command: a mistake is named with its line and what is allowed there.
    """
    book = rulings.load(which)
    if toml:
        click.echo("\n".join(_to_begin_with(which, book)))
        return
    console = out()
    console.print(f"{book.id}: {book.title}", style="bold")
    console.print(f"Source: {book.edition}")
    for change in book.changes:
        console.print(f"Changed: {change.said} Before the change: {change.was}.")
    console.print()
    console.print(_said(book))
    console.print()
    console.print(
        "What is looked for, where the rulebook has it, and what follows from it", style="bold"
    )
    console.print(_looked_for(book))
    console.print()
    console.print("Open readings: where the source leaves a choice, and why this one", style="bold")
    for line in _readings(book):
        console.print(line)


def _to_begin_with(which: str, book: Rulebook) -> Iterator[str]:
    """The lines of a file that has this rulebook as its base and each of its figures as a comment."""
    base = which if which in rulings.known() else str(Path(which).resolve())
    yield from (
        f"# A rulebook of your own. It is {book.id}, but for what you change: take the # from the front",
        "# of a line and write another figure. Findings then show this figure, not the sentence of the",
        "# article that has another.",
        "",
        f"base = {_toml(base)}",
        f"# title = {_toml(book.title)}",
    )
    headed = ""
    for key, value, what in _entries(book, source(located(which)).tables):
        table, _, name = key.partition(".")
        if table != headed:
            headed = table
            yield from ("", f"[{table}]")
        line = f"# {name} = {_toml(value)}"
        yield from (f"{line:<39} # {what}",) if len(line) < 60 else (f"## {what}", line)


def _entries(book: Rulebook, tables: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Each figure of a rulebook: its key, its value, and what it is. One finding shows how to change any."""
    for key, what in game_of(book).figures.items():
        value: Any = tables
        for part in key.split("."):
            value = value.get(part, {})
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", each, f"{what} {name}") for name, each in value.items())
        else:
            yield key, value, what
    code, rule = next(iter(book.findings.items()))
    how = f'what follows from it; {code} = "{NONE}": it is not looked for. So for all that are listed by'
    yield f"findings.{code}.remedy", rule.remedy, f"{how} fairdeal rulebook {book.id}"
    for name, setting in book.settings.items():
        if len(SETTINGS.get(name, ())) > 1:
            yield f"settings.{name}.value", setting.value, f"one of {', '.join(SETTINGS[name])}"


def _toml(value: Any) -> str:
    """A value as TOML has it: texts, numbers, true and false, and lists of them are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _grid() -> Table:
    return Table(box=None, show_header=False, padding=(0, 2, 0, 0))


def _said(book: Rulebook) -> Table:
    grid = _grid()
    for label, sentence, setting in game_of(book).in_words(book):
        text = Text(sentence)
        if setting is not None:
            text.append(f" (open reading: {setting})", style="dim")
        grid.add_row(Text(label), text)
    return grid


def _looked_for(book: Rulebook) -> Table:
    grid = _grid()
    for code, rule in book.findings.items():
        objection = ", if the other side objects" if rule.objection else ""
        what = f"{words.title(code)} ({code})"
        grid.add_row(
            Text(what), Text(", ".join(rule.articles)), Text(f"{REMEDIES[rule.remedy]}{objection}")
        )
    return grid


REMEDIES = {
    "redeal": "dealt again",
    "award-deal": "the deal goes to the other side",
    "points": "points to the other side",
    "warning": "a warning, then points",
    "tricks": "tricks go to one side",
    "correct-entry": "correct the entry",
    "committee": "for the committee",
    "none": "nothing to be done",
}
"""What follows from a finding, in short."""


def _readings(book: Rulebook) -> Iterator[str]:
    if not book.settings:
        yield "None."
    for setting in book.settings.values():
        key = f" ({setting.key} = {setting.value})" if setting.key else f" ({setting.value})"
        yield f"{setting.name}: {setting.shown}{key}. {setting.reason}"


@click.command("rulebooks")
def rulebooks() -> None:
    """List the rulebooks that come with the program.

    Read one with: rulebook ID. Where the printed rules leave something open, the choice made is listed
    there with the reason. A file of your own can be given to other commands with --rules FILE.
    """
    console = out()
    for name in rulings.known():
        book = rulings.load(name)
        players = " or ".join(str(number) for number in sorted(book.players))
        console.print(f"{book.id}: {book.title} ({book.edition}), {players} players", style="bold")
        readings = words.count(len(book.settings), "open reading")
        default = "; taken where a record names none" if name == DEFAULT else ""
        console.print(f"  {readings}{default}. See: fairdeal rulebook {book.id}")
