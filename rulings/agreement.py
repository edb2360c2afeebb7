"""How well a deal's log and a sheet's row of the same deal agree, as a rate of slips.

The same contract, declarer, doubling and points are written in both. Where the ink of one leaves rivals
open the other speaks for those it agrees with: each cell at odds is a slip of the pen, and no more. A
bid being against the rules is none, so nothing here asks whether a reading is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from math import prod
from typing import Final

from records.record import Record
from records.sheet import Sheet
from rulings.finding import Certainty
from rulings.replay.deal import written_worth
from rulings.replay.table import Table
from rulings.rules.contract_entry import agrees
from rulings.rules.penalty_entry import due
from rulings.session import Row, Ruled, view_row
from rulings.slips import SUM_SLIP

COPIED: Final = ("contract", "bidder", "x", "points A", "points B")
"""The columns of a row that say what the log of its deal says too."""

MOST_ROW_WORLDS: Final = 2048
"""Readings of one row looked at; of a row with more nothing is taken as evidence for its log."""

Evidence = Callable[[Ruled, bool], float]
"""How well a reading of a log agrees with other pages; False leaves out what hangs on every card."""


def view_key(ruled: Ruled) -> Hashable:
    """What the rules about sheets look at in a log: logs alike in this are one log to them."""
    verdict = ruled.verdict
    offences = tuple((each.code, each.place.parts, each.remedy) for each in due(ruled))
    figures = (verdict.points, verdict.award, ruled.plain_award())
    pairs = tuple(tuple(sorted(each.items())) if each else None for each in figures)
    return (verdict.contract, ruled.replay.source == "record", verdict.outcome, pairs, offences)


def row_rate(row: Row, log: Ruled | None, table: Table, whole: bool = True) -> float:
    """The rate of the slips that a row and its log need together; 1 where they agree.

    Points are held against those of the play, or where these are not known (or `whole` is False)
    against each other.
    """
    slips = 0
    contract = log.replay.contract if log is not None else None
    if contract is not None and row.said is not None:
        slips += not agrees(row.said, row.worth, contract)
        slips += row.doubled is not None and row.doubled != contract.doubled
    if contract is not None and row.bidder is not None:
        slips += row.bidder != contract.by
    played = log.verdict.points if log is not None and whole else None
    a, b = row.points("A"), row.points("B")
    if played is not None:
        slips += a is not None and a != played["A"]
        slips += b is not None and b != played["B"]
    elif a is not None and b is not None:
        slips += a + b != table.total_points
    return SUM_SLIP**slips


def own_rate(ruled: Ruled, whole: bool) -> float:
    """The rate of the slips in the result written under a deal, held against its auction and play.

    Scores are held against the table's arithmetic only where nothing was found that a penalty or a
    redeal hangs on. `whole` False leaves out what hangs on every card of the play.
    """
    replay = ruled.replay
    seen = replay.seen
    slips = 0
    made = replay.contract
    if made is not None and replay.source != "record" and "contract" in seen.head:
        said, by = seen.head["contract"], seen.head.get("by")
        if said is not None:
            slips += not agrees(said, written_worth(said, replay.book), made)
            doubling = {"X": 2, "XX": 4}.get(seen.head.get("doubling") or "", 1)
            written = seen.deal.result.contract if seen.deal.result else None
            unread = written is not None and written.doubling is not None
            if not (unread and seen.head.get("doubling") is None):
                slips += doubling != made.doubled
        slips += by is not None and by != made.by
    for fact in replay.play.tricks:
        if fact.winner is not None and 0 < fact.number <= len(seen.winners):
            slips += seen.winners[fact.number - 1] not in (None, fact.winner)
    if whole:
        slips += _figures(ruled)
    return SUM_SLIP**slips


def _figures(ruled: Ruled) -> int:
    """How many of the points and scores under a deal are not what play and contract come to."""
    seen, played = ruled.replay.seen, ruled.verdict.points
    slips = 0
    a, b = seen.points.get("A"), seen.points.get("B")
    if played is not None:
        slips += a is not None and a != played["A"]
        slips += b is not None and b != played["B"]
    elif a is not None and b is not None:
        slips += a + b != ruled.replay.table.total_points
    if ruled.verdict.outcome not in ("made", "defeated") or _costs(ruled) or not seen.score:
        return slips
    award = ruled.plain_award()
    if award is not None:
        wrong = [
            team
            for team, score in seen.score.items()
            if score is not None
            and award[team] not in (score, score + (seen.penalty.get(team) or 0))
        ]
        slips += bool(wrong)
    return slips


def _costs(ruled: Ruled) -> bool:
    kinds = ("award-deal", "points", "redeal", "tricks", "committee")
    return any(
        each.remedy.kind in kinds and each.certainty is Certainty.ESTABLISHED
        for each in ruled.findings
    )


def firm_rows(sheet: Sheet, record: Record) -> dict[int, int]:
    """Rows that surely are about one log of the record: the row (from 0) with the game.

    Both numbers are clear, and no other row or log has, or may have, the same.
    """
    games: dict[str, list[int]] = {}
    for game, deal in enumerate(record.deals, 1):
        for label in labels(deal.number):
            games.setdefault(label, []).append(game)
    rows: dict[str, list[int]] = {}
    for index in range(len(sheet.rows)):
        for label in labels(sheet.cell(index, "deal")):
            rows.setdefault(label, []).append(index)
    firm = {}
    for label, indexes in rows.items():
        logs = games.get(label, [])
        if len(indexes) != 1 or len(logs) != 1:
            continue
        cell, number = sheet.cell(indexes[0], "deal"), record.deals[logs[0] - 1].number
        if cell is not None and cell.clear and number is not None and number.clear:
            firm[indexes[0]] = logs[0]
    return firm


def labels(entry: object) -> list[str]:
    """Every number that an entry for a deal's number may read as."""
    readings = getattr(entry, "readings", ())
    return [str(reading.value) for reading in readings if reading.value is not None]


def evidence_of(sheet: Sheet, index: int, table: Table, names: dict[str, str]) -> Evidence:
    """How well the readings of a log agree with a row, over all that the row may say."""
    columns, choices = [], []
    for column in COPIED:
        cell = sheet.cell(index, column)
        if cell is not None and cell.readings and not cell.clear:
            columns.append(column)
            choices.append([pair for pair in cell.weighted() if pair[1] > 0.0])
    rows: list[tuple[Row, float]] = []
    if prod(len(choice) for choice in choices) <= MOST_ROW_WORLDS:
        for readings in product(*choices):
            chosen = {column: value for column, (value, _) in zip(columns, readings, strict=True)}
            ink = prod(weight for _, weight in readings)
            rows.append((view_row(sheet, index, table, names, chosen), ink))
    known: dict[Hashable, float] = {}

    def evidence(ruled: Ruled, whole: bool) -> float:
        points = ruled.verdict.points if whole else None
        key = (ruled.replay.contract, tuple(sorted(points.items())) if points else None)
        if key not in known:
            known[key] = (
                sum(ink * row_rate(row, ruled, table, whole) for row, ink in rows) if rows else 1.0
            )
        return known[key]

    return evidence


def together(parts: Sequence[Evidence]) -> Evidence:
    """What several rows say of a log, taken together."""
    return lambda ruled, whole: prod(part(ruled, whole) for part in parts)
