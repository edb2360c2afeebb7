"""``fairdeal rulebooks``: the rulebooks that the program knows."""

from __future__ import annotations

import click

from fairdeal import rulings
from fairdeal.desk import words
from fairdeal.desk.console import out
from fairdeal.desk.intake.books import DEFAULT


@click.command("rulebooks")
def command() -> None:
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
