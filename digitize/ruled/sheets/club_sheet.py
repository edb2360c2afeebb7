"""A photo of a club's own sheet to a transcript, by the layout that was learned for it.

What is uncertain is said: a sheet that is another one is refused with the reason, a row whose place
is not sure is flagged throughout, and columns of Us and Them keep these names where nobody told which
team is which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.hand.shared_doubts import shared_doubts
from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.reader.reading import CellInk, Reading, Recogniser
from fairdeal.digitize.ruled.headings.hand import HeadingReader
from fairdeal.digitize.ruled.headings.meaning import alike, known_words
from fairdeal.digitize.ruled.headings.meanings import BID, IGNORE, TRUMP, kind_of, says_us
from fairdeal.digitize.ruled.headings.print import read_headings
from fairdeal.digitize.ruled.lines.faint_lines import one_by_one
from fairdeal.digitize.ruled.sheets.fitting import (
    Alignment,
    align,
    aspect_of,
    lay_on,
    shares_of,
)
from fairdeal.digitize.ruled.sheets.layout_file import SheetLayout
from fairdeal.digitize.ruled.sheets.sheet_rows import SheetRow, rows_of
from fairdeal.digitize.ruled.tables.find import RuledTable
from fairdeal.digitize.ruled.tables.straight import RuledCell
from fairdeal.digitize.trouble import ReadError
from fairdeal.records.transcript import Field, Point, ReadProblem, Transcript

ASPECT_OFF: Final = 1.25
"""A sheet whose height beside its width differs by more than this factor is another one: lenses other
than a phone's usual one mislead by up to a tenth."""
LEAST_AGREE: Final = 0.5
"""Share of the headings read that must be the layout's."""
LEAST_READ: Final = 3
"""Fewer headings read than this tell nothing."""
TABLES: Final = 3
"""Tables of a photo that are tried."""
TOP: Final = 5
"""Rivals kept of a contract put together from two cells."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """A layout laid onto a table of a photo. `loose`: it was ruled anew by hand."""

    table: RuledTable
    loose: bool
    agree: float
    notes: tuple[ReadProblem, ...]


def read_club_sheet(
    picture: Picture, layout: SheetLayout, recogniser: Recogniser, us: str | None = None
) -> Transcript:
    """Read a photo of the sheet of a layout. `us` is the team that is Us on it, where it has such columns.

    Raises `ReadError`: ``no-table`` where no ruled table is in the photo, ``other-sheet`` where it is
    not the layout's, and what Tesseract's part raises.
    """
    laid = _lay(picture, layout)
    rows, problems = rows_of(picture, laid.table, layout)
    meanings = layout.of_team(us)
    fields = _fields(picture, laid.table, layout, meanings, rows, recogniser)
    return Transcript(
        picture.name,
        layout.form,
        corners=_points(laid.table.corners, picture.scale),
        fields=tuple(fields),
        problems=(
            *laid.notes,
            *problems,
            *_about_foot(picture.name, layout),
            *_about_us(picture.name, meanings),
        ),
    )


def _about_foot(name: str, layout: SheetLayout) -> Iterator[ReadProblem]:
    if layout.foot:
        yield ReadProblem(
            "totals-at-foot",
            "note",
            f"{name} has a row of totals below its deals. It is not a deal and is not read: the totals"
            " are worked out from the rows above.",
        )


def _about_us(name: str, meanings: tuple[str, ...]) -> Iterator[ReadProblem]:
    if says_us(meanings):
        yield ReadProblem(
            "us-unknown",
            "warning",
            f"{name} has columns for Us and Them, but it is not known which team is Us, so they"
            " count for neither. Give it with --us A or --us B.",
        )


# --- which table, and where its lines are -------------------------------------------------------


def _lay(picture: Picture, layout: SheetLayout) -> _Laid:
    """The layout on the table of the photo that fits it best."""
    why = ""
    best: _Laid | None = None
    seen = False
    for table in one_by_one(picture.image, TABLES):
        seen = True
        for quarters in range(4):
            found = _laid(picture, table.turned(quarters), layout)
            if isinstance(found, str):
                why = why or found
            elif (best is None or found.agree > best.agree) and (found.agree >= 0 or not quarters):
                best = found
            if best is not None and best.agree >= LEAST_AGREE:
                return best
    if not seen:
        raise ReadError(
            "no-table",
            f"No ruled table was found in {picture.name}.",
            "Take the photo from straight above, near, in even light, with all four corners of the table"
            " in it.",
        )
    if best is None or best.agree >= 0.0:
        raise ReadError(
            "other-sheet",
            f"{picture.name} is not the sheet “{layout.sheet}”: {why or 'its headings differ'}.",
            "If it is that sheet, take the photo again, lying flat, with the whole table in it. If it is"
            " another one, teach it: fairdeal layout learn PHOTO -o other.toml",
        )
    return best


def _laid(picture: Picture, table: RuledTable, layout: SheetLayout) -> _Laid | str:
    """The layout on a table as it is turned, or why it does not fit.

    `agree` is the share of headings that are the layout's, -1 where too few could be read to tell.
    """
    edges, lines = shares_of(table.nodes)
    across, down = align(layout.edges, edges.tolist()), align(layout.lines, lines.tolist())
    if across is None:
        return (
            f"it has {table.columns} columns, and they do not stand where the layout has its"
            f" {len(layout.columns)}"
        )
    if down is None:
        return (
            f"it has {table.rows} rows, headings counted, and they do not stand where the layout"
            f" has its {layout.rows + layout.headings + layout.foot}"
        )
    laid = _on(table, across, down, layout)
    size = (picture.image.shape[1], picture.image.shape[0])
    aspect = aspect_of(laid.nodes, size)
    if not layout.aspect / ASPECT_OFF <= aspect <= layout.aspect * ASPECT_OFF:
        return f"it is {aspect:.2f} times as high as wide, and the layout {layout.aspect:.2f} times"
    agree = _agreement(picture, laid, layout)
    if 0.0 <= agree < LEAST_AGREE:
        return "other words stand above its columns"
    notes = tuple(_line_notes(picture.name, laid, across, down, layout, agree))
    return _Laid(laid, not (across.exact and down.exact), agree, notes)


def _on(table: RuledTable, across: Alignment, down: Alignment, layout: SheetLayout) -> RuledTable:
    """The table with the layout's lines: its own where they are all there and none besides."""
    same = all(
        pairs == tuple((at, at) for at in range(known)) and seen == known
        for pairs, known, seen in (
            (across.pairs, len(layout.edges), table.columns + 1),
            (down.pairs, len(layout.lines), table.rows + 1),
        )
    )
    if same:
        return table
    nodes = lay_on(table.nodes, across, down, layout.edges, layout.lines)
    return replace(table, nodes=nodes, fine=None, spans=())


