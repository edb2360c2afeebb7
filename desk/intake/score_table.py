"""Score sheets that were typed in a spreadsheet: found by the headings of their columns, written down in the
notation, and read as any record is. Nothing is judged or corrected on the way."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal.desk.files import HEAD, is_workbook
from fairdeal.desk.intake.papers import HOW_TO_HEAD
from fairdeal.desk.intake.score_headings import (
    ENTRIES,
    FEWEST,
    LOOKED_AT,
    Columns,
    headings_of,
    labelled,
)
from fairdeal.desk.intake.spreadsheet import (
    DELIMITERS,
    UNREAD,
    Cell,
    Grid,
    SpreadsheetError,
    cell_name,
    csv_text,
    text_grid,
    workbook_grids,
)
from fairdeal.digitize.sheets.heading_meaning import (
    BID,
    TRUMP,
    for_team,
    says_us,
    sense_of,
)
from fairdeal.grammar.doubt import GROUP, QUOTED, quoted
from fairdeal.grammar.encoding import decoded
from fairdeal.grammar.notation import hand_record
from fairdeal.records import COLUMNS, WE_THEY, Place, Problem, Record, Severity, figure, lines_of

_NOTATION: Final = re.compile(
    r"\[\s*\w+\s*\"|(?:sheet|hands?|auction|bidding|play|result)\b[^,;\t\n]*:|!\s", re.I
)
"""How a line of the notation begins, and no row of a spreadsheet."""
_BEFORE: Final = re.compile(r"(?:\s|;[^\r\n]*[\r\n])*")
"""Blank lines and comments before the first line of a record."""
_SAME_MATCH: Final = ("Event", "Round", "Table")
_CLOSING: Final = ("match points", "tie-break", "tie break")
_NO_DATE: Final = "the spreadsheet made a date of it: format the column as text and type it again"


@dataclass(slots=True)
class _Line:
    """A line of the notation with the cells of which it was made: where each begins, and which it is."""

    text: str = ""
    starts: list[int] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)

    def add(self, text: str, cell: Cell) -> None:
        self.starts.append(len(self.text) + 1)
        self.cells.append(cell)
        self.text += text

    def cell_at(self, column: int | None) -> Cell | None:
        at = bisect_right(self.starts, column or 1) - 1
        return self.cells[max(at, 0)] if self.cells else None


@dataclass(slots=True)
class _Table:
    """One score sheet: its lines, what was wrong, and the tags that stand above it."""

    grid: Grid
    tags: dict[str, tuple[str, Cell]] = field(default_factory=dict)
    copy: str = ""
    lines: list[_Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def tell(self, severity: Severity, why: str, cell: Cell | None) -> None:
        self.problems.append(Problem(severity, why, place=self.place(cell)))

    def place(self, cell: Cell | None) -> str | None:
        sheet = f"worksheet “{self.grid.name}”" if self.grid.name else ""
        named = f"cell {cell_name(*cell)}" if cell is not None else ""
        return ", ".join(filter(None, (sheet, named))) or None


def score_tables(data: bytes, name: str) -> tuple[Record, tuple[Problem, ...]] | None:
    """The record of a workbook, or of a CSV file with the headings of a score sheet; None for any other file.
    Raises SpreadsheetError for a workbook without such a table."""
    found = notated(data, name)
    if found is None:
        return None
    lines, problems = found
    result = hand_record.read("\n".join(line.text for _, line in lines) + "\n")
    told = [_in_its_cell(problem, lines) for problem in result.problems]
    return replace(result.record, cells=_cells(result.record, lines)), (*problems, *told)


def _cells(record: Record, lines: Sequence[tuple[_Table, _Line]]) -> dict[str, str]:
    """The cell of each entry of the sheets, by its place."""
    found = {}
    for number, sheet in enumerate(record.sheets, 1):
        for index, row in enumerate(sheet.rows, 1):
            for column, entry in zip(sheet.columns, row.cells, strict=False):
                if entry.span is not None:
                    table, line = lines[entry.span.line - 1]
                    cell = table.place(line.cell_at(entry.span.column))
                    found[str(Place.of(f"row {index}", column).in_sheet(number))] = cell or ""
    return found


def may_be_table(data: bytes) -> bool:
    """Whether to look for the table of a spreadsheet in what was typed: most records show at once that they
    are not a spreadsheet."""
    if is_workbook(data):
        return True
    head = decoded(data[:HEAD])[0]
    begins = _BEFORE.match(head)
    if begins is not None and _NOTATION.match(head, begins.end()):
        return False
    return any(mark in head for mark in DELIMITERS)


def _in_its_cell(problem: Problem, lines: Sequence[tuple[_Table, _Line]]) -> Problem:
    """A problem of reading, with the cell in the place of the line."""
    if problem.line is None or not 0 < problem.line <= len(lines):
        return problem
    table, line = lines[problem.line - 1]
    return replace(problem, line=None, column=None, place=table.place(line.cell_at(problem.column)))


def notated(data: bytes, name: str) -> tuple[list[tuple[_Table, _Line]], list[Problem]] | None:
    """The lines of the notation for what is in a spreadsheet, and what was wrong; None as `score_tables`."""
    if is_workbook(data):
        grids = workbook_grids(data, name)
    else:
        grid = _csv_grid(data, name)
        if grid is None:
            return None
        grids = [grid]
    problems = _of_characters(data)
    tables: list[_Table] = []
    for each in grids:
        columns = headings_of(each.rows, 2 if is_workbook(data) else FEWEST)
        if columns is None:
            if each.rows:
                why = "it has no headings of a score sheet, and was left out"
                problems.append(Problem("note", why, place=_Table(each).place(None)))
            continue
        table = _read(each, columns)
        if tables and (other := _other_match(tables[0], table)):
            why = (
                f"it is of another match ({other}), and was left out. Save it as a file of its own"
            )
            problems.append(Problem("warning", why, place=table.place(None)))
            continue
        tables.append(table)
        problems += table.problems
    if not tables:
        raise SpreadsheetError(
            f"{name} is a spreadsheet without a score sheet.",
            name,
            HOW_TO_HEAD,
        )
    return list(_lines(tables)), problems


def _of_characters(data: bytes) -> list[Problem]:
    """What is to be said of the characters of a CSV file, of the whole file; nothing of a workbook."""
    told = [] if is_workbook(data) else decoded(data)[1]
    return [replace(each, line=None, column=None) for each in told]


def _other_match(first: _Table, other: _Table) -> str:
    return ", ".join(
        f"{tag.lower()} {other.tags[tag][0]}"
        for tag in _SAME_MATCH
        if tag in first.tags and tag in other.tags and first.tags[tag][0] != other.tags[tag][0]
    )


def _lines(tables: Sequence[_Table]) -> Iterator[tuple[_Table, _Line]]:
    said: set[tuple[str, str]] = set()
    for table in tables:
        for tag, (value, cell) in table.tags.items():
            if (tag, value) not in said:
                said.add((tag, value))
                line = _Line()
                line.add(f"[{tag} {quoted(value)}]", cell)
                yield table, line
    for table in tables:
        yield table, _Line(f"Sheet {table.copy}:" if table.copy else "Sheet:")
        for line in table.lines:
            yield table, line


def _csv_grid(data: bytes, name: str) -> Grid | None:
    """A CSV file's cells, where one of its first rows holds the headings of a score sheet."""
    if not may_be_table(data):
        return None
    text = csv_text(data)
    head = "\n".join(lines_of(text)[:LOOKED_AT])
    found: list[tuple[int, str]] = []
    for delimiter in DELIMITERS:
        if delimiter in head:
            try:
                columns = headings_of(text_grid(head, delimiter, name).rows, FEWEST)
            except SpreadsheetError:
                continue
            if columns is not None:
                found.append((columns.known, delimiter))
    if not found:
        return None
    grid = text_grid(text, max(found)[1], name)
    return None if any(map(_is_notation, grid.rows.values())) else grid


