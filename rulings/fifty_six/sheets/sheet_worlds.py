"""How sure a finding on a sheet is: the worlds of the doubtful cells around its row, and of its log.

What a row's findings depend on stands in that row, in the totals and the dealer of the row above, and in
the log of its deal. A doubtful log is one more doubtful thing of the row: each way it may look to the
sheet is a reading. So doubtful cells and logs bear on each other only along an unbroken run of rows,
and each run is weighed on its own, as the doubtful entries of a deal are.

No finding is surer than the cells, and the log, that it needs: as `rulings.doubt.dependence` has it for
deals, a cell read with a probability just short of 1 is something else now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Final

from fairdeal.records.place import Place
from fairdeal.rulings.doubt.certainty import PageJudged, Scales, Weighed, key_of
from fairdeal.rulings.doubt.dependence import LEAST, Needed, no_surer, odds_of
from fairdeal.rulings.doubt.weighing import OnPages, bound_of, settled_cells, weigh
from fairdeal.rulings.doubt.work import MOST_ON_SHEET, TOO_UNCLEAR, Work
from fairdeal.rulings.fifty_six.sheets.agreement import row_slips
from fairdeal.rulings.fifty_six.sheets.doubtful_sheet import MATCH_ROW, Paper, Spot
from fairdeal.rulings.fifty_six.sheets.view import SheetView
from fairdeal.rulings.frame.finding import Certainty, Finding, Settled
from fairdeal.rulings.replay.reading import Chosen, Doubt

PART: Final = 4
"""Judging a row of 56 beside its log costs so many times what one of bridge does: a sheet of 12 rows of which
every figure is in doubt takes some seconds."""

Judge = Callable[[SheetView], Sequence[Finding]]
Rows = set[int | None]


def weigh_sheet(paper: Paper, judge: Judge) -> OnPages:
    """The findings of a sheet over the worlds of its doubtful cells and of the doubtful logs."""
    base = judge(paper.view({}))
    if not paper.options:
        return OnPages(tuple(base))
    found: list[Finding] = []
    settled: list[Settled] = []
    weighed: Rows = set()
    bounded = None
    work = Work(MOST_ON_SHEET / PART)
    size = len(paper.base.rows) * len(paper.sheet.columns)
    for run in _runs(paper):
        part = _Run(paper, judge, _rows(paper, run))
        weighed |= part.rows
        alone = sum(len(paper.options[spot]) for spot in run)
        if alone * size > work.allowed - work.spent:
            bounded = TOO_UNCLEAR
            continue
        doubts = [_doubt(paper, spot) for spot in run]
        ways = weigh(doubts, part.judged, part.own, part, work, size, paper.apart)
        found += part.named(ways)
        settled += settled_cells(ways)
        bounded = bound_of(ways) or bounded
    others = [each for each in base if each.at.row not in weighed]
    return OnPages((*others, *found), tuple(settled), bounded)


def _runs(paper: Paper) -> list[list[Spot]]:
    """The doubts in groups that do not bear on each other."""
    runs: list[list[Spot]] = []
    last = -2
    for spot in sorted(paper.options, key=lambda each: paper.reach[each]):
        first, end = paper.reach[spot]
        if not runs or first > last + 1:
            runs.append([])
        runs[-1].append(spot)
        last = max(last, end)
    return runs


def _rows(paper: Paper, run: Sequence[Spot]) -> Rows:
    """The rows (from 1; None: the match points) whose findings depend on the doubts of a run."""
    rows: Rows = set()
    last = paper.last_row()
    for spot in run:
        first, end = paper.reach[spot]
        if spot[0] != MATCH_ROW:
            rows |= set(range(first + 1, end + 3))
        if end >= last - 1:
            rows.add(None)
    return rows


def _doubt(paper: Paper, spot: Spot) -> Doubt:
    place = Place.of(spot[1]) if _of_log(spot) else paper.places(spot)[0]
    return Doubt(place, paper.options[spot], spot)


def _of_log(spot: Spot) -> bool:
    return spot[1].startswith("log ")


@dataclass(frozen=True, slots=True)
class _Run:
    """Rows of a sheet that are judged together, and what another copy says of their cells."""

    paper: Paper
    judge: Judge
    rows: Rows

    def judged(self, chosen: Chosen) -> PageJudged:
        """The rows in one reading. A log that is not known can deny a finding, never make it."""
        view = self._view(chosen)
        found = self._found(view)
        unknown = [
            doubt for doubt, value in chosen.items() if value is None and _of_log(doubt.slot)
        ]
        if found and unknown:
            as_read = {doubt: doubt.options[0][0] for doubt in unknown if doubt.options}
            others = {doubt: value for doubt, value in chosen.items() if doubt not in unknown}
            made = {key_of(each) for each in self._found(self._view({**others, **as_read}))}
            found = [each for each in found if key_of(each) in made]
        return PageJudged(tuple(found), (chosen, view))

    def _view(self, chosen: Chosen) -> SheetView:
        view = self.paper.view({doubt.slot: value for doubt, value in chosen.items()})
        view.only = self.rows
        return view

    def _found(self, view: SheetView) -> list[Finding]:
        return [each for each in self.judge(view) if each.at.row in self.rows]

    def _slips(self, page: PageJudged) -> Iterator[Slip]:
        return slips_in(self.paper, page.seen[1], self.rows)

    def _with_peers(self, page: PageJudged) -> Iterator[tuple[Spot, Any]]:
        """The readings of the cells that another copy has too."""
        for doubt, value in page.seen[0].items():
            if doubt.slot in self.paper.rates:
                yield doubt.slot, value

    def own(self, page: PageJudged, whole: bool) -> list[str]:
        """A place for each sum that does not add up, and each cell that the log does not confirm."""
        return [str(self.paper.base.address(*cells[0])) for _, cells, _ in self._slips(page)]

    # --- what other copies say (`Evidence`) ---

    def __call__(self, ruled: PageJudged, whole: bool) -> float:
        return prod(self.paper.with_peer(spot, value) for spot, value in self._with_peers(ruled))

    def unmet(self, ruled: PageJudged, whole: bool) -> list[Place]:
        """All cells of the slips, and the cells of another copy that speak for other readings."""
        found: list[Place] = []
        for row, cells, game in self._slips(ruled):
            found += [self.paper.base.address(*cell) for cell in cells]
            if game is not None:
                label = self.paper.session.record.deals[game - 1].label
                found += [
                    Place.of(_IN_A_LOG.get(column, column)).in_deal(label)
                    for index, column in cells
                    if index == row
                ]
        for spot, value in self._with_peers(ruled):
            if self.paper.with_peer(spot, value) < max(self.paper.rates[spot]) / 2:
                found.append(self.paper.peers[spot].place)
        return found

    def view(self, ruled: PageJudged) -> Hashable:
        return None

    # --- on what a finding depends ---

    def named(self, ways: Weighed[PageJudged]) -> Iterator[Finding]:
        """The findings, with the entries of a log in place of the log."""
        for each in ways.findings:
            places = [
                entry
                for place in each.depends_on
                for entry in self._entries(each, place, ways.chosen)
            ]
            yield replace(each, depends_on=tuple(dict.fromkeys(places)))

    def _entries(self, finding: Finding, place: Place, at: Chosen) -> Sequence[Place]:
        """A cell itself; of a log the entries that make the finding, or take it away."""
        log = next((each for each in at if each.place == place and _of_log(each.slot)), None)
        if log is None:
            return (place,)
        chances = self.paper.chances[int(log.slot[1][4:])]
        holds = [self.holds(finding, {**at, log: way}) for way in chances.ways]
        label = self.paper.session.record.deals[int(log.slot[1][4:]) - 1].label
        found = [each.in_deal(label) for each in chances.turning(holds)]
        return found or self.paper.places(log.slot)

    def holds(self, finding: Finding, chosen: Chosen) -> bool:
        return any(key_of(each) == key_of(finding) for each in self.judged(chosen).findings)


_IN_A_LOG: Final = {"x": "contract / x", "bidder": "contract / by"}
"""Where a log has what a sheet's column says, if it is not called the same."""