def _agreement(picture: Picture, table: RuledTable, layout: SheetLayout) -> float:
    """The share of the headings that say what the layout's do, -1 where too few could be read."""
    if not layout.headings:
        return -1.0
    found = read_headings(picture.image, table, HeadingReader(), layout.headings)
    said = [
        alike(heading.words, column.heading)
        for heading, column in zip(found.headings, layout.columns, strict=True)
        if alike(heading.words, column.heading) or _plain(heading.words)
    ]
    if len(said) < min(LEAST_READ, len(layout.columns)):
        return -1.0
    return sum(said) / len(said)


def _plain(words: str) -> bool:
    """Whether words are known ones throughout: those of a hand are seen otherwise in each photo."""
    parts = words.replace("/", " ").split()
    return bool(parts) and known_words(words) == len(parts)


def _line_notes(
    name: str,
    table: RuledTable,
    across: Alignment,
    down: Alignment,
    layout: SheetLayout,
    agree: float,
) -> Iterator[ReadProblem]:
    hidden = len(layout.edges) + len(layout.lines) - len(across.pairs) - len(down.pairs)
    if hidden:
        yield ReadProblem(
            "rules-hidden",
            "note",
            f"{hidden} rules of {name} could not be seen; they were put where the layout has them.",
        )
    if agree < 0:
        yield ReadProblem(
            "headings-unread",
            "note",
            f"The headings of {name} could not be compared with the layout's. It was recognized by its"
            " lines alone, and read as if it were the right way up.",
        )
    if not (across.exact and down.exact):
        yield ReadProblem(
            "rules-moved",
            "note",
            f"The rules of {name} are not quite where the layout has them, as when a sheet is ruled"
            " by hand. They were matched by their order.",
        )
    for problem in table.problems:
        if problem.code == "cut-off":
            yield ReadProblem("table-cut-off", "warning", f"{name}: {problem.text}")


