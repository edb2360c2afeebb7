"""How sure a finding on a sheet is: the worlds of the doubtful cells around its row, and of its log.

What a row's findings depend on stands in that row, in the totals and the dealer of the row above, and in
the log of its deal. A doubtful log is one more doubtful thing of the row: each way it may look to the
sheet is a reading. So doubtful cells and logs bear on each other only along an unbroken run of rows,
and each run is weighed on its own, exactly, instead of the product of all doubts of the sheet. A run
with too many worlds is weighed row by row, and nothing that any reading left out would change is
established.

No finding is surer than the cells, and the log, that it needs: as `rulings.doubt.dependence` has it for
deals, a cell read with a probability just short of 1 is something else now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any, Final

from fairdeal.records.place import Place
from fairdeal.rulings.doubt.certainty import SURE, Key, chosen, in_text, key_of, share_of
from fairdeal.rulings.doubt.dependence import LEAST, Needed, no_surer
from fairdeal.rulings.doubt.slip_rates import BY_CHANCE, SUM_SLIP, Slips
from fairdeal.rulings.doubt.work import MOST_ON_SHEET, TOO_UNCLEAR
from fairdeal.rulings.fifty_six.sheets.agreement import row_slips
from fairdeal.rulings.fifty_six.sheets.doubtful_sheet import MATCH_ROW, Chosen, Paper, Spot
from fairdeal.rulings.fifty_six.sheets.view import SheetView
from fairdeal.rulings.frame.finding import Certainty, Finding, Settled

MOST_WORLDS: Final = 2048
"""Worlds of one run weighed together; a run with more is weighed row by row."""

MOST_ROW_WORLDS: Final = 256
"""Worlds of one row of such a run; beyond them the least doubtful entries are tried one by one."""


LEAST_ROW_WORLDS: Final = 8
"""Worlds of one row with fewer of which a row is not judged at all."""


ABOVE: Final = ("deal", "dealer", "total A", "total B")
"""What a row's findings depend on in the row above."""

Judge = Callable[[SheetView], Sequence[Finding]]
Digits = tuple[int, ...]


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
    each_costs = len(paper.base.rows) + len(paper.options)
    left = MOST_ON_SHEET // each_costs
    for run in _runs(paper):
        rows = _rows(paper, run)
        weighed |= rows
        worlds = prod(len(paper.options[spot]) for spot in run)
        alone = 1 + sum(len(paper.options[spot]) for spot in run)
        most = min(MOST_ROW_WORLDS, (left - alone) // len(rows))
        if worlds <= min(MOST_WORLDS, left):
            part = _weigh(paper, rows, run, judge)
            left -= worlds
        elif most >= LEAST_ROW_WORLDS:
            part = _row_by_row(paper, rows, run, judge, most)
            left -= alone + most * len(rows)
            bounded = part.bounded or bounded
        else:
            part = OnSheet([], [], TOO_UNCLEAR)
            bounded = TOO_UNCLEAR
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
    """The rows (from 1; None: the match points) whose findings depend on the doubts of a run."""
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
    """False where a log is read as not known: such a world can deny a finding, never make it."""


def _worlds(
    paper: Paper, rows: set[int | None], spots: Sequence[Spot], judge: Judge
) -> Iterator[_World]:
    choices = [paper.options[spot] for spot in spots]
    first: Slips | None = None
    for digits in product(*(range(len(choice)) for choice in choices)):
        readings = [choice[digit] for choice, digit in zip(choices, digits, strict=True)]
        chosen = {spot: value for spot, (value, _) in zip(spots, readings, strict=True)}
        seen = paper.view(chosen)
        seen.only = rows
        findings = {key_of(each): each for each in judge(seen) if each.at.row in rows}
        needed = Slips(sums=len(slips_around(paper, seen, spots)))
        first = first or needed
        weight = prod(ink for _, ink in readings) * needed.rate(first)
        for spot, digit in zip(spots, digits, strict=True):
            if spot in paper.rates:
                weight *= paper.rates[spot][digit]
            if chosen[spot] is None and checked(paper, seen, spot):
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
            share = sum(
                world.weight * (world.findings[key].probability or 0.0)
                for world in holding
                if world.proves
            )
            share = min(1.0, share / total)
            holds = {world.digits: key in world.findings for world in worlds}
            hangs = [
                place for n in range(len(spots)) for place in _bears_on_it(paper, spots, holds, n)
            ]
            each = _depends(each, share, [*each.depends_on, *hangs])
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
    for row, columns, game in slips_around(paper, paper.view(shown), spots):
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


def _bears_on_it(
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


def checked(paper: Paper, view: SheetView, spot: Spot) -> bool:
    """Whether a cell that says something else than was read is compared with others.

    What is not known breaks no sum; but what stands there would, unless it agreed by chance. Without
    this, what was hardly read would hide the slips of every figure beside it.
    """
    index, column = spot
    if index == MATCH_ROW or index >= len(view.rows):
        return False
    row, (kind, _, team) = view.rows[index], column.partition(" ")
    above = view.rows[index - 1].total(team) if index else view.carried
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
"""A row, the cells (of it and the row above) that do not agree, and the log that they contradict."""


def slips_around(paper: Paper, view: SheetView, spots: Sequence[Spot]) -> list[Slip]:
    """The slips that a world needs around its doubts: sums, and cells against the log."""
    rows = {
        row
        for spot in spots
        for row in paper.reach.get(spot, (spot[0], spot[0]))
        if spot[0] != MATCH_ROW
    }
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
            above = view.rows[index - 1].total(team) if index else view.carried
            score, total = row.score(team), row.total(team)
            if above is None or score is None or total is None:
                continue
            if total not in (above + score, above + score + (row.penalty(team) or 0)):
                cells = [(index, f"score {team}"), (index, f"total {team}")]
                if index:
                    cells.append((index - 1, f"total {team}"))
                found.append((index, tuple(cells), None))
    return found


# Runs with too many worlds: row by row, and every other doubt tried on its own. ---------------------


def _row_by_row(
    paper: Paper, rows: set[int | None], run: Sequence[Spot], judge: Judge, most: int
) -> OnSheet:
    found: dict[Key, Finding] = {}
    settled: list[Settled] = []
    near: dict[int | None, set[Spot]] = {}
    for row in sorted(rows, key=lambda each: (each is None, each or 0)):
        spots = _within(paper, [spot for spot in run if _bears(paper, spot, row)], most)
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
        f"{len(run)} unclear entries of the sheet bear on each other: each row was judged with the "
        "row above it, other entries one at a time. Read them first"
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


def _within(paper: Paper, spots: list[Spot], most: int) -> list[Spot]:
    """As many of the doubts as can be weighed together, the surest left out."""
    near = list(spots)
    worlds = prod(len(paper.options[spot]) for spot in near)
    while worlds > most:
        surest = max(near, key=lambda spot: paper.options[spot][0][1])
        near.remove(surest)
        worlds //= len(paper.options[surest])
    return near


# --- as sure as read --------------------------------------------------------------------------------

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