Slip = tuple[int, tuple[tuple[int, str], ...], int | None]
"""A row, the cells (of it and the row above) that do not agree, and the log that they contradict."""


def slips_in(paper: Paper, view: SheetView, rows: Rows) -> Iterator[Slip]:
    """The slips that some rows (from 1) need: sums, and cells against the log."""
    for index, row in enumerate(view.rows):
        if index + 1 not in rows:
            continue
        log = paper.compared(paper.log_of(view, row))
        for columns in row_slips(row, log, paper.session.table):
            game = log.verdict.game if log is not None and len(columns) == 1 else None
            yield index, tuple((index, column) for column in columns), game
        for team in ("A", "B"):
            above = view.rows[index - 1].total(team) if index else view.carried
            score, total = row.score(team), row.total(team)
            if above is None or score is None or total is None:
                continue
            if total not in (above + score, above + score + (row.penalty(team) or 0)):
                cells = [(index, f"score {team}"), (index, f"total {team}")]
                if index:
                    cells.append((index - 1, f"total {team}"))
                yield index, tuple(cells), None


# --- as sure as read --------------------------------------------------------------------------------

ROUND: Final = (-1, 0, 1)
"""The rows whose cells bear on a finding, beside its own: totals go on from row to row."""

OfLog = Callable[[int], Sequence[Needed]]
"""The entries of a game's log by which it says what a sheet takes from it."""


def as_sure_as_read(
    found: Sequence[Finding], paper: Paper, judge: Judge, log: OfLog
) -> tuple[Finding, ...]:
    """The findings of a sheet, none of them surer than the entries that it needs."""
    return tuple(_as_sure(each, paper, judge, log) for each in found)


def _as_sure(finding: Finding, paper: Paper, judge: Judge, log: OfLog) -> Finding:
    row = finding.at.row
    if row is None or finding.certainty is Certainty.POSSIBLE:
        return finding
    own = _Run(paper, judge, {row})
    needed = [
        Needed(doubt.place, _odds(doubt, paper, judge))
        for doubt in _nearly(paper, row - 1)
        if not own.holds(finding, {doubt: None})
    ]
    game = paper.firm.get(row - 1)
    if game is not None and (entries := log(game)):
        firm = Doubt(Place.of(f"log {game}"), (), (game - 1, f"log {game}"))
        needed += entries if not own.holds(finding, {firm: None}) else ()
    return no_surer(finding, needed)


def _nearly(paper: Paper, row: int) -> Iterator[Doubt]:
    """The cells around a row (from 0) that are nearly sure, with what is left over of each."""
    for index in (row + step for step in ROUND):
        if not 0 <= index < len(paper.sheet.rows):
            continue
        for column in paper.sheet.columns:
            cell = paper.sheet.cell(index, column)
            if cell is not None and cell.left_over > LEAST:
                yield Doubt(paper.base.address(index, column), cell.nearly(), (index, column))


def _odds(doubt: Doubt, paper: Paper, judge: Judge) -> float:
    """The odds that a cell is something else than was read."""
    run = _Run(paper, judge, {doubt.slot[0] + 1, doubt.slot[0] + 2})
    return odds_of(doubt, Scales(run.judged, run.own))
