"""How sure a finding on a sheet is: the worlds of the doubtful cells around its row, and of its log.

What a row's findings hang on stands in that row, in the totals and the dealer of the row above, and in
the log of its deal. A doubtful log is one more doubtful thing of the row: each way it may look to the
sheet is a reading. So doubtful cells and logs bear on each other only along an unbroken run of rows,
and each run is weighed by itself, exactly, instead of the product of all doubts of the sheet. A run
with too many worlds is weighed row by row, and nothing that any reading left out would change is
established.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any, Final

from records.doubt import Standing
from records.place import Place
from records.sheet import Sheet
from rulings.agreement import Evidence, labels, row_slips
from rulings.certainty import Chances, Key, key_of
from rulings.choice import SURE, chosen, in_text, share_of
from rulings.copies import Copies, Ways, alike, likeness
from rulings.finding import Certainty, Finding, Settled
from rulings.session import Row, Ruled, Session, SheetView, view_row
from rulings.slips import BY_CHANCE, SUM_SLIP

Spot = tuple[int, str]
"""A cell: its row from 0 and its column; ``(row, "log 3")`` is the log of game 3. Match points stand
in row `MATCH_ROW` by team, who won the tie-break as ``tie``."""

MATCH_ROW: Final = -1
MOST_WORLDS: Final = 2048
"""Worlds of one run weighed together; a run with more is weighed row by row."""

MOST_ROW_WORLDS: Final = 256
"""Worlds of one row of such a run; beyond them the least doubtful entries are tried one by one."""

ABOVE: Final = ("deal", "dealer", "total A", "total B")
"""What a row's findings hang on in the row above."""

Chosen = dict[Spot, Any]
Options = dict[Spot, tuple[tuple[Any, float], ...]]
Judge = Callable[[SheetView], Sequence[Finding]]
Digits = tuple[int, ...]


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
    chances: dict[int, Chances]
    firm: dict[int, int]
    others: dict[int, Evidence] = field(default_factory=dict)
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

    def _ways(self, game: int, chances: Chances) -> tuple[tuple[Any, float], ...]:
        """The ways a log may look, the heaviest first; None for what was not told apart."""
        evidence = self.others.get(game)
        rates = [evidence(way, True) if evidence is not None else 1.0 for way in chances.ways]
        weights = [w * rate for w, rate in zip(chances.weights, rates, strict=True)]
        told = sum(chances.weights)
        ways: list[tuple[Any, float]] = list(zip(chances.ways, weights, strict=True))
        if chances.unknown > 0.0 and told > 0.0:
            ways.append((None, chances.unknown * sum(weights) / told))
        total = sum(weight for _, weight in ways)
        return tuple((way, weight / total) for way, weight in ways)

    def view(self, chosen: Chosen) -> SheetView:
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
                tie = value
            else:
                match[column] = value
        table = self.session.table
        for index, values in by_row.items():
            rows[index] = view_row(self.sheet, index, table, self.names, values)
        return SheetView(self.sheet, rows, match, tie, logs, number=self.base.number)

    def log_of(self, view: SheetView, row: Row) -> Ruled | None:
        """The log that a row is surely about, as the view has it."""
        game = self.firm.get(row.index)
        if game is None:
            return None
        return view.logs.get(game, self.session.ruled[game - 1])

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

    A deal's number is no cell to go by: the copies may number their rows each in its own way.
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
    for index, row in enumerate(sheet.rows):
        for column, cell in zip(sheet.columns, row.cells, strict=False):
            if cell.standing is Standing.CLEAR or not cell.readings:
                continue
            options = tuple(pair for pair in cell.weighted() if pair[1] > 0.0)
            if len(options) > 1:
                found[index, column] = options
    written = sheet.match_points
    if written is not None:
        entries: dict[str, Any] = dict(written.points)
        if written.tie_break is not None:
            entries["tie"] = written.tie_break
        for name, entry in entries.items():
            if not entry.clear and entry.readings:
                found[MATCH_ROW, name] = tuple(p for p in entry.weighted() if p[1] > 0.0)
    return found


