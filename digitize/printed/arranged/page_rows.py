"""The lines of a page as lines of the notation, from the top: each by the block that it stands in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairdeal.digitize.printed.arranged import hands_by_suit, head, result, sheet, table_rows
from fairdeal.digitize.printed.arranged.calls import calls_of, one_call_of
from fairdeal.digitize.printed.arranged.cards import cards_of, hand_of, row_of
from fairdeal.digitize.printed.arranged.going_on import NOWHERE, Ended
from fairdeal.digitize.printed.arranged.headings import heading_of
from fairdeal.digitize.printed.arranged.layout.items import TableRow, page_items
from fairdeal.digitize.printed.arranged.pieces import Piece, Row, in_doubt, said, word_piece
from fairdeal.digitize.printed.arranged.slots import Slot, fits, like_an_entry, prose
from fairdeal.digitize.printed.arranged.table_rows import (
    TableHead,
    call_row,
    hand_row,
    head_of,
    title_of,
    trick_row,
)
from fairdeal.digitize.printed.page_words import BAR, Line, PageWords
from fairdeal.digitize.printed.readers.signs import SUITS
from fairdeal.digitize.printed.words import Word

_MAIL_LINE: Final = re.compile(r"(?:from|to|cc|subject|sent|reply-to|date)\s*:.*", re.IGNORECASE)
_QUOTED: Final = re.compile(r"\s*>")
TRICK_SIZES: Final = (4, 6, 8)
DOTS_UNSEEN: Final = 0.9
"""How sure it is that cards behind an event are of the trick before it, where nothing says so."""
SIGNED: Final = "--"
"""What stands above the name at the end of a mail."""
_SIDES: Final = ("A", "B", "NS", "EW")
FIGURES: Final = 4
"""A line with so many figures among the rows of a sheet is one of them, whatever became of its bars."""
_MAIL: Final = re.compile(r"(?:from|to|cc|subject|sent|reply-to)\s*:.*", re.IGNORECASE)
"""What a mail begins with; its date is not the match's."""


@dataclass(slots=True)
class _Page:
    """A page on its way: the block that its lines stand in, and what came of them so far."""

    right: float
    block: str = ""
    rows: list[Row] = field(default_factory=list)
    last: Line | None = None
    """The line before, where this one may go on in it."""
    suits: hands_by_suit.Holding | None = None
    columns: tuple[str, ...] = ()
    """The heads of the columns of a sheet."""
    cells: list[sheet.Cell] = field(default_factory=list)
    """The cells of the row of a sheet just taken; `head`: it was that of the columns."""
    typed_rows: list[tuple[int, list[sheet.Cell]]] = field(default_factory=list)
    """The rows of a sheet between bars: the line of each, and its cells."""
    head: bool = False
    mail: bool = False
    """Whether the line before is one of those with which a mail begins."""
    table: tuple[int, TableHead | None] | None = None
    """The table whose rows are being taken, and what its columns hold."""
    below: list[TableRow] = field(default_factory=list)
    """The rows of tables below this one."""
    won: list[Word] = field(default_factory=list)
    """Who won each trick of a table, as it says."""


def page_rows(words: PageWords, before: Ended = NOWHERE) -> list[Row]:
    """What stands on a page in the notation. What belongs to no record is a comment. `before` is where the
    page before it ended, in which this one may go on."""
    items = _whole_tags(page_items(words))
    lines = [item for item in items if isinstance(item, Line)]
    right = max((line.words[-1].right for line in lines), default=0.0)
    page = _Page(right, before.block, columns=before.columns)
    if before.block:
        page.rows.append((said(f"{before.block}:"),))  # stands on the page before
    for at, item in enumerate(items):
        if isinstance(item, Line):
            below = items[at + 1] if at + 1 < len(items) else None
            _take(page, item, below if isinstance(below, Line) else None)
            if not _is_remark(page.rows):
                page.last = item
        else:
            page.below = [each for each in items[at + 1 :] if isinstance(each, TableRow)]
            _take_cells(page, item)
            page.last = None
    _end_of_hand(page)
    _end_of_sheet(page)
    _winners(page)
    return page.rows[1:] if before.block else page.rows


