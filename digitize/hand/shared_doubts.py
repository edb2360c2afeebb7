"""Doubts that one hand's way of writing throws on all of its entries.

A sheet is kept by one person. Where their 2 is time and again hard to tell from an 8, an 8 that is read
for sure on the same sheet may be a 2 as well, if the ink leaves that open at all; so it is asked about.
Nothing is read otherwise by this, and no rule of the game has a say in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records.transcript import Field

WITNESSES: Final = 3
"""So many entries of a sheet that are asked about for the same two signs make these two doubtful ..."""
OPEN: Final = 0.05
"""... where the other sign has this much of the probability in each."""
HINT: Final = 0.001
"""An entry that is sure is asked about too where the other sign has this much in it: a clear sign of
another shape has less."""


def shared_doubts(fields: Sequence[Field]) -> list[Field]:
    """The fields of a sheet, those flagged too that its other entries make doubtful."""
    seen = Counter(
        pair for field in fields if field.flagged for pair in set(_mixed_up(field, OPEN))
    )
    doubtful = {pair for pair, count in seen.items() if count >= WITNESSES}
    return [
        replace(field, flagged=True)
        if not field.flagged and not doubtful.isdisjoint(_mixed_up(field, HINT))
        else field
        for field in fields
    ]


def _mixed_up(field: Field, least: float) -> Iterator[tuple[str, str]]:
    """The sign read and the one it may be instead, for each rival that differs in one sign only."""
    text = field.text or ""
    for other, probability in field.rivals:
        if probability < least or len(other) != len(text):
            continue
        apart = [(one, two) for one, two in zip(text, other, strict=True) if one != two]
        if len(apart) == 1:
            yield apart[0]
