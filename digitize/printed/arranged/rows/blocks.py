"""Lines as lines of the notation, in each block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fairdeal.digitize.printed.arranged import hands_by_suit, result, sheet
from fairdeal.digitize.printed.arranged.calls import calls_of, halves_of_one, one_call_of
from fairdeal.digitize.printed.arranged.cards import (
    cards_of,
    hand_of,
    label_of,
    row_of,
    seat_unread,
    uncounted,
)
from fairdeal.digitize.printed.arranged.pieces import Piece, Row, in_doubt, joined, said, word_piece
from fairdeal.digitize.printed.arranged.rows.page import (
    Page,
    comment,
    end_of_hand,
    goes_on,
    is_remark,
    last_row,
    not_read,
    unread,
)
from fairdeal.digitize.printed.arranged.slots import (
    NOTHING_SAID,
    Slot,
    fits,
    prose,
)
from fairdeal.digitize.printed.page_words import BAR, Line
from fairdeal.digitize.printed.readers.signs import SUITS

TRICK_SIZES: Final = (4, 6, 8)
"""Cards of a whole trick, of bridge and of 56 with six or eight players."""
MOST_CARDS: Final = 13
"""Cards of the longest hand of any of the games."""
DOTS_UNSEEN: Final = 0.9
"""How sure it is that cards behind an event are of the trick before it, where nothing says so."""
NO_ROOM: Final = 0.9
"""How sure it is that seats behind who won each trick go on from it, where they may have had room there."""
FIGURES: Final = 4
"""A line with so many figures among the rows of a sheet is one of them, whatever became of its bars."""
LONE: Final = 4
"""A word of so few letters among the suits of a hand is one of them: ``Sui`` for ``S:J``."""
_DASHES: Final = ("-", "--", "_", "=")
"""What two dots may be read as."""
_SIDES: Final = ("A", "B", "NS", "EW")


def _in_head(page: Page, line: Line) -> None:
    page.rows.append(not_read(line))


def _in_hands(page: Page, line: Line) -> None:
    if page.suits is not None and page.suits.begins_again(line.words):
        _another_hand(page, line)
    if page.suits is not None and page.suits.void_in(line.words) and page.suits.take(line.words):
        return
    several = len(line.words) > 1  # ``S:`` and ranks are a suit, ``S:`` and cards a hand
    if page.suits is not None and several and page.suits.take(line.words):
        return
    hand = hand_of(line.words)
    if hand is not None:
        end_of_hand(page)
        page.rows.append(hand)
        return
    seat = hands_by_suit.heading_of(line.words)
    if seat is not None:
        end_of_hand(page)
        page.suits = hands_by_suit.Holding(seat)
        return
    if page.suits is not None and page.suits.take(line.words):
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
    if page.suits is not None and (
        figures or lone or not plain or hands_by_suit.begins_suit(line.words)
    ):
        page.suits.broken = True
    elif (
        figures
        and not seated
        and page.rows
        and page.rows[-1][0].slot is Slot.SEAT
        and page.last is not None
    ):
        page.rows[-1] = uncounted(page.rows[-1])  # perhaps they are cards of the hand above
    page.rows.append(not_read(line, page.block))


def _another_hand(page: Page, line: Line) -> None:
    """Begin a hand of which the seat was not read: the one above has this suit already."""
    end_of_hand(page)
    seat = Piece((("??", 1.0),), line.words[0].box, Slot.SEAT, after=":")
    page.suits = hands_by_suit.Holding(seat, broken=True)


def _in_auction(page: Page, line: Line) -> None:
    calls = calls_of(line.words)
    if not any(fits(piece.slot, piece.text) for piece in calls if piece.slot is Slot.CALL):
        seated = not prose([word.text for word in line.words]) and calls[0].slot is Slot.SEAT
        # Behind a seat a word that is no call would be one that was said: each is doubted.
        page.rows.append(calls if seated else not_read(line, page.block))
        return
    at = last_row(page)
    *row, last = page.rows[at]
    if last.slot is Slot.SEAT and last.after == ":":  # its call had no room beside it
        page.rows[at] = (*row, last, *calls)
        return
    if goes_on(page, line) or halves_of_one(last, calls[0]):
        whole = one_call_of(last, calls[0])
        if whole is not None:
            page.rows[at] = (*row, whole, *calls[1:])
            return
    page.rows.append(calls)


def _in_play(page: Page, line: Line) -> None:
    row = row_of(line.words)
    if row is None:
        if not is_remark([not_read(line)]):
            page.rows.append(_unknown_trick(page.rows, line))
        page.rows.append(comment(line))
        return
    row = _dots(page.rows, row)
    labelled = any(piece.after == ":" or piece.slot is Slot.FREE for piece in row[:1])
    before = sum(piece.slot is Slot.CARD for piece in page.rows[-1])
    cards = sum(piece.slot is Slot.CARD for piece in row)
    whole = any(before == sum(p.slot is Slot.CARD for p in each) for each in page.rows[:-1])
    rest = not labelled and cards < before and page.rows[-1][-1].slot is Slot.CARD and not whole
    if rest and before + cards in TRICK_SIZES and (goes_on(page, line) or _ends_open(page)):
        page.rows[-1] = (*page.rows[-1], *row)
        return
    each_named = sum(piece.slot is Slot.SEAT for piece in row) == cards > 1
    page.rows.append(row if labelled and not each_named else _after_event(page.rows, row))


def _unknown_trick(rows: Sequence[Row], line: Line) -> Row:
    """A line that could not be read, as a trick of which no card is known, nor who led: its signs accuse no
    seat."""
    cards = [sum(piece.slot is Slot.CARD for piece in row) for row in rows]
    count = next((each for each in reversed(cards) if each in TRICK_SIZES), 1)
    box = joined(line.words).box
    return tuple(Piece((("??", 1.0),), box, Slot.CARD) for _ in range(count))


def _ends_open(page: Page) -> bool:
    """Whether the line before ended with a comma."""
    return page.last is not None and page.last.words[-1].text.endswith(",")


def _dots(rows: Sequence[Row], row: Row) -> Row:
    """A row behind an event that begins with a dash, as dots that say that it goes on: the cards behind make
    a whole trick of the one before the event."""
    if len(rows) < 2 or len(row) < 2 or not rows[-1][0].text.startswith("!"):
        return row
    before, after = (sum(p.slot is Slot.CARD for p in each) for each in (rows[-2], row[1:]))
    dash = row[0].slot is Slot.CARD and row[0].text in _DASHES
    if not (dash and before and before + after in TRICK_SIZES):
        return row
    return (said(".."), in_doubt(row[1], DOTS_UNSEEN), *row[2:])


def _after_event(rows: Sequence[Row], row: Row) -> Row:
    """Cards behind an event, as the rest of the trick before it where the two make a whole trick and the dots
    that say so were not seen: one card is in doubt for it."""
    if len(rows) < 2 or not rows[-1][0].text.startswith("!") or row[0].text == "..":
        return row
    before = sum(piece.slot is Slot.CARD for piece in rows[-2])
    if not before or before + sum(piece.slot is Slot.CARD for piece in row) not in TRICK_SIZES:
        return row
    first = in_doubt(row[0], DOTS_UNSEEN)
    return (said(".."), first, *row[1:])


def _in_result(page: Page, line: Line) -> None:
    words = [word for word in line.words if word.text != BAR]
    row = result.row_of(words) if words else None
    if row is not None:
        page.rows.append(row)
        return
    if words and page.last is not None and "by" in (words[0].text, page.last.words[-1].text):
        row = result.row_of([*page.last.words, *words])
        if row is not None and page.rows[-1][0].text == row[0].text == "contract":
            page.rows[-1] = row
            return
    before = page.rows[-1]
    no_figure = len(before) > 2 and before[-1].text == "??" and before[-2].text in _SIDES
    if no_figure and len(words) == 1 and fits(Slot.NUMBER, words[0].text):
        page.rows[-1] = (*before[:-1], word_piece(words[0], Slot.NUMBER))  # it had no room there
        return
    more = [word_piece(word, Slot.SEAT) for word in result.each_seat(words)]
    if more and before[0].text == "tricks" and all(fits(Slot.SEAT, each.text) for each in more):
        sure = 1.0 if goes_on(page, line) else NO_ROOM
        page.rows[-1] = (*before, *(in_doubt(each, sure) for each in more))
        return
    page.rows.append(not_read(line, page.block))


def _in_sheet(page: Page, line: Line) -> None:
    row = result.match_points_of(line.words)
    if row is not None:
        page.rows.append(row)
        return
    cells = sheet.cells_of(line.words)
    own = _row_of_its_own(page, cells) or not _missing(page, cells)
    if page.cells and goes_on(page, line) and not own:
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


def _without_bars(page: Page, line: Line, cells: Sequence[sheet.Cell]) -> Row:
    """A line among the rows of a sheet that has no bars: a row that lost them, or something else."""
    figures = sum(sign.isdigit() for word in line.words for sign in word.text)
    if figures < FIGURES or prose([word.text for word in line.words]):
        return not_read(line, page.block)
    return sheet.unreadable(cells, len(page.columns)) if page.columns else unread(line)


def _missing(page: Page, cells: Sequence[sheet.Cell]) -> bool:
    """Whether the row of a sheet before this line may lack what stands in it: heads, or cells of a row."""
    if page.head:
        return not any(word.text.isdigit() for cell in cells for word in cell)
    return len(page.cells) < len(page.columns) - 1


def _row_of_its_own(page: Page, cells: Sequence[sheet.Cell]) -> bool:
    """Whether a line is a row of a sheet however wide the one before it is: it has figures, in as many
    cells as there are columns, or their bars were lost."""
    figures = sum(word.text.strip("|.,").isdigit() for cell in cells for word in cell)
    if page.columns[:1] == ("deal",) and _next_deal(page.cells, cells):
        return True
    return (figures > 0 and len(cells) >= len(page.columns)) or (
        len(cells) < 2 and figures >= FIGURES
    )


def _next_deal(before: Sequence[sheet.Cell], cells: Sequence[sheet.Cell]) -> bool:
    """Whether two rows begin with numbers that follow each other, however many of their bars were lost."""
    numbers = [row[0][0].text.strip("|.,") for row in (before, cells) if len(row) > 1 and row[0]]
    return (
        len(numbers) == 2
        and all(number.isdecimal() for number in numbers)
        and int(numbers[1]) == int(numbers[0]) + 1
    )


IN_BLOCK: Final[dict[str, Callable[[Page, Line], None]]] = {
    "": _in_head,
    "Hands": _in_hands,
    "Auction": _in_auction,
    "Play": _in_play,
    "Result": _in_result,
    "Sheet": _in_sheet,
}
