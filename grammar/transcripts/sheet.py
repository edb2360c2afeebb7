"""From the fields of a photographed score sheet to its rows, cells and match points."""

from __future__ import annotations

from typing import Final

from fairdeal.grammar.transcripts import readings
from fairdeal.records.doubt import Entry, blank, clear, illegible
from fairdeal.records.place import Place
from fairdeal.records.seats import Team
from fairdeal.records.sheet import (
    COLUMNS,
    WE_THEY,
    Cell,
    MatchPoints,
    Sheet,
    SheetRow,
    is_number_column,
)
from fairdeal.records.sheet_id import match_id
from fairdeal.records.transcript import Field, Transcript


def sheet_of(transcript: Transcript) -> Sheet:
    """The sheet of a score sheet's fields. Row n of the form is deal n, as is printed on it, unless the
    form has a field that says otherwise; the rows of a WE and THEY sheet are entries, not deals."""
    fields = {str(Place.parse(entry.name)): entry for entry in transcript.fields}
    rows: dict[int, dict[str, Field]] = {}
    for name, entry in fields.items():
        parts = name.split(" / ")
        number = Place.parse(name).number("row")
        if len(parts) == 2 and number is not None:
            rows.setdefault(number, {})[parts[1]] = entry
    named = {column for row in rows.values() for column in row}
    columns: tuple[str, ...] = () if named.intersection(WE_THEY) else ("deal",)
    columns += tuple(column for column in COLUMNS if column in named and column not in columns)
    columns += tuple(sorted(named.difference(columns)))
    last = max((n for n, row in rows.items() if _written(row)), default=0)
    return Sheet(
        columns=columns if rows else (),
        rows=tuple(_row(n, rows.get(n, {}), columns) for n in range(1, last + 1)),
        copy=_whose(fields)
        or (None if (code := match_id(transcript.sheet)) is None else code.copy),
        match_points=_match_points(fields),
    )


def _whose(fields: dict[str, Field]) -> Team | None:
    """The side under WE, where one of the two boxes is ticked and the other is not."""
    ticked = [side for side in ("NS", "EW") if _ticked(fields.get(f"heading / we {side}"))]
    return ticked[0] if len(ticked) == 1 else None


def _ticked(entry: Field | None) -> bool:
    return entry is not None and not entry.blank


def _written(row: dict[str, Field]) -> bool:
    """Whether anything is written in a row: a deal's number that is printed is not, nor on which side
    of the line the row stands; a line drawn under a game is."""
    return any(
        not entry.blank
        and not (column == "deal" and entry.kind == "text")
        and not (column == "line" and entry.text in _STANDING)
        for column, entry in row.items()
    )


_STANDING: Final = ("above", "below", "total")
"""What the ``line`` of a row of a WE and THEY sheet says where it is no line."""


def _row(number: int, row: dict[str, Field], columns: tuple[str, ...]) -> SheetRow:
    cells: list[Cell] = []
    for column in columns:
        entry = row.get(column)
        if column == "deal" and entry is None and not set(WE_THEY).intersection(columns):
            cells.append(clear(str(number)))
        else:
            cells.append(_cell(entry, column))
    return SheetRow(tuple(cells))


def _cell(entry: Field | None, column: str) -> Cell:
    cell: Cell | None
    if readings.hides_something(entry):
        unseen: Entry[str] = illegible()
        return unseen
    if column == "line" and entry is not None and entry.kind == "tick":
        line: Entry[str] = blank() if entry.blank else clear("game")
        return line
    if column == "contract":
        cell = readings.entry_from(entry, readings.said)
    elif is_number_column(column):
        cell = readings.entry_from(entry, readings.number)
        if cell is not None and not cell.readings and entry is not None and entry.text:
            cell = readings.entry_from(entry, readings.label)
    else:
        cell = readings.entry_from(entry, readings.label)
    if cell is None:
        empty: Entry[str] = blank()
        return empty
    return cell


def _match_points(fields: dict[str, Field]) -> MatchPoints | None:
    points: dict[Team, Entry[int]] = {}
    for team in ("A", "B"):
        entry = readings.entry_from(fields.get(f"match points {team}"), readings.number)
        if entry is not None:
            points[team] = entry
    tie_break = readings.entry_from(fields.get("tie-break"), readings.team)
    return MatchPoints(points, tie_break) if points or tie_break is not None else None
