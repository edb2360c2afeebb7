"""A score sheet as rows of text: cells between bars, what each may hold told by the head of its column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from math import inf
from statistics import median
from typing import Final

from fairdeal.digitize.printed.arranged.calls import PERHAPS_TWO, twice
from fairdeal.digitize.printed.arranged.pieces import (
    IN_PIECES,
    Piece,
    Row,
    cut,
    in_doubt,
    joined,
    said,
    word_piece,
)
from fairdeal.digitize.printed.arranged.slots import Slot, fits
from fairdeal.digitize.printed.page_words import BAR
from fairdeal.digitize.printed.words import Word
from fairdeal.records.sheet import COLUMNS

_SLOTS: Final = (
    (re.compile(r"deal|board|no\.?|#"), Slot.NUMBER),
    (re.compile(r"dealer|bidder|declarer|by"), Slot.SEAT),
    (re.compile(r"contract|bid"), Slot.CONTRACT),
    (re.compile(r"x|doubled|doubling"), Slot.DOUBLING),
    (re.compile(r"(?:points|score|total|penalty) ?(?:a|b|ns|ew)|tricks"), Slot.NUMBER),
)
_KNOWN: Final = {name.casefold().replace(" ", ""): name for name in COLUMNS} | {
    f"{what}{side}": f"{what} {side.upper()}"
    for what in ("points", "score", "total", "penalty")
    for side in ("ns", "ew")
}
SHORTEST: Final = 5
NEARLY: Final = 0.8
"""The head of a column may be read with a letter wrong."""
FEWEST_KNOWN: Final = 5
AMONG_OTHERS: Final = 0.64
"""The same beside so many other heads that are known."""
_LIKE_BAR: Final = frozenset("1Il]![/\\")
THIN: Final = 0.14
"""Width of a bar beside the height of its line."""
FEWEST_BARS: Final = 3
"""So many bars in a line tell how wide one is there, ..."""
ALIKE_PX: Final = 1.5
"""... and so much less than another stroke."""
BARRED: Final = 0.5
"""Paper between two words in which a bar was lost is at least so wide, in heights of a word."""
Cell = list[Word]


def cells_of(words: Sequence[Word]) -> list[Cell]:
    """The words of each cell, from the left; bars at the edges make no cell."""
    cells: list[Cell] = [[]]
    words = _parted(words)
    seen = [word.right - word.left for word in words if word.text == BAR]
    widest = median(seen) + ALIKE_PX if len(seen) >= FEWEST_BARS else inf
    for word in words:
        if is_bar(word, widest):
            cells.append([])
        else:
            cells[-1].append(word)
    if len(cells) > 2 and is_bar(words[0], widest):
        cells = cells[1:]
    if len(cells) > 2 and is_bar(words[-1], widest):
        cells = cells[:-1]
    return cells


def is_bar(word: Word, widest: float) -> bool:
    """Whether a word is a bar. In some print it is no higher than a figure, but thinner than any, and no
    wider than the others of its line."""
    left, top, right, bottom = word.box
    thin = right - left < min(THIN * (bottom - top), widest)
    return word.text == BAR or (word.text in _LIKE_BAR and thin)


def _parted(words: Sequence[Word]) -> list[Word]:
    """Words that hold bars taken apart at them."""
    found: list[Word] = []
    for word in words:
        bars = word.text.count(BAR)
        several = bars and word.text != BAR
        parts = cut(word, re.compile(r"([^|]*)" + r"(\|)([^|]*)" * bars)) if several else None
        found += [part for part in parts if part.text] if parts is not None else [word]
    return found


def columns_of(cells: Sequence[Cell]) -> tuple[str, ...]:
    """The heads of the columns, as sheets have them: ``pointsA`` is ``points A``; two that run together
    are two."""
    names: list[str] = []
    for cell in cells:
        names += _heads("".join(word.text for word in cell))
    known = set(_KNOWN.values())
    if sum(name in known for name in names) < FEWEST_KNOWN:
        return tuple(names)
    names = _put_together(names)
    return tuple(name if name in known else _of_the_others(name, names) for name in names)


def _put_together(names: Sequence[str]) -> list[str]:
    """The heads, two side by side that are none apart and one together as that: a letter of it was read as a
    bar."""
    found: list[str] = []
    for name in names:
        apart = bool(found) and not {found[-1], name} & set(_KNOWN.values())
        whole = _of_the_others(found[-1] + name, names) if apart else name
        if apart and whole in _KNOWN.values():
            found[-1] = whole
        else:
            found.append(name)
    return found


def _of_the_others(text: str, names: Sequence[str]) -> str:
    """The head that is like a text and that no other column has: beside many that are known fewer of its
    letters tell it."""
    plain = text.casefold().replace(" ", "")
    free = [key for key, name in _KNOWN.items() if name not in names]
    if len(plain) < SHORTEST or not free:
        return text
    alike = max(free, key=lambda key: SequenceMatcher(None, key, plain).ratio())
    return _KNOWN[alike] if SequenceMatcher(None, alike, plain).ratio() >= AMONG_OTHERS else text


def _heads(text: str) -> list[str]:
    """The known heads of which a text without blanks is made; the text itself where it is made of none."""
    plain = text.casefold().replace(" ", "")
    if plain in _KNOWN:
        return [_KNOWN[plain]]
    for name in sorted(_KNOWN, key=len, reverse=True):
        if plain.startswith(name) and len(plain) > len(name):
            rest = _heads(plain[len(name) :])
            if all(each in _KNOWN.values() for each in rest):
                return [_KNOWN[name], *rest]
    alike = max(_KNOWN, key=lambda name: SequenceMatcher(None, name, plain).ratio())
    near = len(plain) >= SHORTEST and SequenceMatcher(None, alike, plain).ratio() >= NEARLY
    return [_KNOWN[alike]] if near else [text]


def row_of(cells: Sequence[Cell], columns: Sequence[str]) -> Row:
    """A row of the notation: what stands in each cell, bars between them."""
    row: list[Piece] = []
    if columns_of(cells) == tuple(name for column in columns for name in _heads(column)):
        return tuple(
            said(BAR if at % 2 else columns[at // 2]) for at in range(2 * len(columns) - 1)
        )
    if not len(columns) - 1 <= len(cells) <= len(columns):
        return unreadable(cells, len(columns))
    for at, cell in enumerate(cells):
        if at:
            row.append(said(BAR))
        if cell:
            row.append(_entry(cell, slot_of(columns[at])))
    return tuple(row)


def _entry(cell: Cell, slot: Slot) -> Piece:
    """What stands in a cell. A figure in several words may be two, with a bar between them that was read as
    one of theirs."""
    piece = word_piece(joined(cell), slot)
    if len(cell) > 1 and slot in (Slot.NUMBER, Slot.SEAT) and fits(slot, piece.text):
        piece = in_doubt(piece, IN_PIECES)
    return in_doubt(piece, PERHAPS_TWO) if slot is Slot.CONTRACT and twice(piece.text) else piece


def misfits(cells: Sequence[Cell], columns: Sequence[str]) -> int:
    """How many cells hold what cannot be meant in their columns, whatever sign was misread: in a row of
    which a bar was lost, or a 1 was read as one, they have moved. Remarks are words."""
    count = 0
    for cell, column in zip(cells, columns, strict=False):
        slot, text = slot_of(column), " ".join(word.text for word in cell)
        if slot is Slot.FREE:
            count += len(columns) == len(cells) and text.isdigit()
        else:
            count += bool(text) and not fits(slot, word_piece(joined(cell), slot).text)
    return count


def with_lost_bars(cells: Sequence[Cell], count: int, columns: Sequence[str]) -> list[Cell] | None:
    """The cells of a row that has fewer than the `count` of the others, cut where there is room for a bar;
    None where there is none, or what stands in them then is not what their columns hold."""
    gaps = sorted(
        (
            ((word.left - before.right) / (word.box[3] - word.box[1]), at, place)
            for at, cell in enumerate(cells)
            for place, (before, word) in enumerate(pairwise(cell), 1)
        ),
        reverse=True,
    )[: count - len(cells)]
    if len(cells) + len(gaps) < count or any(gap < BARRED for gap, _, _ in gaps):
        return None
    found: list[Cell] = []
    for at, cell in enumerate(cells):
        places = [0, *sorted(place for _, own, place in gaps if own == at), len(cell)]
        found += [cell[start:end] for start, end in pairwise(places)]
    return None if misfits(found, columns) else found


def unreadable(cells: Sequence[Cell], columns: int) -> Row:
    """A row with more or fewer cells than its sheet has columns: nobody knows which is which."""
    words = [word for cell in cells for word in cell]
    box = joined(words).box if words else None
    row: list[Piece] = []
    for at in range(columns):
        row += [said(BAR)] if at else []
        row.append(Piece((("??", 1.0),), box))
    return tuple(row)


def slot_of(column: str) -> Slot:
    """What a column of this name holds."""
    name = column.casefold().strip()
    return next((slot for pattern, slot in _SLOTS if pattern.fullmatch(name)), Slot.FREE)
