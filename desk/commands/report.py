"""``fairdeal report``: the dispute report of one match."""

from __future__ import annotations

from pathlib import Path

import click

from desk.case import case_of
from desk.console import trouble
from desk.documents import Document, load
from desk.files import write_text
from desk.layouts import known_sheets, layout_option, us_option
from desk.report import render
from desk.trouble import NOTHING, in_one_line
from rulings import rulebook


@click.command("report")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="report.html",
    help="Where to write the report.",
)
@click.option(
    "--rules", metavar="ID|FILE", help="Judge by this rulebook, whatever the record says."
)
@layout_option
@us_option
def command(
    files: tuple[Path, ...],
    output: Path,
    rules: str | None,
    layouts: tuple[Path, ...],
    us: str | None,
) -> int:
    """Write the dispute report of one match: its score sheet and hand logs together.

    The report is one HTML file that needs nothing else: send it, open it on a phone, print it.
    """
    if rules is not None:
        rulebook.load(rules)
    sheets = known_sheets(layouts, us) if layouts else None
    documents: list[Document] = []
    for path in files:
        try:
            documents.append(load(path, sheets=sheets))
        except (KeyboardInterrupt, BrokenPipeError):
            raise
        except Exception as error:
            line = in_one_line(error)
            trouble(line if str(path) in line else f"{path}: {line}")
    if not documents:
        return NOTHING
    write_text(output, render(case_of(documents, rules)))
    trouble(f"Wrote {output}.")
    return 0
