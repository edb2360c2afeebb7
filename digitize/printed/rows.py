"""What each line and each row of a table is made to in the notation, by the block that it stands in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Final

from fairdeal.digitize.printed import head, tables
from fairdeal.digitize.printed.auction import (
    PLUS,
    calls_of,
    halves_of_one,
    may_be_listed,
    one_call_of,
    perhaps_one,
)
from fairdeal.digitize.printed.columns import TableRow
from fairdeal.digitize.printed.entries import (
    Holding,
    begins_suit,
    cards_of,
    hand_of,
    label_of,
    row_of,
    seat_of_hand,
    seat_unread,
    uncounted,
)
from fairdeal.digitize.printed.lost_bars import as_ended, with_lost_bars
from fairdeal.digitize.printed.tables import TableHead, call_row, hand_row, head_of, trick_row
from fairdeal.digitize.printed.words import (
    BAR,
    NEARLY,
    NOTHING_SAID,
    PERHAPS_TWO,
    SIGN_LOST,
    SUITS,
    Line,
    Piece,
    Row,
    Slot,
    Word,
    fits,
    heading_of,
    in_doubt,
    joined,
    nearest,
    prose,
    said,
    unknown,
    word_piece,
)

ALIGNED: Final = 1.0
"""Lines of a column begin within so many heights of a capital."""
A_COLUMN: Final = 4
"""So many lines show how wide it is."""


@dataclass(slots=True)
class NotationPage:
    """A page on its way: the block that its lines stand in, and what came of them so far."""

    edges: Sequence[tuple[float, float]] = ()
    """The left and the right end of each line."""
    block: str = ""
    begun: bool = False
    """Whether a block has begun: its rows may go on below a word read as a tag."""
    rows: list[Row] = field(default_factory=list)
    last: Line | None = None
    """The line before, where this one may go on in it."""
    suits: Holding | None = None
    columns: tuple[str, ...] = ()
    """The heads of the columns of a sheet."""
    cells: tables.Cells = ()
    """The cells of the row of a sheet just taken; `head`: it was that of the columns."""
    typed_rows: list[tuple[int, tables.Cells]] = field(default_factory=list)
    """The rows of a sheet between bars: the line of each, and its cells."""
    bar: float | None = None
    """Where the bar before the first cell stands, in sheets that have one."""
    ended: bool = False
    """Whether a row of the sheet before ended with a bar."""
    head: bool = False
    mail: bool = False
    """Whether the line before is one of those with which a mail begins."""
    table: tuple[int, TableHead | None] | None = None
    """The table whose rows are being taken, and what its columns hold."""
    below: list[TableRow] = field(default_factory=list)
    """The rows of tables below this one."""
    won: list[Word] = field(default_factory=list)
    """Who won each trick of a table, as it says."""


def begin(page: NotationPage, block: str) -> None:
    end_of_block(page)
    page.block, page.begun = block.split()[0], True
    page.columns, page.cells, page.ended = (), (), False
    page.last = None
    page.rows.append((said(f"{block}:"),))
    winners(page, block)


def end_of_hand(page: NotationPage) -> None:
    if page.suits is not None:
        page.rows.append(page.suits.row())
        page.suits = None


def end_of_block(page: NotationPage) -> None:
    """Rows of a sheet with fewer cells than most of its rows have lost a bar, and those that do not fit its
    columns one too, or have one too many: nobody knows which, but where there is room for it."""
    end_of_hand(page)
    most = len(page.columns)  # rows with more cells than that have a 1 that was read as a bar
    counts = Counter(len(cells) for _, cells in page.typed_rows if len(cells) <= most)
    usual = max(counts, key=counts.__getitem__, default=most)
    for at, cells in page.typed_rows:
        lost = len(cells) < usual and counts[usual] > 1
        whole = with_lost_bars(cells, usual, page.columns) if lost else None
        if whole is not None:
            page.rows[at] = whole
        elif lost or tables.misfits(cells, page.columns) > (len(cells) == usual):
            page.rows[at] = tables.unreadable(cells, len(page.columns))
    page.typed_rows = []


def winners(page: NotationPage, block: str = "") -> None:
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


def last_row(page: NotationPage) -> int:
    """The position of the last row that is not a comment."""
    return next(n for n in range(len(page.rows) - 1, -1, -1) if not is_remark(page.rows[: n + 1]))


def goes_on(page: NotationPage, line: Line) -> bool:
    """Whether a line goes on from the one before: what stands first in it had no room there."""
    before = page.last
    if before is None or not before.words or not page.rows:
        return False
    begun, first = before.words[0].left, line.words[0]
    # A column may be narrow: the longest of the lines counts that begin where this one does.
    # Its left edge may lean, so each counts from where it begins itself.
    ends = [end - left for left, end in page.edges if abs(left - begun) < ALIGNED * before.capital]
    right = max(end for _, end in page.edges) if len(ends) < A_COLUMN else begun + max(ends)
    blanks = [word.left - each.right for each, word in pairwise(before.words)]
    blank = max(0.3 * line.capital, min(blanks, default=0.0))
    needed = before.words[-1].right + blank + first.right - first.left
    return needed > right and before.words[-1].right > 0.6 * right


def comment(line: Line) -> Row:
    pieces = tuple(word_piece(word) for word in line.words)
    return pieces if line.text.startswith(";") else (said(";"), *pieces)


def not_read(line: Line, begun: bool = False) -> Row:
    """A line that could not be read, as it was seen: a problem at its place, never a call, a card or a row of
    anybody's once a block has `begun`. A comment where it is plainly nothing of the record's."""
    if prose([word.text for word in line.words]):
        return comment(line)
    return unread(line) if begun else tuple(word_piece(word) for word in line.words)


def unread(line: Line) -> Row:
    """A row of a table that could not be read, as it was seen, behind a sign that makes it a problem wherever
    it stands: as a line it might be read as something else."""
    mark = Piece((("~", 1.0),), line.words[0].box)
    return (mark, *(word_piece(word) for word in line.words))


TRICK_SIZES: Final = (4, 6, 8)
"""Cards of a whole trick, of bridge and of 56 with six or eight players."""
FEWEST_WHOLE: Final = 3
"""With so many whole tricks before them two lines that are one together may be one; fewer may be short."""
MOST_CARDS: Final = 13
"""Cards of the longest hand of any of the games."""
FIGURES: Final = 4
"""A line with so many figures among the rows of a sheet is one of them, whatever became of its bars."""
OPEN_SEAT: Final = 0.5
"""A line between hands that is less likely a seat may be cards of the hand above."""
FOUR_SUITS: Final = 4
"""A hand has no more lines."""
LONE: Final = 4
"""A word of so few letters among the suits of a hand is one of them: ``Sui`` for ``S:J``."""
_DASHES: Final = ("-", "--", "_", "=")
"""What two dots may be read as."""
_SIDES: Final = ("A", "B", "NS", "EW")


def _in_head(page: NotationPage, line: Line) -> None:
    if tables.heads_a_sheet(line.words):  # whatever was read of the line that names it
        begin(page, "Sheet")
        _in_sheet(page, line)
    elif is_remark(page.rows) and page.rows[-1][-1].text.endswith(","):
        page.rows.append(comment(line))  # a title in two lines
    else:
        page.rows.append(not_read(line, page.begun))


def _in_hands(page: NotationPage, line: Line) -> None:
    words = line.words
    if page.suits is not None and page.suits.begins_again(words):
        end_of_hand(page)  # of the hand that begins here the seat was not read
        page.suits = Holding(unknown(Slot.SEAT, words[0].box, ":"), broken=True)
    suits = page.suits  # ``S:`` and ranks are a suit, ``S:`` and cards a hand
    if suits is not None and (len(words) > 1 or suits.void_in(words)) and suits.take(words):
        return
    hand, seat = hand_of(words), seat_of_hand(words)
    if hand is not None or seat is not None:
        unsure = seat is not None and seat.readings[0][1] < OPEN_SEAT
        if suits is not None and len(suits.suits) < FOUR_SUITS and unsure:
            suits.broken = True  # or a line of it
        end_of_hand(page)
        page.rows += [hand] if hand is not None else []
        page.suits = Holding(seat) if hand is None and seat is not None else None
        return
    if suits is not None and suits.take(words):
        return
    seated = label_of(line.words) is not None
    cards = None if seated else cards_of(line.words)
    if (
        cards is not None
        and any(piece.text not in NOTHING_SAID for piece in cards)  # a speck goes on from nothing
        and page.rows
        and page.suits is None
        and page.rows[-1][0].slot is Slot.SEAT
    ):
        before = len(page.rows[-1]) - 1
        if before + len(cards) > MOST_CARDS:
            page.rows.append(seat_unread(line.words, before))
        else:
            page.rows[-1] = (*page.rows[-1], *cards)
        return
    figures = any(sign.isdigit() or sign in SUITS for word in line.words for sign in word.text)
    plain = prose([word.text for word in line.words])
    lone = len(line.words) == 1 and len(line.text) <= LONE
    if page.suits is not None and (figures or lone or not plain or begins_suit(line.words)):
        page.suits.broken = True
    elif (
        figures
        and not seated
        and page.rows
        and page.rows[-1][0].slot is Slot.SEAT
        and page.last is not None
    ):
        page.rows[-1] = uncounted(page.rows[-1])  # perhaps they are cards of the hand above
    page.rows.append(not_read(line, page.begun))


FEWEST_HEADS: Final = 4
"""Seats at a table."""


def _in_auction(page: NotationPage, line: Line) -> None:
    seats = {word.text for word in line.words if fits(Slot.SEAT, word.text)}
    if len(seats) == len(line.words) >= FEWEST_HEADS:
        page.rows.append(comment(line))  # heads of columns of which no rules were seen
        return
    at = last_row(page)
    *row, last = page.rows[at]
    calls = calls_of(line.words)
    if len(line.words) == 1 and last.text.casefold().endswith(PLUS) and not last.after:
        calls = calls_of([line.words[0].respelled(lambda text: re.sub("[;:]$", ",", text))])
    halves = bool(calls) and halves_of_one(last, calls[0])  # a comma alone ends nothing
    called = (fits(piece.slot, piece.text) for piece in calls if piece.slot is Slot.CALL)
    lost = unread(line) if may_be_listed(page.rows, page.last, line) else not_read(line, page.begun)
    if not halves and not any(called):
        seated = any(each.slot is Slot.SEAT for each in calls[:1])
        # Behind a seat a word that is not a call would be one that was said: each is doubted.
        page.rows.append(calls if seated and not prose([w.text for w in line.words]) else lost)
        return
    if last.slot is Slot.SEAT and last.after == ":":  # its call had no room beside it
        page.rows[at] = (*row, last, *calls)
        return
    if halves or goes_on(page, line):
        whole = one_call_of(last, calls[0])
        if whole is not None:
            page.rows[at] = (*row, whole, *calls[1:])
            return
        if perhaps_one(last, calls[0]):
            # How many calls they are is in doubt, and so whose turn it is behind them.
            page.rows[at] = (*row, in_doubt(last, PERHAPS_TWO))
            page.rows += filter(None, ((said("~"), replace(calls[0], slot=Slot.FREE)), calls[1:]))
            return
    # Nobody calls a single figure or a stroke: it is a speck, or a piece of a rule.
    lone = len(calls) == 1 and re.fullmatch(r"\d|[^\w+?]+", calls[0].text)
    page.rows.append(lost if lone else calls)


_LIKE_REST: Final = re.compile(r"\w{1,3}[CDHS♣♦♥♠]", re.IGNORECASE)
"""A lone word that may be the last card of a trick, its seat and its dots: ``BIC`` for ``.. 6:JC``."""


def _in_play(page: NotationPage, line: Line) -> None:
    row = row_of(line.words)
    if row is None:
        if _LIKE_REST.fullmatch(line.text):
            page.rows.append(unread(line))
            return
        if not is_remark([not_read(line)]):
            # A trick of which no card is known, nor who led: the signs of its line accuse no seat.
            usual = (each for each in map(cards_in, reversed(page.rows)) if each in TRICK_SIZES)
            card = unknown(Slot.CARD, joined(line.words).box)
            page.rows.append((card,) * next(usual, 1))
        page.rows.append(comment(line))
        return
    speck = row[0].slot is Slot.CARD and not fits(Slot.CARD, row[0].text)
    led = speck and len(row) > 1 and row[1].slot is Slot.SEAT
    # Between two whole tricks, at the margin; else it may be a card that the one before lacks.
    if led and {cards_in(page.rows[-1]) or 4, cards_in(row[1:])} <= {*TRICK_SIZES}:
        page.rows.append((said(";"), replace(row[0], slot=Slot.FREE)))
        row = row[1:]
    if row[0].slot is Slot.CARD and row[0].text in _DASHES:
        row = _rest_of_trick(page.rows, row[1:]) or row
    labelled = any(piece.after == ":" or piece.slot is Slot.FREE for piece in row[:1])
    before, cards = cards_in(page.rows[-1]), cards_in(row)
    headings = (n for n, each in enumerate(page.rows, 1) if each[0].text == "Play:")
    tricks = page.rows[max(headings, default=0) :]  # no hands: they have as many cards
    whole = any(before == cards_in(each) for each in tricks[:-1])
    rest = not labelled and cards < before and page.rows[-1][-1].slot is Slot.CARD and not whole
    open_end = page.last is not None and page.last.words[-1].text.endswith(",")
    if rest and before + cards in TRICK_SIZES:
        no_room = open_end or goes_on(page, line)
        # A row without a seat, where all others have one, makes the one above as long as these are.
        others = [each for each in tricks[:-1] if cards_in(each) == before + cards]
        if no_room or (
            others and all(each[0].slot is Slot.SEAT for each in page.rows[-1:] + others)
        ):
            sure = 1.0 if no_room else SIGN_LOST
            page.rows[-1] = (*page.rows[-1], *(in_doubt(each, sure) for each in row))
            return
    sizes = Counter(n for n in map(cards_in, tricks) if n in TRICK_SIZES)
    if not labelled and before and sizes[before + cards] >= FEWEST_WHOLE and not rest:
        page.rows[-1] = (*page.rows[-1], *(in_doubt(each, SIGN_LOST) for each in row))
        return
    each_named = sum(piece.slot is Slot.SEAT for piece in row) == cards
    begun = _begun(page.rows)
    lengths = set(sizes) or {*TRICK_SIZES}
    full = begun not in lengths and begun + cards in lengths
    if before and each_named and full and goes_on(page, line):
        page.rows[-1] = (*page.rows[-1], *row)
        return
    whole_row = labelled and not (each_named and cards > 1)
    page.rows.append(row if whole_row else _rest_of_trick(page.rows, row) or row)


def cards_in(row: Row) -> int:
    """How many cards a row has; those of an event are of no trick."""
    if row and row[0].text.startswith("!"):
        return 0
    return sum(piece.slot is Slot.CARD for piece in row)


def _begun(rows: Sequence[Row]) -> int:
    """How many cards the trick of the last row has so far, those before events between them counted."""
    count = 0
    for row in reversed(rows):
        count += cards_in(row)
        if row[0].text != ".." and not row[0].text.startswith(("!", ";")):
            break
    return count


def _rest_of_trick(rows: Sequence[Row], row: Row) -> Row | None:
    """Cards behind an event, as the rest of the trick before it where the two make a whole trick and the dots
    that say so were not seen, or read as a dash: one card is in doubt for it. None for others."""
    if len(rows) < 2 or not row or not rows[-1][0].text.startswith("!") or row[0].text == "..":
        return None
    before = cards_in(rows[-2])
    if not before or before + cards_in(row) not in TRICK_SIZES:
        return None
    return (said(".."), in_doubt(row[0], SIGN_LOST), *row[1:])


def _with_bars_as_winners(line: Line) -> list[Word]:
    """The words of a line of the result, bars left out. Beside some of the winners of tricks alone one is a
    winner that could not be read: a 1 is as straight on a fax."""
    plain = [word for word in line.words if word.text != BAR]
    named = plain[:1] and nearest(plain[0].text.casefold(), ("tricks",), NEARLY)
    between = [len(list(each)) for is_bar, each in groupby(line.words, _is_bar) if is_bar]
    if not named or (len(between) >= len(plain) - 1 and set(between) == {1}):
        return plain
    return [replace(word, readings=(("?", 1.0),)) if _is_bar(word) else word for word in line.words]


def _is_bar(word: Word) -> bool:
    return word.text == BAR


def _in_result(page: NotationPage, line: Line) -> None:
    words = _with_bars_as_winners(line)
    row = head.row_of(words) if words else None
    if row is not None:
        page.rows.append(row)
        return
    if words and page.last is not None and "by" in (words[0].text, page.last.words[-1].text):
        row = head.row_of([*page.last.words, *words])
        if row is not None and page.rows[-1][0].text == row[0].text == "contract":
            page.rows[-1] = row
            return
    before = page.rows[-1]
    no_figure = len(before) > 2 and before[-1].text == "??" and before[-2].text in _SIDES
    if no_figure and len(words) == 1 and fits(Slot.NUMBER, words[0].text):
        page.rows[-1] = (*before[:-1], word_piece(words[0], Slot.NUMBER))  # it had no room there
        return
    more = [word_piece(word, Slot.SEAT) for word in head.each_seat(words)]
    if more and before[0].text == "tricks" and all(fits(Slot.SEAT, each.text) for each in more):
        sure = 1.0 if goes_on(page, line) else SIGN_LOST
        page.rows[-1] = (*before, *(in_doubt(each, sure) for each in more))
        return
    page.rows.append(not_read(line, page.begun))


AT_BAR: Final = 0.3
"""An entry that begins no further from the bar before other rows may begin with a bar read as a 1."""


def _in_sheet(page: NotationPage, line: Line) -> None:
    row = head.match_points_of(line.words)
    if row is not None:
        page.rows.append(row)
        return
    cells = tables.cells_below(line.words, page.columns)
    own = _row_of_its_own(page, cells) or not _missing(page, cells)
    more = bool(page.cells) and goes_on(page, line) and not own
    if more:
        cells = [*page.cells[:-1], [*page.cells[-1], *cells[0]], *cells[1:]]
        page.rows.pop()
        page.typed_rows = page.typed_rows[:-1]
        if page.head:
            page.columns = ()
    elif len(cells) < 2:
        page.rows.append(_without_bars(page, line, cells))
        return
    page.head = not page.columns
    page.columns = page.columns or tables.columns_of(cells)
    page.cells = cells
    if not page.head:
        page.typed_rows.append((len(page.rows), cells))
    has_moved = tables.may_have_moved(cells, page.columns)
    row = (tables.moved if has_moved else tables.row_of)(cells, page.columns)
    first = line.words[0]
    if first.text == BAR:
        page.bar = page.bar if more else first.left
    elif page.bar is not None and abs(first.left - page.bar) < AT_BAR * line.capital:
        row = (in_doubt(row[0], PERHAPS_TWO), *row[1:])
    page.rows.append(as_ended(row, line.words[-1]) if page.ended else row)
    page.ended |= line.words[-1].text == BAR


def _without_bars(page: NotationPage, line: Line, cells: tables.Cells) -> Row:
    """A line among the rows of a sheet that has no bars: a row that lost them, or something else."""
    figures = sum(sign.isdigit() for word in line.words for sign in word.text)
    ended = page.rows[last_row(page)][0].text == head.MATCH_POINTS
    if ended and any(fits(Slot.TEAM, word.text) for word in line.words):
        return unread(line)  # it may go on from the match points
    if ended and len(line.text.replace(" ", "")) <= LONE:
        return comment(line)  # a bit of the sheet below it
    # Below the head of a sheet a lone figure would be the number of a deal.
    lost = figures >= (1 if page.columns else FIGURES)
    if not lost or prose([word.text for word in line.words]):
        return not_read(line, page.begun)
    begins = [word.left for cell in page.cells[:1] for word in cell[:1]]
    if line.words[-1].right < min(begins, default=0.0):
        return comment(line)  # beside all rows: the hole of a ring binder
    return tables.unreadable(cells, len(page.columns)) if page.columns else unread(line)


def _missing(page: NotationPage, cells: tables.Cells) -> bool:
    """Whether the row of a sheet before this line may lack what stands in it: heads, or cells of a row."""
    if page.head:
        return not any(word.text.isdigit() for cell in cells for word in cell)
    return len(page.cells) < len(page.columns) - 1


def _row_of_its_own(page: NotationPage, cells: tables.Cells) -> bool:
    """Whether a line is a row of a sheet however wide the one before it is: it has figures, in as many
    cells as there are columns, or their bars were lost."""
    figures = sum(word.text.strip("|.,").isdigit() for cell in cells for word in cell)
    if page.columns[:1] == ("deal",):  # numbers that follow each other, however many bars were lost
        rows = [row[0][0].text for row in (page.cells, cells) if len(row) > 1 and row[0]]
        deals = [int(text.strip("|.,")) for text in rows if text.strip("|.,").isdecimal()]
        if len(deals) == 2 and deals[1] == deals[0] + 1:
            return True
    return (figures > 0 and len(cells) >= len(page.columns)) or (
        len(cells) < 2 and figures >= FIGURES
    )


IN_BLOCK: Final[dict[str, Callable[[NotationPage, Line], None]]] = {
    "": _in_head,
    "Hands": _in_hands,
    "Auction": _in_auction,
    "Play": _in_play,
    "Result": _in_result,
    "Sheet": _in_sheet,
}


_NUMBER: Final = re.compile(r"trick (\d+):")


def take_cells(page: NotationPage, row: TableRow) -> None:
    """Take a row of a table: a title, the head of its columns, or what stands below them."""
    if page.table is None or page.table[0] != row.table:
        page.table = (row.table, None)
    filled = [cell for cell in row.cells if cell]
    title = heading_of(tables.text_of(filled[0])) if len(filled) == 1 else None
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
            head_here = tables.with_cards(head_here, below, _hands(page.rows))
        page.table = (row.table, head_here)
        if head_here.kind == "Sheet":
            page.rows.append(tables.row_of(row.cells, head_here.columns))
        return
    _take_filled(page, row, page.table[1])


def _hands(rows: Sequence[Row]) -> dict[str, list[str]]:
    """The cards of each seat, as the rows of hands so far have them."""
    return {
        row[0].text.upper(): [piece.text.upper() for piece in row[1:]]
        for row in rows
        if len(row) > 1 and row[0].slot is Slot.SEAT and all(p.slot is Slot.CARD for p in row[1:])
    }


def _another_round(page: NotationPage, row: TableRow, columns: TableHead) -> bool:
    """Whether the row below has calls too."""
    below = page.below[0].cells if page.below and page.below[0].table == row.table else ()
    calls = [cell for cell in below[: len(columns.seats)] if cell]
    told = sum(fits(Slot.CALL, tables.text_of(cell)) for cell in calls)
    return len(calls) > 1 and told == len(calls)


def _comes_again(rows: Sequence[Row], row: Row) -> bool:
    """Whether a trick has the number of one above it, or a lower one: the paper may have it so, or a figure
    of it was misread."""
    numbers = [_NUMBER.fullmatch(each[0].text) for each in (*rows, row) if each]
    *before, own = [int(each[1]) if each else 0 for each in numbers]
    return len(row) > 1 and 0 < own <= max(before, default=0)


def _take_filled(page: NotationPage, row: TableRow, columns: TableHead | None) -> None:
    """Take a row below the head of a table, or one that is a name and its value: of the record's head, or of
    a result."""
    kind = columns.kind if columns is not None else page.block
    words = tuple(word for cell in row.cells for word in cell)
    result = head.row_of(words)
    found: Row | None = None
    if kind == "Play" and columns is None:
        columns = tables.as_tricks(row.cells)
    if columns is not None and kind == "Sheet":
        found = tables.row_of(row.cells, columns.columns)
    elif result is not None:
        if page.block != "Result":
            begin(page, "Result")
        found = result
    elif columns is not None and kind == "Play":
        found = trick_row(row.cells, columns)
        if found is not None and _comes_again(page.rows, found):
            found = (found[0], in_doubt(found[1], SIGN_LOST), *found[2:])
        winner = tables.winner_of(row.cells, columns)
        page.won += [winner] if winner is not None else []
    elif columns is not None and kind == "Auction":
        found = call_row(row.cells, columns, last=not _another_round(page, row, columns))
    elif kind == "Hands":
        found = hand_row(row.cells)
    if found is None and page.block == "":
        found = head.of_cells(row.cells)
    if found is None:
        line = Line(words, 0.0, 1.0)
        letters = any(sign.isalnum() for sign in line.text)  # what a rule left is not one
        nameless = letters and len(row.cells) > 1 and not row.cells[0]  # its name was not seen
        lost = sum(map(bool, row.cells)) > 1 if page.block else nameless
        found = unread(line) if lost else not_read(line, page.begun)
    page.rows.append(found)
