"""What both games read alike on a sheet: seats, their names, contracts with a double, cells in doubt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from fairdeal.records import Record, Said, Seat, Sheet, Standing, TermKind
from fairdeal.rulings.replay.calls import doubling_of

_DOUBLES = (TermKind.DOUBLE, TermKind.REDOUBLE)


def seat_names(record: Record, seats: Collection[Seat]) -> dict[str, Seat]:
    """The seats by the names that the heading gives them, in small letters."""
    named = {seat: (record.tag(f"Seat{seat}") or "").strip() for seat in seats}
    return {name.casefold(): seat for seat, name in named.items() if name}


def seat_of(value: object, seats: Collection[Seat], names: Mapping[str, Seat]) -> Seat | None:
    """The seat of a cell, or of a player's name; None where the table has none of that name."""
    text = "" if value is None else str(value).strip()
    return text.upper() if text.upper() in seats else names.get(text.casefold())


def plain_contract(said: Said | None) -> Said | None:
    """The contract's words without a double written beside them in the same cell."""
    if said is None:
        return None
    terms = tuple(term for term in said.terms if term.kind not in _DOUBLES)
    return said if len(terms) in (0, len(said.terms)) else Said(terms)


def doubled_in(words: str, contract: object) -> int | None:
    """What a row multiplies by, by its cell for doubling or by the contract's words; None for neither."""
    entered = doubling_of(words)
    if entered is not None or not isinstance(contract, Said):
        return entered
    return 4 if contract.has(TermKind.REDOUBLE) else 2 if contract.has(TermKind.DOUBLE) else None


def doubtful_cells(sheet: Sheet) -> Iterator[tuple[int, str, tuple[tuple[Any, float], ...]]]:
    """Every cell with more than one reading: row (from 0), column, readings with their weights."""
    for index, row in enumerate(sheet.rows):
        for column, cell in zip(sheet.columns, row.cells, strict=False):
            if cell.standing is not Standing.CLEAR and cell.readings:
                options = tuple(pair for pair in cell.weighted() if pair[1] > 0.0)
                if len(options) > 1:
                    yield index, column, options