@dataclass(frozen=True, slots=True)
class OnSheet:
    """The findings of a sheet, the cells that other entries settled, and what was not exact."""

    findings: list[Finding]
    settled: list[Settled]
    bounded: str | None = None


def weigh_sheet(paper: Paper, judge: Judge) -> OnSheet:
    """The findings of a sheet over the worlds of its doubtful cells and of the doubtful logs."""
    base = list(judge(paper.view({})))
    if not paper.options:
        return OnSheet(base, [])
    found: list[Finding] = []
    settled: list[Settled] = []
    weighed: set[int | None] = set()
    bounded = None
    for run in _runs(paper):
        rows = _rows(paper, run)
        weighed |= rows
        if prod(len(paper.options[spot]) for spot in run) <= MOST_WORLDS:
            part = _weigh(paper, rows, run, judge)
        else:
            part = _row_by_row(paper, rows, run, judge)
            bounded = part.bounded or bounded
        found += part.findings
        settled += part.settled
    return OnSheet([each for each in base if each.at.row not in weighed] + found, settled, bounded)


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


def _rows(paper: Paper, run: Sequence[Spot]) -> set[int | None]:
    """The rows (from 1; None: the match points) whose findings hang on the doubts of a run."""
    rows: set[int | None] = set()
    last = paper.last_row()
    for spot in run:
        first, end = paper.reach[spot]
        if spot[0] != MATCH_ROW:
            rows |= set(range(first + 1, end + 3))
        if end >= last - 1:
            rows.add(None)
    return rows


@dataclass(slots=True)
class _World:
    weight: float
    digits: Digits
    findings: dict[Key, Finding]
    proves: bool
    """False where a log is taken for not known: such a world can deny a finding, never make it."""


def _worlds(
    paper: Paper, rows: set[int | None], spots: Sequence[Spot], judge: Judge
) -> Iterator[_World]:
    choices = [paper.options[spot] for spot in spots]
    for digits in product(*(range(len(choice)) for choice in choices)):
        readings = [choice[digit] for choice, digit in zip(choices, digits, strict=True)]
        chosen = {spot: value for spot, (value, _) in zip(spots, readings, strict=True)}
        seen = paper.view(chosen)
        seen.only = rows
        findings = {key_of(each): each for each in judge(seen) if each.at.row in rows}
        weight = prod(ink for _, ink in readings) * SUM_SLIP ** len(_slips(paper, seen, spots))
        for spot, digit in zip(spots, digits, strict=True):
            if spot in paper.rates:
                weight *= paper.rates[spot][digit]
            if chosen[spot] is None and _checked(paper, seen, spot):
                weight *= BY_CHANCE + SUM_SLIP
        proves = not any(
            value is None and column.startswith("log ") for (_, column), value in chosen.items()
        )
        yield _World(weight, digits, findings, proves)


def _weigh(paper: Paper, rows: set[int | None], spots: Sequence[Spot], judge: Judge) -> OnSheet:
    worlds = list(_worlds(paper, rows, spots, judge))
    total = sum(world.weight for world in worlds)
    found: list[Finding] = []
    keys = dict.fromkeys(key for world in worlds if world.proves for key in world.findings)
    for key in keys:
        holding = [world for world in worlds if key in world.findings]
        source = max((w for w in holding if w.proves), key=lambda world: world.weight)
        each = source.findings[key]
        if len(holding) < len(worlds):
            share = min(1.0, sum(world.weight for world in holding if world.proves) / total)
            holds = {world.digits: key in world.findings for world in worlds}
            hangs = [place for n in range(len(spots)) for place in _hangs(paper, spots, holds, n)]
            each = _depends(each, share, hangs)
        found.append(each)
    return OnSheet(found, _settled(paper, spots, [(each.digits, each.weight) for each in worlds]))


def _depends(each: Finding, share: float, places: Sequence[Place]) -> Finding:
    return replace(
        each, certainty=Certainty.DEPENDS, probability=share,
        depends_on=tuple(dict.fromkeys(places)),
    )  # fmt: skip