def _is_notation(row: Sequence[str]) -> bool:
    """Whether a row of a CSV file is a line of the notation, which may have commas."""
    alone = row[0][:1] in "[!" or not any(row[1:])
    return bool(row[0]) and alone and _NOTATION.match(row[0]) is not None


# --- rows --------------------------------------------------------------------------------------------


def _read(grid: Grid, columns: Columns) -> _Table:
    table = _Table(grid)
    for note in grid.notes:
        table.tell("note", note, None)
    for number, row in grid.rows.items():
        if number < columns.first:
            tags, copy, strange = labelled(number, row)
            table.tags |= tags
            table.copy = copy or table.copy
            for column in strange:
                why = (
                    f"“{row[column - 1][:60]}” is not understood above the table, and was left out"
                )
                table.tell("note", why, (number, column))
    table.copy = _copy(table)
    names = _sided(table, columns)
    for column, why in columns.unsure:
        table.tell(
            "warning", f"{why}; the column is kept under its own name", (columns.last, column)
        )
    kept = [at for at, name in enumerate(names) if name and not (name == TRUMP and BID in names)]
    head = _Line()
    for at in kept:
        shown = "contract" if names[at] == BID else names[at]
        head.add(f"| {_cell(shown)} ", (columns.last, at + 1))
    head.text += "|"
    table.lines.append(head)
    above = [grid.rows[number] for number in range(columns.first, columns.last + 1)]
    for number, row in grid.rows.items():
        if number <= columns.last or row in above:
            continue
        numbered = any(
            name == "deal" and figure(text) is not None
            for name, text in zip(names, row, strict=False)
        )
        if not numbered and (why := _another_table(table, number, row)):
            table.tell("error", f"{why}: give it a worksheet or file of its own", (number, 1))
            break
        _row(table, number, row, names, kept, numbered)
    return table


