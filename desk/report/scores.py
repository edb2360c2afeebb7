"""The score before and after: as it was written, and as the rulebook gives it, deal by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from fairdeal.desk.report.deals.fifty_six import doubt_of
from fairdeal.desk.report.findings.marks import Mark, Marks
from fairdeal.desk.report.sides import TEAMS, Sides
from fairdeal.records.calls import Said
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.place import Place
from fairdeal.records.record import Record
from fairdeal.records.seats import Team
from fairdeal.records.sheet import WE_THEY, Sheet, of_entries
from fairdeal.rulings.bridge.scoring.sheet import see_sheet
from fairdeal.rulings.bridge.scoring.we_they import line_of
from fairdeal.rulings.frame.finding import DealVerdict, Verdict

Pair = tuple[int | None, int | None]
"""A figure for each team, None where it is not known."""

SURE_ENOUGH: Final = 0.95
"""A score this surely wrong is put right in the score by the rulebook; the entry is asked about beside it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a sheet as it was written."""

    text: str
    marks: tuple[Mark, ...] = ()
    doubt: str = ""
    blank: bool = False


@dataclass(frozen=True, slots=True)
class SheetRowView:
    cells: tuple[Cell, ...]
    award: str
    """What the rulebook gives for the deal, or why that is not known."""
    running: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """A score sheet with what the rulebook gives beside it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[SheetRowView, ...]
    match_points: tuple[tuple[str, Cell], ...]
    entries: bool = False
    """Whether its rows are entries above and below the line (WE and THEY), not deals."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deal of the session: score written, score ruled, and both running totals."""

    label: str
    written: Pair
    ruled: Pair
    by_log: bool
    """Whether the ruled score comes from a log of the deal; else the sheet is believed."""
    written_total: Pair = (None, None)
    ruled_total: Pair = (None, None)


@dataclass(frozen=True, slots=True)
class Scores:
    """The session's score. `written_final` are the last running totals on the sheet."""

    steps: tuple[Step, ...]
    sheets: tuple[SheetView, ...]
    written_final: Pair
    ruled_final: Pair
    sides: Sides = TEAMS

    @property
    def differ(self) -> bool:
        return self.ruled_final != self.written_final

    def step(self, label: str | None) -> Step | None:
        return next((each for each in self.steps if each.label == label), None)


def scores(record: Record, verdict: Verdict, marks: Marks, sides: Sides = TEAMS) -> Scores:
    """Work out both scores. A deal without a log counts as the sheet has it, wrong scores put right."""
    awards = _awards(verdict.deals, sides)
    last = {deal.deal: deal.outcome for deal in verdict.deals}
    again = {deal for deal, outcome in last.items() if outcome == "redeal"}
    sheet = next((each for each in record.sheets if not of_entries(each)), None)
    steps = (
        _from_sheet(sheet, awards, again, _put_right(record, sheet, verdict), sides)
        if sheet is not None
        else _from_deals(record, verdict, sides)
    )
    steps = _with_totals(steps)
    sheets = tuple(
        _sheet(each, steps, marks, number if len(record.sheets) > 1 else None)
        for number, each in enumerate(record.sheets, 1)
    )
    written = _written_final(steps)
    entries = next((each for each in record.sheets if of_entries(each)), None)
    if entries is not None:
        written = _totals_of_entries(entries, sides)
        steps = _with_entries(steps, entries, sides) if sheet is None else steps
    return Scores(tuple(steps), sheets, written, _ruled_final(steps), sides)


def entered(sheet: Sheet, deal: str | None) -> dict[Team, int] | None:
    """What is written for a hand in all, by side; None where nothing is written under its number."""
    seen = see_sheet(sheet)
    rows = [row for row in seen.rows if row.deal == deal and line_of(row) in ("above", "below")]
    if deal is None or not rows:
        return None
    return {seen.team(column): sum(row.number(column) or 0 for row in rows) for column in WE_THEY}


def _with_entries(steps: list[Step], sheet: Sheet, sides: Sides) -> list[Step]:
    """The hands with what is entered for each by number; those that are not numbered as they were."""
    done = []
    for step in steps:
        sums = entered(sheet, step.label)
        pair = step.written if sums is None else (sums[sides[0]], sums[sides[1]])
        done.append(replace(step, written=pair))
    return done


