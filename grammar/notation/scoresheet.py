"""Reads the rows of a score sheet: cells between bars, under the columns that a header row names."""

from __future__ import annotations

from collections import Counter
from typing import Final

from lark import Token, Tree

from fairdeal.grammar import doubt
from fairdeal.grammar.calls import APPROVED_FORMS
from fairdeal.grammar.notation.drafts import (
    UNREAD_LINE,
    Node,
    RecordDraft,
    SheetDraft,
    shown,
)
from fairdeal.records import (
    COLUMNS,
    TEAM_COLUMN,
    Cell,
    Entry,
    MatchPoints,
    Reading,
    Said,
    SheetRow,
    Span,
    Standing,
    Team,
    TermKind,
    as_number,
    is_number_column,
)

UNKNOWN_ROW: Final = (
    "nothing in this row counts before it is written again, such as 1 | 2 | 3 | 28 S"
)
_OTHER_NAMES: Final = {
    "no": "deal",
    "no.": "deal",
    "declarer": "bidder",
    "x/xx": "x",
    "doubled": "x",
    "remark": "remarks",
}


def column_name(text: str) -> str:
    """A column's name as records have it: ``Points a`` to ``points A``; unknown ones in lower case."""
    name = " ".join(text.lower().split())
    found = TEAM_COLUMN.fullmatch(name)
    return f"{found[1]} {found[2].upper()}" if found else _OTHER_NAMES.get(name, name)


def take_row(draft: RecordDraft, node: Node) -> None:
    """Read a line of cells: the header row, or a row under it."""
    place_row(draft, _pieces(draft, node))


def place_row(draft: RecordDraft, pieces: list[tuple[str, Span]]) -> None:
    """Put the cells of a line under the columns, or take them for the columns."""
    sheet = draft.sheets[-1]
    sheet.last_line = draft.line
    if pieces[0][0].startswith(UNREAD_LINE):
        line = " | ".join(text for text, _ in pieces)
        draft.report("error", f"cannot read {shown(line)}: {UNKNOWN_ROW}")
        pieces = [("??", pieces[0][1])] * len(sheet.columns or ())
        if not pieces:
            return
    if sheet.columns is None:
        _take_header(draft, sheet, pieces)
        return
    if sheet.outer_bars:
        pieces = pieces[1:] if not pieces[0][0] else pieces
        pieces = pieces[:-1] if len(pieces) > 1 and not pieces[-1][0] else pieces
    if [column_name(text) for text, _ in pieces] == list(sheet.columns):
        draft.report("note", "the header row is repeated here")
        return
    if len(pieces) > len(sheet.columns):
        message = (
            f"{len(pieces)} cells under {len(sheet.columns)} columns; the extra cells have no name"
        )
        draft.report("warning", message, pieces[len(sheet.columns)][1].column - draft.base)
    names = (*sheet.columns, *[""] * len(pieces))
    cells = tuple(
        cell_of(text, name, span, draft) for (text, span), name in zip(pieces, names, strict=False)
    )
    first, last = pieces[0][1], pieces[-1][1]
    span = Span(draft.line, first.column, draft.line, last.end_column)
    sheet.rows.append(SheetRow(cells, span))
    draft.anchor = f"sheet {len(draft.sheets)} row {len(sheet.rows)}"


def _pieces(draft: RecordDraft, node: Node) -> list[tuple[str, Span]]:
    """The cells of a row as texts, blank ones too, with where they stand."""
    pieces: list[tuple[str, Span]] = []
    text, span = "", draft.span(0, 0)
    for token in (child for child in node.children if isinstance(child, Token)):
        if token.type == "BAR":
            pieces.append((text, span))
            end = token.end_pos or 0
            text, span = "", draft.span(end, end)
        else:
            text, span = token.strip(), draft.span_of(token)
    return [*pieces, (text, span)]


