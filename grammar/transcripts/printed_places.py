"""Which entry of a printed log each place of its record was read from, by where both stand in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fairdeal.records.place import Place, Span
from fairdeal.records.record import Deal, Record, Sheet, Trick
from fairdeal.records.transcript import Field, Transcript

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
    wanted = (field for field in found if not seat or field.kind == "seat")
    return next(wanted, None)


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
        yield f"call {number}", call.span
        if call.label is not None:
            yield f"call {number} / seat", call.label.span
    for trick in deal.play or ():
        yield from _of_trick(trick)
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
