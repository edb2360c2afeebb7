"""Where in a field's columns the net sees a character, and what it makes of each alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.reader.decode import Columns, join_boxes
from fairdeal.digitize.reader.naming import (
    Group,
    Measure,
    Placed,
    answered,
    named,
    of_glyph,
    shapes_of,
)
from fairdeal.digitize.reader.reading import CellInk
from fairdeal.digitize.reader.sense import EntrySlot, slots, suit_first
from fairdeal.digitize.reader.vocabulary import BLANK, INDEX, STRUCK, SYMBOLS

FAINTEST: Final = 1e-13
"""Beliefs under this all count alike: the net says no more than "not this"."""
CLEAR: Final = 0.6
"""Belief, over all characters together, that a column holds one at all."""
_NO_CHARACTER: Final = (BLANK, INDEX[STRUCK])


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """A character in a field: its columns from `first` up to `end`, the strongest at `peak`, and the log of
    what the net believes there of every symbol."""

    first: int
    end: int
    peak: int
    belief: NDArray[np.float32]

    @property
    def symbol(self) -> int:
        """The channel that the net believes most."""
        return int(self.belief[1:].argmax()) + 1


def glyphs_of(columns: Columns) -> list[Glyph]:
    """The characters along the net's best path, in order.

    A run of one symbol is one character; blank columns and struck ink lie between.
    """
    best = columns.argmax(1)
    turns = np.flatnonzero(np.diff(best)) + 1
    starts = [0, *turns.tolist()]
    found = []
    for first, end in zip(starts, [*starts[1:], len(best)], strict=True):
        symbol = int(best[first])
        if symbol in _NO_CHARACTER:
            continue
        peak = first + int(columns[first:end, symbol].argmax())
        if 1.0 - float(columns[peak, BLANK]) >= CLEAR:
            belief = np.log(np.maximum(columns[peak], FAINTEST)).astype(np.float32)
            found.append(Glyph(first, end, peak, belief))
    return found


FAINT: Final = 1e-4
"""Belief or probability under which a sign is not one that the ink about a glyph may be."""

TRACE: Final = 1e-9

Named = tuple[NDArray[np.int64], NDArray[np.float64]]
"""Signs that a glyph may be, and the probability of each, that of none of them last."""


def rewritten(columns: Columns, glyphs: Sequence[Glyph], named: Sequence[Named | None]) -> Columns:
    """The columns of a field whose glyphs (in order) are named; None leaves one as it is.

    The sign stands in the glyph's strongest column alone. How much of the ink is a character there at all
    is left as it was.
    """
    found = columns.copy()
    free = np.ones(len(columns), bool)
    for glyph in glyphs:
        free[glyph.first : glyph.end] = False
    for glyph, name in zip(glyphs, named, strict=True):
        if name is not None:
            # That nothing stands here all columns of the glyph would have to say.
            empty = float(columns[glyph.first : glyph.end, BLANK].prod())
            _quieten(found, glyph, *name, free)
            found[glyph.peak] = _sign(columns[glyph.peak], *name, 1.0 - empty)
    return found


def _sign(
    peak: Columns, signs: NDArray[np.int64], chances: NDArray[np.float64], ink: float
) -> NDArray[np.float32]:
    """The strongest column with the named signs in it; `ink`: how sure it is that a character stands here."""
    new = peak.copy()
    new[BLANK], new[signs] = 0.0, 0.0
    new += TRACE  # where the net sees nothing else, the rest is anything else, and no blank
    new[BLANK], new[signs] = 0.0, 0.0
    new *= ink * float(chances[-1]) / float(new.sum())
    new[signs] = ink * chances[:-1]
    new[BLANK] = 1.0 - ink
    return new


def _quieten(
    columns: Columns,
    glyph: Glyph,
    signs: NDArray[np.int64],
    chances: NDArray[np.float64],
    free: NDArray[np.bool_],
) -> None:
    """Take from the columns about the strongest what would spell the same glyph a second time."""
    likely = columns[glyph.peak][signs] > FAINT
    touched = sorted({glyph.symbol, *signs[likely | (chances[:-1] > FAINT)].tolist()})
    for place in range(max(0, glyph.first - 1), min(len(columns), glyph.end + 1)):
        if glyph.first <= place < glyph.end or free[place]:
            row = columns[place]
            row[BLANK] += row[touched].sum()
            row[touched] = 0.0


OPEN: Final = -3.9
"""A second sign with at least this log probability (1 in 50) leaves a shape open."""

_TEN: Final = re.compile(r"10.|.10")


@dataclass(frozen=True, slots=True)
class Open:
    """A shape with two signs that it may be: its number, the likelier sign first, how likely that is, and
    the numbers of the cells in which it stands."""

    shape: int
    signs: tuple[int, int]
    probability: float
    cells: tuple[int, ...]


class WrittenPage:
    """The glyphs of a page's cells and what each probably is.

    `firsts` are the columns of each cell's boxes that hold ink. Cells of which `strange` tells that ink
    was struck out, or is a mark, teach nothing about the hand.
    """

    def __init__(
        self,
        cells: Sequence[CellInk],
        firsts: Sequence[Sequence[Columns]],
        strange: Sequence[bool],
        measure: Measure,
        seats: int = 6,
    ) -> None:
        self._glyphs = [[glyphs_of(box) for box in boxes] for boxes in firsts]
        self._numbers: list[dict[tuple[int, int], int]] = [{} for _ in cells]
        self.suit_first = suit_first(
            self._spelled(number)
            for number, cell in enumerate(cells)
            if cell.kind == "card" and not strange[number]
        )
        """Whether the page's cards are plainly written suit first."""
        places: list[Placed] = []
        glyphs: list[Glyph] = []
        self._cell_of: list[int] = []
        for number, cell in enumerate(cells):
            if strange[number]:
                continue
            for at, (glyph, slot) in zip(
                self._at(number), self._placed(number, cell, seats), strict=True
            ):
                self._numbers[number][at] = len(glyphs)
                self._cell_of.append(number)
                glyphs.append(glyph)
                places.append(Placed(cell.name or str(number), slot))
        self._places = places
        size = len(SYMBOLS)
        self._beliefs = (
            np.array([glyph.belief for glyph in glyphs], np.float32)
            if glyphs
            else np.zeros((0, size), np.float32)
        )
        left_out = [cell.name for cell, odd in zip(cells, strange, strict=True) if odd]
        shapes = shapes_of(self._beliefs, measure)
        self._groups = named(self._beliefs, places, shapes, seats, left_out)
        self._group_of = {n: group for group in self._groups for n in group.members}

    def _at(self, number: int) -> list[tuple[int, int]]:
        return [(box, k) for box, own in enumerate(self._glyphs[number]) for k in range(len(own))]

    def _spelled(self, number: int) -> str:
        return "".join(SYMBOLS[glyph.symbol] for own in self._glyphs[number] for glyph in own)

    def _placed(
        self, number: int, cell: CellInk, seats: int
    ) -> list[tuple[Glyph, EntrySlot | None]]:
        """The glyphs of a cell with their slots; of a cell in which they are not clearly distinguished
        nothing is known."""
        boxes = self._glyphs[number]
        glyphs = [glyph for own in boxes for glyph in own]
        spelled = self._spelled(number)
        one_each = len(cell.boxes) > 1 and all(len(own) == 1 for own in boxes)
        if (
            cell.kind == "card"
            and len(glyphs) == 3
            and not one_each
            and not _TEN.fullmatch(spelled)
        ):
            return [(glyph, None) for glyph in glyphs]
        return list(
            zip(
                glyphs, slots(cell.kind, spelled, cell.choices, seats, self.suit_first), strict=True
            )
        )

    def read(self, number: int, boxes: Sequence[Columns]) -> Columns:
        """A look at a cell with what its glyphs are named; as it is where it shows other glyphs than the
        first look did."""
        looks = [glyphs_of(box) for box in boxes]
        first = self._glyphs[number]
        if [len(own) for own in looks] != [len(own) for own in first]:
            return join_boxes(list(boxes))
        return join_boxes(
            [
                rewritten(box, look, [self._name(number, (at, k)) for k in range(len(look))])
                for at, (box, look) in enumerate(zip(boxes, looks, strict=True))
            ]
        )

    def _name(self, number: int, at: tuple[int, int]) -> Named | None:
        n = self._numbers[number].get(at)
        group = self._group_of.get(n) if n is not None else None
        if n is None or group is None:
            return None
        slot = self._places[n].slot
        assert slot is not None
        return of_glyph(group, self._beliefs[n], slot)

    def open_shapes(self) -> Iterator[Open]:
        """Shapes of several entries that may be one of two signs."""
        by_shape: dict[int, list[Group]] = {}
        for group in self._groups:
            by_shape.setdefault(group.shape, []).append(group)
        for shape, groups in by_shape.items():
            group = max(groups, key=lambda each: len(each.members))
            order = group.odds[:-1].argsort()[::-1]
            if len(order) < 2 or group.odds[order[1]] < OPEN:
                continue
            signs = group.signs[int(order[0])], group.signs[int(order[1])]
            cells = sorted({self._cell_of[n] for each in groups for n in each.members})
            yield Open(shape, signs, float(np.exp(group.odds[order[0]])), tuple(cells))

    def answered(self, shape: int, sign: int) -> WrittenPage:
        """The page if a person says what sign a shape is."""
        page = copy(self)
        page._group_of = {
            n: answered(group, sign) if group.shape == shape else group
            for n, group in self._group_of.items()
        }
        return page