def _totals_of_entries(sheet: Sheet, sides: Sides) -> Pair:
    """The last totals written under WE and THEY, in the order of the sides."""
    found: dict[str, int | None] = {"we": None, "they": None}
    for index in range(len(sheet.rows)):
        if _text(sheet, index, "line").casefold() in ("total", "totals", "sum"):
            for column in found:
                number = sheet.number(index, column)
                found[column] = number if number is not None else found[column]
    pair = (found["we"], found["they"])
    return pair if sheet.copy != sides[1] else (pair[1], pair[0])


def _awards(deals: Iterable[DealVerdict], sides: Sides) -> dict[str, Pair]:
    """What the rulebook gives by deal; a deal and its redeal together."""
    found: dict[str, list[DealVerdict]] = defaultdict(list)
    for deal in deals:
        if deal.deal is not None:
            found[deal.deal].append(deal)
    return {label: _together(each, sides) for label, each in found.items()}


def _together(deals: list[DealVerdict], sides: Sides) -> Pair:
    if any(deal.award is None for deal in deals):
        return (None, None)
    return (
        sum((deal.award or {}).get(sides[0], 0) for deal in deals),
        sum((deal.award or {}).get(sides[1], 0) for deal in deals),
    )


def _put_right(record: Record, first: Sheet, verdict: Verdict) -> dict[tuple[int, Team], int]:
    """Scores of the first sheet that are surely wrong, by row from 0, with what is due.

    What is wrong on another copy is put right here only where the same figure stands in the same deal.
    """
    found: dict[tuple[int, Team], int] = {}
    for finding in verdict.findings:
        row, team, due = finding.at.row, finding.team, finding.due
        if (finding.probability or 0.0) < SURE_ENOUGH or None in (row, team, due):
            continue
        assert row is not None and team is not None and due is not None
        number = finding.place.sheet or finding.at.sheet or 1
        sheet = record.sheets[number - 1] if number <= len(record.sheets) else first
        own = row - 1 if sheet is first else _same_slip(first, sheet, row - 1, f"score {team}")
        if own is not None:
            found[own, team] = due
    return found


def _same_slip(first: Sheet, other: Sheet, row: int, column: str) -> int | None:
    """The row of the first sheet in which the figure of another copy's cell stands for the same deal."""
    label = _text(other, row, "deal") or str(row + 1)
    rows = [
        at for at in range(len(first.rows)) if (_text(first, at, "deal") or str(at + 1)) == label
    ]
    same = bool(rows) and first.number(rows[0], column) == other.number(row, column)
    return rows[0] if same else None


def _from_sheet(
    sheet: Sheet,
    awards: dict[str, Pair],
    again: set[str | None],
    due: dict[tuple[int, Team], int],
    sides: Sides,
) -> list[Step]:
    """`again`: the deals whose last log was to be dealt again; what is wrong in their rows is in `due`."""
    steps = []
    one, two = sides
    for index in range(len(sheet.rows)):
        label = _text(sheet, index, "deal") or str(index + 1)
        written = (sheet.number(index, f"score {one}"), sheet.number(index, f"score {two}"))
        total = (sheet.number(index, f"total {one}"), sheet.number(index, f"total {two}"))
        by_log = label in awards and awards[label] != (None, None)
        if label in again and written != (None, None):
            by_log = False  # the row of a deal dealt again may be the redeal's
        if written == (None, None) and total == (None, None) and not by_log:
            continue
        right = (due.get((index, one), written[0]), due.get((index, two), written[1]))
        steps.append(Step(label, written, awards[label] if by_log else right, by_log, total))
    return steps


def _from_deals(record: Record, verdict: Verdict, sides: Sides) -> list[Step]:
    steps = []
    for deal, ruled in zip(record.deals, verdict.deals, strict=False):
        score = deal.result.score if deal.result is not None else {}
        written = tuple(score[team].value if team in score else None for team in sides)
        award = ruled.award
        pair: Pair = (award[sides[0]], award[sides[1]]) if award is not None else (None, None)
        label = deal.label or str(ruled.game)
        steps.append(Step(label, (written[0], written[1]), pair, award is not None))
    return steps