def _whole_tags(items: Sequence[Line | TableRow]) -> list[Line | TableRow]:
    """The lines of a page, those of a tag that had no room in one put together."""
    found: list[Line | TableRow] = []
    for item in items:
        before = found[-1] if found else None
        if isinstance(item, Line) and isinstance(before, Line) and _rest_of_tag(before, item):
            found[-1] = replace(before, words=before.words + item.words)
        else:
            found.append(item)
    return found


def _rest_of_tag(before: Line, line: Line) -> bool:
    open_before = before.text.startswith("[") and not before.text.rstrip().endswith("]")
    return open_before and line.text.endswith('"]') and not line.text.startswith("[")


def _take(page: _Page, line: Line, below: Line | None) -> None:
    text = line.text
    page.table = None
    if _MAIL.fullmatch(text):
        page.mail = True
    if (
        text == SIGNED
        or _QUOTED.match(text)
        or text.startswith(";")
        or (page.mail and _MAIL_LINE.fullmatch(text))
    ):
        page.rows.append(_comment(line))
        return
    page.mail = page.mail and _MAIL.fullmatch(text) is not None
    if text.startswith("!"):
        page.rows.append(tuple(word_piece(word) for word in line.words))
        return
    block = heading_of(text)
    if block is not None:
        _begin(page, block)
        return
    tag = head.tag_of(line, keys=page.block == "")
    if tag is not None:
        _end_of_hand(page)
        _end_of_sheet(page)
        page.block = ""
        page.rows.append(tag)
        return
    if page.block == "" and below is not None and _hand_begins(line, below):
        _begin(page, "Hands")
    _IN[page.block](page, line)


def _hand_begins(line: Line, below: Line) -> bool:
    """Whether a line names a seat and the next is a suit that it holds: hands without a heading."""
    seat = hands_by_suit.heading_of(line.words)
    return seat is not None and hands_by_suit.Holding(seat).take(below.words)


def _end_of_sheet(page: _Page) -> None:
    """Rows of a sheet with fewer cells than most of its rows have lost a bar, and those that do not fit its
    columns one too, or have one too many: nobody knows which."""
    counts = Counter(len(cells) for _, cells in page.typed_rows)
    usual = counts.most_common(1)[0][0] if counts else 0
    for at, cells in page.typed_rows:
        lost = len(cells) < usual and counts[usual] > 1
        if lost or sheet.misfits(cells, page.columns) > (len(cells) == usual):
            page.rows[at] = sheet.unreadable(cells, len(page.columns))
    page.typed_rows = []


def _begin(page: _Page, block: str) -> None:
    _end_of_hand(page)
    _end_of_sheet(page)
    page.block = block.split()[0]
    page.columns, page.cells = (), []
    page.last = None
    page.rows.append((said(f"{block}:"),))
    _winners(page, block)


def _winners(page: _Page, block: str = "") -> None:
    """What a table of tricks says of who won them, as the line of a result."""
    if not page.won or block not in ("", "Result"):
        return
    if not block:
        page.rows.append((said("Result:"),))
    page.rows.append((said("tricks"), *(word_piece(word, Slot.SEAT) for word in page.won)))
    page.won = []


def _take_cells(page: _Page, row: TableRow) -> None:
    """Take a row of a table: a title, the head of its columns, or what stands below them."""
    if page.table is None or page.table[0] != row.table:
        page.table = (row.table, None)
    title = title_of(row.cells)
    if title is not None:
        _begin(page, title)
        page.table = (row.table, None)
        return
    head_here = head_of(row.cells, page.block)
    if head_here is not None:
        if page.block != head_here.kind:
            _begin(page, head_here.kind)
        if head_here.kind == "Play":
            below = [each.cells for each in page.below if each.table == row.table]
            head_here.by_seat = table_rows.by_seat(below, head_here, _hands(page.rows))
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


def _take_filled(page: _Page, row: TableRow, columns: TableHead | None) -> None:
    kind = columns.kind if columns is not None else page.block
    found: Row | None = None
    if kind == "Play" and columns is None:
        columns = table_rows.as_tricks(row.cells)
    words = tuple(word for cell in row.cells for word in cell)
    if kind != "Sheet" and result.row_of(words) is not None:
        pass
    elif columns is not None and kind == "Play":
        found = trick_row(row.cells, columns)
        winner = table_rows.winner_of(row.cells, columns)
        page.won += [winner] if winner is not None else []
    elif columns is not None and kind == "Auction":
        found = call_row(row.cells, columns)
    elif columns is not None and kind == "Sheet":
        found = table_rows.sheet_row(row.cells, columns)
    elif kind == "Hands":
        found = hand_row(row.cells)
    if found is not None:
        page.rows.append(found)
        return
    _take_plain_cells(page, Line(words, 0.0, 1.0), row)


