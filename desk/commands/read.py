"""``fairdeal read``: photos to a record, and to JSON with every reading and its rivals."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdeal.desk.check import readings_json
from fairdeal.desk.check.shapes import shapes_asked
from fairdeal.desk.confined import Work, workers
from fairdeal.desk.confined.limits import abandoned
from fairdeal.desk.console import evidence, remark, trouble
from fairdeal.desk.files import write_text
from fairdeal.desk.intake.documents import PICTURE_ENDINGS, is_text, read_bytes
from fairdeal.desk.intake.given import Given, given
from fairdeal.desk.intake.layouts import known_sheets, layout_option, us_option
from fairdeal.desk.intake.reading_pool import read_pages
from fairdeal.desk.judging import Read, as_many, put_together
from fairdeal.desk.trouble import NOTHING, DeskError, in_one_line, of_one
from fairdeal.records.transcript import Transcript

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets

T = TypeVar("T")


@click.command("read")
@click.argument(
    "photos", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PHOTO..."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.hrn",
    help="Write the record here.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["hrn", "json", "jsonl"]),
    default="hrn",
    show_default=True,
    help="Print the record, or every field with its readings.",
)
@layout_option
@us_option
def command(
    photos: tuple[Path, ...],
    output: Path | None,
    format_: str,
    layouts: tuple[Path, ...],
    us: str | None,
) -> int:
    """Read photos or scans of score sheets and hand logs; - for standard input.

    All photos together make one record, as the pages of one match. What could not be read with
    certainty stays marked in it: {4|5}, 9H?, ??.

    Names and remarks written by hand are not read. In JSON such a field has "suggestions": guesses, the
    likelier first, where fairdeal[words] is installed. They never enter the record.

    Exit status: 0 done, 2 nothing could be read, or a file was abandoned (see docs/errors.md).
    """
    sheets = known_sheets(layouts, us) if layouts else None
    files = [_one(file, sheets) for file in given(photos)]
    good = [each for each in files if each.transcripts]
    given_up = any(each.abandoned for each in files)
    objects: list[dict[str, Any]] = []
    if format_ != "hrn":
        # Other photos may choose between the readings of one, so all are read before any is printed.
        settled, failed = _together(good, _settled)
        given_up |= failed
        for each in files:
            objects += [
                readings_json.as_json(page) for page in (settled or {}).get(each.name, each.read)
            ]
    if format_ == "jsonl":
        for answer in objects:
            click.echo(json.dumps(answer, ensure_ascii=False))
    if format_ == "json":
        printed: object = objects[0] if len(objects) == 1 else objects
        click.echo(json.dumps(printed, ensure_ascii=False, indent=1))
    if not good:
        return NOTHING
    if output is not None or format_ == "hrn":
        text, failed = _together(good, _record)
        given_up |= failed
        if text is None:
            return NOTHING
        _write(text, output)
    return NOTHING if given_up else 0


@dataclass(frozen=True, slots=True)
class _File:
    """A file and all that was read from it. `abandoned`: it goes over a limit, or met a fault of ours."""

    name: str
    read: tuple[Transcript, ...]
    abandoned: bool = False

    @property
    def transcripts(self) -> list[Transcript]:
        """Those with something on them."""
        return [each for each in self.read if each.fields or each.typed is not None]


def _one(file: Given, sheets: KnownSheets | None) -> _File:
    """Read one photo. Whatever is wrong with it stays with it: the others are still done."""
    path, name = file.path, file.name
    try:
        data = read_bytes(path)
        if path.suffix.casefold() not in PICTURE_ENDINGS and is_text(data):
            line = file.said(
                f"{name} is a text, not a picture. A typed record is checked: fairdeal check {name}"
            )
            trouble(line)
            return _File(name, (readings_json.unread(name, "not-a-picture", line),))
        found = workers().call(Work.photo(name), read_pages, data, name, sheets)
    except Exception as error:
        line = file.trouble(error)
        trouble(line)
        code = getattr(error, "code", "cannot-be-read")
        return _File(name, (readings_json.unread(name, code, line),), abandoned(error))
    for transcript in found:
        for problem in transcript.problems:
            shown = transcript.photo
            message = problem.message
            trouble(message if shown in message else f"{shown}: {message}")
    for line in shapes_asked(found):
        trouble(line)
    return _File(name, tuple(found))


def _together(files: list[_File], work: Callable[[Sequence[_File]], T]) -> tuple[T | None, bool]:
    """What a worker makes of all the files together, and whether any had to be left out of that."""
    if not files:
        return None, False
    name = files[0].name if len(files) == 1 else f"The record of {len(files)} files"
    task = Work.case(name, 0, sum(len(each.read) for each in files), "put together")
    result, failed = as_many(files, lambda some: workers().call(task, work, some))
    for file, error in failed:
        rest = " It is left out of the record." if result is not None else ""
        trouble(f"{of_one(file.name, error)}{rest}")
    return result, bool(failed)


def _settled(files: Sequence[_File]) -> dict[str, tuple[Transcript, ...]]:
    """In a worker: what was read, by file, each field that other entries settle saying so."""
    from fairdeal.desk.intake.case import case_of
    from fairdeal.desk.intake.documents import from_transcripts

    try:
        case = case_of([from_transcripts(each.name, "", each.read) for each in files])
    except DeskError as error:
        # A rulebook that is not known here: what was read is printed all the same.
        trouble(in_one_line(error))
        return {}
    return {each.name: each.transcripts for each in case.documents}


def _record(files: Sequence[_File]) -> str:
    """In a worker: the record of all files, as text."""
    from fairdeal.grammar.notation.writer import write

    reads = [Read(each.name, "", b"", tuple(each.transcripts)) for each in files]
    record, problems = put_together(reads)
    told = [
        problem.message for each in files for page in each.transcripts for problem in page.problems
    ]
    for problem in problems:
        if any(message in problem.message for message in told):
            continue
        where = f"{problem.place}: " if problem.place else ""
        trouble(f"{problem.severity}: {where}{problem.message}")
    return write(record)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        evidence(text)
        return
    if output.suffix.casefold() in PICTURE_ENDINGS:
        raise DeskError(
            f"{output} would be a picture; a record is a text.",
            str(output),
            "End the name with .hrn.",
        )
    write_text(output, text)
    remark(f"Wrote {output}.")