def _with_totals(steps: list[Step]) -> list[Step]:
    """Add the ruled running totals; they stop where a deal's score is not known."""
    totals: list[int | None] = [0, 0]
    done = []
    for step in steps:
        for team in (0, 1):
            ruled, so_far = step.ruled[team], totals[team]
            other = step.ruled[1 - team]
            if ruled is None and other is not None and not step.by_log:
                ruled = 0  # one side's cell left empty: that side scored nothing
            totals[team] = None if so_far is None or ruled is None else so_far + ruled
        pair = (totals[0], totals[1])
        done.append(
            Step(step.label, step.written, step.ruled, step.by_log, step.written_total, pair)
        )
    return done


def _written_final(steps: list[Step]) -> Pair:
    for step in reversed(steps):
        if step.written_total != (None, None):
            return step.written_total
    written = [step.written for step in steps]
    if not written or any(None in pair for pair in written):
        return (None, None)
    return (sum(pair[0] or 0 for pair in written), sum(pair[1] or 0 for pair in written))


def _ruled_final(steps: list[Step]) -> Pair:
    return steps[-1].ruled_total if steps else (None, None)


def _text(sheet: Sheet, row: int, column: str) -> str:
    cell = sheet.cell(row, column)
    return "" if cell is None or cell.value is None else _shown(cell.value)


def _shown(value: object) -> str:
    return value.text if isinstance(value, Said) else str(value)


def _sheet(sheet: Sheet, steps: list[Step], marks: Marks, number: int | None) -> SheetView:
    """One sheet as it is shown. `number`: which of several it is."""
    by_label = {step.label: step for step in steps}
    rows = []
    for index, row in enumerate(sheet.rows):
        cells = tuple(
            cell_view(
                row.cells[place] if place < len(row.cells) else None,
                marks,
                sheet.place(index, column).in_sheet(number),
            )
            for place, column in enumerate(sheet.columns)
        )
        step = by_label.get(_text(sheet, index, "deal") or str(index + 1))
        award, running = _beside(step)
        rows.append(SheetRowView(cells, award, running))
    title = "Score sheet" if number is None else f"Score sheet {number}"
    if sheet.copy is not None:
        title = f"Score sheet, team {sheet.copy}'s copy"
    return SheetView(
        title,
        sheet.columns,
        tuple(rows),
        tuple(_match_points(sheet, marks, number)),
        entries=of_entries(sheet),
    )


def _beside(step: Step | None) -> tuple[str, str]:
    if step is None:
        return "", ""
    running = pair_text(step.ruled_total)
    return (pair_text(step.ruled) if step.by_log else "no log"), running


def pair_text(pair: Pair) -> str:
    """``2 – 0``; a question mark for a side that is not known."""
    return " – ".join("?" if figure is None else str(figure) for figure in pair)


def cell_view(entry: Entry[Any] | None, marks: Marks, place: Place) -> Cell:
    """A cell of a sheet as it is shown, with what points to it."""
    at = marks.at(None, *place.parts)
    if entry is None or entry.standing in (Standing.BLANK, Standing.ABSENT):
        return Cell("", at, blank=True)
    doubt = doubt_of(entry)
    text = "?" if entry.value is None else _shown(entry.value)
    return Cell(text, at, doubt)


def _match_points(sheet: Sheet, marks: Marks, number: int | None) -> Iterable[tuple[str, Cell]]:
    written = sheet.match_points
    if written is None:
        return
    for team, entry in written.points.items():
        cell = Cell(
            "?" if entry.value is None else str(entry.value),
            marks.at(None, *Place.of(f"match points {team}").in_sheet(number).parts),
            doubt_of(entry),
        )
        yield f"Match points {team}", cell
    if written.tie_break is not None:
        at = marks.at(None, *Place.of("tie-break").in_sheet(number).parts)
        yield "Tie-break", Cell(written.tie_break.value or "?", at)
