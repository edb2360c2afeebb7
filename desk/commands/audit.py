"""``fairdeal audit``: a whole folder of photos and logs, one report a match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from desk import words
from desk.audit import Audit, audit, write_reports
from desk.console import err, trouble
from desk.layouts import known_sheets, layout_option, us_option
from desk.trouble import NOTHING
from rulings import rulebook

if TYPE_CHECKING:
    from digitize.ruled.known import KnownSheets


@click.command("audit")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Folder for the reports; FOLDER-report where none is named.",
)
@click.option(
    "--rules", metavar="ID|FILE", help="Judge by this rulebook, whatever the records say."
)
@layout_option
@us_option
def command(
    folder: Path,
    output: Path | None,
    rules: str | None,
    layouts: tuple[Path, ...],
    us: str | None,
) -> int:
    """Read every photo, scan and typed log of a folder, and write one dispute report a match.

    Start with index.html in the folder of reports. What could not be read is listed there with the
    reason. Layout files of clubs' own sheets that lie in the folder are used.

    Exit status: 0 nothing found, 1 something found, 2 nothing could be read.
    """
    if rules is not None:
        rulebook.load(rules)
    sheets = known_sheets(layouts, us) if layouts or us else None
    whole = folder.resolve()
    out = output if output is not None else whole.with_name(f"{whole.name}-report")
    result = _with_progress(folder, rules, sheets)
    for _, why in result.unread:
        trouble(why)
    if not result.matches:
        trouble(f"{folder}: nothing in it could be read as a match. No report was written.")
        return NOTHING
    write_reports(result, out)
    matches = words.count(len(result.matches), "match", "matches")
    found = words.count(result.found, "finding")
    unread = f", {words.count(len(result.unread), 'file')} not read" if result.unread else ""
    trouble(f"{matches}, {found}{unread}. Reports: {_shown(out)}/index.html")
    return 1 if result.found else 0


def _shown(out: Path) -> str:
    """A short name for the folder where there is one."""
    try:
        return str(out.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(out)


def _with_progress(folder: Path, rules: str | None, sheets: KnownSheets | None) -> Audit:
    console = err()
    if not console.is_terminal:
        return audit(
            folder, rules, lambda name, n, of: trouble(f"Read {name} ({n} of {of})."), sheets
        )
    bar = Progress(
        TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn("{task.fields[name]}", markup=False), console=console, transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task("reading", total=None, name="")

        def told(name: str, done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, name=name)

        return audit(folder, rules, told, sheets)
