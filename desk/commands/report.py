"""``fairdeal report``: the dispute report of one match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import Final

import click

from fairdeal import rulings
from fairdeal.desk.check.game_files import extract_read
from fairdeal.desk.commands.options import PIPE, Given, given, layout_option, us_option
from fairdeal.desk.confined import workers
from fairdeal.desk.confined.limits import abandoned
from fairdeal.desk.console import remark, trouble
from fairdeal.desk.files import REPORT_MARK, keep_unmarked, write_bytes, write_text
from fairdeal.desk.intake.documents import LARGEST_TEXT
from fairdeal.desk.intake.ledger import Unread
from fairdeal.desk.intake.reading import known_sheets
from fairdeal.desk.judging import Read, as_many, file_read, task_for, typed_bytes
from fairdeal.desk.report.page import report
from fairdeal.desk.report.paper import chosen
from fairdeal.desk.report.pdf import pdf_of, picture_of
from fairdeal.desk.trouble import NOTHING, DeskError, of_one

NOT_JUDGED: Final = 1
"""The exit status where papers, or deals in them, were not judged."""
STOPPED: Final = "judging it stopped before its end"
PDF: Final = ".pdf"
PICTURES: Final = (".jpg", ".jpeg")
LARGE: Final = 2_000_000
"""Bytes of typed text from which a person is reported beforehand: about 2,000 games of PBN. All of them are
held in memory at once, 10,000 in about 490 MB."""


_NOT_WRITTEN: Final = (".png", ".doc", ".docx", ".odt", ".rtf", ".xls", ".xlsx", ".ods")
"""Endings of what no report is written as."""


@click.command("report")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="report.html|report.pdf|page-1.jpg",
    help="Where to write the report: as a page, as PDF, or page 1 as a small picture to send. Without it:"
    " as a page, named after the first file, in the folder that you are in.",
)
@click.option(
    "--rules", metavar="ID|FILE", help="Judge by this rulebook, whatever the record says."
)
@click.option(
    "--language",
    default="en",
    show_default=True,
    metavar="CODE|FILE.po",
    help="The language of the report: en, ml, both (one beside the other), or a catalogue of your own.",
)
@layout_option
@us_option
def command(
    files: tuple[Path, ...],
    output: Path | None,
    rules: str | None,
    language: str,
    layouts: tuple[Path, ...],
    us: str | None,
) -> int:
    """Write the dispute report of one match: its score sheet and hand logs together; - for standard input.

    The report is one HTML file that needs nothing else: send it, open it on a phone, print it. For a PDF
    or a picture of page 1 Chromium is needed; without it the page is written, to be printed from a browser.

    Page 1 says what became of every file: copies are counted once, a file of another match is left out.

    Exit status: 0 done, 1 something in the files was not read or not judged (page 1 says what), 2 no report,
    or a file was abandoned (see docs/errors.md).
    """
    if output is not None and output.suffix.lower() in _NOT_WRITTEN:
        told = f"{output}: a report is written as HTML, PDF or JPEG."
        raise DeskError(told, str(output), "End the name with .html, .pdf or .jpg.")
    if rules is not None:
        rulings.load(rules)
    chosen(language)
    sheets = known_sheets(layouts, us) if layouts else None
    documents: list[Read] = []
    unread: list[Unread] = []
    held, good, given_up = 0, 0, False
    for file in given(files):
        try:
            size = typed_bytes(file.path)
            _tell_if_large(file, held, size)
            if size > LARGEST_TEXT:
                read, nothing = extract_read(file.path, file.name, rules), ""
                remark(file.said(read.left_out))
                size = len(read.data)
            else:
                read, nothing = file_read(file.path, file.name, sheets)
        except Exception as error:
            trouble(file.trouble(error))
            unread.append(Unread(file.name, file.trouble(error)))
            given_up |= abandoned(error)
            continue
        documents.append(read)
        held += size
        good += not nothing
        if nothing:
            trouble(nothing)
    if not good:
        return NOTHING
    name = documents[0].name if len(documents) == 1 else f"The report of {len(documents)} files"
    task = task_for(documents, name, "draw up")

    def drawn(some: Sequence[Read]) -> tuple[str, bool, list[str]]:
        lost = [
            Unread(each.name, STOPPED, each.digest, "not judged")
            for each in documents
            if each not in some
        ]
        return workers().call(task, report, some, rules, language, [*unread, *lost])

    done, failed = as_many(documents, drawn)
    text, judged, left_out = done or (None, False, [])
    rest = " It is left out of the report." if text is not None else ""
    trouble(*(f"{of_one(each.name, why)}{rest}" for each, why in failed))
    if text is None:
        return NOTHING
    trouble(*(f"{line} It does not count in this report." for line in left_out))
    written = write_report(output or named_after(files[0]), text)
    if failed or given_up or not written:
        return NOTHING
    return 0 if judged and not unread else NOT_JUDGED


def named_after(file: Path) -> Path:
    """A name that no file of this folder has yet, for the report of a file: ``sheet-report.html``."""
    stem = "report" if file == PIPE else f"{file.stem}-report"
    numbered = (f"{stem}-{number}.html" for number in count(2))
    names = map(Path, chain([f"{stem}.html"], numbered))
    return next(name for name in names if not name.exists())


def write_report(output: Path, page: str) -> bool:
    """Write the report as the name of the file asks; as a page where there is nothing to make a PDF with.
    Whether it was written as asked."""
    kind = output.suffix.lower()
    if kind not in (PDF, *PICTURES):
        write_text(output, page)
        remark(f"Wrote {output}.")
        return True
    keep_unmarked(output, REPORT_MARK)
    try:
        made = pdf_of(page.encode("utf-8", "surrogatepass"))
        write_bytes(output, made if kind == PDF else picture_of(made))
    except DeskError as error:
        instead = output.with_suffix(".html")
        write_text(instead, page)
        trouble(f"{error} The page was written to {instead}.")
        return False
    remark(f"Wrote {output}.")
    return True


def _tell_if_large(file: Given, held: int, size: int) -> None:
    """Say beforehand that a file of thousands of games takes its time, and what goes through it faster.

    Raises DeskError where it is too much beside the `held` bytes of the files before it. (Of a file that is
    too much alone a report shows a part.)
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