def _take_plain_cells(page: _Page, line: Line, row: TableRow) -> None:
    """A row that is a name and its value: of the record's head, or of a result."""
    found = result.row_of(line.words)
    if found is not None:
        if page.block != "Result":
            _begin(page, "Result")
        page.rows.append(found)
        return
    tag = head.of_cells(row.cells) if page.block == "" else None
    filled = sum(map(bool, row.cells)) > 1
    page.rows.append(tag or (_unread(line) if page.block and filled else _not_read(line)))


def _unread(line: Line) -> Row:
    """A row of a table that could not be read, as it was seen, behind a sign that makes it a problem wherever
    it stands: as a line it might be read as something else."""
    mark = Piece((("~", 1.0),), line.words[0].box)
    return (mark, *(word_piece(word) for word in line.words))


def _comment(line: Line) -> Row:
    pieces = tuple(word_piece(word) for word in line.words)
    return pieces if line.text.startswith(";") else (said(";"), *pieces)


def _is_remark(rows: Sequence[Row]) -> bool:
    """Whether the last row is a comment: a stamp between two lines ends neither."""
    return bool(rows) and rows[-1][0].text.startswith(";")


def _last(page: _Page) -> int:
    """The position of the last row that is no comment."""
    return next(n for n in range(len(page.rows) - 1, -1, -1) if not _is_remark(page.rows[: n + 1]))


def _goes_on(page: _Page, line: Line) -> bool:
    """Whether a line goes on from the one before: what stands first in it had no room there."""
    before = page.last
    if before is None or not before.words or not page.rows:
        return False
    first = line.words[0]
    needed = before.words[-1].right + 0.3 * line.capital + first.right - first.left
    return needed > page.right and before.words[-1].right > 0.6 * page.right


def _in_head(page: _Page, line: Line) -> None:
    page.rows.append(_not_read(line))


def _in_hands(page: _Page, line: Line) -> None:
    hand = hand_of(line.words)
    if hand is not None:
        _end_of_hand(page)
        page.rows.append(hand)
        return
    seat = hands_by_suit.heading_of(line.words)
    if seat is not None:
        _end_of_hand(page)
        page.suits = hands_by_suit.Holding(seat)
        return
    if page.suits is not None and page.suits.take(line.words):
        return
    cards = cards_of(line.words)
    if (
        cards is not None
        and page.rows
        and page.suits is None
        and page.rows[-1][0].slot is Slot.SEAT
    ):
        page.rows[-1] = (*page.rows[-1], *cards)
        return
    figures = any(sign.isdigit() or sign in SUITS for word in line.words for sign in word.text)
    if page.suits is not None and (figures or like_an_entry([word.text for word in line.words])):
        page.suits.broken = True
    elif figures and page.rows and page.rows[-1][0].slot is Slot.SEAT and page.last is not None:
        unread = Piece((("??", 1.0),), line.words[0].box)  # perhaps cards of the hand above
        page.rows[-1] = (*page.rows[-1], unread)
    page.rows.append(_not_read(line))


def _not_read(line: Line) -> Row:
    """A line that could not be read, as it was seen: a problem at its place. A comment where it is plainly
    nothing of the record's."""
    if prose([word.text for word in line.words]):
        return _comment(line)
    return tuple(word_piece(word) for word in line.words)


def _end_of_hand(page: _Page) -> None:
    if page.suits is not None:
        row = page.suits.row()
        if row is not None:
            page.rows.append(row)
        page.suits = None


def _in_auction(page: _Page, line: Line) -> None:
    calls = calls_of(line.words)
    if not any(fits(piece.slot, piece.text) for piece in calls if piece.slot is Slot.CALL):
        page.rows.append(_not_read(line))
        return
    at = _last(page)
    *row, last = page.rows[at]
    if last.slot is Slot.SEAT and last.after == ":":  # its call had no room beside it
        page.rows[at] = (*row, last, *calls)
        return
    if _goes_on(page, line):
        whole = one_call_of(last, calls[0])
        if whole is not None:
            page.rows[at] = (*row, whole, *calls[1:])
            return
    page.rows.append(calls)


