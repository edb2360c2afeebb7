"""``fairdeal audit``: a whole folder of photos and logs, one report a match."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from desk import words
from desk.audit import Audited, audit_into
from desk.cluster import Tls, reads_on
from desk.console import err, trouble
from desk.layouts import known_sheets, layout_option, us_option
from desk.reading_pool import read_all
from desk.tournament.survey import Progress
from desk.trouble import NOTHING, DeskError
from rulings import rulebook

_FILE: Final = click.Path(path_type=Path, dir_okay=False, exists=True)


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
@click.option(
    "--scheduler", metavar="ADDRESS", help="Read the photos on the Dask cluster at this address."
)
@click.option(
    "--tls-ca", type=_FILE, metavar="FILE", help="For the cluster: its authority's certificate."
)
@click.option("--tls-cert", type=_FILE, metavar="FILE", help="For the cluster: your certificate.")
@click.option("--tls-key", type=_FILE, metavar="FILE", help="For the cluster: your key.")
@layout_option
@us_option
def command(
    folder: Path,
    output: Path | None,
    rules: str | None,
    scheduler: str | None,
    tls_ca: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    layouts: tuple[Path, ...],
    us: str | None,
) -> int:
    """Read every photo, scan and typed log of a folder, and write one dispute report a match.

    Start with index.html in the folder of reports. What could not be read is listed there with the
    reason. Layout files of clubs' own sheets that lie in the folder are used. Stopped and begun again,
    or with more files, it reads only what is new.

    Exit status: 0 nothing found, 1 something found, 2 nothing found, but a file could not be read.
    """
    if rules is not None:
        rulebook.load(rules)
    sheets = known_sheets(layouts, us) if layouts or us else None
    # Not `resolve`, which raises where a link leads round in a circle.
    whole = Path(os.path.realpath(folder))
    out = output if output is not None else whole.with_name(f"{whole.name}-report")
    reads = read_all if scheduler is None else reads_on(scheduler, _tls(tls_ca, tls_cert, tls_key))
    result = _with_progress(lambda told: audit_into(folder, out, rules, told, sheets, reads))
    if result is None:
        trouble(f"{folder}: nothing in it could be read as a match. No report was written.")
        return NOTHING
    for _, why in result.unread:
        trouble(why)
    for title, why in result.unplaced:
        trouble(f"{title} is not placed for sure. {why}")
    matches = words.count(len(result.results), "match", "matches")
    found = words.count(result.found, "finding")
    unread = f", {words.count(len(result.unread), 'file')} not read" if result.unread else ""
    trouble(f"{matches}, {found}{unread}. Reports: {_shown(out)}/index.html")
    if result.found:
        return 1
    return NOTHING if result.unread else 0


def _tls(authority: Path | None, certificate: Path | None, key: Path | None) -> Tls | None:
    if authority is None and certificate is None and key is None:
        return None
    if authority is None or certificate is None or key is None:
        raise DeskError(
            "TLS wants all three files.", "", "Give --tls-ca, --tls-cert and --tls-key."
        )
    return Tls(authority, certificate, key)


def _shown(out: Path) -> str:
    """A short name for the folder where there is one."""
    try:
        return str(out.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(out)


def _with_progress(run: Callable[[Progress], Audited | None]) -> Audited | None:
    console = err()
    if not console.is_terminal:
        return run(lambda name, n, of: trouble(f"Looked at {name} ({n} of {of})."))
    bar = Bars(
        TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("{task.fields[name]}", markup=False), console=console, transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task("reading", total=None, name="")

        def told(name: str, done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, name=name)

        return run(told)
