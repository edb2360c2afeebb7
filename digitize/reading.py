"""A photo to its transcripts: pictures, page, cells, reader, put together.

Nothing here knows what is allowed on a score sheet. A field says what its ink looks like, and a page
that cannot be trusted says why and has no fields.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.cells import Cell, cut_cells
from fairdeal.digitize.forms.layout import FormField, Layout
from fairdeal.digitize.page import Page, find_pages
from fairdeal.digitize.page.find import corners_of
from fairdeal.digitize.page.sheet_code import read_sheet_code
from fairdeal.digitize.pictures import Picture, pictures, sheet_name
from fairdeal.digitize.printed import read_printed, without_marks
from fairdeal.digitize.reader.reading import CellInk, Reading, Recogniser
from fairdeal.digitize.reader.recogniser import open_reader
from fairdeal.digitize.ruled.sheets.known import (
    NO_SHEETS,
    KnownSheets,
    read_known,
    unknown_sheet,
)
from fairdeal.digitize.ruled.sheets.we_they_sheet import read_we_they
from fairdeal.digitize.small_writing import small_writing
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Field, Point, ReadProblem, Transcript

NAMED_AT_MOST: Final = 6
"""Hidden fields that are named in a message; of more only the number is told."""


def read_photo(
    data: bytes,
    name: str,
    recogniser: Recogniser | None = None,
    sheets: KnownSheets = NO_SHEETS,
    done: Callable[[], None] | None = None,
) -> list[Transcript]:
    """Read a photo or every page of a scan, one transcript a page, and one a sheet where a photo shows
    several.

    Never raises for what is in the file: a file or page that cannot be read has its problems, each
    with what to do about it, and no fields. `recogniser` reads the cells; without one the project's
    own is opened. `sheets` are layouts of clubs' own sheets, for photos that show none of our forms.
    `done` is called after every page.
    """
    digest = hashlib.sha256(data).hexdigest()
    found: list[Transcript] = []
    try:
        for picture in pictures(data, name):
            told = read_picture(picture, recogniser, sheets)
            found += [replace(transcript, digest=digest) for transcript in told]
            if done is not None:
                done()
    except ReadError as error:
        found.append(Transcript(name, problems=(error.problem(),), digest=digest))
    return found


def read_picture(
    picture: Picture, recogniser: Recogniser | None = None, sheets: KnownSheets = NO_SHEETS
) -> list[Transcript]:
    """Read one decoded picture: filled forms, else a club's own sheet or a typed or printed log.

    At least one transcript.
    """
    found, refused = find_pages(picture.image, picture.name)
    if found:
        return _with_others(_read_forms(picture, found, recogniser), refused)
    if all(error.code == "page-not-found" for error in refused):
        return [_read_other(picture, refused[0], recogniser, sheets)]
    problems = tuple({str(error): error.problem() for error in refused}.values())
    return [Transcript(picture.name, problems=problems)]


def _read_forms(
    picture: Picture, found: Sequence[Page], recogniser: Recogniser | None
) -> Iterator[Transcript]:
    for number, page in enumerate(found, 1):
        name = sheet_name(picture.name, number) if len(found) > 1 else picture.name
        try:
            told = _read_form(picture, page, recogniser or _own_reader())
        except ReadError as error:
            corners = _points(corners_of(page), picture.scale)
            told = Transcript(name, page.layout.form, corners=corners, problems=(error.problem(),))
        yield replace(told, photo=name)


def _with_others(told: Iterable[Transcript], refused: Sequence[ReadError]) -> list[Transcript]:
    """The first transcript also says what else is in the photo and was not read."""
    first, *rest = told
    more = tuple(
        ReadProblem(
            "page-beside",
            "warning",
            f"Another page in the same photo was not read. {error.message}"
            " If it matters, photograph it by itself.",
        )
        for error in refused
    )
    return [replace(first, problems=first.problems + more), *rest]


@functools.cache
def _own_reader() -> Recogniser:
    return open_reader()


def _read_other(
    picture: Picture, no_form: ReadError, recogniser: Recogniser | None, sheets: KnownSheets
) -> Transcript:
    """A photo with the marks of none of our forms: a club's sheet that was taught, else a typed or
    printed log.

    Print in a ruled table is a log only where it says so: figures written in a sheet's cells look like
    calls. A picture that is neither may still show a form of ours, cut off.
    """
    try:
        if sheets.layouts:
            return read_known(picture, sheets, recogniser or _own_reader())
        ruled = unknown_sheet(picture)
    except ReadError as error:
        ruled = None if error.code == "no-table" else error
    if ruled is None:
        rubber = _read_we_they(picture, recogniser)
        if rubber is not None:
            return rubber
    if ruled is not None:
        return _without_marks(picture) or _read_ruled(picture, no_form, ruled)
    printed = _read_printed(picture, no_form)
    failed = {problem.code for problem in printed.problems}
    if printed.typed is not None or not failed <= {"page-not-found", "not-a-log"}:
        return printed
    return _without_marks(picture) or printed


def _read_ruled(picture: Picture, no_form: ReadError, ruled: ReadError) -> Transcript:
    printed = _read_printed(picture, no_form)
    if printed.typed is not None and _SAYS_LOG.search(printed.typed):
        return printed
    return Transcript(picture.name, problems=(ruled.problem(),))


def _without_marks(picture: Picture) -> Transcript | None:
    """The refusal of one of our own forms of which the marks are not in the picture."""
    own = without_marks(picture.image, picture.name)
    return None if own is None else Transcript(picture.name, problems=(own.problem(),))


def _read_we_they(picture: Picture, recogniser: Recogniser | None) -> Transcript | None:
    """A bridge sheet with two lines, None where it is none for sure: WE or THEY must stand on it."""
    try:
        return read_we_they(picture, recogniser or _own_reader())
    except ReadError:
        return None


_SAYS_LOG: Final = re.compile(r"^(\[\w+ \"|(Hands|Auction|Play|Result|Sheet)\b)", re.MULTILINE)


def _read_printed(picture: Picture, no_form: ReadError) -> Transcript:
    try:
        text, problems = read_printed(picture.image, picture.name)
    except ReadError as error:
        # What Tesseract lacks matters only where there is print to be read.
        told = {
            "no-text": (no_form.problem(),),
            "tesseract-slow": (no_form.problem(), error.problem()),
        }.get(error.code, (error.problem(),))
        return Transcript(picture.name, problems=told)
    return Transcript(picture.name, problems=problems, typed=text)


def _read_form(picture: Picture, page: Page, recogniser: Recogniser) -> Transcript:
    code = read_sheet_code(page.image, page.layout)
    if code is not None and code[0] != page.layout.form:
        raise ReadError(
            "form-unknown",
            f"{picture.name} shows the form {code[0]}, which is not known here.",
            "Use the version of the program that printed the form, or a newer one.",
        )
    cells = cells_of(page)
    written = [cell for cell in cells if not cell.blank and not cell.hidden]
    inks = [CellInk(asked_as(cell.field), cell.boxes) for cell in written]
    readings = dict(zip((cell.field.name for cell in written), recogniser.read(inks), strict=True))
    return Transcript(
        picture.name,
        page.layout.form,
        code[1] if code is not None else None,
        _points(corners_of(page), picture.scale),
        _with_print(
            [
                _field(cell, readings.get(cell.field.name), region)
                for cell, region in zip(cells, _regions(page, cells, picture.scale), strict=True)
            ],
            page.layout,
        ),
        tuple(_problems(cells, code is not None)),
    )


def _with_print(fields: list[Field], layout: Layout) -> tuple[Field, ...]:
    """The fields, and what the form itself says of the rows in which something is written."""
    used = {field.name.partition(" / ")[0] for field in fields if not field.blank}
    said = [
        Field(name, "text", text, probability=1.0)
        for name, text in layout.printed
        if name.partition(" / ")[0] in used
    ]
    return (*fields, *said)


def cells_of(page: Page) -> list[Cell]:
    """The cells of a page that was found, in the order of its form's fields."""
    cells = cut_cells(page.image, page.layout)
    if not page.covered:
        return cells
    return [replace(cell, hidden=cell.hidden or page.covers(cell.field)) for cell in cells]


