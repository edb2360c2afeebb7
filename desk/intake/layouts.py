"""Layout files of clubs' own sheets: named on the command line, or lying in an audited folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.desk.intake.documents import read_bytes
from fairdeal.grammar.notation.hand_record import decoded

if TYPE_CHECKING:
    from fairdeal.digitize.ruled.sheets.known import KnownSheets

layout_option = click.option(
    "--layout",
    "layouts",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="Read photos of a club's own sheet by this layout file (see: fairdeal layout learn)."
    " May be given several times.",
)
us_option = click.option(
    "--us",
    type=click.Choice(["A", "B"]),
    help="The team that is Us on such a sheet, whatever its layout says.",
)


def known_sheets(paths: Sequence[Path], us: str | None = None) -> KnownSheets:
    """The layouts of files. Raises LayoutFileError for a bad one, DeskError or OSError for no file."""
    from fairdeal.digitize.ruled.sheets.known import KnownSheets
    from fairdeal.digitize.ruled.sheets.layout_file import read_layout

    layouts = tuple(read_layout(decoded(read_bytes(path))[0], str(path)) for path in paths)
    return KnownSheets(layouts, us)


def is_layout(path: Path) -> bool:
    """Whether a file means to be a layout file, right or wrong."""
    from fairdeal.digitize.ruled.sheets.layout_file import LARGEST, looks_like_layout

    if path.suffix.casefold() != ".toml":
        return False
    with path.open("rb") as file:
        return looks_like_layout(decoded(file.read(LARGEST))[0])
