"""From the fields of a photographed score sheet to its rows, cells and match points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal.grammar import doubt
from fairdeal.grammar.transcripts import entries
from fairdeal.records import (
    COLUMNS,
    WE_THEY,
    Cell,
    Entry,
    Event,
    EventKind,
    Field,
    MatchPoints,
    Place,
    Sheet,
    SheetRow,
    Team,
    Transcript,
    blank,
    clear,
    illegible,
    is_number_column,
    match_id,
)

PRINTED_ROWS: Final = 18
"""Rows whose deal is printed beside them."""
LATER_ROWS: Final = 3
"""Rows whose deal is written: deals played again, and those of a tie-break."""
REMARKS: Final = 3
CHANGES: Final = 3
"""Lines for remarks and for changes of seats."""


def sheet_of(transcript: Transcript) -> Sheet:
    """The sheet of a score sheet's fields. Row n of the form is deal n, as is printed on it, unless the
    form has a field that says otherwise; the rows of a WE and THEY sheet are entries, not deals."""
    fields = filed(transcript)
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


def filed(transcript: Transcript) -> dict[str, Field]:
    """The fields of a sheet by their places: a remark that names its deal is the remark of that row."""
    fields = {str(Place.parse(entry.name)): entry for entry in transcript.fields}
    rows = {number: f"row {number}" for number in range(1, PRINTED_ROWS + 1)}
    for line in range(1, REMARKS + 1):
        words, number = (
            fields.get(f"remark {line} / words"),
            _number(fields, f"remark {line} / deal"),
        )
        place = f"{rows.get(number or 0, '')} / remarks"
        if words is None or words.blank or number not in rows or place in fields:
            continue
        fields[place] = fields.pop(f"remark {line} / words")
    return _in_order_played(fields)


def _in_order_played(fields: dict[str, Field]) -> dict[str, Field]:
    """The rows of deals played again put behind the first ones of their deals, and all rows counted again."""
    again = {
        row: deal
        for row in range(PRINTED_ROWS + 1, PRINTED_ROWS + LATER_ROWS + 1)
        if (deal := _number(fields, f"row {row} / deal")) is not None and deal <= PRINTED_ROWS
    }
    if not again:
        return fields
    rows = sorted(
        range(1, PRINTED_ROWS + LATER_ROWS + 1), key=lambda row: (again.get(row, row), row)
    )
    anew = {f"row {row}": f"row {place}" for place, row in enumerate(rows, 1)}
    printed = range(1, PRINTED_ROWS + 1)
    found = {
        f"{anew[f'row {n}']} / deal": Field(f"row {n} / deal", "text", str(n)) for n in printed
    }
    for name, entry in fields.items():
        row, stroke, column = name.partition(" / ")
        found[f"{anew.get(row, row)}{stroke}{column}"] = entry
    return found


def events_of(transcript: Transcript) -> Iterator[Event]:
    """What a sheet says beyond its rows: seats that were changed, and remarks of no row."""
    fields = filed(transcript)
    for line in range(1, CHANGES + 1):
        name = f"seat change {line}"
        seat = entries.entry_from(fields.get(f"{name} / seat"), doubt.read_seat)
        after = _number(fields, f"{name} / deal")
        if seat is not None and seat.value is not None:
            who = _words(fields, f"{name} / name") or "??"
            at = None if after is None else Place.of(f"deal {after}")
            yield Event(EventKind.SEATS, names=((seat.value, who),), at=at)
    for line in range(1, REMARKS + 1):
        words = _words(fields, f"remark {line} / words")
        if words:
            number = _number(fields, f"remark {line} / deal")
            about = f"deal {number}: {words}" if number is not None else words
            yield Event(EventKind.NOTE, text=about)


def _number(fields: dict[str, Field], name: str) -> int | None:
    entry = entries.entry_from(fields.get(name), doubt.read_number)
    return None if entry is None else entry.value


def _words(fields: dict[str, Field], name: str) -> str | None:
    """What stands in a text field, ``??`` where nobody can read it; None where nothing does."""
    field = fields.get(name)
    return None if field is None or field.blank else field.text or "??"


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
"""What the ``line`` of a row of a WE and THEY sheet says where it is not a line."""


def _row(number: int, row: dict[str, Field], columns: tuple[str, ...]) -> SheetRow:
    own = "deal" not in row and not set(WE_THEY).intersection(columns)
    return SheetRow(
        tuple(
            clear(str(number)) if own and column == "deal" else _cell(row.get(column), column)
            for column in columns
        )
    )


def _cell(entry: Field | None, column: str) -> Cell:
    cell: Cell | None
    if entries.hides_something(entry):
        unseen: Entry[str] = illegible()
        return unseen
    if column == "line" and entry is not None and entry.kind == "tick":
        line: Entry[str] = blank() if entry.blank else clear("game")
        return line
    if column == "contract":
        cell = entries.entry_from(entry, entries.said)
    elif is_number_column(column):
        cell = entries.entry_from(entry, doubt.read_number)
        if cell is not None and not cell.readings and entry is not None and entry.text:
            cell = entries.entry_from(entry, entries.label)
    else:
        cell = entries.entry_from(entry, entries.label)
    if cell is None:
        empty: Entry[str] = blank()
        return empty
    return cell


def _match_points(fields: dict[str, Field]) -> MatchPoints | None:
    points: dict[Team, Entry[int]] = {
        team: entry
        for team in ("A", "B")
        if (entry := entries.entry_from(fields.get(f"match points {team}"), doubt.read_number))
    }
    tie_break = entries.entry_from(fields.get("tie-break"), doubt.read_team)
    return MatchPoints(points, tie_break) if points or tie_break is not None else None