def _copy(table: _Table) -> str:
    """The letter of the team whose copy it is, which may be named; "" where it is of neither."""
    named = {
        table.tags[tag][0].casefold(): letter
        for tag, letter in (("TeamA", "A"), ("TeamB", "B"))
        if tag in table.tags
    }
    letter = named.get(table.copy, table.copy.upper())
    if letter in ("", "A", "B", "NS", "EW"):
        return letter
    table.tell(
        "warning", f"the copy is said to be of “{table.copy[:60]}”, which is neither team", None
    )
    return ""


def _another_table(table: _Table, number: int, row: Sequence[str]) -> str:
    """Why what begins in a row below the headings is not of this table; "" where it is, or may be."""
    other, copy, _ = labelled(number, row)
    for tag in _SAME_MATCH:
        if tag in other and other[tag][0] != table.tags.get(tag, other[tag])[0]:
            return f"from here on it is of another match ({tag.lower()} {other[tag][0]}), and was left out"
    if copy or headings_of({1: row}, FEWEST) is not None:
        return "from here on it is another table, and was left out"
    return ""


def _sided(table: _Table, columns: Columns) -> tuple[str, ...]:
    """The names of the columns, Us and Them by the team whose copy it is."""
    found = []
    for at, name in enumerate(columns.names):
        meant = for_team(name, table.copy or None)
        if meant == name and says_us((name,)) and name not in WE_THEY:
            why = (
                "it does not say which team is Us. Write “Copy of team” and A or B above the table"
            )
            table.tell("error", why, (columns.last, at + 1))
        found.append(meant)
    return tuple(found)


def _row(
    table: _Table,
    number: int,
    row: Sequence[str],
    names: tuple[str, ...],
    kept: Sequence[int],
    numbered: bool,
) -> None:
    filled = [(column, text) for column, text in enumerate(row) if text]
    first, text = filled[0]
    if not numbered and text.casefold().startswith(_CLOSING):
        table.lines.append(_closing(number, filled, names))
        return
    if not numbered and _is_foot(filled, names):
        why = f"“{text[:60]}” is not a row of a deal, and was left out"
        table.tell("warning", why, (number, first + 1))
        return
    line = _Line()
    for at in kept:
        cell = (number, at + 1)
        written = _written(table, cell, row[at] if at < len(row) else "", names[at])
        if names[at] == BID:
            trump = names.index(TRUMP)
            suit = row[trump] if trump < len(row) else ""
            written = f"{written} {_written(table, (number, trump + 1), suit, TRUMP)}".strip()
        line.add(f"| {written} ", cell)
    line.text += "|"
    table.lines.append(line)
    if "deal" in names and not numbered and not set(WE_THEY) & set(names):
        at = names.index("deal")
        deal = row[at] if at < len(row) else ""
        if not re.fullmatch(_DOUBT, deal):
            why = (
                f"“{deal[:60]}” is not the number of a deal"
                if deal
                else "it has no number of a deal"
            )
            table.tell(
                "warning", f"{why}: it is not known which deal the row is of", (number, at + 1)
            )
    for at, _ in filled:
        if at >= len(names) or not names[at]:
            why = "there is no heading over this cell, and it was left out"
            table.tell("warning", why, (number, at + 1))


def _closing(number: int, filled: Sequence[tuple[int, str]], names: Sequence[str]) -> _Line:
    """The line of match points: as it is written, or figures under the columns of the teams."""
    line = _Line()
    for column, text in filled:
        side = names[column].rpartition(" ")[2] if column < len(names) else ""
        of_side = line.text and figure(text) is not None and side in ("A", "B", "NS", "EW")
        plain = f"{side} {text}" if of_side else text.replace("tie break", "tie-break")
        line.add(f"{plain.rstrip(':')} ", (number, column + 1))
    return line


def _is_foot(filled: Sequence[tuple[int, str]], names: Sequence[str]) -> bool:
    """Whether a row below the table is its sums, or a remark such as who signed."""
    column, text = filled[0]
    name = names[column] if column < len(names) else ""
    if figure(text) is not None or name not in ("deal", "dealer", "bidder", "contract", BID, ""):
        return False
    if sense_of(text) and sense_of(text) <= {"total", "score", "points"}:
        return True
    return len(filled) == 1 and name in ("deal", "") and not re.fullmatch(_DOUBT, text)


_DOUBT: Final = rf"\?+|-|{GROUP}"


def _written(table: _Table, cell: Cell, text: str, name: str) -> str:
    """A cell as the notation has it. What cannot be known of it is said."""
    if cell in table.grid.told:
        table.tell("error", table.grid.told[cell], cell)
    elif (
        cell in table.grid.dates
        and (name in (*COLUMNS, *ENTRIES, BID, TRUMP))
        and name != "remarks"
    ):
        table.tell("error", _NO_DATE, cell)
        return UNREAD
    return _cell(text)


def _cell(text: str) -> str:
    """A text between bars, in quotation marks where it would be read as something else."""
    if re.fullmatch(rf"{QUOTED}\??", text, re.DOTALL):
        return text
    plain = re.sub(GROUP, "", text)
    return quoted(text) if re.search(r'[|;"{}\n\r\t]|^[!\[]', plain) else text
