"""A score sheet as rows of text: cells between bars, what each may hold told by the head of its column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fairdeal.digitize.printed.arranged.pieces import Piece, Row, joined, said, word_piece
from fairdeal.digitize.printed.arranged.slots import Slot
from fairdeal.digitize.printed.page_words import BAR
from fairdeal.digitize.printed.words import Word

_SLOTS: Final = (
    (re.compile(r"deal|board|no\.?|#"), Slot.NUMBER),
    (re.compile(r"dealer|bidder|declarer|by"), Slot.SEAT),
    (re.compile(r"contract|bid"), Slot.CONTRACT),
    (re.compile(r"x|doubled|doubling"), Slot.DOUBLING),
    (re.compile(r"(?:points|score|total|penalty) ?(?:a|b|ns|ew)|tricks"), Slot.NUMBER),
)
_SIDE: Final = re.compile(r"^(points|score|total|penalty)(A|B|NS|EW)$", re.IGNORECASE)
_LIKE_BAR: Final = frozenset("1Il]![/\\")
THIN: Final = 0.14
"""Width of a bar beside the height of its line."""
Cell = list[Word]


def cells_of(words: Sequence[Word]) -> list[Cell]:
    """The words of each cell, from the left; bars at the edges make no cell."""
    cells: list[Cell] = [[]]
    for word in words:
        if is_bar(word):
            cells.append([])
        else:
            cells[-1].append(word)
    if len(cells) > 2 and is_bar(words[0]):
        cells = cells[1:]
    if len(cells) > 2 and is_bar(words[-1]):
        cells = cells[:-1]
    return cells


def is_bar(word: Word) -> bool:
    """Whether a word is a bar. In some print it is no higher than a figure, but thinner than any."""
    left, top, right, bottom = word.box
    return word.text == BAR or (word.text in _LIKE_BAR and right - left < THIN * (bottom - top))


def columns_of(cells: Sequence[Cell]) -> tuple[str, ...]:
    """The heads of the columns; ``pointsA`` is ``points A``."""
    texts = (" ".join(word.text for word in cell) for cell in cells)
    return tuple(_SIDE.sub(r"\1 \2", text) for text in texts)


def row_of(cells: Sequence[Cell], columns: Sequence[str]) -> Row:
    """A row of the notation: what stands in each cell, bars between them."""
    row: list[Piece] = []
    head = columns_of(cells) == tuple(columns)
    for at, cell in enumerate(cells):
        if at:
            row.append(said(BAR))
        if cell and head:
            row.append(said(columns[at]))
        elif cell:
            slot = Slot.FREE if at >= len(columns) else slot_of(columns[at])
            row.append(word_piece(joined(cell), slot))
    return tuple(row)


def slot_of(column: str) -> Slot:
    """What a column of this name holds."""
    name = column.casefold().strip()
    return next((slot for pattern, slot in _SLOTS if pattern.fullmatch(name)), Slot.FREE)
