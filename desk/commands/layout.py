"""``fairdeal layout``: a club's own score sheet learned from a photo, as a layout file."""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.desk.confined import Work, workers
from fairdeal.desk.console import remark, trouble
from fairdeal.desk.files import read_bytes, write_text
from fairdeal.desk.trouble import DeskError

if TYPE_CHECKING:
    from fairdeal.digitize.pictures import Picture
    from fairdeal.digitize.sheets.heading_meaning import Match
    from fairdeal.digitize.sheets.layout_file import SheetLayout
    from fairdeal.digitize.sheets.learning import Learned


@click.group("layout")
def command() -> None:
    """Teach Fairdeal a club's own score sheet, once, from one photo of it."""


@command.command("learn")
@click.argument("photo", type=click.Path(path_type=Path), metavar="PHOTO")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.toml",
    help="Write the layout file here. Without it, it is printed.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar='N="MEANING"',
    help='Say what a column holds, counting from 1 at the left: 3="total A". May be given for'
    " several columns, and overrides what was read.",
)
@click.option(
    "--headings",
    type=click.IntRange(0, 4),
    help="How many rows at the top of the table hold headings, where the program cannot find out.",
)
@click.option(
    "--us",
    type=click.Choice(["A", "B", "ask"]),
    help="The team that is Us on the sheet, where it has such columns; ask: say it at each reading.",
)
@click.option("--name", metavar="NAME", help="The sheet's name. Without it: the file's name.")
def learn(
    photo: Path,
    output: Path | None,
    columns: tuple[str, ...],
    headings: int | None,
    us: str | None,
    name: str | None,
) -> None:
    """Learn a sheet from a photo of it, preferably a blank one.

    The table is found by its lines, and the meaning of its columns by the words printed above them.
    The program asks about what these do not say; if nobody can answer, it lists the open questions. It
    never guesses.
    """
    from fairdeal.digitize.sheets.heading_meaning import MEANINGS, says_us
    from fairdeal.digitize.sheets.layout_file import ASK, write_layout
    from fairdeal.digitize.sheets.learning import question, to_layout

    answers = _answers(columns)
    sheet = _sheet_name(name or (output.stem if output is not None else photo.stem))
    data = read_bytes(photo)
    learned = _learned(data, str(photo), headings)
    if max(answers, default=-1) >= len(learned.matches):
        raise DeskError(
            f"--column {max(answers) + 1}: {photo} has {len(learned.matches)} columns.",
            "--column",
            "Count them from 1 at the left.",
        )
    if _someone_there():
        learned, answers, us = _ask(data, str(photo), learned, answers, us)
    else:
        for match in learned.unknown:
            if match.heading.column not in answers:
                trouble(question(match))
        if any(not m.candidates and m.heading.column not in answers for m in learned.unknown):
            trouble(f"A column may hold: {', '.join(MEANINGS)}.")
    layout = to_layout(learned, sheet, answers, us or ASK)
    _tell(layout, learned.matches)
    if says_us(layout.meanings) and layout.us == ASK:
        trouble("Which team is Us is asked at each reading: say it with --us A or --us B.")
    text = write_layout(layout)
    if output is None:
        click.echo(text, nl=False)
        return
    write_text(output, text)
    remark(f"Wrote {output}. Now: fairdeal read --layout {output} PHOTO")


def _answers(columns: tuple[str, ...]) -> dict[int, str]:
    """The answers given on the command line, by column from 0."""
    from fairdeal.digitize.sheets.heading_meaning import MEANINGS

    answers = {}
    for text in columns:
        found = re.fullmatch(r"\s*(\d{1,3})\s*=\s*(.+?)\s*", text)
        means = _meaning(found[2]) if found else None
        if found is None or int(found[1]) < 1 or means is None:
            raise DeskError(
                f"--column {text} cannot be understood.",
                "--column",
                f'Write it as 3="total A". A column may hold: {", ".join(MEANINGS)}.',
            )
        answers[int(found[1]) - 1] = means
    return answers