def _in_play(page: _Page, line: Line) -> None:
    row = row_of(line.words)
    if row is None:
        page.rows.append(_not_read(line))
        return
    labelled = any(piece.after == ":" or piece.slot is Slot.FREE for piece in row[:1])
    whole = len(row) >= sum(piece.slot is Slot.CARD for piece in page.rows[-1])
    if not (labelled or whole) and _goes_on(page, line) and page.rows[-1][-1].slot is Slot.CARD:
        page.rows[-1] = (*page.rows[-1], *row)
        return
    page.rows.append(row if labelled else _after_event(page.rows, row))


def _after_event(rows: Sequence[Row], row: Row) -> Row:
    """Cards behind an event, as the rest of the trick before it where the two make a whole trick and the dots
    that say so were not seen: one card is in doubt for it."""
    if len(rows) < 2 or not rows[-1][0].text.startswith("!"):
        return row
    before = sum(piece.slot is Slot.CARD for piece in rows[-2])
    if not before or before + len(row) not in TRICK_SIZES:
        return row
    first = in_doubt(row[0], DOTS_UNSEEN)
    return (said(".."), first, *row[1:])


def _in_result(page: _Page, line: Line) -> None:
    words = [word for word in line.words if word.text != BAR]
    row = result.row_of(words) if words else None
    if row is not None:
        page.rows.append(row)
        return
    before = page.rows[-1]
    if before[-1].text in _SIDES and len(words) == 1 and fits(Slot.NUMBER, words[0].text):
        page.rows[-1] = (*before, word_piece(words[0], Slot.NUMBER))  # it had no room there
        return
    more = [word_piece(word, Slot.SEAT) for word in result.each_seat(words)]
    going_on = page.rows[-1][0].text == "tricks" and _goes_on(page, line)
    if going_on and all(fits(Slot.SEAT, piece.text) for piece in more):
        page.rows[-1] = (*page.rows[-1], *more)
        return
    page.rows.append(_not_read(line))


def _in_sheet(page: _Page, line: Line) -> None:
    row = result.match_points_of(line.words)
    if row is not None:
        page.rows.append(row)
        return
    cells = sheet.cells_of(line.words)
    own = _row_of_its_own(page, cells) or not _missing(page, cells)
    if page.cells and _goes_on(page, line) and not own:
        cells = [*page.cells[:-1], [*page.cells[-1], *cells[0]], *cells[1:]]
        page.rows.pop()
        page.typed_rows = page.typed_rows[:-1]
        if page.head:
            page.columns = ()
    elif len(cells) < 2:
        page.rows.append(_without_bars(page, line, cells))
        return
    page.head = not page.columns
    page.columns = page.columns or sheet.columns_of(cells)
    page.cells = cells
    if not page.head:
        page.typed_rows.append((len(page.rows), cells))
    page.rows.append(sheet.row_of(cells, page.columns))


def _without_bars(page: _Page, line: Line, cells: Sequence[sheet.Cell]) -> Row:
    """A line among the rows of a sheet that has no bars: a row that lost them, or something else."""
    figures = sum(sign.isdigit() for word in line.words for sign in word.text)
    if figures < FIGURES:
        return _not_read(line)
    return sheet.unreadable(cells, len(page.columns)) if page.columns else _unread(line)


def _missing(page: _Page, cells: Sequence[sheet.Cell]) -> bool:
    """Whether the row of a sheet before this line may lack what stands in it: heads, or cells of a row."""
    if page.head:
        return not any(word.text.isdigit() for cell in cells for word in cell)
    return len(page.cells) < len(page.columns) - 1


def _row_of_its_own(page: _Page, cells: Sequence[sheet.Cell]) -> bool:
    """Whether a line is a row of a sheet however wide the one before it is: it has figures, in as many
    cells as there are columns, or their bars were lost."""
    figures = sum(word.text.strip("|.,").isdigit() for cell in cells for word in cell)
    return (figures > 0 and len(cells) >= len(page.columns)) or (
        len(cells) < 2 and figures >= FIGURES
    )


_IN: Final[dict[str, Callable[[_Page, Line], None]]] = {
    "": _in_head,
    "Hands": _in_hands,
    "Auction": _in_auction,
    "Play": _in_play,
    "Result": _in_result,
    "Sheet": _in_sheet,
}
