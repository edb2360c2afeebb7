"""Whether a page is written smaller than the reader has learned to read, and what on it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.cells import Cell, cut_cells
from fairdeal.digitize.connected import connected
from fairdeal.digitize.forms.layout import FormField, Layout
from fairdeal.digitize.nets import packaged_reader, suggestions
from fairdeal.digitize.page.find import Page
from fairdeal.digitize.page.surface import PX_MM, WHITE
from fairdeal.digitize.pictures.picture import as_sent
from fairdeal.digitize.reader.reading import (
    TOP,
    CellInk,
    OpenShape,
    Reading,
    field_read,
    none_surer,
)
from fairdeal.digitize.reader.vocabulary import TICK
from fairdeal.records import Field, Point, ReadProblem, transcript

SMALLEST_MM: Final = 3.7
"""Writing that was learned from is at least 3.4 mm high without the pen's own width. Half this page's
entries would be lower: 2 in 100 that nobody was asked about were then read wrongly."""
LEAST: Final = 12
"""Entries from which something can be said of a page."""
TINY: Final = 0.6
"""Of the height of the page's entries: what is lower is not a figure and no letter by this hand."""
LOOKED_AT: Final = 40
"""Entries that are measured; more tell nothing new."""
_UNREAD: Final = ("text", "tick")


