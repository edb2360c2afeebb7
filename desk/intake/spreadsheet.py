"""Spreadsheets as cells: worksheets of Excel (.xlsx) and CSV files, bounded before anything is unpacked."""

from __future__ import annotations

import csv
import io
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree

from fairdeal.desk.trouble import DeskError
from fairdeal.grammar.encoding import decoded
from fairdeal.records import lines_of

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

LARGEST: Final = 20_000_000
"""Bytes of a workbook: one with pictures of a club's sheet has some megabytes."""
UNPACKED: Final = 20_000_000
"""Bytes of all its parts unpacked: a hundred times those of an evening's sheets."""
MOST_ROWS: Final = 5_000
"""Rows of a worksheet: a schedule may have 2,000 matches, a score sheet has some dozens of deals."""
MOST_COLUMNS: Final = 60
"""Columns of a worksheet: bridge with all columns there are has some 20."""
MOST_SHEETS: Final = 50
"""Worksheets of a workbook: an evening has a few tables, with two copies each."""
DELIMITERS: Final = ";\t,"
"""What stands between the cells of a CSV file: Excel writes semicolons where numbers have decimal commas."""
UNREAD: Final = "??"
"""How the notation writes what was written and cannot be read."""

Cell = tuple[int, int]
"""Row and column, from 1."""


class SpreadsheetError(DeskError):
    """A spreadsheet that cannot be read at all."""


@dataclass(slots=True)
class Grid:
    """A worksheet, or a CSV file, which has no `name`: its rows that hold something by their number, each
    with its cells from the first column; and what was wrong with cells."""

    name: str
    rows: dict[int, list[str]]
    told: dict[Cell, str] = field(default_factory=dict)
    dates: set[Cell] = field(default_factory=set)
    """Cells that hold a date: typed as one, or made of ``3-4`` by the spreadsheet."""
    notes: list[str] = field(default_factory=list)
    """What a person should know of the whole worksheet: hidden rows, say."""


def cell_name(row: int, column: int) -> str:
    """``B7`` for row 7 and column 2."""
    return f"{_letters(column)}{row}"


def _letters(column: int) -> str:
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(column))


def _column_of(cell: str) -> int:
    """2 for ``B7``, 0 where the file does not say."""
    column = 0
    for letter in cell.rstrip("0123456789"):
        column = 26 * column + ord(letter) - ord("A") + 1
    return column


def _too_much(name: str, what: str) -> SpreadsheetError:
    return SpreadsheetError(
        f"{name} has {what}.", name, "Save what is needed alone, as .xlsx or CSV."
    )


# --- CSV ---------------------------------------------------------------------------------------------


def text_grid(text: str, delimiter: str, name: str) -> Grid:
    """The cells of a CSV file. Raises SpreadsheetError where it cannot be read, or has too much."""
    found: dict[int, list[str]] = {}
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for number, row in enumerate(reader, 1):
            if any(cell.strip() for cell in row):
                _hold_to_bounds(name, number, len(row))
                found[number] = [_clean(cell) for cell in row]
            line = reader.line_num
    except csv.Error as error:
        why = f"{name}, line {line}: it is not a CSV file ({error})."
        raise SpreadsheetError(why, name, "Save it from the spreadsheet as CSV.") from error
    return Grid("", found)


def csv_text(data: bytes) -> str:
    """A CSV file's text, without the line with which Excel names the separator."""
    text = decoded(data)[0].removeprefix("\ufeff")
    head = lines_of(text[:20])[0]
    return text[len(head) :].lstrip("\r\n") if head.startswith("sep=") else text


def _hold_to_bounds(name: str, row: int, columns: int) -> None:
    if row > MOST_ROWS:
        raise _too_much(name, f"more than {MOST_ROWS:,} rows")
    if columns > MOST_COLUMNS:
        raise _too_much(name, f"more than {MOST_COLUMNS} columns")


