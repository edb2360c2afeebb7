"""Whether a page is written smaller than the reader has learned to read, and what on it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from fairdeal.digitize.cells import Cell
from fairdeal.digitize.page.shape.rectify import PX_MM
from fairdeal.digitize.reader.normalise import ink_height
from fairdeal.records.transcript import ReadProblem

SMALLEST_MM: Final = 3.7
"""Writing that was learned from is at least 3.4 mm high without the pen's own width. Half this page's
entries would be lower: 2 in 100 that nobody was asked about were then read wrongly."""
LEAST: Final = 12
"""Entries from which something can be said of a page."""
TINY: Final = 0.6
"""Of the height of the page's entries: what is lower is no figure and no letter by this hand."""
LOOKED_AT: Final = 40
"""Entries that are measured; more tell nothing new."""
_UNREAD: Final = ("text", "tick")


def small_writing(written: Sequence[Cell]) -> Iterator[ReadProblem]:
    """A warning where half the written entries of a page are lower than `SMALLEST_MM`."""
    cells = [cell for cell in written if cell.field.kind not in _UNREAD]
    if len(cells) < LEAST:
        return
    heights = [high for cell in cells[:: -(-len(cells) // LOOKED_AT)] if (high := _height(cell))]
    if not heights or median(heights) >= SMALLEST_MM * PX_MM:
        return
    yield ReadProblem(
        "small-writing",
        "warning",
        f"The writing on this page is small, about {median(heights) / PX_MM:.0f} mm high, and some"
        " entries may be read wrongly without a mark. Compare every entry with the photo. Writing of"
        " 4 mm and more is read much better.",
    )


def tiny(written: Sequence[Cell], share: float = TINY) -> frozenset[str]:
    """The fields whose ink is lower than this share of the page's own writing: a ditto mark is read as 11."""
    cells = [cell for cell in written if cell.field.kind not in _UNREAD]
    heights = {cell.field.name: high for cell in cells if (high := _height(cell))}
    if len(heights) < LEAST:
        return frozenset()
    least = share * median(heights.values())
    return frozenset(name for name, high in heights.items() if high < least)


def _height(cell: Cell) -> int:
    return max((ink_height(box) or 0 for box in cell.boxes), default=0)
