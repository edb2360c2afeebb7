"""``fairdeal read``: photos to a record, and to JSON with every reading and its rivals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from desk import read_json
from desk.console import evidence, remark, trouble
from desk.documents import PICTURE_ENDINGS, is_text, read_bytes
from desk.files import write_text
from desk.given import Given, given
from desk.layouts import known_sheets, layout_option, us_option
from desk.trouble import NOTHING, DeskError, in_one_line
from records.transcript import Transcript

if TYPE_CHECKING:
    from digitize.ruled.known import KnownSheets


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
    """
    sheets = known_sheets(layouts, us) if layouts else None
    read: list[Transcript] = []
    for file in given(photos):
        read += _one(file, sheets)
    transcripts = [each for each in read if each.fields or each.typed is not None]
    objects: list[dict[str, Any]] = []
    if format_ != "hrn":
        # Other photos may choose between the readings of one, so all are read before any is told.
        objects = [read_json.as_json(each) for each in _settled(read, transcripts)]
    if format_ == "jsonl":
        for answer in objects:
            click.echo(json.dumps(answer, ensure_ascii=False))
    if format_ == "json":
        printed: object = objects[0] if len(objects) == 1 else objects
        click.echo(json.dumps(printed, ensure_ascii=False, indent=1))
    if not transcripts:
        return NOTHING
    if output is not None or format_ == "hrn":
        _record(transcripts, output)
    return 0


def _one(file: Given, sheets: KnownSheets | None) -> list[Transcript]:
    """Read one photo. Whatever is wrong with it stays with it: the others are still done."""
    path, name = file.path, file.name
    try:
        from digitize import read_photo

        data = read_bytes(path)
        if path.suffix.casefold() not in PICTURE_ENDINGS and is_text(data):
            line = file.said(
                f"{name} holds text, not a picture. A typed record is checked: fairdeal check {name}"
            )
            trouble(line)
            return [read_json.unread(name, "not-a-picture", line)]
        found = read_photo(data, name, sheets=sheets)
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:
        line = file.said(in_one_line(error))
        trouble(line if name in line else f"{name}: {line}")
        return [read_json.unread(name, getattr(error, "code", "cannot-be-read"), line)]
    for transcript in found:
        for problem in transcript.problems:
            shown = transcript.photo
            message = problem.message
            trouble(message if shown in message else f"{shown}: {message}")
    return found


def _settled(read: list[Transcript], transcripts: list[Transcript]) -> tuple[Transcript, ...]:
    """What was read, each field that other entries settle saying so."""
    if not transcripts:
        return tuple(read)
    from desk.books import book_for
    from desk.settled import with_settled
    from grammar.transcripts import to_record
    from rulings import check

    merged = to_record(transcripts)
    try:
        verdict = check(merged.record, book_for(merged.record, None))
    except DeskError as error:
        # A rulebook that is not known here: what was read is told all the same.
        trouble(in_one_line(error))
        return tuple(read)
    return with_settled(read, verdict, merged.sources)


def _record(transcripts: list[Transcript], output: Path | None) -> None:
    from grammar.transcripts import to_record
    from grammar.writer import write

    merged = to_record(transcripts)
    told = [problem.message for each in transcripts for problem in each.problems]
    for problem in merged.problems:
        if any(message in problem.message for message in told):
            continue
        where = f"{problem.place}: " if problem.place else ""
        trouble(f"{problem.severity}: {where}{problem.message}")
    text = write(merged.record)
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