def _settled(
    paper: Paper, spots: Sequence[Spot], worlds: Sequence[tuple[Digits, float]]
) -> list[Settled]:
    """The cells between whose readings other entries chose, or of which they leave no doubt."""
    digits = chosen([paper.options[spot] for spot in spots], worlds)
    shown = {spot: paper.options[spot][digit][0] for spot, digit in zip(spots, digits, strict=True)}
    met = _unmet(paper, shown, spots)
    found = []
    for n, (spot, digit) in enumerate(zip(spots, digits, strict=True)):
        options = paper.options[spot]
        value, ink = options[digit]
        changed = digit > 0 and (ink < options[0][1] or options[0][0] is None)
        share = share_of(n, digit, options, worlds)
        if spot[1].startswith("log ") or value is None or not (changed or ink < SURE <= share):
            continue
        rivals = [options[0][0]] if digit else [v for v, _ in options[1:] if v is not None]
        by: set[Place] = set()
        for rival in rivals or [_other_than(value)]:
            by |= _unmet(paper, {**shown, spot: rival}, spots) - met
        if spot in paper.peers and _speaks(paper, spot, value, rivals):
            by.add(paper.peers[spot].place)
        place = paper.places(spot)[0]
        by.discard(place)
        if by:
            names = tuple(sorted(by, key=str))
            found.append(Settled(None, place, in_text(value), names, changed, share))
    return found


def _other_than(value: Any) -> Any:
    """Some other value of the kind, to see what would not agree with it."""
    return value + 1 if isinstance(value, int) else None


def _speaks(paper: Paper, spot: Spot, value: Any, rivals: Sequence[Any]) -> bool:
    """Whether another copy's cell speaks for a reading against its rivals."""
    best = paper.with_peer(spot, value)
    return all(paper.with_peer(spot, rival) < best / 2 for rival in rivals or [None])


def _unmet(paper: Paper, shown: Chosen, spots: Sequence[Spot]) -> set[Place]:
    """The entries around some doubts that do not agree, in one reading of them."""
    found: set[Place] = set()
    for row, columns, game in _slips(paper, paper.view(shown), spots):
        for index, column in columns:
            found.add(paper.base.address(index, column))
        if game is not None:
            label = paper.session.record.deals[game - 1].label
            found |= {
                Place.of(_IN_A_LOG.get(column, column)).in_deal(label)
                for index, column in columns
                if index == row
            }
    return found


_IN_A_LOG: Final = {"x": "contract / x", "bidder": "contract / by"}
"""Where a log has what a sheet's column says, if it is not called the same."""


def _hangs(
    paper: Paper, spots: Sequence[Spot], holds: dict[Digits, bool], index: int
) -> list[Place]:
    """The entries of one spot on which a finding hangs: the cell, or those of the log."""
    vectors: dict[Digits, dict[int, bool]] = {}
    for digits, held in holds.items():
        vectors.setdefault((*digits[:index], *digits[index + 1 :]), {})[digits[index]] = held
    mixed = {
        tuple(vector[n] for n in sorted(vector))
        for vector in vectors.values()
        if len(set(vector.values())) > 1
    }
    if not mixed:
        return []
    spot = spots[index]
    if not spot[1].startswith("log "):
        return list(paper.places(spot))
    game = int(spot[1][4:])
    label = paper.session.record.deals[game - 1].label
    found = [
        place.in_deal(label)
        for vector in sorted(mixed)
        for place in paper.chances[game].turning(vector)
    ]
    return found or list(paper.places(spot))


def _checked(paper: Paper, view: SheetView, spot: Spot) -> bool:
    """Whether a cell that says something else than was read is held against others.

    What is not known breaks no sum; but what stands there would, unless it agreed by chance. Without
    this, what was hardly read would hide the slips of every figure beside it.
    """
    index, column = spot
    if index == MATCH_ROW or index >= len(view.rows):
        return False
    row, (kind, _, team) = view.rows[index], column.partition(" ")
    above = view.rows[index - 1].total(team) if index else 0
    if kind == "total":
        below = view.rows[index + 1] if index + 1 < len(view.rows) else None
        ends = below is not None and None not in (below.score(team), below.total(team))
        return ends or None not in (above, row.score(team))
    if kind == "score":
        return None not in (above, row.total(team))
    log = paper.log_of(view, row)
    if kind == "points":
        known = log is not None and log.verdict.points is not None
        return known or row.points("B" if team == "A" else "A") is not None
    has_contract = log is not None and log.replay.contract is not None
    return has_contract and column in ("contract", "bidder", "x")


