"""The sheets that the program was taught, tried on a photo that shows none of its own forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.reader.reading import Recogniser
from fairdeal.digitize.ruled.sheets.layout_file import SheetLayout
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Transcript

LEAST_ROWS: Final = 4
LEAST_COLUMNS: Final = 3
"""A grid of fewer cells is an address field, a tiled floor's corner, no score sheet."""


@dataclass(frozen=True, slots=True)
class KnownSheets:
    """Layouts of clubs' own sheets. `us` is the team that is Us on them, where a person said it."""

    layouts: tuple[SheetLayout, ...] = ()
    us: str | None = None


NO_SHEETS: Final = KnownSheets()


def read_known(picture: Picture, known: KnownSheets, recogniser: Recogniser) -> Transcript:
    """Read a photo by the layout that it fits.

    Raises `ReadError`: ``no-table`` where no ruled table is in it, ``other-sheet`` with the reason where
    it fits none of the layouts, and what Tesseract's part raises.
    """
    from fairdeal.digitize.ruled.sheets.club_sheet import read_club_sheet

    refused: list[ReadError] = []
    for layout in known.layouts:
        try:
            return read_club_sheet(picture, layout, recogniser, known.us)
        except ReadError as error:
            if error.code != "other-sheet":
                raise
            refused.append(error)
    if len(refused) == 1:
        raise refused[0]
    names = ", ".join(layout.sheet for layout in known.layouts)
    raise ReadError(
        "other-sheet",
        f"{picture.name} is not one of the sheets {names}: {refused[0].message}",
        "Learn this sheet: fairdeal layout learn.",
    )


def unknown_sheet(picture: Picture) -> ReadError | None:
    """The refusal of a ruled sheet that nobody taught the program; None where there is no such table."""
    from fairdeal.digitize.ruled.tables import find_tables

    for table in find_tables(picture.image)[:1]:
        if table.rows >= LEAST_ROWS and table.columns >= LEAST_COLUMNS:
            return ReadError(
                "unknown-sheet",
                f"{picture.name} shows a ruled sheet without the black corner marks of our forms.",
                "If it is one of our forms, take the photo again with the whole page in it. If it is a sheet"
                " of your own, teach it once: fairdeal layout learn PHOTO -o club.toml. Then: fairdeal read"
                " --layout club.toml PHOTO",
            )
    return None
