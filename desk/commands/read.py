"""``fairdeal read``: photos to a record, and to JSON with every reading and its rivals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdeal.desk.commands.options import Given, given, layout_option, us_option
from fairdeal.desk.confined import ConfinedError, Work, Workers, workers
from fairdeal.desk.confined.limits import abandoned
from fairdeal.desk.console import bar, evidence, remark, trouble
from fairdeal.desk.files import (
    base_name,
    is_typed,
    is_workbook,
    other_contents,
    read_bytes,
    write_text,
)
from fairdeal.desk.intake.papers import PICTURE_ENDINGS
from fairdeal.desk.intake.reading import known_sheets, one_a_core, read_alone, read_pages
from fairdeal.desk.trouble import NOTHING, DeskError, in_one_line, of_one
from fairdeal.records import ReadProblem, Transcript

if TYPE_CHECKING:
    from fairdeal.desk.judging import Read
    from fairdeal.digitize.sheets.layout_file import KnownSheets

T = TypeVar("T")
Item = TypeVar("Item")
ReadOne = Callable[[bytes, str, "KnownSheets | None"], list[Transcript]]
"""Reads one photo in a worker."""


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

    All photos together make one record, as the pages of one match. Where they say that they are of
    several matches, each match has a record of its own: FILE-1.hrn, FILE-2.hrn and so on.
    What could not be read with certainty stays marked in it: {4|5}, 9H?, ??.

    Names and remarks written by hand are not read. In JSON such a field has "suggestions": guesses, the
    likelier first, for a person to choose from. They never enter the record.

    Exit status: 0 done, 2 nothing could be read, or a file was abandoned (see docs/errors.md).
    """
    if output is not None and output.suffix.casefold() in PICTURE_ENDINGS:
        raise DeskError(
            f"{output} would be a picture; a record is a text.",
            str(output),
            "End the name with .hrn.",
        )
    sheets = known_sheets(layouts, us) if layouts else None
    files = _read(photos, sheets)
    from fairdeal.desk.check import json_answer

    matches, failed = _by_match([each for each in files if each.transcripts])
    given_up = failed or any(each.abandoned for each in files)
    objects: list[dict[str, Any]] = []
    if format_ != "hrn":
        # Other photos may choose between the readings of one, so all are read before any is printed.
        settled, failed = _each(matches, _settled, "Weighing")
        given_up |= failed
        pages = {page.photo: page for match in settled for page in match or ()}
        objects = [
            json_answer.reading_json(pages.get(page.photo, page))
            for each in files
            for page in each.read
        ]
    if format_ == "jsonl":
        for answer in objects:
            click.echo(json.dumps(answer, ensure_ascii=False))
    if format_ == "json":
        printed: object = objects[0] if len(objects) == 1 else objects
        click.echo(json.dumps(printed, ensure_ascii=False, indent=1))
    if not matches:
        return NOTHING
    if output is not None or format_ == "hrn":
        records, failed = _each(matches, _record, "Writing")
        given_up |= failed
        if not _write(matches, records, output):
            return NOTHING
    return NOTHING if given_up else 0


@dataclass(frozen=True, slots=True)
class _File:
    """A file and all that was read from it, and the lines to say of it. `abandoned`: it exceeds a limit,
    or met a fault of ours."""

    name: str
    read: tuple[Transcript, ...]
    lines: tuple[str, ...] = ()
    abandoned: bool = False

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        """Those with something on them."""
        return tuple(each for each in self.read if each.fields or each.typed is not None)


def _get_ready() -> None:
    """Import what is needed once a photo is read: that takes half as long as to read it."""
    for name in ("check.json_answer", "check.sentences", "judging"):
        import_module(f"fairdeal.desk.{name}")


def _reader() -> Workers:
    """The worker for one photo, which has none of that in it; this process gets it meanwhile."""
    return Workers(1, meanwhile=_get_ready)


def _read(photos: tuple[Path, ...], sheets: KnownSheets | None) -> list[_File]:
    """Every photo read, one a core; what is wrong with them is said in their order."""
    if len(photos) == 1:
        with closing(_reader()) as alone:
            files = [_one(file, sheets, alone, read_pages) for file in given(photos)]
    else:
        pool = one_a_core()
        files = _in_order(
            pool, list(given(photos)), lambda file: _one(file, sheets, pool, read_alone), "Reading"
        )
    trouble(*(line for file in files for line in file.lines))
    return files


def _one(file: Given, sheets: KnownSheets | None, pool: Workers, way: ReadOne) -> _File:
    """Read one photo. Whatever is wrong with it stays with it: the others are still done."""
    path, name = file.path, file.name
    try:
        data = read_bytes(path)
        if path.suffix.casefold() not in PICTURE_ENDINGS and is_typed(data):
            line = file.said(
                f"{name} is a {'spreadsheet' if is_workbook(data) else 'text'}, not a picture."
                f" A typed record is checked: fairdeal check {name}"
            )
            return _File(name, (_unread(name, "not-a-picture", line),), (line,))
        found = pool.call(Work.photo(name), way, data, name, sheets)
    except Exception as error:
        line = file.trouble(error)
        code = getattr(error, "code", "cannot-be-read")
        return _File(name, (_unread(name, code, line),), (line,), abandoned(error))
    from fairdeal.desk.check.sentences import shapes_asked

    lines = [
        problem.message
        if transcript.photo in problem.message
        else f"{transcript.photo}: {problem.message}"
        for transcript in found
        for problem in transcript.problems
    ]
    return _File(name, tuple(found), (*lines, *shapes_asked(found)))


