"""Rows of totals printed at the foot of a club's own sheet: they look like rows for deals, and are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.pictures import Picture
from fairdeal.digitize.ruled.faint_lines import (
    ruled_tables,
    split_row,
    without_folds,
    without_stems,
)
from fairdeal.digitize.ruled.grid import FINE
from fairdeal.digitize.ruled.tables import RuledTable, aspect_of, shares_of
from fairdeal.digitize.sheets.heading_ink import find_runs
from fairdeal.digitize.sheets.heading_meaning import (
    Heading,
    Match,
    match_headings,
    sense_of,
    understood,
)
from fairdeal.digitize.sheets.headings import HeadingReader, Headings, read_headings, texts_of
from fairdeal.digitize.sheets.layout_file import (
    ASK,
    MOST_COLUMNS,
    MOST_FOOT,
    MOST_HEADINGS,
    MOST_ROWS,
    SheetColumn,
    SheetLayout,
    check_meanings,
)
from fairdeal.digitize.sheets.row_numbers import first_number, read_numbers
from fairdeal.digitize.trouble import ReadError

MOST_RUNS: Final = 40
"""Lines of ink in one row that are looked at: more are not words."""
TOTAL: Final = frozenset({"total"})


def rows_of_totals(picture: NDArray[np.uint8], table: RuledTable, reader: HeadingReader) -> int:
    """How many rows at the foot of a table say that they hold totals, 0 for none.

    The word must be read for sure, and stand on its own: ``Total``, ``Grand total``. Raises `ReadError`
    where Tesseract is missing or fails.
    """
    found = 0
    fine, parts = (table.nodes, 1) if table.fine is None else (table.fine, FINE)
    while found < min(MOST_FOOT, table.rows - 2):
        row = table.rows - 1 - found
        runs = find_runs(picture, fine[row * parts : (row + 1) * parts + 1], parts)[:MOST_RUNS]
        texts = texts_of(runs, reader)
        if not any(text and understood(text) and sense_of(text) == TOTAL for text in texts):
            break
        found += 1
    return found


TABLES: Final = 3
"""Tables of a photo that are looked at."""
UPRIGHT: Final = 3
"""Known words above the columns from which a sheet is taken to lie the right way up."""
LEAST_COLUMNS: Final = 2
LEAST_ROWS: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What a photo tells of a sheet.

    `headings` is how many rows of headings stand above the rows to write in, None where that cannot be
    known. `numbered` is the column (from 0) that bears printed deal numbers, with the first of them. `foot`
    is how many rows of totals stand below them.
    """

    table: RuledTable
    matches: tuple[Match, ...]
    headings: int | None
    aspect: float
    numbered: tuple[int, int] | None = None
    foot: int = 0

    @property
    def unknown(self) -> tuple[Match, ...]:
        """The columns that a person must be asked about."""
        return tuple(match for match in self.matches if match.meaning is None)


class UnansweredError(Exception):
    """Something about a sheet that only a person can tell, and did not."""

    exit_code: Final = 2

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.place = ""
        self.remedy = remedy


def learn(picture: Picture, headings: int | None = None) -> Learned:
    """What can be known of the sheet in a photo. `headings` is the number of rows of headings, where a
    person said it.

    Raises `ReadError`: ``no-table`` where there is no ruled table, and where Tesseract is missing.
    """
    tables = [
        table
        for table in ruled_tables(picture.image)
        if LEAST_COLUMNS <= table.columns <= MOST_COLUMNS and LEAST_ROWS < table.rows <= MOST_ROWS
    ]
    if not tables:
        raise ReadError(
            "no-table",
            f"No ruled table was found in {picture.name}.",
            "Take the photo of a sheet, best a blank one, from straight above, in even light, with all four"
            " corners of the table in it.",
        )
    table, found = _best(picture, tables[:TABLES], headings)
    whole = without_stems(picture.image, table, found.rows if headings is None else headings)
    if whole.columns < table.columns:
        table, found = whole, read_headings(picture.image, whole, HeadingReader(), headings)
    matches = match_headings(found.headings)
    rows = found.rows if headings is None else headings
    table = without_folds(picture.image, table, rows)
    _refuse_split(picture, table, rows)
    foot = rows_of_totals(picture.image, table, HeadingReader())
    numbered = _numbered(picture, table, matches, (rows, table.rows - foot))
    if numbered is not None and matches[numbered[0]].meaning is None:
        matches = _as_deals(matches, numbered[0])
    size = (picture.image.shape[1], picture.image.shape[0])
    if numbered is not None and numbered[1] < 1 and rows + 1 - numbered[1] <= MOST_HEADINGS:
        # The row of deal 1 is recognised by its number: what stands above it are headings.
        rows, numbered = rows + 1 - numbered[1], (numbered[0], 1)
    told = headings if headings is not None else 0 if found.above else rows or None
    return Learned(table, matches, told, aspect_of(table.nodes, size), numbered, foot)


def _refuse_split(picture: Picture, table: RuledTable, headings: int) -> None:
    """A line too many would move every deal under it by a row, on every photo read afterwards."""
    row = split_row(table, headings)
    if row is not None:
        raise ReadError(
            "row-in-two",
            f"Rows {row + 1} and {row + 2} of {picture.name} are together as high as one of the others: a"
            " fold or a shadow seems to have been read as a line.",
            "Smooth the sheet flat, or take one that was never folded, and photograph it in even light.",
        )


