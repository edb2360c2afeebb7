"""How a double is entered on a sheet, in all its words."""

from __future__ import annotations

from typing import Final

DOUBLINGS: Final = {
    "X": 2, "DOUBLE": 2, "DOUBLED": 2, "DBL": 2,
    "XX": 4, "X X": 4, "REDOUBLE": 4, "REDOUBLED": 4,
}  # fmt: skip


def doubling_of(text: str) -> int | None:
    """What the words under x multiply by: 2 or 4; None where they are neither."""
    return DOUBLINGS.get(text.strip().upper())