def _clean(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


# --- Excel -------------------------------------------------------------------------------------------


def workbook_grids(data: bytes, name: str) -> list[Grid]:
    """The worksheets of a workbook, in their order. Raises SpreadsheetError where it cannot be read."""
    if len(data) > LARGEST:
        raise _too_much(name, f"more than {LARGEST // 1_000_000} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _hold_unpacked_to_bounds(packed, name)
            return list(_worksheets(packed, data, name))
    except (SpreadsheetError, MemoryError):
        raise
    except Exception as error:  # openpyxl lets through whatever a damaged file makes of it.
        why = f"{name} is a damaged Excel workbook: it cannot be opened."
        raise SpreadsheetError(
            why, name, "Open it in the spreadsheet and save it again."
        ) from error


def _hold_unpacked_to_bounds(packed: zipfile.ZipFile, name: str) -> None:
    """Raises SpreadsheetError for what unpacks to too much, or declares entities. What the archive says of
    its sizes is not believed."""
    room = UNPACKED
    for part in packed.infolist():
        if part.flag_bits & 1:
            raise SpreadsheetError(f"{name} has a password.", name, "Save it without one.")
        with packed.open(part) as file:
            text = file.read(room + 1)
        room -= len(text)
        if room < 0:
            raise _too_much(name, f"more than {UNPACKED // 1_000_000} MB when it is unpacked")
        if b"<!DOCTYPE" in text.replace(b"\0", b""):
            why = f"{name} declares entities of XML, which no spreadsheet does; it was not read."
            raise SpreadsheetError(why, name, "Save it again from the spreadsheet.")


def _worksheets(packed: zipfile.ZipFile, data: bytes, name: str) -> Iterator[Grid]:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        if len(book.worksheets) > MOST_SHEETS:
            raise _too_much(name, f"more than {MOST_SHEETS} worksheets")
        for sheet in book.worksheets:
            path = PurePosixPath(sheet._worksheet_path)
            layout = _layout(packed.read(str(path)))
            beside = str(path.parent / "_rels" / f"{path.name}.rels")
            layout.beside = packed.read(beside) if beside in packed.namelist() else b""
            yield _worksheet(sheet, layout, name)
    finally:
        book.close()


@dataclass(slots=True)
class _Layout:
    """What a worksheet's XML says beyond its values."""

    hidden: list[int] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    columns: list[tuple[int, int]] = field(default_factory=list)
    """Hidden columns, from one to another."""
    valueless: list[str] = field(default_factory=list)
    """Cells with a formula of which no value was saved."""
    last: Cell = (0, 0)
    """The last row and the last column that hold anything."""
    beside: bytes = b""
    """What the worksheet refers to: comments, pictures."""


def _layout(xml: bytes) -> _Layout:
    found = _Layout()
    for _, node in ElementTree.iterparse(io.BytesIO(xml)):
        match node.tag.rpartition("}")[2]:
            case "row":
                number = int(node.get("r") or 0)
                filled = [cell.get("r") or "" for cell in node if len(cell)]
                if filled:
                    row, column = found.last
                    found.last = max(row, number), max(column, *map(_column_of, filled))
                if node.get("hidden") in ("1", "true"):
                    found.hidden.append(number)
                node.clear()
            case "c":
                parts = {child.tag.rpartition("}")[2]: child for child in node}
                blank = "v" not in parts or not (parts["v"].text or node.get("t") == "str")
                if "f" in parts and blank:  # A text without letters is a value.
                    found.valueless.append(node.get("r") or "")
            case "col" if node.get("hidden") in ("1", "true"):
                found.columns.append((int(node.get("min") or 1), int(node.get("max") or 1)))
            case "mergeCell":
                found.merged.append(node.get("ref") or "")
    return found


def _worksheet(sheet: ReadOnlyWorksheet, layout: _Layout, name: str) -> Grid:
    found = Grid(sheet.title, {})
    _hold_to_bounds(name, *layout.last)
    valueless = frozenset(layout.valueless)
    struck: list[str] = []
    for number, row in enumerate(
        sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1), 1
    ):
        texts = []
        for column, cell in enumerate(row, 1):
            text, wrong = _text_of(cell.value, cell.data_type)
            if cell_name(number, column) in valueless:
                text, wrong = UNREAD, _NO_VALUE
            if wrong:
                found.told[number, column] = wrong
            if isinstance(cell.value, datetime | date | time):
                found.dates.add((number, column))
            if text and cell.has_style and cell.font.strike:
                struck.append(cell_name(number, column))
            texts.append(text)
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            _hold_to_bounds(name, number, len(texts))
            found.rows[number] = texts
    found.notes += _notes(sheet, layout, struck, found.rows) if found.rows else ()
    return found


def _notes(
    sheet: ReadOnlyWorksheet, layout: _Layout, struck: list[str], rows: Mapping[int, list[str]]
) -> Iterator[str]:
    """What a worksheet looks like to a person and its values do not say."""
    hidden = [number for number in layout.hidden if number in rows]
    if hidden:
        yield f"rows that are hidden in the spreadsheet were read too: {_some(hidden)}"
    columns = [
        _letters(column)
        for first, last in layout.columns
        for column in range(first, min(last, layout.last[1]) + 1)
    ]
    if columns:
        yield f"columns that are hidden in the spreadsheet were read too: {_some(columns)}"
    if struck:
        yield f"cells that are struck through were read as if they were not: {_some(struck)}"
    if layout.merged:
        yield f"of cells that are merged ({_some(layout.merged)}) all but the first are read as blank"
    for part, what in _NOT_READ.items():
        if part in layout.beside:
            yield f"the worksheet has {what}, which were not read"
    if sheet.sheet_state != "visible":
        yield "the worksheet is hidden in the spreadsheet"


_NOT_READ: Final = {
    b"/relationships/comments": "comments on cells",
    b"/relationships/drawing": "pictures or text boxes",
}
"""What a worksheet refers to that is not a value of a cell."""


def _some(values: list[Any], most: int = 10) -> str:
    more = f" and {len(values) - most} more" if len(values) > most else ""
    return ", ".join(str(each)[:20] for each in values[:most]) + more


_NO_VALUE: Final = "a formula without a value. Open the file in the spreadsheet and save it again"


def _text_of(value: object, kind: str) -> tuple[str, str]:
    """A cell as it would be written, and why it is not known what was written."""
    if value is None:
        return "", ""
    if kind == "e":
        return UNREAD, f"the spreadsheet says {str(value)[:20]} here, not what was written"
    if isinstance(value, bool):
        return str(value).upper(), ""
    if isinstance(value, datetime | date | time):
        return _moment(value), ""
    if isinstance(value, float):
        return (str(int(value)) if value.is_integer() else f"{value:.12g}"), ""
    return _clean(str(value)), ""


def _moment(value: datetime | date | time) -> str:
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
