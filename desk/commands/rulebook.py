"""``fairdeal rulebook``: one rulebook as a page to read."""

from __future__ import annotations

from collections.abc import Iterator

import click
from rich.table import Table
from rich.text import Text

from fairdeal.desk import words
from fairdeal.desk.console import out
from fairdeal.rulings import games
from fairdeal.rulings.games import game_of
from fairdeal.rulings.rulebooks.rulebook import Rulebook


@click.command("rulebook")
@click.argument("which", metavar="ID|FILE")
def command(which: str) -> None:
    """Print a rulebook as a page: what it says, what is looked for, and the readings chosen.

    Give the name of a rulebook that comes with the program (see: rulebooks), or a file of your own.
    To make one of your own, copy a file from the folder rulings/rulebooks, change what differs, and
    look at it with this command: a mistake is named with its place and what is allowed there.
    """
    book = games.load(which)
    console = out()
    console.print(f"{book.id}: {book.title}", style="bold")
    console.print(f"Source: {book.edition}")
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
"""What comes of a finding, in short."""


def _readings(book: Rulebook) -> Iterator[str]:
    if not book.settings:
        yield "None."
    for setting in book.settings.values():
        key = f" ({setting.key} = {setting.value})" if setting.key else f" ({setting.value})"
        yield f"{setting.name}: {setting.shown}{key}. {setting.reason}"