Slip = tuple[int, tuple[tuple[int, str], ...], int | None]
"""A row, the cells (of it and the row above) that do not agree, and the log that they are at odds with."""


def _slips(paper: Paper, view: SheetView, spots: Sequence[Spot]) -> list[Slip]:
    """The slips that a world needs around its doubts: sums, and cells against the log."""
    rows = {row for spot in spots for row in paper.reach[spot] if spot[0] != MATCH_ROW}
    rows |= {index + 1 for index in rows}
    found: list[Slip] = []
    for index in sorted(rows):
        if index >= len(view.rows):
            continue
        row = view.rows[index]
        log = paper.log_of(view, row)
        for columns in row_slips(row, log, paper.session.table):
            game = log.verdict.game if log is not None and len(columns) == 1 else None
            found.append((index, tuple((index, column) for column in columns), game))
        for team in ("A", "B"):
            above = view.rows[index - 1].total(team) if index else 0
            score, total = row.score(team), row.total(team)
            if above is None or score is None or total is None:
                continue
            if total not in (above + score, above + score + (row.penalty(team) or 0)):
                cells = [(index, f"score {team}"), (index, f"total {team}")]
                if index:
                    cells.append((index - 1, f"total {team}"))
                found.append((index, tuple(cells), None))
    return found


# Runs with too many worlds: row by row, and every other doubt tried by itself. ---------------------


def _row_by_row(paper: Paper, rows: set[int | None], run: Sequence[Spot], judge: Judge) -> OnSheet:
    found: dict[Key, Finding] = {}
    settled: list[Settled] = []
    near: dict[int | None, set[Spot]] = {}
    for row in sorted(rows, key=lambda each: (each is None, each or 0)):
        spots = _within(paper, [spot for spot in run if _bears(paper, spot, row)])
        near[row] = set(spots)
        part = _weigh(paper, {row}, spots, judge)
        found |= {key_of(each): each for each in part.findings}
        settled += [each for each in part.settled if each.place.number("row") == row]
    base = _keyed(judge(paper.view({})), rows)
    for spot in run:
        for value, weight in paper.options[spot][1:]:
            other = _keyed(judge(paper.view({spot: value})), rows)
            for key in base.keys() ^ other.keys():
                each = found.get(key) or other.get(key) or base[key]
                if spot in near[each.at.row]:
                    continue
                share = each.probability if key in found and each.probability else 0.0
                if key in base:
                    share *= 1.0 - weight
                elif value is None and spot[1].startswith("log "):
                    continue
                else:
                    share = 1.0 - (1.0 - share) * (1.0 - weight)
                places = (*each.depends_on, *paper.places(spot))
                found[key] = _depends(each, share, places)
    words = (
        f"{len(run)} doubtful entries of the sheet stand together: each row was weighed with the "
        "row above, other entries one by one"
    )
    return OnSheet(list(found.values()), settled, words)


def _keyed(findings: Sequence[Finding], rows: set[int | None]) -> dict[Key, Finding]:
    return {key_of(each): each for each in findings if each.at.row in rows}


def _bears(paper: Paper, spot: Spot, row: int | None) -> bool:
    """Whether a doubt bears directly on the findings of a row (from 1)."""
    first, end = paper.reach[spot]
    if row is None:
        return spot[0] == MATCH_ROW or (end == paper.last_row() and spot[1].startswith("total"))
    if spot[0] == MATCH_ROW:
        return False
    return first <= row - 1 <= end or (end == row - 2 and spot[1] in ABOVE)


def _within(paper: Paper, spots: list[Spot]) -> list[Spot]:
    """As many of the doubts as can be weighed together, the surest left out."""
    near = list(spots)
    while prod(len(paper.options[spot]) for spot in near) > MOST_ROW_WORLDS:
        near.remove(max(near, key=lambda spot: paper.options[spot][0][1]))
    return near
