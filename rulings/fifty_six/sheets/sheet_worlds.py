"""How sure a finding on a sheet is: the worlds of the doubtful cells around its row, and of its log.

What a row's findings depend on stands in that row, in the totals and the dealer of the row above, and in
the log of its deal. A doubtful log is one more doubtful thing of the row: each way it may look to the
sheet is a reading. So doubtful cells and logs bear on each other only along an unbroken run of rows,
and each run is weighed on its own, as the doubtful entries of a deal are. `Paper` has what each cell and log
may say, and the sheet as it looks in other readings.

No finding is surer than the cells, and the log, that it needs: as `rulings.doubt.dependence` has it for
deals, a cell read with a probability just short of 1 is something else now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Final

from fairdeal.records import Place, Sheet, Standing
from fairdeal.rulings.doubt.certainty import (
    Chances,
    Evidence,
    PageJudged,
    Scales,
    Weighed,
    key_of,
)
from fairdeal.rulings.doubt.dependence import LEAST, Needed, no_surer, odds_of
from fairdeal.rulings.doubt.weighing import OnPages, bound_of, settled_cells, weigh
from fairdeal.rulings.doubt.work import MOST_ON_SHEET, TOO_UNCLEAR, Work
from fairdeal.rulings.fifty_six.deal import Ruled
from fairdeal.rulings.fifty_six.session import Copies, Session, Ways, alike, likeness
from fairdeal.rulings.fifty_six.sheets.agreement import row_slips
from fairdeal.rulings.fifty_six.sheets.view import Row, SheetView, labels, side_of, view_row
from fairdeal.rulings.frame.finding import Certainty, Finding, Settled
from fairdeal.rulings.replay import sheets
from fairdeal.rulings.replay.reading import Chosen, Doubt

Spot = tuple[int, str]
"""A cell: its row from 0 and its column; ``(row, "log 3")`` is the log of game 3. Match points stand
in row `MATCH_ROW` by team, who won the tie-break as ``tie``."""

MATCH_ROW: Final = -1
FAR: Final = 2
"""Rows from each other of which none bears on what is found in the other: totals go on from row to row, and
a row between them may be without."""

Cells = dict[Spot, Any]
Options = dict[Spot, tuple[tuple[Any, float], ...]]


@dataclass(frozen=True, slots=True)
class Peer:
    """A cell in another copy: its place, what it may say, and its readings as they are."""

    place: Place
    ways: Ways
    readings: tuple[tuple[Any, float], ...]


Peers = dict[Spot, Peer]


@dataclass(slots=True)
class Paper:
    """One sheet with its doubts, and how to look at it in other readings.

    `firm` says which rows are surely about which game; `chances` has the doubtful logs; `others` how
    well a log agrees with the other copies of the sheet, `peers` the same cells in another copy.
    """

    session: Session
    base: SheetView
    names: dict[str, str]
    chances: dict[int, Chances[Ruled]]
    firm: dict[int, int]
    others: dict[int, Evidence[Ruled]] = field(default_factory=dict)
    peers: Peers = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    reach: dict[Spot, tuple[int, int]] = field(default_factory=dict)
    """The first and last row on which a doubt bears directly."""
    rates: dict[Spot, tuple[float, ...]] = field(default_factory=dict)
    """How well each reading of a cell agrees with another copy, where there is one."""

    def __post_init__(self) -> None:
        self.options = doubtful_cells(self.base.sheet, self.peers)
        last = self.last_row()
        for spot in self.options:
            row = last if spot[0] == MATCH_ROW else spot[0]
            self.reach[spot] = (row, row)
            if spot in self.peers:
                self.rates[spot] = tuple(self.with_peer(spot, v) for v, _ in self.options[spot])
        for game, chances in self.chances.items():
            rows = self._rows_of(game)
            if not rows:
                continue
            spot = (min(rows), f"log {game}")
            self.options[spot] = self._ways(game, chances)
            self.reach[spot] = (min(rows), max(rows))

    @property
    def sheet(self) -> Sheet:
        return self.base.sheet

    def with_peer(self, spot: Spot, value: Any) -> float:
        """How well a reading of a cell agrees with the same cell in another copy."""
        same = (
            alike(self.session.book, value, spot[1], self.names) if spot[0] != MATCH_ROW else value
        )
        return likeness(same, self.peers[spot].ways)

    def last_row(self) -> int:
        """The last row with anything written in it."""
        return max((row.index for row in self.base.rows if not row.blank), default=0)

    def _rows_of(self, game: int) -> list[int]:
        """The rows that are, or may be, about a game."""
        known = set(labels(self.session.record.deals[game - 1].number))
        return [
            index
            for index in range(len(self.sheet.rows))
            if known & set(labels(self.sheet.cell(index, "deal")))
        ]

    def _ways(self, game: int, chances: Chances[Ruled]) -> tuple[tuple[Any, float], ...]:
        """The ways a log may look, the heaviest first; None for what was not distinguished."""
        evidence = self.others.get(game)
        rates = [evidence(way, True) if evidence is not None else 1.0 for way in chances.ways]
        weights = [w * rate for w, rate in zip(chances.weights, rates, strict=True)]
        told = sum(chances.weights)
        ways: list[tuple[Any, float]] = list(zip(chances.ways, weights, strict=True))
        if chances.unknown > 0.0 and told > 0.0:
            ways.append((None, chances.unknown * sum(weights) / told))
        total = sum(weight for _, weight in ways)
        return tuple((way, weight / total) for way, weight in ways)

    def view(self, chosen: Cells) -> SheetView:
        """The sheet with other readings in the places chosen."""
        rows = list(self.base.rows)
        by_row: dict[int, dict[str, Any]] = {}
        logs: dict[int, Ruled | None] = {
            int(column[4:]): options[0][0]
            for (_, column), options in self.options.items()
            if column.startswith("log ")
        }
        match, tie = dict(self.base.match), self.base.tie_break
        for (index, column), value in chosen.items():
            if column.startswith("log "):
                logs[int(column[4:])] = value
            elif index != MATCH_ROW:
                by_row.setdefault(index, {})[column] = value
            elif column == "tie":
                tie = side_of(value)
            else:
                match[column] = value
        table = self.session.table
        for index, values in by_row.items():
            rows[index] = view_row(self.sheet, index, table, self.names, values)
        return SheetView(self.sheet, rows, match, tie, logs, number=self.base.number)

    def apart(self, first: Doubt, second: Doubt) -> bool:
        """Whether two doubts are too many rows from each other to bear on the same findings."""
        (begin, end), (other_begin, other_end) = self.reach[first.slot], self.reach[second.slot]
        return begin - other_end > FAR or other_begin - end > FAR

    def log_of(self, view: SheetView, row: Row) -> Ruled | None:
        """The log that a row is surely about, as the view has it."""
        game = self.firm.get(row.index)
        return None if game is None else view.logs.get(game, self.session.ruled[game - 1])

    def compared(self, log: Ruled | None) -> Ruled | None:
        """The log with which a row is compared: one whose calls leave no contract is the likeliest that has
        one, for nothing to compare the row with makes a reading no likelier."""
        if log is None or log.replay.contract is not None or log.verdict.game not in self.chances:
            return log
        ways = self.chances[log.verdict.game].ways
        return next((way for way in ways if way.replay.contract is not None), log)

    def places(self, spot: Spot) -> tuple[Place, ...]:
        index, column = spot
        if column.startswith("log "):
            game = int(column[4:])
            label = self.session.record.deals[game - 1].label
            return tuple(place.in_deal(label) for place in self.chances[game].places)
        if index == MATCH_ROW:
            word = "match points" if column == "tie" else f"match points {column}"
            return (Place.of(word).in_sheet(self.base.number),)
        return (self.base.address(index, column),)


def peers_of(view: SheetView, copies: Sequence[Copies]) -> Peers:
    """The cells of a sheet that another copy has too, by where they stand, with the other's readings.

    A deal's number is not a cell to go by: the copies may number their rows each in its own way.
    """
    found: Peers = {}
    for each in copies:
        if view.number not in (each.first.number, each.second.number):
            continue
        side = 0 if view.number == each.first.number else 1
        other = each.second if side == 0 else each.first
        for twins in each.cells:
            row, there = twins.rows[side], twins.rows[1 - side]
            ways, place = (twins.first, twins.second)[1 - side], twins.places[1 - side]
            if row is None or there is None:
                column = twins.column.removeprefix("match points ").replace("tie-break", "tie")
                found[MATCH_ROW, column] = Peer(place, ways, ())
            elif twins.column != "deal":
                cell = other.sheet.cell(there, twins.column)
                readings = cell.weighted() if cell is not None and cell.readings else ()
                found[row, twins.column] = Peer(place, ways, readings)
    return found


def doubtful_cells(sheet: Sheet, peers: Peers | None = None) -> Options:
    """Every cell with more than one reading, with its readings and their weights.

    One that cannot be read has the other copy's readings, where there is one: nothing in its ink
    speaks against them.
    """
    found: Options = {}
    for (index, column), peer in (peers or {}).items():
        cell = sheet.cell(index, column) if index != MATCH_ROW else None
        if cell is None or cell.standing is not Standing.ILLEGIBLE:
            continue
        ways = [(value, weight / 2) for value, weight in peer.readings if value is not None]
        if ways:
            rest = 1.0 - sum(weight for _, weight in ways)
            found[index, column] = ((None, rest), *ways)
    found |= {(index, column): options for index, column, options in sheets.doubtful_cells(sheet)}
    written = sheet.match_points
    if written is not None:
        entries: dict[str, Any] = dict(written.points)
        if written.tie_break is not None:
            entries["tie"] = written.tie_break
        for name, entry in entries.items():
            if not entry.clear and entry.readings:
                found[MATCH_ROW, name] = tuple(p for p in entry.weighted() if p[1] > 0.0)
    return found


# --- their worlds ----------------------------------------------------------------------------------


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
    if any(each.code == TOTALS for each in base):
        _reach_on(paper, judge, base)
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


TOTALS: Final = "total-entry"
_COUNTED: Final = ("score ", "total ", "penalty ")
"""How the names of columns begin that add up."""


def _reach_on(paper: Paper, judge: Judge, base: Sequence[Finding]) -> None:
    """Let what counts and is in doubt bear on the totals further down that it makes right or wrong: below a
    wrong total one may be the sum of all scores again, those above the wrong one too."""
    here = {key_of(each): each.at.row for each in base}
    for spot, options in paper.options.items():
        if not spot[1].startswith(_COUNTED):
            continue
        first, end = paper.reach[spot]
        for value, _ in options:
            there = {key_of(each): each.at.row for each in judge(paper.view({spot: value}))}
            turned = here.keys() ^ there.keys()
            rows = [(here | there)[key] or 0 for key in turned]
            end = max(end, *(row - 2 for row in rows)) if rows else end
        paper.reach[spot] = (first, end)


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
    wrong = [each.at.row or 0 for each in found if each.code == TOTALS]
    # On a total below a wrong one the scores and totals of all rows above it bear.
    rows = range(max(wrong) if len(wrong) > 1 else 0)
    counted = [each for start in _COUNTED for each in _nearly(paper, rows, start)]

    def above(finding: Finding) -> list[Doubt]:
        row = (finding.at.row or 0) if finding.code == TOTALS else 0
        return [
            each for each in counted if each.slot[0] < row + min(ROUND) - 1 and row > min(wrong)
        ]

    return tuple(_as_sure(each, paper, judge, log, above(each)) for each in found)


def _as_sure(
    finding: Finding, paper: Paper, judge: Judge, log: OfLog, above: Sequence[Doubt]
) -> Finding:
    row = finding.at.row
    if row is None or finding.certainty is Certainty.POSSIBLE:
        return finding
    own = _Run(paper, judge, {row})
    nearly = [*_nearly(paper, [row - 1 + step for step in ROUND], ""), *above]
    needed = [
        Needed(doubt.place, _odds(doubt, paper, judge))
        for doubt in nearly
        if not own.holds(finding, {doubt: None})
    ]
    game = paper.firm.get(row - 1)
    if game is not None and (entries := log(game)):
        firm = Doubt(Place.of(f"log {game}"), (), (game - 1, f"log {game}"))
        needed += entries if not own.holds(finding, {firm: None}) else ()
    return no_surer(finding, needed)


def _nearly(paper: Paper, rows: Iterable[int], start: str) -> Iterator[Doubt]:
    """The cells of some rows (from 0) that are nearly sure, with what is left over of each, in columns whose
    names begin so."""
    for index in rows:
        if not 0 <= index < len(paper.sheet.rows):
            continue
        for column in (each for each in paper.sheet.columns if each.startswith(start)):
            cell = paper.sheet.cell(index, column)
            if cell is not None and cell.left_over > LEAST:
                yield Doubt(paper.base.address(index, column), cell.nearly(), (index, column))


def _odds(doubt: Doubt, paper: Paper, judge: Judge) -> float:
    """The odds that a cell is something else than was read."""
    run = _Run(paper, judge, {doubt.slot[0] + 1, doubt.slot[0] + 2})
    return odds_of(doubt, Scales(run.judged, run.own))
