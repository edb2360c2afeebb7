"""A page on its way to the notation: its rows so far, and the block that its lines stand in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fairdeal.digitize.printed.arranged import hands_by_suit, sheet
from fairdeal.digitize.printed.arranged.layout.items import TableRow
from fairdeal.digitize.printed.arranged.pieces import Piece, Row, in_doubt, said, word_piece
from fairdeal.digitize.printed.arranged.slots import Slot, prose
from fairdeal.digitize.printed.arranged.table_rows import TableHead
from fairdeal.digitize.printed.page_words import Line
from fairdeal.digitize.printed.words import Word

ALIGNED: Final = 1.0
"""Lines of a column begin within so many heights of a capital."""
BAR_UNSEEN: Final = 0.9
"""How sure the entries of a row are in which a bar was not seen."""
A_COLUMN: Final = 4
"""So many lines tell how wide it is."""


@dataclass(slots=True)
class Page:
    """A page on its way: the block that its lines stand in, and what came of them so far."""

    right: float
    """Where its longest line ends."""
    edges: Sequence[tuple[float, float]] = ()
    """The left and the right end of each line."""
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

    def right_of(self, line: Line) -> float:
        """Where the longest of the lines ends that begin where this one does: a column may be narrow."""
        begun = line.words[0].left
        ends = [right for left, right in self.edges if abs(left - begun) < ALIGNED * line.capital]
        return max(ends) if len(ends) >= A_COLUMN else self.right


def begin(page: Page, block: str) -> None:
    end_of_hand(page)
    end_of_sheet(page)
    page.block = block.split()[0]
    page.columns, page.cells = (), []
    page.last = None
    page.rows.append((said(f"{block}:"),))
    winners(page, block)


def end_of_hand(page: Page) -> None:
    if page.suits is not None:
        row = page.suits.row()
        if row is not None:
            page.rows.append(row)
        page.suits = None


def end_of_sheet(page: Page) -> None:
    """Rows of a sheet with fewer cells than most of its rows have lost a bar, and those that do not fit its
    columns one too, or have one too many: nobody knows which, but where there is room for it."""
    counts = Counter(len(cells) for _, cells in page.typed_rows)
    usual = counts.most_common(1)[0][0] if counts else 0
    for at, cells in page.typed_rows:
        lost = len(cells) < usual and counts[usual] > 1
        whole = sheet.with_lost_bars(cells, usual, page.columns) if lost else None
        if whole is not None:
            page.rows[at] = tuple(
                in_doubt(piece, BAR_UNSEEN) if piece.box is not None else piece
                for piece in sheet.row_of(whole, page.columns)
            )
        elif lost or sheet.misfits(cells, page.columns) > (len(cells) == usual):
            page.rows[at] = sheet.unreadable(cells, len(page.columns))
    page.typed_rows = []


def winners(page: Page, block: str = "") -> None:
    """What a table of tricks says of who won them, as the line of a result."""
    if not page.won or block not in ("", "Result"):
        return
    if not block:
        page.rows.append((said("Result:"),))
    page.rows.append((said("tricks"), *(word_piece(word, Slot.SEAT) for word in page.won)))
    page.won = []


def is_remark(rows: Sequence[Row]) -> bool:
    """Whether the last row is a comment: a stamp between two lines ends neither."""
    return bool(rows) and rows[-1][0].text.startswith(";")


def last_row(page: Page) -> int:
    """The position of the last row that is no comment."""
    return next(n for n in range(len(page.rows) - 1, -1, -1) if not is_remark(page.rows[: n + 1]))


def goes_on(page: Page, line: Line) -> bool:
    """Whether a line goes on from the one before: what stands first in it had no room there."""
    before = page.last
    if before is None or not before.words or not page.rows:
        return False
    first = line.words[0]
    needed = before.words[-1].right + 0.3 * line.capital + first.right - first.left
    right = page.right_of(before)
    return needed > right and before.words[-1].right > 0.6 * right


def comment(line: Line) -> Row:
    pieces = tuple(word_piece(word) for word in line.words)
    return pieces if line.text.startswith(";") else (said(";"), *pieces)


def not_read(line: Line, block: str = "") -> Row:
    """A line that could not be read, as it was seen: a problem at its place, never a call or a card of
    anybody's in the `block` where it stands. A comment where it is plainly nothing of the
    record's."""
    if prose([word.text for word in line.words]):
        return comment(line)
    return unread(line) if block else tuple(word_piece(word) for word in line.words)


def unread(line: Line) -> Row:
    """A row of a table that could not be read, as it was seen, behind a sign that makes it a problem wherever
    it stands: as a line it might be read as something else."""
    mark = Piece((("~", 1.0),), line.words[0].box)
    return (mark, *(word_piece(word) for word in line.words))
