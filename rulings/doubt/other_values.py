"""The other values that an entry may have, tried in its place: where none of them agrees with the record as
well, the rest confirms what was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fairdeal.records import Card

BORNE_OUT: Final = 0.5
"""The rest of the record bears an entry out if the other values that it may have weigh no more than this on
the average: a third copy of a card here and there is no evidence for what was read."""

MOST_POINTS: Final = 56
"""The largest figure tried in place of another, where the figure itself is not one larger."""

A_FEW: Final = 4
"""Values tried, evenly taken, where a few will do."""


def other_values(readings: Sequence[Any], table: Any) -> list[Any]:
    """All cards of the pack, seats or figures beside the readings; none for calls, which may be
    anything, and of a page of figures (`table` is None) no cards and seats."""
    known = [value for value in readings if value is not None]
    if not known:
        return []
    first = known[0]
    every: Sequence[Any]
    if isinstance(first, int):
        every = range(max(MOST_POINTS, *(v for v in known if isinstance(v, int)), 0) + 1)
    elif table is None:
        return []
    elif isinstance(first, Card):
        every = sorted(table.pack, key=str)
    elif first in table.seats:
        every = table.seats
    else:
        return []
    return [value for value in every if value not in known]
