"""Which deal a log is of, where its number is in doubt: the row that agrees with it says so.

A log under the wrong number would be compared with another deal's row, and all of that row would seem
wrong. So before anything is ruled, a doubtful number is weighed by what the log and the row of each
number say of dealer, contract, doubling, points and score, and by what other logs are numbered. The
order of its readings is all that changes: what the ink says of each stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Final

from fairdeal.records import Deal, Entry, Place, Record, Seat, Sheet, Standing, firsts
from fairdeal.rulings.doubt.certainty import SURE, chosen, share_of
from fairdeal.rulings.doubt.slip_rates import SUM_SLIP
from fairdeal.rulings.fifty_six.book import FiftySixBook, table_of
from fairdeal.rulings.fifty_six.players import players
from fairdeal.rulings.fifty_six.session import Ways, likeness, ways_of
from fairdeal.rulings.frame.finding import Settled
from fairdeal.rulings.replay.sheets import seat_names

DEALT_AGAIN: Final = 0.05
"""How often two logs rightly have the same number: a deal in some twenty is dealt again."""

_COLUMNS: Final = (
    "dealer", "bidder", "contract", "x", "points A", "points B", "score A", "score B",
)  # fmt: skip


def numbered(
    record: Record, book: FiftySixBook, names: dict[str, Seat]
) -> tuple[Record, list[Settled]]:
    """The record with every doubtful number of a log at the reading to take, and those settled.

    The same record where no number is in doubt or nothing speaks for another reading.
    """
    doubtful = [game for game, deal in enumerate(record.deals) if _options(deal.number)]
    if not doubtful:
        return record, []
    deals = list(record.deals)
    settled = []
    beside = _beside(record)
    for game in doubtful:
        number = deals[game].number
        assert number is not None
        options = _options(number)
        rates = [_rate(beside, deals[game], value, book, names) for value, _ in options]
        worlds = [
            ((n,), ink * rate)
            for n, ((_, ink), rate) in enumerate(zip(options, rates, strict=True))
        ]
        (digit,) = chosen([options], worlds)
        value, ink = options[digit]
        share = share_of(0, digit, options, worlds)
        if value is None:
            continue
        first = [each for each in number.readings if each.value == value]
        rest = [each for each in number.readings if each.value != value]
        deals[game] = replace(
            deals[game], number=Entry(number.standing, (*first, *rest), number.span)
        )
        if digit or ink < SURE <= share:
            by = tuple(_agreeing(beside, deals[game], value, book, names))
            if by:
                settled.append(Settled(game + 1, Place.of("deal"), value, by, digit > 0, share))
    return replace(record, deals=tuple(deals)), settled


def as_ruled(record: Record, book: FiftySixBook) -> Record:
    """The record with its logs numbered as the rulings take them, for whatever is shown beside these."""
    table = table_of(book, players(record, book))
    return numbered(record, book, seat_names(record, table.seats))[0]


def _options(number: Entry[str] | None) -> list[tuple[str | None, float]]:
    """The readings of a doubtful number with their weights, the ink's likeliest first."""
    if number is None or number.clear or len(number.readings) < 2:
        return []
    pairs = [pair for pair in number.weighted() if pair[1] > 0.0]
    return sorted(pairs, key=lambda pair: (pair[0] is None, -pair[1]))


@dataclass(frozen=True, slots=True)
class _Beside:
    """What a log's number is compared with: the clear numbers of the logs, and the sheets by their rows."""

    numbered: Counter[str]
    sheets: tuple[tuple[Sheet, dict[str, int]], ...]
    """Each sheet with the first row (from 0) that is surely about a deal."""


def _beside(record: Record) -> _Beside:
    numbers = [deal.number for deal in record.deals]
    clear = Counter(n.value for n in numbers if n is not None and n.clear and n.value is not None)
    return _Beside(clear, tuple((sheet, _rows(sheet)) for sheet in record.sheets))


def _rows(sheet: Sheet) -> dict[str, int]:
    cells = [sheet.cell(index, "deal") for index in range(len(sheet.rows))]
    return firsts(
        (str(cell.value), index)
        for index, cell in enumerate(cells)
        if cell is not None and cell.clear
    )


def _rate(
    beside: _Beside, deal: Deal, number: str | None, book: FiftySixBook, names: dict[str, Seat]
) -> float:
    """How well a log goes with a number: 1 where it agrees with the sheets and nothing else has it."""
    if number is None:
        return 1.0
    rate = DEALT_AGAIN ** beside.numbered[number]
    log = _log(deal, book, names)
    for sheet, rows in beside.sheets:
        row = rows.get(number)
        if row is None:
            rate *= SUM_SLIP
            continue
        rate *= prod(
            _fit(ours, theirs) for _, ours, theirs in _shared(log, sheet, row, book, names)
        )
    return rate


def _fit(ours: Ways, theirs: Ways) -> float:
    return sum(weight * likeness(value, theirs) for value, _, weight in ours)


def _agreeing(
    beside: _Beside, deal: Deal, number: str, book: FiftySixBook, names: dict[str, Seat]
) -> Iterator[Place]:
    """The cells of the sheets that say what the log says."""
    log = _log(deal, book, names)
    for count, (sheet, rows) in enumerate(beside.sheets, 1):
        row = rows.get(number)
        for column, ours, theirs in (
            _shared(log, sheet, row, book, names) if row is not None else ()
        ):
            if _fit(ours, theirs) > 2 * SUM_SLIP:
                yield sheet.place(row or 0, column).in_sheet(count)


def _log(deal: Deal, book: FiftySixBook, names: dict[str, Seat]) -> dict[str, Ways]:
    """What a log has of what a row of a sheet has too."""
    entries: dict[str, Entry[Any] | None] = {"dealer": deal.dealer}
    result = deal.result
    if result is not None:
        if result.contract is not None:
            entries |= {
                "contract": result.contract.said, "bidder": result.contract.by,
                "x": result.contract.doubling,
            }  # fmt: skip
        for team in ("A", "B"):
            entries[f"points {team}"] = result.points.get(team)
            entries[f"score {team}"] = result.score.get(team)
    found = {
        column: ways_of(book, entry, column, names)
        for column, entry in entries.items()
        if entry is not None and entry.standing is not Standing.ILLEGIBLE
    }
    return {column: ways for column, ways in found.items() if ways is not None}


def _shared(
    log: dict[str, Ways], sheet: Sheet, row: int, book: FiftySixBook, names: dict[str, Seat]
) -> Iterator[tuple[str, Ways, Ways]]:
    for column in _COLUMNS:
        cell = sheet.cell(row, column)
        theirs = ways_of(book, cell, column, names) if cell is not None else None
        if column in log and theirs is not None:
            yield column, log[column], theirs
