"""What doubtful entries say of clear ones: signs in doubt, an unknown hand, doubts that entries share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.records.transcript import Field

PLACES: Final = 2
"""Entries in which two signs are rivals before they count as alike in this hand."""

RIVAL: Final = 0.002
"""A rival of less is none: nearly every text gets a ten thousandth."""

ALIKE: Final = 0.99
"""How sure a clear entry with such a sign is at most."""

UNKNOWN: Final = 0.15
"""Share of a page's entries in doubt from which its hand is like none that the reader knows: of 400 pages by
people never met three have as much."""

ENOUGH: Final = 30
"""Entries from which something can be said of a hand."""

Pair = frozenset[str]


def is_unknown(fields: Sequence[Field]) -> bool:
    """Whether a page's hand is like none that the reader knows."""
    written = [each for each in fields if not each.blank and not each.mark and each.kind != "text"]
    doubtful = sum(each.flagged for each in written)
    return len(written) >= ENOUGH and doubtful >= UNKNOWN * len(written)


def as_one_hand(fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields of a page, none surer than its hand is known: those with signs that the hand writes alike,
    and all where the hand is unknown."""
    if is_unknown(fields):
        return none_surer(fields)
    counts = Counter(pair for each in fields if each.flagged for pair in _rivals(each))
    doubtful = {sign for pair, count in counts.items() if count >= PLACES for sign in pair}
    if not doubtful:
        return tuple(fields)
    return tuple(
        replace(each, probability=ALIKE)
        if not each.flagged and each.probability > ALIKE and _has(each, doubtful)
        else each
        for each in fields
    )


def none_surer(fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields, none surer than `ALIKE`."""
    return tuple(replace(each, probability=min(each.probability, ALIKE)) for each in fields)


def _rivals(field: Field) -> set[Pair]:
    """The signs between which a field's readings leave it open."""
    if field.text is None or field.kind == "text":
        return set()
    texts = [text for text, share in field.rivals if share >= RIVAL and text != field.text]
    return {pair for text in texts if (pair := _differ(field.text, text)) is not None}


def _differ(one: str, two: str) -> Pair | None:
    """The two signs in which texts of one length differ, if they differ in one place only."""
    if len(one) != len(two):
        return None
    pairs = [frozenset(both) for both in zip(one, two, strict=True) if both[0] != both[1]]
    return pairs[0] if len(pairs) == 1 else None


def _has(field: Field, signs: Iterable[str]) -> bool:
    return field.kind != "text" and any(sign in (field.text or "") for sign in signs)


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
