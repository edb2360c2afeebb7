"""The score sheets as a report shows them, with what each deal scores beside them, and the running score as a
small chart: lines of both teams, distinguished without colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from fairdeal.desk import words
from fairdeal.desk.numbered import Numbered
from fairdeal.desk.report.shown import (
    Mark,
    Marks,
    doubt_of,
)
from fairdeal.desk.score.figures import PAIRS, Pair, pair_text
from fairdeal.desk.score.steps import Step, Steps, label_of
from fairdeal.records import WE_THEY, Entry, Place, Record, Sheet, of_entries, shown
from fairdeal.rulings.bridge.book import WORDS
from fairdeal.rulings.bridge.scoring.award import BridgeRuled
from fairdeal.rulings.bridge.scoring.hand import Entered, MatchState
from fairdeal.rulings.bridge.scoring.sheets import due_of, line_of, see_sheet


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


def sheets_of(
    record: Record, steps: Steps, ruled: Steps | None, marks: Marks
) -> tuple[SheetView, ...]:
    """The sheets with the score deal by deal beside them; `ruled` is what the committee's decisions give."""
    return tuple(
        _sheet(each, steps.deals, ruled, marks, number if len(record.sheets) > 1 else None)
        for number, each in enumerate(record.sheets, 1)
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
        as_ruled = ("", "") if own is None else (given(own), pair_text(own.ruled_total))
        rows.append(SheetRowView(cells, award, running, *as_ruled))
    which = f", team {sheet.copy}'s copy" if sheet.copy else f" {number}" if number else ""
    return SheetView(
        f"Score sheet{which}",
        sheet.columns,
        tuple(rows),
        tuple(_match_points(sheet, marks, number)),
        entries=of_entries(sheet),
    )


def _beside(step: Step | None) -> tuple[str, str]:
    if step is None:
        return "", ""
    running = pair_text(step.ruled_total)
    return (given(step) if step.by_log or step.to_replay or step.ways else "no log"), running


def given(step: Step) -> str:
    """What a deal scores, or why that is open."""
    if step.ways:
        return "open"
    return "to be replayed" if step.to_replay else pair_text(step.ruled)


def cell_view(entry: Entry[Any] | None, marks: Marks, place: Place) -> Cell:
    """A cell of a sheet as it is shown, with what points to it."""
    at = marks.at(None, *place.parts)
    if entry is None or not entry.filled:
        return Cell("", at, blank=True)
    doubt = doubt_of(entry)
    return Cell("?" if entry.value is None else shown(entry.value), at, doubt)


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


Part = Literal["above", "below", "game", "total"]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row: what stands under WE and under THEY, for which hand and what."""

    deal: str
    we: Cell
    they: Cell
    note: str
    marks: tuple[Mark, ...] = ()
    """Of the line drawn there."""


@dataclass(frozen=True, slots=True)
class WeTheyView:
    """A sheet by its parts. In `below`, ``game`` is a line drawn under a game."""

    title: str
    we: str
    they: str
    above: tuple[EntryRow, ...]
    below: tuple[tuple[Part, EntryRow], ...]
    totals: tuple[EntryRow, ...]


def we_they(sheet: Sheet, marks: Marks, number: int | None) -> WeTheyView:
    """A sheet as it is shown. `number`: which of several it is."""
    seen = see_sheet(sheet)
    parts: dict[str, list[EntryRow]] = {"above": [], "total": []}
    below: list[tuple[Part, EntryRow]] = []
    for row in seen.rows:
        view = _entry_row(sheet, row.index, marks, number)
        line = line_of(row)
        if line in ("below", "game"):
            below.append(("game" if line == "game" else "below", view))
        elif line:
            parts[line].append(view)
        elif not (view.we.blank and view.they.blank) or view.marks:
            parts["above"].append(view)
    title = "WE and THEY" if number is None else f"WE and THEY, sheet {number}"
    they = PAIRS[1] if seen.we == PAIRS[0] else PAIRS[0]
    return WeTheyView(
        title, seen.we, they, tuple(reversed(parts["above"])), tuple(below), tuple(parts["total"])
    )


def entry_names(sheet: Sheet) -> dict[tuple[int, str], str]:
    """What each cell is called, by its row (from 1) and column: forms print no numbers before rows.

    ``above the line, entry 3, WE``, ``total, THEY``.
    """
    seen = see_sheet(sheet)
    counted: Counter[str] = Counter()
    found: dict[tuple[int, str], str] = {}
    for row in seen.rows:
        line = line_of(row)
        if line in ("above", "below"):
            counted[line] += 1
        named = {
            "above": f"above the line, entry {counted['above']}",
            "below": f"below the line, entry {counted['below']}",
            "game": f"line for a game, after entry {counted['below']} below the line",
            "total": "total",
        }.get(line)
        if named is not None:
            for column in (*WE_THEY, "line", "deal"):
                found[row.index + 1, column] = (
                    f"{named}, {column.upper()}" if column in WE_THEY else named
                )
    return found


def _entry_row(sheet: Sheet, index: int, marks: Marks, number: int | None) -> EntryRow:
    def cell(column: str) -> Cell:
        place = sheet.place(index, column).in_sheet(number)
        return cell_view(sheet.cell(index, column), marks, place)

    def text(column: str) -> str:
        found = sheet.cell(index, column)
        if found is None or not found.filled:
            return ""
        return "?" if found.value is None else str(found.value)

    line = marks.at(None, *sheet.place(index, "line").in_sheet(number).parts)
    return EntryRow(text("deal"), cell("we"), cell("they"), text("entry") or text("remarks"), line)


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of a match."""

    label: str
    contract: str
    vulnerable: str
    entries: tuple[Entered, ...]
    """Those that are due."""
    open: str
    """Why its score not known; empty where it can."""
    standing: str
    """Part-games and games after it."""
    totals: tuple[int | None, int | None]


def running(ruled: Mapping[int, BridgeRuled]) -> tuple[HandRow, ...]:
    """The hands that were ruled on, in order."""
    rows: list[HandRow] = []
    totals: list[int | None] = [0, 0]
    for _, each in sorted(ruled.items()):
        award = each.verdict.award
        for place, team in enumerate(PAIRS):
            so_far = totals[place]
            totals[place] = None if so_far is None or award is None else so_far + award[team]
        rows.append(_hand_row(each, (totals[0], totals[1])))
    return tuple(rows)


def _hand_row(each: BridgeRuled, totals: tuple[int | None, int | None]) -> HandRow:
    verdict = each.verdict
    sides = each.replay.vulnerable
    due = due_of(each)
    unknown = verdict.arithmetic[-1] if verdict.arithmetic else "not known"
    reason = unknown if due is None else "" if due else words.outcome(verdict)
    return HandRow(
        label=each.label or str(verdict.game),
        contract=words.contract(verdict.contract),
        vulnerable=WORDS[sides] if sides is not None else "not known",
        entries=tuple(due or ()),
        open=reason,
        standing=_standing(each.after),
        totals=totals,
    )


def _standing(state: MatchState) -> str:
    """``NS has a game; part-game of EW 60``."""
    won = " and ".join(team for team in PAIRS if team in (state.vulnerable or ()))
    legs = {team: points for team, points in (state.legs or {}).items() if points}
    told = f"{won} won a game" if won else "", f"part-game {words.figures(legs)}" if legs else ""
    return "; ".join(filter(None, told))


WIDTH: Final = 640
HEIGHT: Final = 260
LEFT: Final = 44
RIGHT: Final = 174
"""Room for the names at the ends of the lines."""
TOP: Final = 14
BOTTOM: Final = 34
MARK: Final = 26
"""Height of a finding's mark: large enough for a finger on a phone, where the chart is drawn larger."""
_GAPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Between the level lines, in points."""
_LABEL_GAP: Final = 15.0
"""Between the names of two lines that end close together."""

XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `kind` picks its look: ``a``, ``b`` ruled; ``a-written``, ``b-written`` as written."""

    kind: str
    name: str
    points: tuple[XY, ...]
    label: XY
    final: int

    @property
    def path(self) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Found:
    """A finding as the chart and the table of deals name it: its number, what it is, and its deal's label."""

    number: int
    severity: str
    title: str
    deal: str | None


def found_in(record: Record, findings: Sequence[Numbered]) -> Iterator[Found]:
    """The findings with the deals that they are of, by their logs or their rows."""
    for each in findings:
        finding, row = each.finding, each.finding.at.row
        deal = finding.deal
        if deal is None and row is not None and record.sheets:
            sheet = record.sheets[0]
            deal = label_of(sheet, row - 1) if 0 < row <= len(sheet.rows) else None
        title = words.title(finding.code, finding)
        yield Found(each.number, finding.severity, title, deal)


@dataclass(frozen=True, slots=True)
class ChartMark:
    """Where the mark of a finding stands: under its deal, below those drawn before it."""

    x: float
    y: float
    found: Found


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything a template needs to draw it; `described` says the same in words."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    lines: tuple[Line, ...]
    across: tuple[tuple[float, str], ...]
    """Where across the chart something is named, and what."""
    up: tuple[tuple[float, str], ...]
    described: str
    marks: tuple[ChartMark, ...] = ()


def chart(
    score: Steps, ruled: Steps | None, names: tuple[str, str], found: Iterable[Found] = ()
) -> Chart | None:
    """The chart of a session, as ruled where the committee decided, with a mark for what was found in each;
    None where fewer than two deals have a score."""
    steps = score.deals if ruled is None else ruled.deals
    one, two = score.sides
    series = [
        ("a", words.side(one), [step.ruled_total[0] for step in steps]),
        ("b", words.side(two), [step.ruled_total[1] for step in steps]),
    ]
    written = [
        ("a-written", f"{one} as written", [step.written_total[0] for step in steps]),
        ("b-written", f"{two} as written", [step.written_total[1] for step in steps]),
    ]
    series += [
        each for each, other in zip(written, series, strict=True) if _differs(each[2], other[2])
    ]
    highest = max(
        (value for _, _, values in series for value in values if value is not None), default=0
    )
    if len(steps) < 2 or highest <= 0:
        return None
    step_x = (WIDTH - LEFT - RIGHT) / len(steps)
    scale = (HEIGHT - TOP - BOTTOM) / highest

    def spot(position: int, value: int) -> XY:
        return (LEFT + step_x * position, HEIGHT - BOTTOM - scale * value)

    lines = []
    for kind, name, values in series:
        points = [spot(0, 0)]
        points += [spot(n, value) for n, value in enumerate(values, 1) if value is not None]
        known = [value for value in values if value is not None]
        if known:
            lines.append(Line(kind, name, tuple(points), points[-1], known[-1]))
    every = 1 if len(steps) <= 20 else 5
    across = [(spot(n, 0)[0], step.label) for n, step in enumerate(steps, 1) if n % every == 0]
    gap = next(gap for gap in _GAPS if highest / gap <= 6 or gap == _GAPS[-1])
    up = [(spot(0, value)[1], str(value)) for value in range(0, highest + 1, gap)]
    marks = tuple(_marks(found, {step.label: spot(n, 0)[0] for n, step in enumerate(steps, 1)}))
    return Chart(
        WIDTH,
        max((int(each.y + MARK) for each in marks), default=HEIGHT),
        LEFT,
        WIDTH - RIGHT,
        HEIGHT - BOTTOM,
        tuple(_apart(lines)),
        tuple(across),
        tuple(up),
        _described(score, ruled, names),
        marks,
    )


def _marks(found: Iterable[Found], places: Mapping[str, float]) -> Iterator[ChartMark]:
    below: Counter[str] = Counter()
    for each in found:
        if each.deal is not None and each.deal in places:
            yield ChartMark(places[each.deal], HEIGHT + MARK * (below[each.deal] + 0.5), each)
            below[each.deal] += 1


def _differs(written: Sequence[int | None], ruled: Sequence[int | None]) -> bool:
    pairs = zip(written, ruled, strict=True)
    return any(ours is not None and ours != theirs for ours, theirs in pairs)


def _apart(lines: list[Line]) -> list[Line]:
    """Move the names at the ends so that none covers another."""
    placed: list[Line] = []
    below = float("-inf")
    for line in sorted(lines, key=lambda each: each.label[1]):
        below = max(line.label[1], below + _LABEL_GAP)
        placed.append(replace(line, label=(line.label[0], below)))
    return placed


def _described(score: Steps, ruled: Steps | None, names: tuple[str, str]) -> str:
    def told(pair: Pair) -> str:
        known = [
            f"{name} {'not known' if value is None else value}"
            for name, value in zip(names, pair, strict=True)
        ]
        return ", ".join(known)

    text = f"Running score over {len(score.deals)} deals. At the end by the rulebook: "
    text += f"{told(score.total)}."
    if ruled is not None and ruled.deals:
        text += f" As ruled: {told(ruled.deals[-1].ruled_total)}."
    if score.written not in (score.total, (None, None)):
        text += f" As written: {told(score.written)}."
    return text
