"""The forms of ours that a picture shows, read: page, cells, reader, put together.

Nothing here knows what is allowed on a score sheet. A field says what its ink looks like, and a page that
cannot be trusted says why and has no fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.cells import Cell, cut_cells
from fairdeal.digitize.forms.layout import USUAL_PLAYERS, FormField, Layout
from fairdeal.digitize.hand.signs_in_doubt import as_one_hand, is_unknown, none_surer
from fairdeal.digitize.page import Page
from fairdeal.digitize.page.find import corners_of
from fairdeal.digitize.page.sheet_code import read_sheet_code
from fairdeal.digitize.pictures import Picture, sheet_name
from fairdeal.digitize.reader.reading import CellInk, OpenShape, Reading, Recogniser
from fairdeal.digitize.same_again import LOW, strokes_for_again, with_the_same_again
from fairdeal.digitize.small_writing import small_writing, tiny
from fairdeal.digitize.trouble import ReadError
from fairdeal.digitize.words import suggestions
from fairdeal.digitize.words.packaged import packaged_reader
from fairdeal.records import transcript
from fairdeal.records.forms import players_of
from fairdeal.records.transcript import Field, Point, ReadProblem, Transcript

STROKES: Final = frozenset("147/-+")
"""What bare strokes are read as."""
NAMED_AT_MOST: Final = 6
"""Hidden fields that are named in a message; of more only the number is told."""


def read_forms(
    picture: Picture, found: Sequence[Page], reader: Callable[[], Recogniser]
) -> Iterator[Transcript]:
    """One transcript for each page that was found in a picture, in their order."""
    for number, page in enumerate(found, 1):
        name = sheet_name(picture.name, number) if len(found) > 1 else picture.name
        try:
            read = _read_form(picture, page, reader())
        except ReadError as error:
            corners = _points(corners_of(page), picture.scale)
            read = Transcript(name, page.layout.form, corners=corners, problems=(error.problem(),))
        yield replace(read, photo=name)


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
    low, rather_low = tiny(written), tiny(written, LOW)
    marks = strokes_for_again([cell for cell in written if cell.field.name in rather_low])
    inks = [
        CellInk(
            asked_as(cell.field),
            cell.boxes,
            cell.field.name,
            cell.field.choices,
            cell.whole,
            cell.field.name in marks,
        )
        for cell in written
    ]
    as_read = recogniser.read_page(inks, players_of(page.layout.form) or USUAL_PLAYERS)
    readings = dict(zip((cell.field.name for cell in written), as_read.readings, strict=True))
    regions = dict(
        zip((cell.field.name for cell in cells), _regions(page, cells, picture.scale), strict=True)
    )
    fields = [
        _marked(cell, _field(cell, readings.get(cell.field.name), regions[cell.field.name]), low)
        for cell in cells
    ]
    own = frozenset(cell.field.name for cell in written if not cell.from_elsewhere)
    fields = with_the_same_again(fields, marks, own)
    unknown = is_unknown(fields)
    shapes = (_open(each, written, regions, low) for each in as_read.open_shapes)
    return Transcript(
        picture.name,
        page.layout.form,
        code[1] if code is not None else None,
        _points(corners_of(page), picture.scale),
        _with_print(as_one_hand(fields), page.layout),
        (*_problems(cells, code is not None), *([_HAND_UNKNOWN] if unknown else [])),
        open_shapes=tuple(_by_unknown_hand(each) if unknown else each for each in shapes),
    )


def _may_be_strokes(field: Field) -> bool:
    """Whether low ink may be no writing: two characters and more are low where they share one box."""
    text = field.text or ""
    return len(text) < 2 or set(text) <= STROKES


def _marked(cell: Cell, field: Field, low: Set[str]) -> Field:
    """A field in doubt where its ink is too low for a figure or a letter, or comes in from outside; a dash
    or a plus may be so."""
    beside = cell.from_elsewhere or (field.name in low and _may_be_strokes(field))
    if field.blank or not beside or not any(sign.isalnum() for sign in field.text or ""):
        return field
    return replace(field, flagged=True, probability=min(field.probability, 0.5))


def _open(
    shape: OpenShape,
    written: Sequence[Cell],
    regions: Mapping[str, tuple[Point, ...]],
    low: Set[str],
) -> transcript.OpenShape:
    """A shape with the fields in which it stands, as they read with either sign."""
    cells = [written[number] for number in shape.cells]
    one, other = (
        tuple(
            _marked(cell, _field(cell, reading, regions[cell.field.name]), low)
            for cell, reading in zip(cells, readings, strict=True)
        )
        for readings in shape.read_as
    )
    return transcript.OpenShape(shape.signs, shape.probability, (one, other))


def _by_unknown_hand(shape: transcript.OpenShape) -> transcript.OpenShape:
    """A shape of a hand like none known: what one of its signs is, says little of how it writes others."""
    one, other = (none_surer(fields) for fields in shape.read_as)
    return replace(shape, read_as=(one, other))


def _with_print(fields: Sequence[Field], layout: Layout) -> tuple[Field, ...]:
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
        suggestions=_suggested(cell),
        region=region,
    )


def _suggested(cell: Cell) -> tuple[str, ...]:
    """Guesses at the words of a field that takes any; none where no line reader is installed."""
    if cell.field.kind != "text" or cell.field.choices:
        return ()
    reader = packaged_reader()
    ink = cell.boxes[0] if cell.whole is None else cell.whole
    return suggestions(ink, reader) if reader is not None else ()


def to_look_at(field: FormField, reading: Reading) -> bool:
    """True where a person should look: the reader is in doubt, sees no text in the ink, or reads
    something else than the few texts that the form offers ("B" in a hurry looks like "3")."""
    offered = not field.choices or reading.text in field.choices
    return reading.flagged or reading.text is None or not offered


_HAND_UNKNOWN: Final = ReadProblem(
    "hand-unknown",
    "warning",
    "This handwriting is unlike any that the reader knows: it asks about many entries, and treats none"
    " as certain. Compare every entry with the photo.",
)


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
            f"Something lies over {named}{more}, or a fold runs through, so the writing there was"
            " not read. Take the photo again with the page smoothed flat and nothing over it.",
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
