"""Which entry of a printed log each place of its record was read from, by where both stand in the text."""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal.records.deal import Deal, Trick
from fairdeal.records.place import Place, Span
from fairdeal.records.record import Record
from fairdeal.records.seats import COMPASS, NUMBERED, Seat
from fairdeal.records.sheet import Sheet
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
        field = None if span is None else _field(at, span)
        if field is not None:
            yield game, place, field


def _field(at: dict[tuple[int, int], Field], span: Span) -> Field | None:
    """The first entry within a span; what stands before it, such as a seat, may have no entry of its own."""
    seen = (
        at.get((span.line, column)) for column in range(span.end_column - 1, span.column - 1, -1)
    )
    return next((field for field in seen if field is not None), None)


def places_of(record: Record) -> Iterator[Placed]:
    """Every place of a record that findings name, with where it stands in the text."""
    seats = COMPASS if any(_of_compass(deal) for deal in record.deals) else _numbered(record)
    for game, deal in enumerate(record.deals, 1):
        for place, span in _of_deal(deal, seats):
            yield game, place, span
    for number, sheet in enumerate(record.sheets, 1):
        for cell, span in _of_sheet(sheet):
            yield None, str(cell.in_sheet(number)), span


def _numbered(record: Record) -> tuple[Seat, ...]:
    players = record.tag("Players") or ""
    return NUMBERED[: int(players)] if players in ("4", "6", "8") else NUMBERED[:6]


def _of_compass(deal: Deal) -> bool:
    seats = [hand.seat for hand in deal.hands or ()]
    seats += [
        play.label.value
        for trick in deal.play or ()
        for play in trick.plays
        if play.label and play.label.value
    ]
    return any(seat in COMPASS for seat in seats)


def _of_deal(deal: Deal, seats: tuple[Seat, ...]) -> Iterator[tuple[str, Span | None]]:
    if deal.number is not None:
        yield "deal", deal.number.span
    if deal.dealer is not None:
        yield "dealer", deal.dealer.span
    for hand in deal.hands or ():
        for index in range(len(hand.cards)):
            yield f"hand {hand.seat} / {index + 1}", hand.span_of(index)
    for number, call in enumerate(deal.calls, 1):
        yield f"call {number}", call.span
    for trick in deal.play or ():
        yield from _of_trick(trick, seats)
    yield from _of_result(deal)


def _of_trick(trick: Trick, seats: tuple[Seat, ...]) -> Iterator[tuple[str, Span | None]]:
    """The cards under the seats that the row tells of: its leader's, and so on round the table."""
    due: Seat | None = None
    for index, play in enumerate(trick.plays):
        span = trick.span_of(index)
        if play.label is not None:
            due = play.label.value
            if index == 0:
                yield f"trick {trick.number} / leader", play.label.span or span
        if due is not None:
            yield f"trick {trick.number} / seat {due}", span
            due = seats[(seats.index(due) + 1) % len(seats)] if due in seats else None


def _of_result(deal: Deal) -> Iterator[tuple[str, Span | None]]:
    if deal.result is None:
        return
    if deal.result.contract is not None:
        yield "contract", deal.result.contract.said.span
        if deal.result.contract.by is not None:
            yield "bidder", deal.result.contract.by.span
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