def _best(
    picture: Picture, tables: Sequence[RuledTable], rows: int | None
) -> tuple[RuledTable, Headings]:
    """The table and the way up on which most headings make sense."""
    first: tuple[RuledTable, Headings] | None = None
    reader = HeadingReader()
    for table in tables:
        for quarters in range(4):
            turned = table.turned(quarters)
            found = read_headings(picture.image, turned, reader, rows)
            if found.known >= UPRIGHT:
                return turned, found
            # Words that make no sense say nothing of which way is up: then it is as it was photographed.
            if first is None or (quarters == 0 and found.known > first[1].known):
                first = turned, found
    assert first is not None
    return first


def _numbered(
    picture: Picture, table: RuledTable, matches: Sequence[Match], rows: tuple[int, int]
) -> tuple[int, int] | None:
    """The column of printed deal numbers and the first of them; None where there is none. `rows` are
    the first one to write in and the one behind the last.

    Only a column that may hold them is looked at: one that says so, or one of which nothing is known.
    """
    said = [
        match.heading.column for match in matches if "deal" in (match.meaning, *match.candidates)
    ]
    mute = [match.heading.column for match in matches if not match.candidates and not match.meaning]
    for column in said or mute:
        numbers = read_numbers(picture.image, table.nodes[rows[0] : rows[1] + 1], column)
        first = first_number(numbers)
        if first is not None:
            return column, first
    return None


def _as_deals(matches: tuple[Match, ...], column: int) -> tuple[Match, ...]:
    """The column that bears numbers in sequence is the deals', unless another is; so it is not one that
    makes others doubtful."""
    if any(match.meaning == "deal" for match in matches):
        return matches
    told = match_headings(
        [
            Heading(column, "deal") if match.heading.column == column else match.heading
            for match in matches
        ]
    )
    return tuple(
        replace(now, heading=before.heading) for now, before in zip(told, matches, strict=True)
    )


def to_layout(
    learned: Learned,
    sheet: str,
    answers: Mapping[int, str] | None = None,
    us: str = ASK,
) -> SheetLayout:
    """The layout of a sheet, with what a person answered: the meaning of columns (from 0) and who is Us.

    Raises UnansweredError where a column's meaning or the rows of headings are not known, or where the
    answers do not go together.
    """
    given = answers or {}
    meanings = [given.get(match.heading.column, match.meaning) for match in learned.matches]
    missing = [
        match for match, meaning in zip(learned.matches, meanings, strict=True) if meaning is None
    ]
    if missing:
        raise UnansweredError(unanswered(missing), remedy_of(missing))
    known = tuple(meaning for meaning in meanings if meaning is not None)
    trouble = check_meanings(known)
    if trouble is not None:
        raise UnansweredError(f"the columns do not go together: {trouble}", REMEDY)
    if learned.headings is None:
        raise UnansweredError(
            "it is not clear how many rows at the top are headings",
            "Give the same command again with --headings 1 (or 2, where one heading stands over others; 0 for"
            " none)",
        )
    if learned.table.rows <= learned.headings + learned.foot:
        raise UnansweredError(
            "no row is left to write in between headings and totals",
            "Say how many rows of headings there are, as in: --headings 1",
        )
    edges, lines = shares_of(learned.table.nodes)
    columns = tuple(
        SheetColumn(_printed(match), meaning)
        for match, meaning in zip(learned.matches, known, strict=True)
    )
    numbers, first = "none", 1
    if "deal" in known:
        printed = learned.numbered is not None and known[learned.numbered[0]] == "deal"
        numbers = "printed" if printed else "written"
        first = learned.numbered[1] if printed and learned.numbered else 1
    return SheetLayout(
        sheet,
        columns,
        learned.table.rows - learned.headings - learned.foot,
        learned.headings,
        round(learned.aspect, 4),
        _rounded(edges.tolist()),
        _rounded(lines.tolist()),
        max(first, 1),
        numbers,
        us,
        learned.foot,
    )


REMEDY: Final = 'Say what a column holds by its number, as in: --column 3="total A"'


def unanswered(missing: Sequence[Match]) -> str:
    """One sentence that names every column that a person must tell about."""
    named = ", ".join(f"{match.heading.column + 1} ({_shown(match)})" for match in missing)
    if len(missing) == 1:
        return f"it is not clear what column {named} holds"
    return f"it is not clear what columns {named} hold"


def question(match: Match) -> str:
    """What is unknown about a column, and what it may be, in one line."""
    may = f"; perhaps {' or '.join(match.candidates)}" if match.candidates else ""
    return f"Column {match.heading.column + 1}, {_shown(match)}: {match.why}{may}."


def remedy_of(missing: Sequence[Match]) -> str:
    """How to answer, with the columns that are asked for."""
    examples = " ".join(
        f'--column {match.heading.column + 1}="{(match.candidates or ("ignore",))[0]}"'
        for match in missing[:2]
    )
    more = " ..." if len(missing) > 2 else ""
    return (
        f"Give the same command again and add what they hold, columns counted from the left: {examples}"
        f"{more}. What nobody needs is “ignore”."
    )


def _shown(match: Match) -> str:
    return f"“{_printed(match)}”" if _printed(match) else "no words read above it"


def _printed(match: Match) -> str:
    """The words above a column as the layout file keeps them; what could not be read left out."""
    return " ".join(match.heading.words.replace("?", " ").split()).strip("/ ")[:80]


def _rounded(shares: Sequence[float]) -> tuple[float, ...]:
    """To the four decimals of the layout file, still rising."""
    rounded = [round(float(share), 4) for share in shares]
    for at, (above, below) in enumerate(pairwise(rounded)):
        if below <= above:
            rounded[at + 1] = round(above + 0.0001, 4)
    return tuple(rounded)
