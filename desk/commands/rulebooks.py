"""``fairdeal rulebooks``: the rulebooks that the program knows."""

from __future__ import annotations

import click

from desk.console import out
from rulings import rulebook


@click.command("rulebooks")
def command() -> None:
    """List the rulebooks that come with the program, with the readings it has chosen.

    Where the printed rules leave something open, the choice made is listed under the rulebook, with
    the reason. A file of your own can be given to other commands with --rules FILE.
    """
    console = out()
    for name in rulebook.known():
        book = rulebook.load(name)
        players = " or ".join(str(number) for number in book.players)
        console.print(f"{book.id}: {book.title} ({book.edition}), {players} players", style="bold")
        for setting in book.settings.values():
            console.print(f"  {setting.name}: {setting.shown or setting.value}. {setting.reason}")
