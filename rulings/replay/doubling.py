"""How a double is entered on a sheet, in all its words."""

from __future__ import annotations

from typing import Final

from fairdeal.records.calls import DOUBLED

_DOUBLES: Final = ("X", "DOUBLE", "DOUBLED", "DBL")
_REDOUBLES: Final = ("XX", "X X", "REDOUBLE", "REDOUBLED")
DOUBLINGS: Final = dict.fromkeys(_DOUBLES, DOUBLED["X"]) | dict.fromkeys(_REDOUBLES, DOUBLED["XX"])


def doubling_of(text: str) -> int | None:
    """What the words under x multiply by: 2 or 4; None where they are neither."""
    return DOUBLINGS.get(text.strip().upper())
