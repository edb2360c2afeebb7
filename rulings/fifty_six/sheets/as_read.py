"""No finding on a sheet is surer than the cells, and the log, that it needs.

As `rulings.doubt.as_read` for deals: a cell read with a probability just short of 1 is something else now and
then, and what is not there without it needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from fairdeal.rulings.doubt.as_read import LEAST, Needed, no_surer
from fairdeal.rulings.doubt.judged import key_of
from fairdeal.rulings.doubt.slips import BY_CHANCE, SUM_SLIP, Slips
from fairdeal.rulings.fifty_six.sheets.paper import Paper, Spot
from fairdeal.rulings.fifty_six.sheets.sheet_worlds import Judge, checked, slips_around
from fairdeal.rulings.frame.finding import Certainty, Finding

ROUND: Final = (-1, 0, 1)
"""The rows whose cells bear on a finding, beside its own: totals go on from row to row."""

OfLog = Callable[[int], Sequence[Needed]]
"""The entries of a game's log by which it says what a sheet takes from it."""


def as_sure_as_read(
    found: Sequence[Finding], paper: Paper, judge: Judge, log: OfLog
) -> list[Finding]:
    """The findings of a sheet, none of them surer than the entries that it needs."""
    return [_as_sure(each, paper, judge, log) for each in found]


def _as_sure(finding: Finding, paper: Paper, judge: Judge, log: OfLog) -> Finding:
    row = finding.at.row
    if row is None or finding.certainty is Certainty.POSSIBLE:
        return finding
    needed = [
        Needed(paper.base.address(*spot), odds)
        for spot, left in _nearly(paper, row - 1)
        if (odds := _odds(finding, paper, judge, spot, left)) > 0.0
    ]
    game = paper.firm.get(row - 1)
    if game is not None:
        needed += _of_log(finding, paper, judge, game, log)
    return no_surer(finding, needed)


def _nearly(paper: Paper, row: int) -> Iterator[tuple[Spot, float]]:
    """The cells around a row (from 0) that are nearly sure, with what is left over of each."""
    for index in (row + step for step in ROUND):
        if not 0 <= index < len(paper.sheet.rows):
            continue
        for column in paper.sheet.columns:
            cell = paper.sheet.cell(index, column)
            if cell is not None and cell.left_over > LEAST:
                yield (index, column), cell.left_over


def _odds(finding: Finding, paper: Paper, judge: Judge, spot: Spot, left: float) -> float:
    """The odds that a cell is something else, if the finding is not there without it; else 0."""
    if _holds(finding, paper, judge, spot):
        return 0.0
    before, after = paper.view({}), paper.view({spot: None})
    first = Slips(sums=len(slips_around(paper, before, (spot,))))
    rate = Slips(sums=len(slips_around(paper, after, (spot,)))).rate(first) / first.rate(first)
    if checked(paper, after, spot):
        rate *= BY_CHANCE + SUM_SLIP
    return left / (1.0 - left) * rate


def _holds(finding: Finding, paper: Paper, judge: Judge, spot: Spot) -> bool:
    view = paper.view({spot: None})
    view.only = {finding.at.row}
    return any(key_of(each) == key_of(finding) for each in judge(view))


def _of_log(finding: Finding, paper: Paper, judge: Judge, game: int, log: OfLog) -> list[Needed]:
    """The log of a row's deal, if the finding is not there without it."""
    entries = log(game)
    if not entries or _holds(finding, paper, judge, (game - 1, f"log {game}")):
        return []
    return list(entries)
