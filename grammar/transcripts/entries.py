"""The fields of a page as entries of a record, their doubt kept: what every form of a deal is read by."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from fairdeal.grammar import doubt
from fairdeal.grammar.calls import parse_call
from fairdeal.records.cards import NUMBERED, Card, Said
from fairdeal.records.doubt import Entry, Reading, Standing, absent, illegible
from fairdeal.records.place import Place
from fairdeal.records.record import Problem
from fairdeal.records.transcript import Field, Transcript, players_of

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
        found = value(field.text.strip())
        return Entry(Standing.ILLEGIBLE) if found is None else _unasked(found, field.probability)
    weights: dict[T, float] = {}
    for text, probability in field.rivals or ((field.text, field.probability),):
        found = value(text.strip()) if text else None
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
    return parse_call(text) if text else None


def label(text: str) -> str | None:
    """A name or number that stands for itself, such as a deal's."""
    return " ".join(text.split()) or None


PLAYERS: Final = 6
"""Seats of a form whose code names no other number."""

MOST_LEFT_OVER: Final = 0.9
"""What is left over of an entry that cannot be read at all."""

_NUMBERED = re.compile(r"(\w+) (\d+)")


class PageFields:
    """The fields of one page by their places in the deal, and what is to be said of them."""

    def __init__(self, transcript: Transcript) -> None:
        self.fields: dict[str, Field] = {
            str(Place.parse(field.name)): field for field in transcript.fields
        }
        self.problems: list[Problem] = []
        self.players = players_of(transcript.form) or PLAYERS
        self.seats = NUMBERED[: self.players]

    @property
    def places(self) -> dict[str, str]:
        """The place of the deal that each field is filed under, by the field's name."""
        return {field.name: place for place, field in self.fields.items()}

    def _entry(self, name: str, value: Callable[[str], T | None]) -> Entry[T] | None:
        field = self.fields.get(name)
        entry = entry_from(field, value)
        if field is not None and entry is not None and field.text and not entry.readings:
            message = f'"{field.text}" was read here, but it does not belong in this field'
            self.problems.append(Problem("warning", message, place=name))
        return entry

    def _seen(self, name: str, value: Callable[[str], T | None]) -> Entry[T] | None:
        """Like `_entry`, but illegible where ink was found that nobody could make out."""
        if hides_something(self.fields.get(name)):
            return illegible()
        return self._entry(name, value)

    def _text(self, name: str) -> str | None:
        """The words of a text field; ``??`` where they cannot be read."""
        field = self.fields.get(name)
        if field is None or field.blank:
            return None
        return field.text if field.text is not None else "??"

    def _count(self, word: str) -> int:
        """The highest number among the filled fields of a kind, as in ``call 12``."""
        found = [
            int(match[2])
            for name, field in self.fields.items()
            if not field.blank and (match := _NUMBERED.match(name)) and match[1] == word
        ]
        return max(found, default=0)

    def _ticked(self, name: str) -> bool:
        field = self.fields.get(name)
        return field is not None and not field.blank

    def _written(self, start: str) -> list[str]:
        """The fields with something in them whose places begin so."""
        fields = self.fields.items()
        return [name for name, field in fields if name.startswith(start) and not field.blank]

    def _row(self, names: list[str]) -> tuple[Entry[Card], ...]:
        """Cards in a row of fields: a gap is a card not recorded, what is blank at the end nothing."""
        cards = [self._entry(name, doubt.parse_card) for name in names]
        while cards and cards[-1] is None:
            cards.pop()
        return tuple(
            self._gap(name) if card is None else card
            for name, card in zip(names, cards, strict=False)
        )

    def _gap(self, name: str) -> Entry[Card]:
        """What stands for a card where a row of fields has a gap."""
        hidden = hides_something(self.fields.get(name))
        return illegible() if hidden else absent()

    def _left_over(self, names: list[str]) -> tuple[tuple[Place, float], ...]:
        """The entries of an event that may say something else than was read, words aside."""
        read = ((name, self.fields[name]) for name in names)
        return tuple(
            (Place.parse(name), min(MOST_LEFT_OVER, 1.0 - field.probability))
            for name, field in read
            if field.kind != "text" and field.probability < 1.0
        )

    def _number(self, name: str) -> int | None:
        entry = self._entry(name, doubt.read_number)
        if entry is not None and not entry.clear:
            message = "it is unclear where it happened; the likeliest reading is used"
            self.problems.append(Problem("warning", message, place=name))
        return entry.value if entry is not None else None
