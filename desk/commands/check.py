"""``fairdeal check``: what is irregular in a record, for people or as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, Final

import click

from fairdeal import rulings
from fairdeal.desk.check import game_answers, game_files, json_answer, text_answer
from fairdeal.desk.check.game_answers import IN_MEMORY, GamesAnswer, PbnAnswer
from fairdeal.desk.check.game_files import LENIENT, Strictness
from fairdeal.desk.check.json_answer import Asked
from fairdeal.desk.check.questions import missing, missing_in_words, questions
from fairdeal.desk.commands.options import Given, given, layout_option, us_option
from fairdeal.desk.confined import ConfinedError, Work, workers
from fairdeal.desk.console import out, trouble
from fairdeal.desk.files import head_of, is_text
from fairdeal.desk.intake.case import as_filed, case_of
from fairdeal.desk.intake.documents import load
from fairdeal.desk.intake.games import hold_to_one_game
from fairdeal.desk.intake.papers import why_nothing
from fairdeal.desk.intake.reading import known_sheets
from fairdeal.desk.score.match import score_of
from fairdeal.desk.trouble import NOTHING, DeskError, lacked_memory, of_one
from fairdeal.records import Problem

if TYPE_CHECKING:
    from fairdeal.digitize.sheets.layout_file import KnownSheets

FOUND: Final = 1
EMPTY: Final = (
    "Nothing is written on this form. If it is filled in, take the photo again in better light,"
    " near enough to fill the picture."
)
KEEPS: Final = "surrogatepass"
"""What cannot be encoded is put by all the same; the terminal shows it as it can."""


@dataclass(frozen=True, slots=True)
class _Options:
    rules: str | None
    format: str
    asked: Asked
    sheets: KnownSheets | None = None
    how: Strictness = LENIENT
    bare: bool = False
    """With the format ``pbn``: calls and cards without marks, notes and comments."""


Answer = dict[str, Any] | GamesAnswer
"""What is printed for one file as JSON."""


@click.command("check")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option(
    "--rules", metavar="ID|FILE", help="Judge by this rulebook, whatever the record says."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "jsonl", "pbn"]),
    default="text",
    show_default=True,
    help="For people, or for programs. With jsonl, one line per file; with pbn, games with marks and notes.",
)
@click.option(
    "--bare",
    is_flag=True,
    help="With --format pbn: nothing among calls and cards, for other programs.",
)
@click.option("--possible", is_flag=True, help="Also show what the record does not rule out.")
@click.option("--all", "everything", is_flag=True, help="Also list what was checked.")
@click.option("--strict", is_flag=True, help="Check PBN strictly against its standard.")
@click.option(
    "--pbn-version",
    type=click.Choice(["1.0", "2.0", "2.1"]),
    help="The version to check it against, whatever the file says.",
)
@layout_option
@us_option
def command(
    files: tuple[Path, ...],
    rules: str | None,
    format_: str,
    bare: bool,
    possible: bool,
    everything: bool,
    strict: bool,
    pbn_version: str | None,
    layouts: tuple[Path, ...],
    us: str | None,
) -> int:
    """Find everything irregular in records: photos, scans or typed files; - for standard input.

    Exit status: 0 nothing found, 1 something found, 2 bad usage or a file in which nothing could be read.
    """
    if rules is not None:
        rulings.load(rules)
    sheets = known_sheets(layouts, us) if layouts else None
    how = Strictness(strict, pbn_version)
    options = _Options(rules, format_, Asked(possible, everything), sheets, how, bare)
    statuses = []
    listed = format_ == "json" and len(files) != 1
    click.echo("[" if listed else "", nl=False)
    for number, file in enumerate(given(files)):
        if number and format_ != "jsonl":
            click.echo("," if listed else "\n", nl=False)
        statuses.append(_shown(file, options) if format_ == "text" else _object(file, options))
        if format_ == "jsonl":
            click.echo()
    if format_ == "json":
        click.echo("]" if listed else "")
    return together(statuses)


def _shown(file: Given, options: _Options) -> int:
    """Check one file for people, printed as it is found out."""
    try:
        return workers().call(_task(file), _checked, file, options)
    except ConfinedError as error:
        return _nothing(file.name, error, options)


def _object(file: Given, options: _Options) -> int:
    """Check one file for programs. Its object is printed once all of it is there: never half of one."""
    with SpooledTemporaryFile(
        max_size=IN_MEMORY, mode="w+", encoding="utf-8", errors=KEEPS
    ) as aside:
        try:
            status = workers().printing(aside, _task(file), _checked, file, options)
        except ConfinedError as error:
            return _nothing(file.name, error, options)
        aside.seek(0)
        while piece := aside.read(IN_MEMORY):
            click.echo(piece, nl=False)
    return status


def _task(file: Given) -> Work:
    """To check a file of any kind; nothing is read of it here but its beginning."""
    path, name = file.path, file.name
    try:
        if not path.is_file():
            return Work.photo(name)
        typed, games = is_text(head_of(path)), path.suffix.casefold() in (".pbn", ".lin")
    except OSError:
        return Work.photo(name)
    if not typed and not games:
        return Work.photo(name)
    return Work.text(name, path.stat().st_size, "check", held=not games)


def _print(answer: Answer, *, one_line: bool) -> None:
    """The object of one file, in pieces as large as they come."""
    if isinstance(answer, GamesAnswer):
        for piece in answer.text("" if one_line else "\n "):
            click.echo(piece, nl=False)
        answer.close()
        return
    text = json.dumps(answer, ensure_ascii=False) if one_line else json_answer.indented(answer)
    click.echo(text, nl=False)


def together(statuses: list[int]) -> int:
    """The exit status of a batch: something found outweighs a file that had nothing readable."""
    if FOUND in statuses:
        return FOUND
    return NOTHING if NOTHING in statuses else 0


def _checked(file: Given, options: _Options) -> int:
    """In a worker: check one file and print what is found; its exit status. Whatever is wrong with it stays
    with it: the others are still done."""
    if options.format == "pbn":
        return _as_pbn(file, options)
    status, answer = _one(file, options)
    if answer is not None:
        _print(answer, one_line=options.format == "jsonl")
    return status


def _as_pbn(file: Given, options: _Options) -> int:
    """In a worker: print the games of a file with what was found in them."""
    try:
        games = game_files.reader_for(file.path, options.how)
        boards = None if games is None else game_files.streamed(options.rules)
        if games is None or boards is None:
            why = f"{file.name} is not a file of single boards: --format pbn is for PBN and LIN."
            raise DeskError(why, file.name, "For other records use --format json.")
        answer = PbnAnswer(file.name, games(file.path), boards, options.bare)
        for piece in answer.text():
            click.echo(piece, nl=False)
    except Exception as error:
        if lacked_memory(error):
            raise
        _unread(file.name, file.trouble(error), options, ())
        return NOTHING
    return answer.counts.status


def _one(file: Given, options: _Options) -> tuple[int, Answer | None]:
    path, name = file.path, file.name
    problems: tuple[Problem, ...] = ()
    try:
        games = game_files.reader_for(path, options.how)
        boards = None if games is None else game_files.streamed(options.rules)
        if games is not None and boards is not None:
            if options.format == "text":
                return game_answers.show(out(), name, games(path), boards, options.asked), None
            return game_answers.as_json(name, games(path), boards, options.asked)
        document = load(path, name, options.sheets)
        problems = document.problems
        if document.is_empty:
            return NOTHING, _unread(name, why_nothing(document), options, problems)
        hold_to_one_game([document], options.rules)
        alone = not document.photographed
        case = as_filed(document, options.rules) if alone else case_of([document], options.rules)
        if [each.status for each in case.ledger.papers] == ["empty"]:
            return NOTHING, _unread(name, EMPTY, options, problems)
        verdict, book = case.verdict, case.book
        answer = None
        open_, score, not_there = questions(case), score_of(case), missing(case)
        if options.format == "text":
            record = document.record if alone else case.record
            text_answer.show(
                out(),
                name,
                record,
                verdict,
                problems,
                book,
                options.asked,
                open_,
                score,
                missing_in_words(not_there, case),
            )
        else:
            answer = json_answer.as_json(
                name, verdict, problems, options.asked, open_, score, not_there, case.record
            )
    except Exception as error:
        if lacked_memory(error):
            raise
        return NOTHING, _unread(name, file.trouble(error), options, problems)
    status = FOUND if any(each.counts for each in verdict.findings) else 0
    return (NOTHING if document.unreadable and status == 0 else status), answer


def _nothing(name: str, error: ConfinedError, options: _Options) -> int:
    """A file that takes more than a worker may take: its line, and its object where JSON is asked for."""
    answer = _unread(name, of_one(name, error), options, ())
    if answer is not None:
        _print(answer, one_line=options.format == "jsonl")
    return NOTHING


def _unread(
    name: str, message: str, options: _Options, problems: tuple[Problem, ...]
) -> dict[str, Any] | None:
    """A file that had nothing readable: one line to standard error, and its object where JSON is asked
    for."""
    line = message if name in message else f"{name}: {message}"
    trouble(line)
    if options.format in ("text", "pbn"):
        return None
    return json_answer.unread(name, line, options.rules, problems)