# --- cells --------------------------------------------------------------------------------------


def _fields(
    picture: Picture,
    table: RuledTable,
    layout: SheetLayout,
    meanings: tuple[str, ...],
    rows: Sequence[SheetRow],
    recogniser: Recogniser,
) -> list[Field]:
    """Every cell that means something, row by row."""
    read = [
        at
        for at, means in enumerate(meanings)
        if means != IGNORE and not (means == "deal" and layout.numbers == "printed")
    ]
    cells = table.cells(picture.image)
    places = [(row, at) for row in rows for at in read]
    written = [(row, at) for row, at in places if not cells[row.line][at].blank]
    inks = [_ink(cells[row.line][at], row, meanings[at]) for row, at in written]
    readings = dict(zip(written, recogniser.read_page(inks).readings, strict=True))
    fields = []
    for row in rows:
        if layout.numbers == "printed" and (row.deal != row.number or row.shaky):
            fields.append(_deal(row, table, meanings.index("deal"), picture.scale))
        own = {
            meanings[at]: _field(
                f"row {row.number} / {meanings[at]}",
                meanings[at],
                readings.get((row, at)),
                _points(table.cell(row.line, at), picture.scale),
                row.shaky,
            )
            for at in read
        }
        fields += _with_contract(own, f"row {row.number} / contract")
    return shared_doubts(fields)


def _deal(row: SheetRow, table: RuledTable, column: int, scale: float) -> Field:
    """The printed number of a row that is not the deal of its place, or may not be."""
    sure = 0.5 if row.shaky else 1.0
    return Field(
        f"row {row.number} / deal",
        "text",
        str(row.deal),
        flagged=row.shaky,
        probability=sure,
        rivals=((str(row.deal), sure),),
        region=_points(table.cell(row.line, column), scale),
    )


def _ink(cell: RuledCell, row: SheetRow, means: str) -> CellInk:
    return CellInk(kind_of(means), (cell.image,), f"row {row.number} / {means}")


def _field(
    name: str, means: str, reading: Reading | None, region: tuple[Point, ...], shaky: bool
) -> Field:
    kind = kind_of(means)
    if reading is None or reading.blank:
        return Field(name, kind, None, blank=True, region=region)
    return Field(
        name,
        kind,
        reading.text,
        altered=reading.altered,
        flagged=reading.flagged or reading.text is None or shaky,
        probability=reading.probability,
        rivals=reading.rivals,
        region=region,
    )


def _with_contract(own: dict[str, Field], name: str) -> list[Field]:
    """A row's fields; figure and trump of a contract that stand in two cells put together."""
    if BID not in own or TRUMP not in own:
        if BID in own:
            own["contract"] = replace(own.pop(BID), name=name, kind="contract")
        return list(own.values())
    bid, trump = own.pop(BID), own.pop(TRUMP)
    own["contract"] = _joined(bid, trump, name)
    return list(own.values())


def _joined(bid: Field, trump: Field, name: str) -> Field:
    """One contract of two cells: their readings side by side, their probabilities multiplied."""
    region = _around(bid.region, trump.region)
    if bid.blank or trump.blank:
        other = trump if bid.blank else bid
        return replace(other, name=name, kind="contract", region=region)
    pairs = [
        (f"{figure} {suit}", one * two)
        for figure, one in bid.rivals or ((bid.text or "", bid.probability),)
        for suit, two in trump.rivals or ((trump.text or "", trump.probability),)
        if figure and suit
    ]
    text = f"{bid.text} {trump.text}" if bid.text and trump.text else None
    return Field(
        name,
        "contract",
        text,
        altered=bid.altered or trump.altered,
        flagged=bid.flagged or trump.flagged,
        probability=bid.probability * trump.probability,
        rivals=tuple(sorted(pairs, key=lambda pair: -pair[1])[:TOP]),
        region=region,
    )


def _around(one: Sequence[Point], other: Sequence[Point]) -> tuple[Point, ...]:
    """The upright rectangle around two regions."""
    xs, ys = zip(*(*one, *other), strict=True)
    return (min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))


def _points(places: Floats, scale: float) -> tuple[Point, ...]:
    """Pixels of the photo as it was sent, to a tenth."""
    sent = (np.asarray(places, np.float64) + 0.5) / scale - 0.5
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in sent)