def small_writing(written: Sequence[Cell]) -> Iterator[ReadProblem]:
    """A warning where half the written entries of a page are lower than `SMALLEST_MM`."""
    cells = [cell for cell in written if cell.field.kind not in _UNREAD]
    if len(cells) < LEAST:
        return
    heights = [high for cell in cells[:: -(-len(cells) // LOOKED_AT)] if (high := cell.height)]
    if not heights or median(heights) >= SMALLEST_MM * PX_MM:
        return
    yield ReadProblem(
        "small-writing",
        "warning",
        f"The writing on this page is small, about {median(heights) / PX_MM:.0f} mm high, and some"
        " entries may be read wrongly without a mark. Compare every entry with the photo. Writing of"
        " 4 mm and more is read much better.",
    )


def tiny(written: Sequence[Cell], share: float = TINY) -> frozenset[str]:
    """The fields whose ink is lower than this share of the page's own writing: a ditto mark is read as 11."""
    cells = [cell for cell in written if cell.field.kind not in _UNREAD]
    heights = {cell.field.name: high for cell in cells if (high := cell.height)}
    if len(heights) < LEAST:
        return frozenset()
    least = share * median(heights.values())
    return frozenset(name for name, high in heights.items() if high < least)


DITTO: Final = "ditto marks"
DASH: Final = "a dash"
TICKED: Final = "a tick"
ARROW: Final = "an arrow"

EVEN: Final = 0.5
"""How likely a mark repeats the entry above, at most: the ink does not say."""
LOW: Final = 0.75
"""Of the height of the page's entries: what is higher is a figure or a letter, not a mark."""
INK_SHARE: Final = 0.4
"""A pixel is ink from this share of the darkest ink's depth on."""
STROKE: Final = 0.15
"""A stroke of a mark has at least this share of its ink; the rest is dirt."""
SLIM: Final = 2.0
"""How many times as long as broad each of ditto marks is at least; figures written small are broader."""
LEVEL: Final = 3.0
"""How many times as wide as high a dash is at least ..."""
POINTED: Final = 1.35
"""... and an arrow, which is no higher than a dash is long."""

_PLACE: Final = re.compile(r"(row|call|trick|event|disputed) (\d+)(.*)")
_MEANT: Final = ("doubling", "tick")
"""Kinds of fields in which a dash and a tick say something of their own."""


def strokes_for_again(written: Sequence[Cell]) -> dict[str, str]:
    """The fields, of those whose ink is `LOW`, in which ditto marks, a dash or an arrow stand, and which."""
    low = tiny(written, LOW)
    return {
        cell.field.name: mark
        for cell in written
        if cell.field.name in low and (mark := _mark(cell))
    }


class _Stroke(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    slim: float
    """Its length over its breadth, however it slopes."""


def _mark(cell: Cell) -> str:
    strokes = _strokes(cell.boxes[0] if cell.whole is None else cell.whole)
    if len(strokes) == 1:
        ratio = strokes[0].width / strokes[0].height
        return DASH if ratio >= LEVEL else ARROW if ratio >= POINTED else ""
    if len(strokes) != 2 or any(each.slim < SLIM or each.height < each.width for each in strokes):
        return ""
    left, right = strokes
    shared = min(left.y + left.height, right.y + right.height) - max(left.y, right.y)
    level = shared >= 0.5 * max(left.height, right.height)
    near = right.x - left.x <= 2 * max(left.height, right.height)
    return DITTO if level and near else ""


def _strokes(ink: NDArray[np.uint8]) -> list[_Stroke]:
    """The strokes of a field, from the left."""
    depth = WHITE - np.minimum(ink, WHITE).astype(np.int32)
    dark = (depth > INK_SHARE * int(depth.max())).astype(np.uint8)
    labels, stats, _ = connected(dark)
    areas = stats[:, cv2.CC_STAT_AREA]
    least = STROKE * int(areas[1:].sum())
    return sorted(_stroke(labels == k, stats[k]) for k in range(1, len(stats)) if areas[k] >= least)


def _stroke(ink: NDArray[np.bool_], stats: NDArray[np.int32]) -> _Stroke:
    _, sides, _ = cv2.minAreaRect(np.argwhere(ink).astype(np.float32))
    x, y, width, height, _ = (int(each) for each in stats)
    return _Stroke(x, y, width, height, (max(sides) + 1) / (min(sides) + 1))


def with_the_same_again(
    fields: Sequence[Field], strokes: Mapping[str, str], seen: frozenset[str]
) -> list[Field]:
    """The fields of a page, those with marks saying what they may stand for.

    `strokes` names marks by their shape; `seen` are fields whose ink could be looked at. A mark under a mark
    repeats the same entry. A mark under nothing stays as it was read.
    """
    named = {field.name: field for field in fields}
    found: dict[str, Field] = {}
    for name in sorted(named, key=_in_order):
        mark = _mark_read(named[name], strokes.get(name, "")) if name in seen else ""
        before = found.get(_before(name)) or named.get(_before(name))
        if mark:
            found[name] = _repeating(named[name], mark, before)
    return [found.get(field.name) or field for field in fields]


def _in_order(name: str) -> tuple[int, str]:
    place = _PLACE.fullmatch(name)
    return (int(place[2]) if place else 0), name


def _before(name: str) -> str:
    """The entry that stands before one in its column; empty where there is none."""
    place = _PLACE.fullmatch(name)
    return f"{place[1]} {int(place[2]) - 1}{place[3]}" if place else ""


def _mark_read(field: Field, stroke: str) -> str:
    """What mark stands in a field, as it looks and was read; empty for an entry that speaks for itself."""
    if field.blank or field.kind == "text":
        return ""
    if stroke == DITTO:
        return DITTO
    if field.kind in _MEANT or not field.flagged:
        return ""
    if field.text == TICK:
        return TICKED
    return stroke or (DASH if field.text == "-" else "")


def _repeating(field: Field, mark: str, before: Field | None) -> Field:
    """A field with a mark: what it may stand for is the first rival, and the ink is what it is."""
    passed = field.kind == "call" and mark != DITTO
    repeated = _PASS if passed else _said(before) if before is not None else None
    if repeated is None or before is None:
        return field
    rest = [
        (text, min(repeated[1], EVEN * share))
        for text, share in field.rivals
        if text != repeated[0]
    ]
    return replace(
        field,
        text=_as_it_stands(field, mark),
        flagged=True,
        altered=False,
        probability=min(field.probability, EVEN),
        rivals=(repeated, *rest)[:TOP],
        mark=mark,
        same_as="" if passed else before.same_as or before.name,
    )


_PASS: Final = ("Pass", EVEN)
"""What a dash or an arrow in the place of a call says: nobody repeats a bid."""


def _said(before: Field) -> tuple[str, float] | None:
    """What an entry says that may be repeated, and how likely; None where it is blank or unread."""
    if before.same_as:
        return before.rivals[0]
    text = before.text
    if before.blank or not text or not any(sign.isalnum() for sign in text):
        return None
    return text, EVEN * before.probability


def _as_it_stands(field: Field, mark: str) -> str | None:
    """The mark as a text of its field; None where it is not one there."""
    sign = {DASH: "-", TICKED: TICK}.get(mark)
    return sign if sign in {field.text, *(text for text, _ in field.rivals)} else None


STROKES: Final = frozenset("147/-+")
"""What bare strokes are read as."""
NAMED_AT_MOST: Final = 6
"""Hidden fields that are named in a message; of more only the number is shown."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A cell as it was read: where it lies in the photo, its reading (None where nothing is written, or
    where it cannot be seen), and whether its ink is `low` beside the page's own writing."""

    cell: Cell
    region: tuple[Point, ...]
    reading: Reading | None
    low: bool


def cells_of(page: Page) -> list[Cell]:
    """The cells of a page that was found, in the order of its form's fields."""
    cells = cut_cells(page.image, page.layout)
    if not page.covered:
        return cells
    return [replace(cell, hidden=cell.hidden or page.covers(cell.field)) for cell in cells]


def ink_of(cell: Cell, marks: Mapping[str, str]) -> CellInk:
    """What the reader is asked: a single letter to choose is read like a seat's."""
    field = cell.field
    single = bool(field.choices) and all(len(choice) == 1 for choice in field.choices)
    kind = "seat" if field.kind == "text" and single else field.kind
    return CellInk(kind, cell.boxes, field.name, field.choices, cell.whole, field.name in marks)


def entries_of(
    page: Page, cells: Sequence[Cell], readings: Iterable[Reading], scale: float
) -> list[Entry]:
    """The cells of a page with their readings, of those that are written in; all are followed into the photo
    at once."""
    corners = np.array([cell.field.outline.corners for cell in cells], np.float64)
    regions = page.to_photo(corners.reshape(-1, 2)).reshape(corners.shape)
    low, reading = tiny([cell for cell in cells if cell.written]), iter(readings)
    return [
        Entry(
            cell,
            as_sent(region, scale),
            next(reading) if cell.written else None,
            cell.field.name in low,
        )
        for cell, region in zip(cells, regions, strict=True)
    ]


def field_of(entry: Entry) -> Field:
    """The field of a transcript. A hidden box is neither blank nor read: a person must look. So a person must
    where the ink is too low for a figure or a letter, or comes in from outside; a dash or a plus may be so,
    and two characters and more are low where they share one box."""
    cell, reading, region = entry.cell, entry.reading, entry.region
    name, kind = cell.field.name, cell.field.kind
    if cell.hidden:
        return Field(name, kind, None, flagged=True, probability=0.0, region=region)
    if reading is None:
        return Field(name, kind, None, blank=True, region=region)
    text = reading.text or ""
    strokes = entry.low and (len(text) < 2 or set(text) <= STROKES)
    signs = not reading.blank and any(sign.isalnum() for sign in text)
    stray = signs and (cell.from_elsewhere or strokes)
    field = field_read(name, kind, reading, region, stray or to_look_at(cell.field, reading))
    probability = min(field.probability, 0.5) if stray else field.probability
    return replace(field, probability=probability, suggestions=_suggested(cell))


def _suggested(cell: Cell) -> tuple[str, ...]:
    """Guesses at the words of a field that takes any; none where no line reader is installed."""
    if cell.field.kind != "text" or cell.field.choices:
        return ()
    reader = packaged_reader()
    ink = cell.boxes[0] if cell.whole is None else cell.whole
    return suggestions(ink, reader) if reader is not None else ()


def open_shape(shape: OpenShape, written: Sequence[Entry], unknown: bool) -> transcript.OpenShape:
    """A shape with the fields in which it stands, as they read with either sign; none of them surer where the
    hand is `unknown`: what one of its signs is, says little of how it writes others."""
    one, other = (
        tuple(
            field_of(replace(written[number], reading=reading))
            for number, reading in zip(shape.cells, readings, strict=True)
        )
        for readings in shape.read_as
    )
    read_as = (none_surer(one), none_surer(other)) if unknown else (one, other)
    return transcript.OpenShape(shape.signs, shape.probability, read_as)


def print_of(layout: Layout, fields: Sequence[Field]) -> Iterator[Field]:
    """What the form itself says of the rows in which something is written."""
    used = {field.name.partition(" / ")[0] for field in fields if not field.blank}
    for name, text in layout.printed:
        if name.partition(" / ")[0] in used:
            yield Field(name, "text", text, probability=1.0)


def to_look_at(field: FormField, reading: Reading) -> bool:
    """True where a person should look: the reader is in doubt, sees no text in the ink, or reads
    something else than the few texts that the form offers ("B" in a hurry looks like "3")."""
    offered = not field.choices or reading.text in field.choices
    return reading.flagged or reading.text is None or not offered


def problems_of(cells: Sequence[Cell], has_code: bool, unknown: bool) -> Iterator[ReadProblem]:
    """What a person should know of a form: what is hidden or was not read, and a hand that is `unknown`."""
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
    yield from small_writing([cell for cell in cells if cell.written])
    if unknown:
        yield ReadProblem(
            "hand-unknown",
            "warning",
            "This handwriting is unlike any that the reader knows: about one entry in twenty or more may be"
            " read wrongly, and none is treated as certain. Compare every entry with the photo.",
        )
