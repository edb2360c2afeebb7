"""A match at a glance: a row a deal with its scores and what was found in it, and the chart of the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairdeal.desk.intake.case import Case
from fairdeal.desk.numbered import numbered
from fairdeal.desk.report.scores import Chart, Found, chart, found_in, given
from fairdeal.desk.score.figures import pair_text
from fairdeal.desk.score.match import as_ruled, by_the_rulebook
from fairdeal.desk.score.steps import Step, Steps, label_of
from fairdeal.records import SUIT_SYMBOLS, Contract, Record, shown
from fairdeal.rulings.frame.finding import DealVerdict


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal. Scores are pairs as shown; `game` is the number of its log in the record (from 1), None where
    only the sheet has it; `ruled` and its total are None where nothing was decided."""

    label: str
    game: int | None
    contract: str
    written: str
    given: str
    ruled: str | None
    totals: tuple[str, ...]
    changed: bool
    open: bool
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Glance:
    rows: tuple[DealRow, ...]
    chart: Chart | None
    elsewhere: tuple[Found, ...]
    """What was found in no deal that has a score."""

    @property
    def decided(self) -> bool:
        """Whether there is a score as ruled beside the others."""
        return any(each.ruled is not None for each in self.rows)


def glance(case: Case, names: tuple[str, str]) -> Glance:
    """The match deal by deal, in the order of the score; boards that stand alone have no chart."""
    score, ruled = by_the_rulebook(case), as_ruled(case)
    found = tuple(found_in(case.record, numbered(case.verdict.findings)))
    logs = {each.deal: each for each in case.verdict.deals if each.outcome != "unread"}
    rows = tuple(_row(case.record, step, ruled, logs, found) for step in score.deals)
    labels = {each.label for each in rows}
    elsewhere = tuple(each for each in found if each.deal not in labels)
    drawn = None if case.book.single_boards else chart(score, ruled, names, found)
    return Glance(rows, drawn, elsewhere)


def _row(
    record: Record,
    step: Step,
    ruled: Steps | None,
    logs: Mapping[str | None, DealVerdict],
    found: Sequence[Found],
) -> DealRow:
    log, own = logs.get(step.label), None if ruled is None else ruled.step(step.label)
    ends = [step.written_total, step.ruled_total, *([own.ruled_total] if own else [])]
    return DealRow(
        step.label,
        None if log is None else log.game,
        _as_played(log.contract) if log and log.contract else _on_the_sheet(record, step.label),
        pair_text(step.written),
        given(step),
        None if own is None else given(own),
        tuple(map(pair_text, ends)),
        step.written != step.ruled or (own is not None and own.ruled != step.ruled),
        bool(step.ways) or step.to_replay,
        tuple(each for each in found if each.deal == step.label),
    )


def _as_played(of: Contract) -> str:
    """``42 NT XX by 3``: as short as a row of the sheet has it."""
    doubled = {2: " X", 4: " XX"}.get(of.doubled, "")
    return f"{of.value} {SUIT_SYMBOLS.get(of.trump, of.trump)}{doubled} by {of.by}"


def _on_the_sheet(record: Record, label: str) -> str:
    """The contract of a row as it is written."""
    for sheet in record.sheets:
        for row in range(len(sheet.rows)):
            if label_of(sheet, row) == label:
                cells = [sheet.cell(row, column) for column in ("contract", "x", "bidder")]
                contract, doubled, by = (
                    "" if each is None or each.value is None else shown(each.value)
                    for each in cells
                )
                bid = [SUIT_SYMBOLS.get(each, each) for each in contract.split()]
                return " ".join(
                    [*bid, *([doubled] if doubled else []), *(["by", by] if by else [])]
                )
    return ""
