"""The score sheets as a report shows them, with what each deal scores beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal.desk.report.fifty_six import doubt_of
from fairdeal.desk.report.marks import Mark, Marks
from fairdeal.desk.score.figures import TEAMS, Pair, Sides, pair_text
from fairdeal.desk.score.steps import Step, Steps, label_of, shown, steps_of
from fairdeal.records.doubt import Entry, Standing
from fairdeal.records.place import Place
from fairdeal.records.record import Record, Sheet, of_entries
from fairdeal.rulings.frame.finding import Verdict


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
    ruled: str = ""
    """What the deal scores as ruled, and the running total; empty where nothing was decided."""
    ruled_running: str = ""


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
class Scores:
    """The session's score deal by deal. `ruled` is that of the committee, None where it decided nothing."""

    steps: tuple[Step, ...]
    sheets: tuple[SheetView, ...]
    written_final: Pair
    ruled_final: Pair
    sides: Sides = TEAMS
    ruled: tuple[Step, ...] | None = None

    @property
    def differ(self) -> bool:
        return self.ruled_final != self.written_final

    def step(self, label: str | None) -> Step | None:
        return _labelled(self.steps, label)

    def ruled_step(self, label: str | None) -> Step | None:
        """The deal as the committee decided; None where it decided nothing."""
        return None if self.ruled is None else _labelled(self.ruled, label)


def _labelled(steps: Sequence[Step], label: str | None) -> Step | None:
    return next((each for each in steps if each.label == label), None)


def scores(
    record: Record,
    verdict: Verdict,
    marks: Marks,
    sides: Sides = TEAMS,
    ruled: Steps | None = None,
) -> Scores:
    """The scores deal by deal, and the sheets with them; `ruled` is what the committee's decisions give."""
    found = steps_of(record, verdict, sides)
    sheets = tuple(
        _sheet(each, found.deals, ruled, marks, number if len(record.sheets) > 1 else None)
        for number, each in enumerate(record.sheets, 1)
    )
    return Scores(
        found.deals,
        sheets,
        found.written,
        found.total,
        sides,
        None if ruled is None else ruled.deals,
    )


def _sheet(
    sheet: Sheet,
    steps: Sequence[Step],
    ruled: Steps | None,
    marks: Marks,
    number: int | None,
) -> SheetView:
    """One sheet as it is shown. `number`: which of several it is."""
    by_label = {step.label: step for step in steps}
    decided = {} if ruled is None else {step.label: step for step in ruled.deals}
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
        label = label_of(sheet, index)
        award, running = _beside(by_label.get(label))
        own = decided.get(label)
        given = ("", "") if own is None else (_given(own), pair_text(own.ruled_total))
        rows.append(SheetRowView(cells, award, running, *given))
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
    return (_given(step) if step.by_log or step.to_replay or step.ways else "no log"), running


def _given(step: Step) -> str:
    if step.ways:
        return "open"
    return "to be replayed" if step.to_replay else pair_text(step.ruled)


def cell_view(entry: Entry[Any] | None, marks: Marks, place: Place) -> Cell:
    """A cell of a sheet as it is shown, with what points to it."""
    at = marks.at(None, *place.parts)
    if entry is None or entry.standing in (Standing.BLANK, Standing.ABSENT):
        return Cell("", at, blank=True)
    doubt = doubt_of(entry)
    text = "?" if entry.value is None else shown(entry.value)
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