def _take_header(draft: RecordDraft, sheet: SheetDraft, pieces: list[tuple[str, Span]]) -> None:
    outer = len(pieces) > 2 and not pieces[0][0] and not pieces[-1][0]
    inner = pieces[1:-1] if outer else pieces
    texts = [doubt.read_text(text) for text, _ in inner]
    names = [column_name(text if text is not None else "") for text in texts]
    if not any(name in COLUMNS or is_number_column(name) for name in names):
        draft.report(
            "error",
            "this row cannot be placed: a sheet begins with a header row that names its columns,"
            " such as deal | dealer | bidder | contract | x | points A | points B",
        )
        return
    doubled = sorted(name for name, times in Counter(names).items() if name and times > 1)
    if doubled:
        draft.report("warning", f"two columns are called {', '.join(doubled)}; the first counts")
    sheet.columns = tuple(names)
    sheet.outer_bars = outer
    draft.anchor = f"sheet {len(draft.sheets)} columns"


def cell_of(text: str, column: str, span: Span | None, draft: RecordDraft | None = None) -> Cell:
    """The entry of one cell, of the kind that its column holds."""
    if not text or text == '""':
        empty: Entry[str] = Entry(Standing.BLANK, (), span)
        return empty
    if column == "contract":
        return doubt.read_call(text, span).map(with_its_doubling)
    if column == "deal":
        text = as_number(text)
    if is_number_column(column):
        number = doubt.read_entry(text, doubt.read_number, span)
        if number is not None:
            return number
    entry = doubt.read_entry(text, _cell_text, span)
    if entry is None:
        if draft is not None and span is not None:
            message = "an unmatched quotation mark or brace; the cell is kept as written"
            draft.report("warning", message, span.column - draft.base)
        return Entry(Standing.CLEAR, (Reading(text),), span)
    return entry


def with_its_doubling(said: Said) -> Said:
    """A contract with its X in the same cell (``34 S X``) is not a run of two calls."""
    doubled = said.terms[-1].kind in (TermKind.DOUBLE, TermKind.REDOUBLE)
    if said.unclear and doubled and Said(said.terms[:-1]).form in APPROVED_FORMS:
        return Said(said.terms)
    return said


def _cell_text(text: str) -> str | None:
    found = doubt.read_text(text)
    return found if found is None or text.startswith('"') else " ".join(found.split())


def take_match_points(draft: RecordDraft, node: Node) -> None:
    """Read the line ``match points A 3 B 0``."""
    sheet = _sheet(draft)
    points: dict[Team, Entry[int]] = {}
    tie_break = None
    for child in node.children:
        if isinstance(child, Tree) and child.data == "figure":
            team, entry = draft.figure(child)
            points[team] = entry
        elif isinstance(child, Tree):
            tie_break = _tie_break_of(draft, child)
    if sheet.match_points is not None:
        if sheet.match_points.points or sheet.match_points.tie_break is None:
            draft.again("the line of match points", sheet.match_points.span)
        tie_break = tie_break if tie_break is not None else sheet.match_points.tie_break
    sheet.match_points = MatchPoints(points, tie_break, draft.span(0, _end(node)))
    draft.anchor = f"sheet {len(draft.sheets)} match points"


def take_tie_break(draft: RecordDraft, node: Node) -> None:
    """Read a line ``tie-break A`` that stands on its own."""
    sheet = _sheet(draft)
    before = sheet.match_points
    if before is not None and before.tie_break is not None:
        draft.again("the tie-break", before.tie_break.span)
    points = before.points if before is not None else {}
    span = before.span if before is not None and points else draft.span(0, _end(node))
    sheet.match_points = MatchPoints(points, _tie_break_of(draft, node), span)
    draft.anchor = f"sheet {len(draft.sheets)} match points"


def _tie_break_of(draft: RecordDraft, node: Node) -> Entry[Team] | None:
    return draft.team([child for child in node.children if isinstance(child, Token)][-1])


def _end(node: Node) -> int:
    ends = [
        token.end_pos or 0 for token in node.scan_values(lambda value: isinstance(value, Token))
    ]
    return max(ends, default=0)


def _sheet(draft: RecordDraft) -> SheetDraft:
    """The sheet at hand, or a new one where match points stand on their own."""
    if draft.block != "sheet":
        draft.block = "sheet"
        draft.sheets.append(SheetDraft(draft.line))
    draft.sheets[-1].last_line = draft.line
    return draft.sheets[-1]
