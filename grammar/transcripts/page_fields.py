"""The fields of a page as entries: what every form of a deal is read by."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from fairdeal.grammar import doubt
from fairdeal.grammar.transcripts import readings
from fairdeal.records.cards import NUMBERED, Card
from fairdeal.records.doubt import Entry, absent, illegible
from fairdeal.records.place import Place
from fairdeal.records.record import Problem
from fairdeal.records.transcript import Field, Transcript, players_of

T = TypeVar("T")

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
        entry = readings.entry_from(field, value)
        if field is not None and entry is not None and field.text and not entry.readings:
            message = f'"{field.text}" was read here, but it does not belong in this field'
            self.problems.append(Problem("warning", message, place=name))
        return entry

    def _seen(self, name: str, value: Callable[[str], T | None]) -> Entry[T] | None:
        """Like `_entry`, but illegible where ink was found that nobody could make out."""
        if readings.hides_something(self.fields.get(name)):
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
        hidden = readings.hides_something(self.fields.get(name))
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
        entry = self._entry(name, readings.number)
        if entry is not None and not entry.clear:
            message = "it is unclear where it happened; the likeliest reading is used"
            self.problems.append(Problem("warning", message, place=name))
        return entry.value if entry is not None else None