def asked_as(field: FormField) -> str:
    """The kind that the reader is asked for: a single letter to choose is read like a seat's."""
    single = bool(field.choices) and all(len(choice) == 1 for choice in field.choices)
    return "seat" if field.kind == "text" and single else field.kind


def _regions(page: Page, cells: Sequence[Cell], scale: float) -> Iterator[tuple[Point, ...]]:
    """Where each cell lies in the photo: all of them are followed there at once."""
    corners = np.array([cell.field.outline.corners for cell in cells], np.float64)
    for four in page.to_photo(corners.reshape(-1, 2)).reshape(corners.shape):
        yield _points(four, scale)


def _field(cell: Cell, reading: Reading | None, region: tuple[Point, ...]) -> Field:
    """The field of a transcript. A hidden box is neither blank nor read: a person must look."""
    name, kind = cell.field.name, cell.field.kind
    if cell.hidden:
        return Field(name, kind, None, flagged=True, probability=0.0, region=region)
    if reading is None:
        return Field(name, kind, None, blank=True, region=region)
    return Field(
        name,
        kind,
        reading.text,
        blank=reading.blank,
        altered=reading.altered,
        flagged=to_look_at(cell.field, reading),
        probability=reading.probability,
        rivals=reading.rivals,
        region=region,
    )


def to_look_at(field: FormField, reading: Reading) -> bool:
    """True where a person should look: the reader is in doubt, sees no text in the ink, or reads
    something else than the few texts that the form offers ("B" in a hurry looks like "3")."""
    offered = not field.choices or reading.text in field.choices
    return reading.flagged or reading.text is None or not offered


def _problems(cells: Sequence[Cell], has_code: bool) -> Iterator[ReadProblem]:
    hidden = [cell.field.name for cell in cells if cell.hidden]
    if all(cell.blank and not cell.hidden for cell in cells):
        yield ReadProblem(
            "nothing-written",
            "warning",
            "No writing was seen on this form. If it is filled in, take the photo again in better light,"
            " near enough to fill the picture.",
        )
    if hidden:
        named = ", ".join(hidden[:NAMED_AT_MOST])
        more = f" and {len(hidden) - NAMED_AT_MOST} more" if len(hidden) > NAMED_AT_MOST else ""
        yield ReadProblem(
            "field-hidden",
            "warning",
            f"Something lies over {named}{more}, or a fold runs through, so nothing is said of what is"
            " written there. Take the photo again with the page smoothed flat and nothing over it.",
        )
    if not has_code:
        yield ReadProblem(
            "sheet-id-unread",
            "note",
            "The sheet's own number (the square code at the top right) could not be read.",
        )
    yield from small_writing([cell for cell in cells if not cell.blank and not cell.hidden])


def _points(places: NDArray[np.float64], scale: float) -> tuple[Point, ...]:
    """Pixels of the photo as it was sent, to a tenth."""
    sent = (places + 0.5) / scale - 0.5
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in sent)
