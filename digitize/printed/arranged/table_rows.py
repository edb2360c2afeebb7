"""Rows of a ruled table as lines of the notation: hands, the auction with a column a seat, tricks, sheets.

Where the columns of a table of tricks are numbered the cards stand in the order in which they were played;
where they are seats of the compass, each under its seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Final

from fairdeal.digitize.printed.arranged import sheet
from fairdeal.digitize.printed.arranged.cards import cards_of
from fairdeal.digitize.printed.arranged.headings import heading_of
from fairdeal.digitize.printed.arranged.pieces import Piece, Row, joined, said, word_piece
from fairdeal.digitize.printed.arranged.slots import Slot, fits
from fairdeal.digitize.printed.words import Word

Cells = Sequence[Sequence[Word]]

_SEAT_HEAD: Final = frozenset({"seat", "player", "hand"})
_TRICK_HEAD: Final = frozenset({"trick", "tricks", "trk", "no", "no."})
_LEAD_HEAD: Final = frozenset({"leader", "led by", "lead", "led", "by"})
_SHEET_HEAD: Final = frozenset({"deal", "board", "dealer", "bidder", "contract"})
_ORDINAL: Final = re.compile(r"([1-8])(?:st|nd|rd|th)?|card ?([1-8])", re.IGNORECASE)
_COMPASS: Final = frozenset("NESW")


@dataclass(slots=True)
class TableHead:
    """What the columns of a table hold, as its head says: `kind` is Hands, Auction, Play, Sheet or nothing yet."""

    kind: str = ""
    seats: tuple[str, ...] = ()
    seat_words: tuple[Word, ...] = ()
    leads: bool = False
    columns: tuple[str, ...] = field(default=())


def without_letters(rows: list[list[list[Word]]]) -> list[list[list[Word]]]:
    """A spreadsheet's rows without the letters above its columns and the numbers before its rows."""
    if not rows:
        return rows
    top = [text_of(cell) for cell in rows[0]]
    letters = [text for text in top if text]
    if len(letters) >= 2 and letters == list(ascii_uppercase[: len(letters)]):
        rows = rows[1:]
        first = [text_of(row[0]) for row in rows if row]
        numbers = sum(text == str(n) for n, text in enumerate(first, 1))
        if numbers >= 0.6 * len(first):
            rows = [row[1:] for row in rows]
    return rows


def text_of(cell: Sequence[Word]) -> str:
    return " ".join(word.text for word in cell)


def head_of(cells: Cells, block: str) -> TableHead | None:
    """What a row says of the columns below it; None for a row that is no head. `block` is where it stands."""
    texts = [text_of(cell).casefold().rstrip(":.") for cell in cells]
    filled = [text for text in texts if text]
    if len(filled) < 2:
        return None
    if texts[0] in _TRICK_HEAD and any(_ORDINAL.fullmatch(t) or t.upper() in _COMPASS for t in texts[1:]):
        leads = texts[1] in _LEAD_HEAD
        return TableHead("Play", tuple(t.upper() for t in texts[1 + leads :]), leads=leads)
    if texts[0] in _SEAT_HEAD and (texts[1].startswith("card") or block == "Hands"):
        return TableHead("Hands")
    if len(_SHEET_HEAD & set(filled)) >= 2:
        return TableHead("Sheet", columns=tuple(text_of(cell) for cell in cells))
    seats = [text.upper() for text in texts]
    if block in ("", "Auction") and all(fits(Slot.SEAT, seat) for seat in seats) and len(seats) >= 3:
        return TableHead("Auction", tuple(seats))
    return None


def hand_row(cells: Cells) -> Row | None:
    """A seat and its cards."""
    seat, *rest = cells
    words = [word for cell in rest for word in cell]
    if len(seat) != 1 or not words:
        return None
    cards = cards_of(words)
    return None if cards is None else (word_piece(seat[0], Slot.SEAT, after=":"), *cards)


def call_row(cells: Cells, head: TableHead) -> Row:
    """A round of the auction. A seat is named where the call before it in the row is missing, too."""
    row: list[Piece] = []
    due = False
    for seat, cell in zip(head.seats, cells, strict=False):
        if not cell:
            due = False
            continue
        if not due:
            row.append(Piece(((seat, 1.0),), None, Slot.SEAT, after=":"))
        row.append(word_piece(joined(list(cell)), Slot.CALL, after=","))
        due = True
    return tuple(row)


def trick_row(cells: Cells, head: TableHead) -> Row | None:
    """A trick: its leader where the table says it, and its cards."""
    number, rest = text_of(cells[0]).rstrip("."), list(cells[1:])
    leader = rest.pop(0) if head.leads and rest else []
    if not any(rest):
        return None
    row: list[Piece] = [said(f"trick {number}:")] if number.isdigit() else []
    compass = set(head.seats) <= _COMPASS and len(head.seats) > 1
    first = _from_leader(rest, text_of(leader), head.seats) if compass else rest
    if leader and not compass:
        row.append(word_piece(leader[0], Slot.SEAT, after=":"))
    for at, cell in enumerate(first):
        if compass and cell:
            seat = head.seats[rest.index(cell)]
            row.append(Piece(((seat, 1.0),), None, Slot.SEAT, after=":"))
        if cell:
            row.append(word_piece(joined(list(cell), ""), Slot.CARD))
        elif any(first[at + 1 :]):
            row.append(said("-"))
    return tuple(row)


def _from_leader(
    cells: Sequence[Sequence[Word]], leader: str, seats: Sequence[str]
) -> list[Sequence[Word]]:
    """The cells from the leader's on, where the table says who led."""
    at = seats.index(leader.upper()) if leader.upper() in seats else 0
    return [*cells[at:], *cells[:at]]


def sheet_row(cells: Cells, head: TableHead) -> Row:
    """A row of a score sheet."""
    return sheet.row_of([list(cell) for cell in cells], head.columns)


def title_of(cells: Cells) -> str | None:
    """The block that a row with one filled cell names."""
    filled = [cell for cell in cells if cell]
    return heading_of(text_of(filled[0])) if len(filled) == 1 else None