def _unread(photo: str, code: str, message: str) -> Transcript:
    """What is reported of a photo that had nothing readable."""
    return Transcript(photo, problems=(ReadProblem(code, "error", message),))


def _in_order(
    pool: Workers, items: Sequence[Item], work: Callable[[Item], T], what: str
) -> list[T]:
    """`work` with each of them, in the pool, and what came of them in their order."""
    found: dict[int, T] = {}
    with closing(pool), bar(what) as done:
        for (place, _), result in pool.each(enumerate(items), lambda each: work(each[1])):
            found[place] = result
            done("", len(found), len(items))
    return [found[place] for place in sorted(found)]


def _by_match(files: list[_File]) -> tuple[list[list[Read]], bool]:
    """The photos match by match, and whether any had to be left out."""
    from fairdeal.desk.judging import Read, as_many, by_match, task_for

    reads = [Read(each.name, "", b"", each.transcripts) for each in files]
    if sum(len(each.transcripts) for each in files) < 2:
        return [[each] for each in reads], False
    task = task_for(reads, f"The record of {len(reads)} files", "put together")
    found, failed = as_many(reads, lambda some: workers().call(task, by_match, some))
    _say_left_out(failed, all_of_them=found is None)
    return found or [], bool(failed)


def _each(
    matches: list[list[Read]], work: Callable[[Sequence[Read]], T], what: str
) -> tuple[list[T | None], bool]:
    """What workers make of each match, and whether any photo had to be left out of its own."""
    from fairdeal.desk.judging import as_many, task_for

    pool = workers() if len(matches) < 2 else one_a_core()

    def one(match: list[Read]) -> tuple[T | None, list[tuple[Read, ConfinedError]]]:
        name = match[0].name if len(match) == 1 else f"The record of {len(match)} files"
        task = task_for(match, name, "put together")
        return as_many(match, lambda some: pool.call(task, work, some))

    answers = (
        [one(match) for match in matches]
        if len(matches) < 2
        else _in_order(pool, matches, one, what)
    )
    for result, failed in answers:
        _say_left_out(failed, all_of_them=result is None)
    return [result for result, _ in answers], any(failed for _, failed in answers)


def _say_left_out(failed: Sequence[tuple[Read, ConfinedError]], *, all_of_them: bool) -> None:
    more = "" if all_of_them else " It is left out of the record."
    trouble(*(f"{of_one(read.name, error)}{more}" for read, error in failed))


def _settled(reads: Sequence[Read]) -> tuple[Transcript, ...]:
    """In a worker: what was read of a match, each field that other entries settle saying so."""
    from fairdeal.desk.intake.case import case_of

    try:
        case = case_of([each.document() for each in reads])
    except DeskError as error:
        # A rulebook that is not known here: what was read is printed all the same.
        trouble(in_one_line(error))
        return ()
    return tuple(page for each in case.documents for page in each.transcripts)


def _record(reads: Sequence[Read]) -> tuple[str, tuple[str, ...]]:
    """In a worker: the record of a match as text, and the lines to say of it."""
    from fairdeal.desk.judging import put_together
    from fairdeal.grammar.notation.writer import write

    record, problems = put_together(reads)
    told = [
        problem.message
        for each in reads
        for page in each.transcripts or ()
        for problem in page.problems
    ]
    lines = [
        f"{each.severity}: {f'{each.place}: ' if each.place else ''}{each.message}"
        for each in problems
        if not any(message in each.message for message in told)
    ]
    return write(record), (*lines, *_guessed(reads))


def _guessed(reads: Sequence[Read]) -> Iterator[str]:
    """That names of the heading are only guessed, which a record cannot say."""
    from fairdeal.desk import words

    fields = [each for read in reads for page in read.transcripts or () for each in page.fields]
    named = [
        each.name.removeprefix("heading / ")
        for each in fields
        if each.flagged and each.text and each.kind == "text" and each.name.startswith("heading")
    ]
    if named:
        names = words.listed(list(dict.fromkeys(named)))
        yield f"note: words written by hand are only guessed; compare them with the photo: {names}"


def _write(
    matches: list[list[Read]],
    records: Sequence[tuple[str, tuple[str, ...]] | None],
    output: Path | None,
) -> bool:
    """Print or write a record for each match; whether there is any."""
    several = len(matches) > 1
    if several:
        more = "" if output is not None else " With -o FILE.hrn each has a file of its own."
        trouble(f"The photos are of {len(matches)} matches.{more}")
    for number, (match, record) in enumerate(zip(matches, records, strict=True), 1):
        if record is None:
            continue
        text, lines = record
        trouble(*lines)
        if several and output is not None:
            path = output.with_name(f"{output.stem}-{number}{output.suffix}")
            _write_new(path, text)
            remark(f"Wrote {path}: {', '.join(base_name(each.name) for each in match)}.")
        elif output is not None:
            write_text(output, text)
            remark(f"Wrote {output}.")
        else:
            evidence(f"; Match {number} of {len(matches)}\n{text}\n" if several else text)
    return any(records)


def _write_new(path: Path, text: str) -> None:
    """Write a record under a name that nobody gave. Raises DeskError where another text has it."""
    if path.exists() and path.read_bytes() != text.encode("utf-8", "surrogatepass"):
        raise other_contents(path)
    write_text(path, text)
