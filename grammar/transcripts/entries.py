"""What stands on a page as entries of a record: the fields of a form, their doubt kept, and the entries of a
printed log by where they stand in its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from fairdeal.grammar import doubt
from fairdeal.grammar.calls import parse_call
from fairdeal.records import (
    NUMBERED,
    Card,
    Deal,
    Entry,
    Field,
    Place,
    Problem,
    Reading,
    Record,
    Said,
    Sheet,
    Span,
    Standing,
    Transcript,
    Trick,
    absent,
    illegible,
    players_of,
)

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

INK: Final = 0.97
"""How much of what is left over of a clear entry goes to what the reader saw in its ink beside what it read,
as it saw it: of 16 entries that were read wrongly and not asked about, each was its first or second rival."""

ASKED: Final = 0.998
"""The most that an entry is known before a person, who is asked about it, has answered."""


def hides_something(field: Field | None) -> bool:
    """Whether ink was found in a field of which no reader could see any: it may not be blank."""
    return field is not None and field.blank and field.flagged


def entry_from(field: Field | None, value: Callable[[str], T | None]) -> Entry[T] | None:
    """The entry of a field; None where nothing is on the paper (or there is no such field).

    A reading that nobody need look at is clear, with its probability. A flagged one keeps its rivals and
    their probabilities, none surer than `ASKED` or than the field is, and what `value` cannot take counts
    as something else. What cannot be read at all is illegible. Whether a reading would be allowed by any
    rule plays no part.
    """
    if field is None or field.blank:
        return None
    if field.text is None and not field.mark:
        return Entry(Standing.ILLEGIBLE)
    if field.text is not None and not field.flagged:
        found = value(field.text.strip())
        return Entry(Standing.ILLEGIBLE) if found is None else _unasked(found, field, value)
    rivals = field.rivals or ((field.text, field.probability),)
    likeliest = max(probability for _, probability in rivals)
    most = min(field.probability or 1.0, ASKED) if field.flagged else 1.0
    weights: dict[T, float] = {}
    for text, probability in rivals:
        found = value(text.strip()) if text else None
        if found is not None:
            weights[found] = weights.get(found, 0.0) + probability * most / max(most, likeliest)
    readings = [(found, round(min(p, 1.0), DIGITS)) for found, p in weights.items()]
    readings.sort(key=lambda pair: -pair[1])
    readings = [pair for pair in readings[:1] if pair[1] > 0.0] + [
        pair for pair in readings[1:] if pair[1] >= FLOOR
    ]
    if not readings:
        return Entry(Standing.ILLEGIBLE)
    standing = Standing.DOUBTED if len(readings) == 1 else Standing.RIVALS
    return Entry(standing, tuple(Reading(found, p) for found, p in readings))


def _unasked(read: T, field: Field, value: Callable[[str], T | None]) -> Entry[T]:
    """A clear entry, as sure as it was read: what is left over is kept, and text does not show it."""
    if field.probability >= 1.0:
        return Entry(Standing.CLEAR, (Reading(read),))
    sure = round(field.probability, FINE)
    others = [pair for pair in field.rivals if pair[0] != field.text]
    left = INK * (1.0 - sure) / (sum(probability for _, probability in others) or 1.0)
    faint: dict[T | None, float] = {}
    for text, probability in others:
        found = value(text.strip()) if text else None
        if found is not None and found != read:
            faint[found] = faint.get(found, 0.0) + left * probability
    if field.rivals:
        faint[None] = (1.0 - INK) * (1.0 - sure)
    return Entry(Standing.CLEAR, (Reading(read, sure),), faint=tuple(faint.items()))


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
        self.transcript = transcript
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
        return illegible() if hides_something(self.fields.get(name)) else self._entry(name, value)

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
        return illegible() if hides_something(self.fields.get(name)) else absent()

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


Placed = tuple[int | None, str, Span | None]
"""The deal's position in the record (from 1; None for sheets), the place within it, where it stands."""


