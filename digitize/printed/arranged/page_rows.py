"""The lines of a page as lines of the notation, from the top: each by the block that it stands in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Final

from fairdeal.digitize.printed.arranged import hands_by_suit, head, result, sheet
from fairdeal.digitize.printed.arranged.calls import calls_of
from fairdeal.digitize.printed.arranged.cards import cards_of, hand_of, label_of, row_of
from fairdeal.digitize.printed.arranged.pieces import Piece, Row, said, word_piece
from fairdeal.digitize.printed.arranged.slots import Slot, fits
from fairdeal.digitize.printed.page_words import Line
from fairdeal.digitize.printed.words import Word

BLOCKS: Final = {
    "hands": "Hands", "hand": "Hands", "auction": "Auction", "bidding": "Auction", "play": "Play",
    "tricks": "Play", "result": "Result", "sheet": "Sheet",
}  # fmt: skip
"""The names of blocks as people head them, and as the notation has them."""
NEARLY: Final = 0.85
"""A heading may be read with a letter wrong: it need be like the name only so much."""
_HEADING: Final = re.compile(r"((?:score ?)?[A-Za-z]{4,8})(?: ([AB]|NS|EW))? ?([:;.]?)", re.IGNORECASE)
_QUOTED: Final = re.compile(r"\s*>")


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


def page_rows(lines: Sequence[Line]) -> list[Row]:
    """The lines of a page in the notation. What belongs to no record is a comment."""
    page = _Page(max((line.words[-1].right for line in lines if line.words), default=0.0))
    for line in lines:
        if line.words:
            _take(page, line)
            page.last = line
    _end_of_hand(page)
    return page.rows


def _take(page: _Page, line: Line) -> None:
    text = line.text
    if _QUOTED.match(text) or text.startswith(";"):
        page.rows.append(_comment(line))
        return
    if text.startswith("!"):
        page.rows.append(tuple(word_piece(word) for word in line.words))
        return
    if _heading(page, line):
        return
    tag = head.tag_of(line, keys=page.block == "")
    if tag is not None:
        _end_of_hand(page)
        page.block = ""
        page.rows.append(tag)
        return
    _IN[page.block](page, line)


def _heading(page: _Page, line: Line) -> bool:
    """Whether the line names a block, which then begins."""
    match = _HEADING.fullmatch(line.text)
    name = None if match is None else _named(match[1])
    if match is None or name is None:
        return False
    _end_of_hand(page)
    page.block = name
    page.columns = ()
    page.last = None
    copy = f" {match[2].upper()}" if match[2] and name == "Sheet" else ""
    page.rows.append((said(f"{name}{copy}:"),))
    return True


def _named(text: str) -> str | None:
    text = text.casefold().replace(" ", "").removeprefix("score")
    if text in BLOCKS:
        return BLOCKS[text]
    alike = max(BLOCKS, key=lambda name: SequenceMatcher(None, name, text).ratio())
    return BLOCKS[alike] if SequenceMatcher(None, alike, text).ratio() >= NEARLY else None


def _comment(line: Line) -> Row:
    pieces = tuple(word_piece(word) for word in line.words)
    return pieces if line.text.startswith(";") else (said(";"), *pieces)


def _goes_on(page: _Page, line: Line) -> bool:
    """Whether a line goes on from the one before: what stands first in it had no room there."""
    before = page.last
    if before is None or not before.words or not page.rows:
        return False
    first = line.words[0]
    needed = before.words[-1].right + 0.3 * line.capital + first.right - first.left
    return needed > page.right and before.words[-1].right > 0.6 * page.right


def _in_head(page: _Page, line: Line) -> None:
    page.rows.append(_comment(line))


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
    if cards is not None and page.rows and page.suits is None and page.rows[-1][0].slot is Slot.SEAT:
        page.rows[-1] = (*page.rows[-1], *cards)
        return
    page.rows.append(_comment(line))


def _end_of_hand(page: _Page) -> None:
    if page.suits is not None:
        page.rows.append(page.suits.row())
        page.suits = None


def _in_auction(page: _Page, line: Line) -> None:
    calls = calls_of(line.words)
    if not any(fits(piece.slot, piece.text) for piece in calls if piece.slot is Slot.CALL):
        page.rows.append(_comment(line))
        return
    last = page.rows[-1][-1]
    if _goes_on(page, line) and last.slot is Slot.CALL and not last.after:
        page.rows[-1] = (*page.rows[-1], *calls)
        page.rows[-1] = _one_call(page.rows[-1], len(calls))
        return
    page.rows.append(calls)


def _one_call(row: Row, after: int) -> Row:
    """A call that goes on in the next line, put together."""
    at = len(row) - after
    first, second = row[at - 1], row[at]
    if second.slot is not Slot.CALL:
        return row
    whole = calls_of([_as_word(first), _as_word(second)])
    return (*row[: at - 1], replace(whole[0], after=second.after), *row[at + 1 :])


def _as_word(piece: Piece) -> Word:
    assert piece.box is not None
    return Word(piece.readings, piece.box)


def _in_play(page: _Page, line: Line) -> None:
    row = row_of(line.words)
    if row is None:
        page.rows.append(_comment(line))
        return
    labelled = any(piece.after == ":" or piece.slot is Slot.FREE for piece in row[:1])
    if not labelled and _goes_on(page, line) and page.rows[-1][-1].slot is Slot.CARD:
        page.rows[-1] = (*page.rows[-1], *row)
        return
    page.rows.append(row)


def _in_result(page: _Page, line: Line) -> None:
    row = result.row_of(line.words)
    if row is not None:
        page.rows.append(row)
        return
    more = [word_piece(word, Slot.SEAT) for word in line.words]
    going_on = page.rows[-1][0].text == "tricks" and _goes_on(page, line)
    if going_on and all(fits(Slot.SEAT, piece.text) for piece in more):
        page.rows[-1] = (*page.rows[-1], *more)
        return
    page.rows.append(_comment(line))


def _in_sheet(page: _Page, line: Line) -> None:
    row = result.match_points_of(line.words)
    if row is not None:
        page.rows.append(row)
        return
    cells = sheet.cells_of(line.words)
    if len(cells) < 2:
        page.rows.append(_comment(line))
        return
    if not page.columns:
        page.columns = sheet.columns_of(cells)
    page.rows.append(sheet.row_of(cells, page.columns))


_IN: Final[dict[str, Callable[[_Page, Line], None]]] = {
    "": _in_head,
    "Hands": _in_hands,
    "Auction": _in_auction,
    "Play": _in_play,
    "Result": _in_result,
    "Sheet": _in_sheet,
}

__all__ = ["BLOCKS", "label_of", "page_rows"]