def _meaning(text: str) -> str | None:
    """A meaning as it was typed, capitals and quotation marks aside; None where there is no such one."""
    from fairdeal.digitize.sheets.heading_meaning import MEANINGS

    plain = " ".join(text.strip("\"'").split()).casefold()
    return next((means for means in MEANINGS if means.casefold() == plain), None)


def _sheet_name(text: str) -> str:
    """``Our Club`` as ``our-club``."""
    from fairdeal.digitize.sheets.layout_file import LONGEST_NAME

    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:LONGEST_NAME].strip("-") or "club"


def _learned(data: bytes, name: str, headings: int | None) -> Learned:
    """What the photo says of its sheet. Raises DeskError where it cannot be read."""
    return workers().call(Work.photo(name), _learn, data, name, headings)


def _learn(data: bytes, name: str, headings: int | None) -> Learned:
    """In a worker."""
    from fairdeal.digitize.pictures import pictures
    from fairdeal.digitize.sheets.learning import learn as learn_from

    picture = next(pictures(data, name))
    _refuse_own_form(picture)
    return learn_from(picture, headings)


def _refuse_own_form(picture: Picture) -> None:
    """Raises DeskError for a photo of one of our own forms, with its marks or without them."""
    from fairdeal.digitize.page.find import find_pages
    from fairdeal.digitize.printed.looks import without_marks

    found, refused = find_pages(picture.image, picture.name)
    wrong = next((error for error in refused if error.code != "page-not-found"), None)
    if not found and wrong is None:
        wrong = without_marks(picture.image, picture.name)
    if found or wrong is not None:
        form = f" “{found[0].layout.title}”" if found else ""
        raise DeskError(
            f"{picture.name} shows Fairdeal's own form{form}, which needs no layout.",
            picture.name,
            f"To read it: fairdeal read {picture.name}" if wrong is None or found else wrong.remedy,
        )


def _someone_there() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _ask(
    data: bytes, name: str, learned: Learned, answers: dict[int, str], us: str | None
) -> tuple[Learned, dict[int, str], str | None]:
    """Ask about everything that could not be known."""
    from fairdeal.digitize.sheets.heading_meaning import says_us

    if learned.headings is None:
        rows = click.prompt(
            "How many rows at the top of the table hold headings?",
            type=click.IntRange(0, 4),
            err=True,
        )
        learned = _learned(data, name, rows)
    for match in learned.unknown:
        if match.heading.column not in answers:
            answers[match.heading.column] = _ask_column(match)
    meanings = tuple(
        answers.get(match.heading.column, match.meaning or "") for match in learned.matches
    )
    if us is None and says_us(meanings):
        us = click.prompt(
            "Which team is Us on this sheet (ask: say it at each reading)?",
            type=click.Choice(["A", "B", "ask"]),
            default="ask",
            err=True,
        )
    return learned, answers, us


def _ask_column(match: Match) -> str:
    from fairdeal.digitize.sheets.heading_meaning import MEANINGS
    from fairdeal.digitize.sheets.learning import question

    trouble(question(match))
    if not match.candidates:
        trouble(f"  It may hold: {', '.join(MEANINGS)}.")

    def taken(text: str) -> str:
        means = _meaning(text)
        if means is None:
            raise click.BadParameter(f"write one of: {', '.join(MEANINGS)}")
        return means

    answer = click.prompt(
        "  What does it hold (ignore: it is not read)?", value_proc=taken, err=True
    )
    return str(answer)


def _tell(layout: SheetLayout, matches: tuple[Match, ...]) -> None:
    """What was learned, so that a person can see at once whether it is right."""
    numbers = {
        "printed": f"deals from {layout.first} printed before them",
        "written": "deal numbers written by hand",
        "none": "no deal numbers",
    }[layout.numbers]
    remark(f"{layout.rows} rows under {layout.headings} of headings; {numbers}.")
    if layout.foot:
        remark(f"Below them {layout.foot} of totals: no deal, and not read.")
    for at, (column, match) in enumerate(zip(layout.columns, matches, strict=True), 1):
        told = "" if match.meaning == column.means else "  (as you said)"
        remark(f"  column {at:2}  {column.means:12} {column.heading or '(nothing read)'}{told}")