def read_from(transcript: Transcript, record: Record) -> Iterator[tuple[int | None, str, Field]]:
    """Each place of a record that was read from the text of a transcript, with the entry of the page."""
    at = {
        (line, column): field
        for (line, first, after), field in zip(transcript.spans, transcript.fields, strict=True)
        for column in range(first, after)
    }
    for game, place, span in places_of(record):
        field = None if span is None else _field(at, span, place.endswith((" / seat", " / leader")))
        if field is not None:
            yield game, place, field


def _field(at: dict[tuple[int, int], Field], span: Span, seat: bool) -> Field | None:
    """The last entry within a span, as a seat may stand before it; or that seat."""
    columns = range(span.end_column - 1, span.column - 1, -1)
    found = [field for column in columns if (field := at.get((span.line, column))) is not None]
    return next((field for field in found if not seat or field.kind == "seat"), None)


def places_of(record: Record) -> Iterator[Placed]:
    """Every place of a record that findings name, with where it stands in the text."""
    for tag in record.tags:
        yield None, heading_place(tag.name), tag.span
    for game, deal in enumerate(record.deals, 1):
        for place, span in _of_deal(deal):
            yield game, place, span
    for number, sheet in enumerate(record.sheets, 1):
        for cell, span in _of_sheet(sheet):
            yield None, str(cell.in_sheet(number)), span


def heading_place(tag: str) -> str:
    """``heading / team A`` for the tag ``TeamA``."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", tag)
    return f"heading / {words[:1].lower()}{words[1:]}"


def _of_deal(deal: Deal) -> Iterator[tuple[str, Span | None]]:
    if deal.number is not None:
        yield "deal", deal.number.span
    if deal.dealer is not None:
        yield "dealer", deal.dealer.span
    if deal.vulnerable is not None:
        yield "vulnerable", deal.vulnerable.span
    for hand in deal.hands or ():
        before = hand.label.span if hand.label else _so_far(hand.span_of(0))
        yield f"hand {hand.seat} / seat", before
        for index in range(len(hand.cards)):
            yield f"hand {hand.seat} / {index + 1}", hand.span_of(index)
    for number, call in enumerate(deal.calls, 1):
        yield f"call {number}", deal.span_of_call(call, number)
        if call.label is not None:
            yield f"call {number} / seat", call.label.span
    for trick in deal.play or ():
        yield from _of_trick(trick)
    for number, event in enumerate(deal.all_events(), 1):
        for name, entry in event.entries().items():
            yield f"event {number} / {name}", entry.span
    yield from _of_result(deal)


def _of_trick(trick: Trick) -> Iterator[tuple[str, Span | None]]:
    """The cards by their order; under which seat each of them was played, a replay tells."""
    for index, play in enumerate(trick.plays):
        name = f"trick {trick.number} / card {index + 1}"
        yield name, trick.span_of(index)
        if play.label is not None:
            before = play.label.span or _so_far(trick.span_of(index))
            yield f"{name} / seat", before
            if index == 0:
                yield f"trick {trick.number} / leader", before


def _so_far(span: Span | None) -> Span | None:
    """The line up to the end of a span: the seat of a usual row keeps no span of its own."""
    return span and Span(span.line, 1, span.line, span.end_column)


def _of_result(deal: Deal) -> Iterator[tuple[str, Span | None]]:
    if deal.result is None:
        return
    contract = deal.result.contract
    if contract is not None:
        yield "contract", contract.said.span
        for name, entry in (("by", contract.by), ("x", contract.doubling)):
            if entry is not None:
                yield f"contract / {name}", entry.span
    for number, entry in enumerate(deal.result.tricks, 1):
        yield f"trick {number} / winner", entry.span or deal.result.trick_spans.of(number - 1)
    for name, figures in (
        ("points", deal.result.points),
        ("score", deal.result.score),
        ("penalty", deal.result.penalty),
    ):
        for team, figure in figures.items():
            yield f"{name} {team}", figure.span


def _of_sheet(sheet: Sheet) -> Iterator[tuple[Place, Span | None]]:
    for number, row in enumerate(sheet.rows):
        for column, cell in zip(sheet.columns, row.cells, strict=False):
            yield sheet.place(number, column), cell.span
    if sheet.match_points is not None:
        for team, entry in sheet.match_points.points.items():
            yield Place.of(f"match points {team}"), entry.span
