"""``fairdeal report``: the dispute report of one match."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from desk.case import case_of
from desk.console import remark, trouble
from desk.documents import LARGEST_TEXT, Document, is_text, load, why_nothing
from desk.files import write_text
from desk.given import Given, given
from desk.layouts import known_sheets, layout_option, us_option
from desk.report import render
from desk.trouble import NOTHING, DeskError, in_one_line
from rulings import rulebook

LARGE: Final = 2_000_000
"""Bytes of typed text from which a person is told beforehand: about 2,000 games of PBN. All of them are
held in memory at once, 10,000 in about 490 MB."""
_HEAD: Final = 4096


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
    """Write the dispute report of one match: its score sheet and hand logs together; - for standard input.

    The report is one HTML file that needs nothing else: send it, open it on a phone, print it.
    """
    if rules is not None:
        rulebook.load(rules)
    sheets = known_sheets(layouts, us) if layouts else None
    documents: list[Document] = []
    held = 0
    for file in given(files):
        try:
            size = _typed_bytes(file.path)
            _tell_if_large(file, held, size)
            documents.append(load(file.path, file.name, sheets))
            held += size
            if documents[-1].is_empty:
                trouble(why_nothing(documents[-1]))
        except (KeyboardInterrupt, BrokenPipeError):
            raise
        except Exception as error:
            line = file.said(in_one_line(error))
            trouble(line if file.name in line else f"{file.name}: {line}")
    if all(document.is_empty for document in documents):
        return NOTHING
    write_text(output, render(case_of(documents, rules)))
    remark(f"Wrote {output}.")
    return 0


def _typed_bytes(path: Path) -> int:
    """How much typed text a file holds, 0 for photos and what is no file."""
    if not path.is_file():
        return 0
    with path.open("rb") as file:
        return path.stat().st_size if is_text(file.read(_HEAD)) else 0


def _tell_if_large(file: Given, held: int, size: int) -> None:
    """Say beforehand that a file of thousands of games takes its time, and what goes through it faster.

    Raises DeskError where it is too much beside the `held` bytes of the files before it.
    """
    if held and held + size > LARGEST_TEXT:
        raise DeskError(
            f"{file.name} is left out: with it the report would be of {(held + size) / 1e6:.0f} MB of text,"
            f" and {LARGEST_TEXT // 1_000_000} MB is the limit.",
            file.name,
            "Write a report of its own for it.",
        )
    if LARGE <= size <= LARGEST_TEXT:
        line = (
            f"{file.name} is large ({size / 1e6:.0f} MB of text): its report takes minutes and much memory."
            f" For the findings alone, this is faster: fairdeal check {file.name}"
        )
        remark(file.said(line))
