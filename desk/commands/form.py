"""``fairdeal form``: a blank form to print, and where on it to write what."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import click

from desk.console import trouble
from desk.files import write_bytes, write_text
from desk.trouble import DeskError

_SHEET_ID: Final = re.compile(r"[0-9A-Z-]{1,16}\Z")
"""What a QR code of the form's size holds in its densest alphabet."""


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
@click.option("--event", help="Printed into the heading: the event.")
@click.option("--date", help="Printed into the heading: the date.")
@click.option("--table", help="Printed into the heading: the table.")
@click.option("--round", "round_", help="Printed into the heading: the round.")
@click.option("--team-a", help="Printed into the heading: the name of team A.")
@click.option("--team-b", help="Printed into the heading: the name of team B.")
@click.option("--sheet-id", help="The id in the QR code; a new one where it is not given.")
def command(
    kind: str,
    output: Path | None,
    fields: Path | None,
    event: str | None,
    date: str | None,
    table: str | None,
    round_: str | None,
    team_a: str | None,
    team_b: str | None,
    sheet_id: str | None,
) -> int:
    """Write a blank form: KIND is score-sheet, hand-log or we-they (bridge).

    Print it on A4 at its full size ("100 %", not "fit to page"). Each form has its own id in its QR
    code, so print a new one for every sheet rather than copying one.
    """
    from digitize.forms import code, draw
    from digitize.forms import fields as form_fields
    from digitize.forms.layout import load

    layout = load(kind)
    if output is None and fields is None:
        raise DeskError("nothing to write:", "form", "name a file with -o FILE.pdf, or --fields.")
    if sheet_id is not None and not _SHEET_ID.match(sheet_id):
        raise DeskError(
            f'the sheet id "{sheet_id[:40]}" cannot be printed:', "--sheet-id",
            "use up to 16 capital letters, figures and hyphens.",
        )  # fmt: skip
    heading = {
        "event": event, "date": date, "table": table, "round": round_,
        "team A": team_a, "team B": team_b,
    }  # fmt: skip
    given = {name: text for name, text in heading.items() if text}
    missing = draw.undrawable("".join(given.values()))
    if missing:
        trouble(f"No font here has {missing}: these characters are left out of the form.")
    if output is not None:
        writer = draw.pdf if _writers(output) == ".pdf" else draw.png
        write_bytes(output, writer(layout, sheet_id or code.new_sheet_id(), given))
        trouble(f"Wrote {output}.")
    if fields is not None:
        write_text(fields, json.dumps(form_fields.as_json(layout), ensure_ascii=False, indent=1))
        trouble(f"Wrote {fields}.")
    return 0
