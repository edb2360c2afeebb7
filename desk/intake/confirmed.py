"""A log and the rows of sheets of one deal: what is in doubt on one of these papers and plain on another.

Each was written apart, so what is unclear on one may be plain on another. An entry is confirmed where its
likeliest reading is what the others say plainly, and none of them says otherwise: then nobody has to be asked
about it, and it is as sure as the surest of them, no surer: one hand may have written both, and its 4 be read
as a 1 on each. Nothing is read as another paper has it, or a slip in copying would be read away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final

from fairdeal.desk.intake.parts import Slot, labels_of, number_of
from fairdeal.desk.intake.two_papers import Table, entries_at
from fairdeal.grammar.transcripts.record import ReadDeal, ReadSheet, Source
from fairdeal.records import Deal, Entry, Sheet, in_groups, of_entries
from fairdeal.rulings.doubt.dependence import ESTABLISHED

_IN_A_LOG: Final = {"bidder": "contract / by"}
"""Columns of a sheet that have another name under a deal."""

_Entries = dict[str, Entry[Any]]
_Said = Mapping[tuple[str | None, str], Sequence[Entry[Any]]]
"""What all papers say, by the number of the deal and the place."""


def confirmed(
    slots: Sequence[Slot], sheets: Sequence[ReadSheet], table: Table
) -> tuple[list[ReadDeal], list[ReadSheet], set[Source]]:
    """The first version of each deal, and the sheets, with the entries plain that other papers confirm, and
    where these stand. A deal of which the papers differ confirms nothing."""
    played = [slot for slot in slots if slot.versions]
    deals = [slot.versions[0].as_read() for slot in played]
    numbers = [
        None if slot.open else _deal_of(read.deal) for slot, read in zip(played, deals, strict=True)
    ]
    logs = _each_once(numbers)
    rows = [_each_once(_deals_of(read.sheet)) for read in sheets]
    in_logs = [
        (label, dict(entries_at(read.deal, table))) for label, read in zip(logs, deals, strict=True)
    ]
    in_rows = [
        [(label, _row(read.sheet, row)) for row, label in enumerate(labels)]
        for labels, read in zip(rows, sheets, strict=True)
    ]
    said = in_groups(
        ((label, place), entry)
        for label, own in chain(in_logs, *in_rows)
        for place, entry in (own.items() if label else ())
    )
    found: set[Source] = set()
    found_deals = [
        _plainer(read, dict(_sure(label, own, said)), found)
        for read, (label, own) in zip(deals, in_logs, strict=True)
    ]
    found_sheets = [
        _plainer_sheet(read, [dict(_sure(label, own, said)) for label, own in own_rows], found)
        for read, own_rows in zip(sheets, in_rows, strict=True)
    ]
    return found_deals, found_sheets, found


def _each_once(labels: Sequence[str | None]) -> list[str | None]:
    """The numbers of deals; None for those that stand twice, of which it is not known which is meant."""
    times = Counter(labels)
    return [label if times[label] == 1 else None for label in labels]


def _deal_of(deal: Deal) -> str | None:
    return number_of(deal.label) if deal.number is not None and deal.number.clear else None


def _deals_of(sheet: Sheet) -> list[str | None]:
    """The number of each row's deal; None where it is not plain, and of lines under WE and THEY."""
    cells = [sheet.cell(row, "deal") for row in range(len(sheet.rows))]
    plain = [not of_entries(sheet) and (cell is None or cell.clear) for cell in cells]
    return [label if sure else None for label, sure in zip(labels_of(sheet), plain, strict=True)]


def _row(sheet: Sheet, row: int) -> _Entries:
    cells = ((column, sheet.cell(row, column)) for column in sheet.columns if column != "deal")
    return {_IN_A_LOG.get(column, column): cell for column, cell in cells if cell is not None}


def _sure(label: str | None, own: _Entries, said: _Said) -> Iterator[tuple[str, Entry[Any]]]:
    """The entries of a paper in doubt that the others confirm, as the surest of these has them. An entry that
    alone would not make a finding established confirms none."""
    for place, entry in own.items() if label else ():
        plain = [each for each in said[label, place] if each.clear]
        if entry.doubtful and plain and {each.value for each in plain} == {entry.value}:
            surest = min(plain, key=lambda each: each.left_over)
            if surest.left_over <= 1.0 - ESTABLISHED:
                yield place, replace(surest, span=entry.span)


def _plainer(read: ReadDeal, sure: _Entries, found: set[Source]) -> ReadDeal:
    if not sure:
        return read
    found |= {read.sources[place] for place in sure if place in read.sources}
    result = read.deal.result
    if result is not None:
        said = result.contract and replace(
            result.contract,
            said=sure.get("contract", result.contract.said),
            by=sure.get("contract / by", result.contract.by),
        )
        points, score = (
            {team: sure.get(f"{kind} {team}", entry) for team, entry in figures.items()}
            for kind, figures in (("points", result.points), ("score", result.score))
        )
        result = replace(result, contract=said, points=points, score=score)
    dealer = sure.get("dealer", read.deal.dealer)
    return replace(read, deal=replace(read.deal, dealer=dealer, result=result))


def _plainer_sheet(read: ReadSheet, sure: Sequence[_Entries], found: set[Source]) -> ReadSheet:
    if not any(sure):
        return read
    sheet, rows = read.sheet, []
    for number, (row, own) in enumerate(zip(sheet.rows, sure, strict=True)):
        cells = list(row.cells)
        for at, column in enumerate(sheet.columns):
            entry = own.get(_IN_A_LOG.get(column, column))
            if entry is not None:
                cells[at] = entry
                place = str(sheet.place(number, column))
                found |= {read.sources[place]} if place in read.sources else set()
        rows.append(replace(row, cells=tuple(cells)))
    return replace(read, sheet=replace(sheet, rows=tuple(rows)))
