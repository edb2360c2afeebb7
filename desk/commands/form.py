"""``fairdeal form``: a blank form to print, and where on it to write what."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal.desk.blank_forms import (
    COPIES,
    LANGUAGES,
    OF_A_TEAM,
    OTHER_NAMES,
    PLAYERS,
    form_in,
    match_id,
)
from fairdeal.desk.console import remark, trouble
from fairdeal.desk.files import keep_unmarked, read_bytes, write_bytes, write_text
from fairdeal.desk.intake.schedule import read_schedule
from fairdeal.desk.trouble import DeskError
from fairdeal.records import LONGEST_ID, MatchId, Team

if TYPE_CHECKING:
    from fairdeal.digitize.forms.layout import Layout

_SHEET_ID: Final = re.compile(rf"[0-9A-Z-]{{1,{LONGEST_ID}}}\Z")
_FIELDS: Final = {
    "Event": "event",
    "Date": "date",
    "Round": "round",
    "Table": "table",
    "TeamA": "team A",
    "TeamB": "team B",
}


def _writers(path: Path) -> str:
    kind = path.suffix.casefold()
    if kind not in (".pdf", ".png"):
        raise DeskError(
            f"{path}: a form is written as PDF or PNG.",
            str(path),
            "End the name with .pdf or .png.",
        )
    return kind


@click.command("form")
@click.argument("kind", metavar="KIND")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.pdf|.png",
    help="Where to write it: a PDF to print, or a PNG picture at 300 dpi.",
)
@click.option(
    "--fields",
    type=click.Path(path_type=Path),
    metavar="FILE.json",
    help="Write where every field of the form is, in millimetres.",
)
@click.option(
    "--players",
    type=click.Choice(PLAYERS),
    default="6",
    show_default=True,
    help="For how many players; the score sheet and the hand log have editions for four and eight.",
)
@click.option(
    "--language",
    type=click.Choice([*LANGUAGES, *OTHER_NAMES]),
    metavar=f"[{'|'.join(LANGUAGES)}]",
    default="en",
    show_default=True,
    help="both: headings in Malayalam beside the English, where there is room; ml: in its place. No"
    " speaker has checked them.",
)
@click.option("--event", help="Printed into the heading: the event.")
@click.option("--date", help="Printed into the heading: the date.")
@click.option("--table", help="Printed into the heading: the table.")
@click.option("--round", "round_", help="Printed into the heading: the round.")
@click.option("--team-a", help="Printed into the heading: the name of team A.")
@click.option("--team-b", help="Printed into the heading: the name of team B.")
@click.option(
    "--copy",
    type=click.Choice(["A", "B"]),
    help="Whose copy of the score sheet or dispute slip it is; goes into the QR code with round and table.",
)
@click.option(
    "--schedule",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE.csv",
    help="Print the forms of a whole tournament into one PDF: the columns event, date, round, table,"
    " team A, team B; a form for each team.",
)
@click.option("--sheet-id", help="The id in the QR code. Without it: a new one.")
def command(
    kind: str,
    output: Path | None,
    fields: Path | None,
    players: str,
    language: str,
    event: str | None,
    date: str | None,
    table: str | None,
    round_: str | None,
    team_a: str | None,
    team_b: str | None,
    copy: Team | None,
    schedule: Path | None,
    sheet_id: str | None,
) -> None:
    """Write a blank form: KIND is score-sheet, hand-log, dispute-slip or we-they (bridge).

    Print it on A4 at its full size ("100 %", not "fit to page"). Each form has its own id in its QR
    code, so print a new one for every sheet rather than copying one. Where round and table are given,
    the code names them, and an audit of the tournament finds the sheet's match by it.
    """
    from fairdeal.digitize.forms import draw, draw as form_fields

    layout, second = form_in(kind, int(players), language)
    if schedule is not None:
        _whole_tournament(layout, schedule, output, second)
        return
    if output is None and fields is None:
        raise DeskError(f"Name the file to write, such as: -o {kind}.pdf", "form")
    if sheet_id is not None and not _SHEET_ID.match(sheet_id):
        raise DeskError(
            f'the sheet id "{sheet_id[:40]}" cannot be printed:',
            "--sheet-id",
            "use up to 16 capital letters, figures and hyphens.",
        )
    heading = {
        "event": event,
        "date": date,
        "table": table,
        "round": round_,
        "team A": team_a,
        "team B": team_b,
    }
    given = {name: text for name, text in heading.items() if text}
    missing = draw.undrawable("".join(given.values()))
    if missing:
        trouble(f"No font here has {missing}: these characters are left out of the form.")
    if output is not None:
        keep_unmarked(output, draw.MARK)
        writer = draw.pdf if _writers(output) == ".pdf" else draw.png
        write_bytes(output, writer(layout, sheet_id or _new_id(round_, table, copy), given, second))
        remark(f"Wrote {output}.")
    if fields is not None:
        write_text(fields, json.dumps(form_fields.as_json(layout), ensure_ascii=False, indent=1))
        remark(f"Wrote {fields}.")


def _new_id(number: str | None, table: str | None, copy: Team | None) -> str:
    """An id that names the match where it is known. Raises DeskError where a copy has no match."""
    from fairdeal.digitize.forms.layout import new_sheet_id

    try:
        if number and table:
            return match_id(number, table, copy)
    except ValueError:
        trouble("Round and table are not both numbers up to 999: the QR code does not name them.")
    if copy is not None:
        raise DeskError(
            "A copy needs a round and a table.", "--copy", "Give --round and --table as numbers."
        )
    return new_sheet_id()


def _whole_tournament(
    layout: Layout, file: Path, output: Path | None, second: Mapping[str, str]
) -> None:
    """Every form of a schedule, two of each match, in the order of the schedule."""
    from fairdeal.digitize.forms import draw
    from fairdeal.digitize.forms.layout import sheet_id_of

    if output is None or _writers(output) != ".pdf":
        raise DeskError("A whole tournament is written as one PDF.", "-o", "Name it: -o forms.pdf")
    fixtures = read_schedule(read_bytes(file), str(file)).fixtures
    if not fixtures:
        raise DeskError(
            f"{file} contains no match.", str(file), "Write a line for each match into it."
        )
    of_team = layout.form.startswith(OF_A_TEAM)
    sheets = [
        (
            sheet_id_of(MatchId(each.round, each.table, team if of_team else None)),
            {_FIELDS[tag]: value for tag, value in each.tags().items()},
        )
        for each in fixtures
        for team in COPIES
    ]
    missing = draw.undrawable("".join(text for _, heading in sheets for text in heading.values()))
    if missing:
        trouble(f"No font here has {missing}: these characters are left out of the forms.")
    keep_unmarked(output, draw.MARK)
    write_bytes(output, draw.pdf_of(layout, sheets, layout.title, second))
    remark(f"Wrote {output}: {len(sheets)} forms of {len(fixtures)} matches.")
