"""Rows of tables as lines of the notation: by what the head of their columns says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fairdeal.digitize.printed.arranged import head, result, table_rows
from fairdeal.digitize.printed.arranged.layout.items import TableRow
from fairdeal.digitize.printed.arranged.pieces import Row, in_doubt
from fairdeal.digitize.printed.arranged.rows.page import Page, begin, not_read, unread
from fairdeal.digitize.printed.arranged.slots import Slot, fits
from fairdeal.digitize.printed.arranged.table_rows import (
    TableHead,
    call_row,
    hand_row,
    head_of,
    title_of,
    trick_row,
)
from fairdeal.digitize.printed.page_words import Line

MISNUMBERED: Final = 0.9
"""How sure the leader of a trick is, or its first card, where its number was there before."""
_NUMBER: Final = re.compile(r"trick (\d+):")


def take_cells(page: Page, row: TableRow) -> None:
    """Take a row of a table: a title, the head of its columns, or what stands below them."""
    if page.table is None or page.table[0] != row.table:
        page.table = (row.table, None)
    title = title_of(row.cells)
    if title is not None:
        begin(page, title)
        page.table = (row.table, None)
        return
    head_here = head_of(row.cells, page.block)
    if head_here is not None:
        if page.block != head_here.kind:
            begin(page, head_here.kind)
        if head_here.kind == "Play":
            below = [each.cells for each in page.below if each.table == row.table]
            head_here = table_rows.with_cards(head_here, below)
            head_here.by_seat = table_rows.by_seat(below, head_here, _hands(page.rows))
            head_here.winners = head_here.winners or table_rows.has_winners(below, head_here)
        page.table = (row.table, head_here)
        if head_here.kind == "Sheet":
            page.rows.append(table_rows.sheet_row(row.cells, head_here))
        return
    _take_filled(page, row, page.table[1])


def _hands(rows: Sequence[Row]) -> dict[str, list[str]]:
    """The cards of each seat, as the rows of hands so far have them."""
    return {
        row[0].text.upper(): [piece.text.upper() for piece in row[1:]]
        for row in rows
        if len(row) > 1 and row[0].slot is Slot.SEAT and all(p.slot is Slot.CARD for p in row[1:])
    }


def _another_round(page: Page, row: TableRow, columns: TableHead) -> bool:
    """Whether the row below has calls too."""
    below = page.below[0].cells if page.below and page.below[0].table == row.table else ()
    calls = [cell for cell in below[: len(columns.seats)] if cell]
    told = sum(fits(Slot.CALL, table_rows.text_of(cell)) for cell in calls)
    return len(calls) > 1 and told == len(calls)


def _comes_again(rows: Sequence[Row], row: Row) -> bool:
    """Whether a trick has the number of one above it, or a lower one: the paper may have it so, or a figure
    of it was misread."""
    numbers = [_NUMBER.fullmatch(each[0].text) for each in (*rows, row) if each]
    *before, own = [int(each[1]) if each else 0 for each in numbers]
    return len(row) > 1 and 0 < own <= max(before, default=0)


def _take_filled(page: Page, row: TableRow, columns: TableHead | None) -> None:
    kind = columns.kind if columns is not None else page.block
    found: Row | None = None
    if kind == "Play" and columns is None:
        columns = table_rows.as_tricks(row.cells)
    words = tuple(word for cell in row.cells for word in cell)
    if kind != "Sheet" and result.row_of(words) is not None:
        pass
    elif columns is not None and kind == "Play":
        found = trick_row(row.cells, columns)
        if found is not None and _comes_again(page.rows, found):
            found = (found[0], in_doubt(found[1], MISNUMBERED), *found[2:])
        winner = table_rows.winner_of(row.cells, columns)
        page.won += [winner] if winner is not None else []
    elif columns is not None and kind == "Auction":
        found = call_row(row.cells, columns, last=not _another_round(page, row, columns))
    elif columns is not None and kind == "Sheet":
        found = table_rows.sheet_row(row.cells, columns)
    elif kind == "Hands":
        found = hand_row(row.cells)
    if found is not None:
        page.rows.append(found)
        return
    _take_plain_cells(page, Line(words, 0.0, 1.0), row)


def _take_plain_cells(page: Page, line: Line, row: TableRow) -> None:
    """A row that is a name and its value: of the record's head, or of a result."""
    found = result.row_of(line.words)
    if found is not None:
        if page.block != "Result":
            begin(page, "Result")
        page.rows.append(found)
        return
    tag = head.of_cells(row.cells) if page.block == "" else None
    filled = sum(map(bool, row.cells)) > 1
    letters = any(sign.isalnum() for sign in line.text)  # what a rule left is none
    nameless = letters and len(row.cells) > 1 and not row.cells[0]  # its name was not seen
    lost = filled if page.block else nameless
    page.rows.append(tag or (unread(line) if lost else not_read(line)))
