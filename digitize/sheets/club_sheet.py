"""A club's own sheet read by the layout that was learned: laid onto the ruled table of a photo, its cells
read as handwriting or as print."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.pictures.picture import as_sent
from fairdeal.digitize.reader.reading import (
    CellInk,
    Reading,
    Recogniser,
    field_read,
    shared_doubts,
)
from fairdeal.digitize.reader.vocabulary import BID_ALONE, TRUMP_ALONE
from fairdeal.digitize.ruled.faint_lines import one_by_one
from fairdeal.digitize.ruled.tables import RuledTable, aspect_of, shares_of
from fairdeal.digitize.sheets.heading_meaning import (
    BID,
    IGNORE,
    TRUMP,
    alike,
    kind_of,
    known_words,
    says_us,
)
from fairdeal.digitize.sheets.headings import HeadingReader, read_headings
from fairdeal.digitize.sheets.layout_file import Alignment, KnownSheets, SheetLayout, align, lay_on
from fairdeal.digitize.sheets.row_numbers import SheetRow, rows_of
from fairdeal.digitize.trouble import ReadError
from fairdeal.records import Field, Point, ReadProblem, Transcript

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


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """A layout laid onto a table of a photo. `fits`: either has the lines of the other, and where it has
    them. Where headings cannot be read that alone shows which way a table lies. `in_one_way`: its lines
    are the layout's in no other way, or numbers say which row is which."""

    table: RuledTable
    agree: float
    fits: bool
    in_one_way: bool
    notes: tuple[ReadProblem, ...]


FILLED_BY_MACHINE: Final = ReadProblem(
    "filled-by-machine", "note", "The sheet was filled in by machine; it was read as print."
)
AsPrint = Callable[[Sequence[Field]], Sequence[Field] | None]
"""What says how the fields of a sheet read as print; None of one that was not filled in by machine."""


def read_club_sheet(
    picture: Picture,
    layout: SheetLayout,
    reader: Callable[[], Recogniser],
    us: str | None = None,
    as_print: AsPrint = lambda fields: None,
) -> Transcript:
    """Read a photo of the sheet of a layout. `us` is the team that is Us on it, where it has such columns.

    Raises `ReadError`: ``no-table`` where no ruled table is in the photo, ``other-sheet`` where it is
    not the layout's, and what Tesseract's part raises.
    """
    laid = _lay(picture, layout)
    rows, problems = rows_of(picture, laid.table, layout)
    if not laid.in_one_way:
        rows = [replace(row, shaky=True) for row in rows]
        problems.append(_fits_in_two_ways(picture.name))
    meanings = layout.of_team(us)
    cells = _Cells(picture, laid.table, layout, meanings, tuple(rows))
    printed = as_print(cells.fields({}))
    if printed is None:
        fields = shared_doubts(cells.fields(cells.by_hand(reader)))
    else:
        fields = cells.with_doubtful_rows(cells.with_the_rest_by_hand(printed, reader))
        problems.append(FILLED_BY_MACHINE)
    return Transcript(
        picture.name,
        layout.form,
        corners=as_sent(laid.table.corners, picture.scale),
        fields=tuple(fields),
        problems=(*laid.notes, *problems, *_about(picture.name, layout, meanings)),
    )


def read_known(
    picture: Picture, known: KnownSheets, reader: Callable[[], Recogniser], as_print: AsPrint
) -> Transcript:
    """Read a photo by the layout that it fits.

    Raises `ReadError`: ``no-table`` where no ruled table is in it, ``other-sheet`` with the reason where
    it fits none of the layouts, and what Tesseract's part raises.
    """
    refused: list[ReadError] = []
    for layout in known.layouts:
        try:
            return read_club_sheet(picture, layout, reader, known.us, as_print)
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


def _about(name: str, layout: SheetLayout, meanings: tuple[str, ...]) -> Iterator[ReadProblem]:
    """What a person should know of such a sheet, whatever is written on it."""
    if layout.foot:
        yield ReadProblem(
            "totals-at-foot",
            "note",
            f"{name} has a row of totals below its deals. It is not a deal and is not read: the totals"
            " are worked out from the rows above.",
        )
    if says_us(meanings):
        yield ReadProblem(
            "us-unknown",
            "warning",
            f"{name} has columns for Us and Them, but it is not known which team is Us, so they"
            " count for neither. Give it with --us A or --us B.",
        )


