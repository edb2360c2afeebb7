"""A log under a number that the sheet does not have, and the row without a log that it goes with.

Where both have the same contract, dealer or bidder and their numbers are a slip of the pen apart, one of the
two numbers is most likely a slip. Neither is put right: the deal is open, and both scores are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairdeal.records.cards import Said
from fairdeal.records.record import Record, Sheet, of_entries
from fairdeal.rulings.frame.finding import DealVerdict, Verdict


@dataclass(frozen=True, slots=True)
class Stray:
    """A log (`game` in the record) that most likely is of a row (from 0) of the first sheet."""

    game: int
    label: str
    row: int
    row_label: str


def strays(record: Record, verdict: Verdict) -> Iterator[Stray]:
    """The logs of which the sheet has no row, each with the only row that it can be of."""
    sheet = next((each for each in record.sheets if not of_entries(each)), None)
    if sheet is None:
        return
    labels = [_label(sheet, row) for row in range(len(sheet.rows))]
    logged = {deal.label for deal in record.deals}
    free = [row for row, label in enumerate(labels) if label and label not in logged]
    for game, (deal, ruled) in enumerate(zip(record.deals, verdict.deals, strict=False), 1):
        label = deal.label
        if label is None or label in labels or deal.unread:
            continue
        dealer = deal.dealer.value if deal.dealer is not None and deal.dealer.clear else None
        near = [
            row
            for row in free
            if _one_slip(label, labels[row]) and _agree(sheet, row, ruled, dealer)
        ]
        if len(near) == 1:
            yield Stray(game, label, near[0], labels[near[0]])


def _label(sheet: Sheet, row: int) -> str:
    cell = sheet.cell(row, "deal")
    return str(cell.value) if cell is not None and cell.clear else ""


def _one_slip(one: str, two: str) -> bool:
    """Whether two numbers are a slip apart: figures in each other's place, or one figure other or missing."""
    if sorted(one) == sorted(two):
        return True
    if len(one) == len(two):
        return sum(a != b for a, b in zip(one, two, strict=True)) == 1
    short, long = sorted((one, two), key=len)
    return any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


def _agree(sheet: Sheet, row: int, ruled: DealVerdict, dealer: str | None) -> bool:
    """Whether a log and a row say the same of contract and dealer, as far as both have them; the contract has
    to be there."""
    contract = sheet.cell(row, "contract")
    if contract is None or ruled.contract is None or not isinstance(contract.value, Said):
        return False
    said = contract.value
    trump = said.suit or "NT"
    if (said.number, trump) != (ruled.contract.value, ruled.contract.trump):
        return False
    pairs = (("dealer", dealer), ("bidder", ruled.contract.by))
    for column, value in pairs:
        cell = sheet.cell(row, column)
        if cell is not None and cell.clear and value is not None and str(cell.value) != value:
            return False
    return True
