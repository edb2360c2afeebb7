"""From a field that was read off paper to an entry of a record, its doubt kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from fairdeal.grammar import doubt
from fairdeal.grammar.calls import parse_call
from fairdeal.records.cards import Said
from fairdeal.records.doubt import Entry, Reading, Standing
from fairdeal.records.transcript import Field

T = TypeVar("T")

DIGITS: Final = 4
"""Decimals to which a reader's probability is written down; finer it does not know them."""

FINE: Final = 6
"""Decimals of the probability of a reading that nobody is asked about: what is left over is small."""

FLOOR: Final = 0.01
"""A rival of lower probability is not written into the record: it is counted as something else.

A reader of handwriting gives nearly every text some thousandth; written out, each would hang a doubt
on the deal that nobody could settle. All of them stay with the photo's own reading.
"""


def hides_something(field: Field | None) -> bool:
    """Whether ink was found in a field of which no reader could see any: it may not be blank."""
    return field is not None and field.blank and field.flagged


def entry_from(field: Field | None, value: Callable[[str], T | None]) -> Entry[T] | None:
    """The entry of a field; None where nothing is on the paper (or there is no such field).

    A reading that nobody need look at is clear, with its probability. A flagged one keeps
    its rivals and their probabilities, and what `value` cannot take counts as something else. What cannot
    be read at all is illegible. Whether a reading would be allowed by any rule plays no part.
    """
    if field is None or field.blank:
        return None
    if field.text is None and not field.mark:
        return Entry(Standing.ILLEGIBLE)
    if field.text is not None and not field.flagged:
        found = value(field.text)
        return Entry(Standing.ILLEGIBLE) if found is None else _unasked(found, field.probability)
    weights: dict[T, float] = {}
    for text, probability in field.rivals or ((field.text, field.probability),):
        found = value(text) if text else None
        if found is not None:
            weights[found] = weights.get(found, 0.0) + probability
    readings = [(found, round(min(p, 1.0), DIGITS)) for found, p in weights.items()]
    readings.sort(key=lambda pair: -pair[1])
    readings = [pair for pair in readings[:1] if pair[1] > 0.0] + [
        pair for pair in readings[1:] if pair[1] >= FLOOR
    ]
    if not readings:
        return Entry(Standing.ILLEGIBLE)
    standing = Standing.DOUBTED if len(readings) == 1 else Standing.RIVALS
    return Entry(standing, tuple(Reading(found, p) for found, p in readings))


def _unasked(value: T, probability: float) -> Entry[T]:
    """A clear entry, as sure as it was read: what is left over is kept, and text does not show it."""
    sure = None if probability >= 1.0 else round(probability, FINE)
    return Entry(Standing.CLEAR, (Reading(value, sure),))


def said(text: str) -> Said | None:
    """The words of a call as they stand in a field."""
    return parse_call(text) if text.strip() else None


def number(text: str) -> int | None:
    return doubt.read_number(text.strip())


def label(text: str) -> str | None:
    """A name or number that stands for itself, such as a deal's."""
    return " ".join(text.split()) or None


def seat(text: str) -> str | None:
    return doubt.read_seat(text.strip())


def team(text: str) -> str | None:
    return doubt.read_team(text.strip())