def _fits_in_two_ways(name: str) -> ReadProblem:
    return ReadProblem(
        "rows-unsure",
        "warning",
        f"{name}: a line at an edge of the table could not be seen, and the others fit the sheet in two"
        " ways: each entry may belong to the next row or column. Compare the edges of the table with the"
        " photo.",
    )


# --- which table, and where its lines are -------------------------------------------------------


def _lay(picture: Picture, layout: SheetLayout) -> _Laid:
    """The layout on the table of the photo that fits it best."""
    why = ""
    best: _Laid | None = None
    seen = False
    for table in one_by_one(picture.image, TABLES):
        seen = True
        unread: dict[int, _Laid] = {}
        for quarters in range(4):
            found = _laid(picture, table.turned(quarters), layout)
            if isinstance(found, str):
                why = why or found
            elif found.agree >= 0:
                return found
            else:
                unread[quarters] = found
        fits = [laid for laid in unread.values() if laid.fits]
        best = best or (fits[0] if len(fits) == 1 else unread.get(0))
    if not seen:
        raise ReadError(
            "no-table",
            f"No ruled table was found in {picture.name}.",
            "Take the photo from straight above, near, in even light, with all four corners of the table"
            " in it.",
        )
    if best is None:
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
    same = _all_there(table, across, down, layout)
    laid = table
    if not same:
        nodes = lay_on(table.nodes, across, down, layout.edges, layout.lines)
        laid = replace(table, nodes=nodes, fine=None)
    size = (picture.image.shape[1], picture.image.shape[0])
    aspect = aspect_of(laid.nodes, size)
    if not layout.aspect / ASPECT_OFF <= aspect <= layout.aspect * ASPECT_OFF:
        return f"it is {aspect:.2f} times as high as wide, and the layout {layout.aspect:.2f} times"
    agree = _agreement(picture, laid, layout)
    if 0.0 <= agree < LEAST_AGREE:
        return "other words stand above its columns"
    notes = tuple(_line_notes(picture.name, laid, across, down, layout, agree))
    fits = same and across.exact and down.exact
    in_one_way = across.only and (down.only or layout.numbers == "printed")
    return _Laid(laid, agree, fits, in_one_way, notes)


def _all_there(table: RuledTable, across: Alignment, down: Alignment, layout: SheetLayout) -> bool:
    """Whether the table has all of the layout's lines and no others."""
    return all(
        sides.pairs == tuple((at, at) for at in range(known)) and seen == known
        for sides, known, seen in (
            (across, len(layout.edges), table.columns + 1),
            (down, len(layout.lines), table.rows + 1),
        )
    )


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
            f"The headings of {name} could not be compared with the layout's. Which sheet it is, and which"
            " way up it lies, was judged by its lines alone.",
        )
    if not (across.exact and down.exact):
        yield ReadProblem(
            "rules-moved",
            "note",
            f"The rules of {name} are not quite where the layout has them, as when a sheet is ruled"
            " by hand. They were matched by their order.",
        )
    if table.cut_off:
        yield ReadProblem(
            "table-cut-off",
            "warning",
            f"{name}: The table goes on outside of the photo: retake it with all of it in.",
        )


# --- cells --------------------------------------------------------------------------------------


_HALVES: Final = {BID: BID_ALONE, TRUMP: TRUMP_ALONE}


def _ink_of(meaning: str) -> str:
    """What the reader looks for in a cell: half of a contract is a kind of its own."""
    return _HALVES.get(meaning) or kind_of(meaning)


