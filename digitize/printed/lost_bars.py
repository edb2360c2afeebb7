"""Rows of a sheet between bars of which some were lost, or were read as a sign of a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from fairdeal.digitize.printed.tables import (
    LIKE_BAR,
    WordCell,
    misfits,
    row_of,
    slot_of,
)
from fairdeal.digitize.printed.words import (
    BAR,
    PERHAPS_TWO,
    SIGN_LOST,
    Row,
    Slot,
    Word,
    cut,
    in_doubt,
    joined,
)

BARRED: Final = 0.5
"""Paper between two words in which a bar was lost is at least so wide, in heights of a word."""
ELSEWHERE: Final = 0.97
"""How sure the other entries of a row are in which a sign is read as a bar: too little for a finding to be
established by them, and enough that nobody is asked about each."""


def as_ended(row: Row, last: Word) -> Row:
    """A row of a sheet of which other rows end with a bar, its last entry in doubt where `last`, the word
    that it ends with, may hold one (``91`` for ``9 |``)."""
    if last.text == BAR or last.text[-1:] not in LIKE_BAR:
        return row
    return (*row[:-1], in_doubt(row[-1], PERHAPS_TWO))


def with_lost_bars(cells: Sequence[WordCell], count: int, columns: Sequence[str]) -> Row | None:
    """A row that has fewer cells than the `count` of the others, cut where there is room for a bar; None
    where there is none, or what stands in them then is not what their columns hold. Where there is room for
    more bars than were lost all entries are in doubt, else those beside one."""
    gaps = sorted(
        (
            ((word.left - before.right) / (word.box[3] - word.box[1]), at, place)
            for at, cell in enumerate(cells)
            for place, (before, word) in enumerate(pairwise(cell), 1)
        ),
        reverse=True,
    )
    room = sum(gap >= BARRED for gap, _, _ in gaps)
    lost = count - len(cells)
    if room < lost:
        return _with_a_bar_in_a_word(cells, columns) if lost == 1 else None
    found: list[WordCell] = []
    doubted: list[WordCell] = []
    for at, cell in enumerate(cells):
        places = [0, *sorted(place for _, own, place in gaps[:lost] if own == at), len(cell)]
        parts = [cell[start:end] for start, end in pairwise(places)]
        found += parts
        doubted += parts if len(parts) > 1 or room > lost else []
    if misfits(found, columns):
        return None
    boxes = {joined(cell).box for cell in doubted if cell}
    row = row_of(found, columns)
    return tuple(in_doubt(piece, SIGN_LOST) if piece.box in boxes else piece for piece in row)


def _with_a_bar_in_a_word(cells: Sequence[WordCell], columns: Sequence[str]) -> Row | None:
    """A row that has one cell less than its sheet has columns, cut at the one sign that may be a bar
    (``0/25``); None where no sign may, or more than one. Both sides of it are in doubt, and no other entry of
    the row is certain: the bar may have been lost elsewhere."""
    ways = [
        way for way in _cuts(cells) if not misfits(way[0], columns) and _single(way[0], columns)
    ]
    if len(ways) != 1:
        return None
    found, at = ways[0]
    boxes = {joined(cell).box for cell in found[at : at + 2]}
    row = row_of(found, columns)
    return tuple(
        in_doubt(each, PERHAPS_TWO if each.box in boxes else ELSEWHERE) if each.box else each
        for each in row
    )


def _single(cells: Sequence[WordCell], columns: Sequence[str]) -> bool:
    """Whether no cell of figures has two words, between which the bar may have been."""
    figures = (Slot.NUMBER, Slot.SEAT)
    return all(
        len(cell) < 2 or slot_of(column) not in figures
        for cell, column in zip(cells, columns, strict=False)
    )


def _cuts(cells: Sequence[WordCell]) -> Iterator[tuple[list[WordCell], int]]:
    """The cells, one of them cut at a sign within it that may be a bar, and which it is."""
    for at, cell in enumerate(cells):
        for place, word in enumerate(cell):
            for n, sign in enumerate(word.text):
                first = (place, n) == (0, 0)
                last = (place, n) == (len(cell) - 1, len(word.text) - 1)
                if sign not in LIKE_BAR or first or last:
                    continue
                parts = cut(word, re.compile(rf"(.{{{n}}})(.)(.*)"))
                if parts is not None:
                    left = [*cell[:place], *(part for part in parts[:1] if part.text)]
                    right = [*(part for part in parts[2:] if part.text), *cell[place + 1 :]]
                    yield [*cells[:at], left, right, *cells[at + 1 :]], at
