"""Readers for tests that need no net."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.digitize.reader.reading import CellInk, PageReading, Reading


class ReadsEachCell:
    """A reader that reads a page cell by cell."""

    def read(self, cells: Sequence[CellInk]) -> list[Reading]:
        raise NotImplementedError

    def read_page(self, cells: Sequence[CellInk], seats: int = 6) -> PageReading:
        return PageReading(tuple(self.read(cells)))