Readings = Mapping[tuple[SheetRow, int], Reading]
"""What was read in cells, by the row and the column, from 0."""


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of a sheet in which something may be written that means something, row by row."""

    picture: Picture
    table: RuledTable
    layout: SheetLayout
    meanings: tuple[str, ...]
    rows: tuple[SheetRow, ...]

    @property
    def _columns(self) -> list[int]:
        return [
            at
            for at, means in enumerate(self.meanings)
            if means != IGNORE and not (means == "deal" and self.layout.numbers == "printed")
        ]

    def by_hand(
        self, reader: Callable[[], Recogniser], among: Collection[str] | None = None
    ) -> Readings:
        """What a hand wrote into those that are not blank, of fields of some names alone if any are given."""
        cells = self.table.cells(self.picture.image)
        written = [
            (row, at)
            for row in self.rows
            for at in self._columns
            if not cells[row.line][at].blank and (among is None or self._field_of(row, at) in among)
        ]
        if not written:
            return {}
        inks = [
            CellInk(_ink_of(self.meanings[at]), (cells[row.line][at].image,), self._name(row, at))
            for row, at in written
        ]
        return dict(zip(written, reader().read_page(inks).readings, strict=True))

    def with_the_rest_by_hand(
        self, printed: Sequence[Field], reader: Callable[[], Recogniser]
    ) -> list[Field]:
        """The fields as print reads them; those without words that a hand may have filled are in doubt."""
        rest = self.by_hand(reader, {field.name for field in printed if field.blank})
        by_hand = {field.name: field for field in self.fields(rest) if not field.blank}
        return [
            replace(by_hand[field.name], flagged=True)
            if field.blank and field.name in by_hand
            else field
            for field in printed
        ]

    def with_doubtful_rows(self, fields: Sequence[Field]) -> list[Field]:
        """The fields, those of rows that may be others in doubt."""
        shaky = tuple(f"row {row.number} / " for row in self.rows if row.shaky)
        return [
            replace(field, flagged=True)
            if field.name.startswith(shaky) and not field.blank
            else field
            for field in fields
        ]

    def _name(self, row: SheetRow, at: int) -> str:
        return f"row {row.number} / {self.meanings[at]}"

    def _field_of(self, row: SheetRow, at: int) -> str:
        """The name of the field that a cell is of, or is half of."""
        half = self.meanings[at] in (BID, TRUMP)
        return f"row {row.number} / contract" if half else self._name(row, at)

    def fields(self, readings: Readings) -> list[Field]:
        """Their fields as they were read, and blank where nothing was."""
        fields: list[Field] = []
        for row in self.rows:
            if self.layout.numbers == "printed" and (row.deal != row.number or row.shaky):
                column = self.meanings.index("deal")
                fields.append(_deal(row, self.table, column, self.picture.scale))
            own = {
                self.meanings[at]: _field(
                    self._name(row, at),
                    self.meanings[at],
                    readings.get((row, at)),
                    as_sent(self.table.cell(row.line, at), self.picture.scale),
                    row.shaky,
                )
                for at in self._columns
            }
            fields += _with_contract(own, f"row {row.number} / contract")
        return fields


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
        region=as_sent(table.cell(row.line, column), scale),
    )


def _field(
    name: str, means: str, reading: Reading | None, region: tuple[Point, ...], shaky: bool
) -> Field:
    kind = kind_of(means)
    if reading is None or reading.blank:
        return Field(name, kind, None, blank=True, region=region)
    return field_read(name, kind, reading, region, shaky)


def _with_contract(own: dict[str, Field], name: str) -> list[Field]:
    """A row's fields; figure and trump of a contract that stand in two cells put together."""
    if BID in own:
        bid, trump = own.pop(BID), own.pop(TRUMP, None)
        alone = replace(bid, name=name, kind="contract")
        own["contract"] = alone if trump is None else _joined(bid, trump, name)
    return list(own.values())


def _joined(bid: Field, trump: Field, name: str) -> Field:
    """One contract of two cells: their readings side by side, their probabilities multiplied."""
    region = _around(bid.region, trump.region)
    if bid.blank or trump.blank:
        return replace(trump if bid.blank else bid, name=name, kind="contract", region=region)
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
    """The corners, clockwise from the upper left, of what two cells of a row, whichever is the left one, span
    together. An upright rectangle around them would have cells of other rows in it where the sheet leans."""
    ways = [(a[0], b[1], b[2], a[3]) for a, b in ((one, other), (other, one))]
    return max(ways, key=lambda corners: cv2.contourArea(np.array(corners, np.float32)))
