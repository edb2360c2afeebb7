"""``fairdeal doctor``: what this installation has and lacks."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from fairdeal.desk.commands.options import archive_option
from fairdeal.desk.console import out
from fairdeal.desk.health import looked_at

SIGNS = {"good": "", "missing": "–", "broken": "!"}


@click.command("doctor")
@archive_option
def command(path: Path) -> int:
    """Show versions, readers, browser, fonts, archive and room, and what to do where something is missing.

    Nothing is changed. "!" does not work, "–" is missing and all else works without it.

    Exit status: 0, or 1 where something does not work.
    """
    parts = looked_at(path)
    table = Table.grid(padding=(0, 2))
    for each in parts:
        table.add_row(SIGNS[each.state], each.name, each.found)
        if each.mend:
            table.add_row("", "", f"→ {each.mend}")
    out().print(table, markup=False)
    return int(any(each.state == "broken" for each in parts))
