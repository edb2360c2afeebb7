"""Rows of totals printed at the foot of a club's own sheet: they look like rows for deals, and are none."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.ruled.headings.hand import HeadingReader
from fairdeal.digitize.ruled.headings.ink import find_runs
from fairdeal.digitize.ruled.headings.meaning import sense_of, understood
from fairdeal.digitize.ruled.headings.print import texts_of
from fairdeal.digitize.ruled.sheets.layout_file import MOST_FOOT
from fairdeal.digitize.ruled.tables.find import RuledTable
from fairdeal.digitize.ruled.tables.grid import FINE

MOST_RUNS: Final = 40
"""Lines of ink in one row that are looked at: more are no words."""
TOTAL: Final = frozenset({"total"})


def rows_of_totals(picture: NDArray[np.uint8], table: RuledTable, reader: HeadingReader) -> int:
    """How many rows at the foot of a table say that they hold totals, 0 for none.

    The word must be read for sure, and stand by itself: ``Total``, ``Grand total``. Raises `ReadError`
    where Tesseract is missing or fails.
    """
    found = 0
    while found < min(MOST_FOOT, table.rows - 2):
        if not _says_total(picture, table, table.rows - 1 - found, reader):
            break
        found += 1
    return found


def _says_total(
    picture: NDArray[np.uint8], table: RuledTable, row: int, reader: HeadingReader
) -> bool:
    fine, parts = (table.nodes, 1) if table.fine is None else (table.fine, FINE)
    runs = find_runs(picture, fine[row * parts : (row + 1) * parts + 1], parts)[:MOST_RUNS]
    return any(
        understood(text) and sense_of(text) == TOTAL for text in texts_of(runs, reader) if text
    )
